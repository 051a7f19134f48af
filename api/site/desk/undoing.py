"""The last act of a tournament, and what takes it back: a command that the rules allow, or what to do instead."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from api.http.etags import WITH_VERSION, Kind, Resource, etag_of
from api.http.paging import NUMBERS
from api.routes.tournament.hall import read_hall
from api.routes.tournament.history import read_history
from api.routes.tournament.standings import read_entry, read_match, read_tournament
from api.site.desk import matters
from api.site.desk.typed import MOST_LINES, in_words, revision
from api.site.frame.forms import FormVisit
from api.site.frame.visit import Json, Visit
from api.site.words.desk import UNDONE
from domain.tournament.registry.commands import COMMANDS

_SPECS = {spec.name: spec for spec in COMMANDS.values()}
_READ_BACK = 40
_MOST_OF_A_COMMAND = 4 * MOST_LINES
Former = Callable[[Visit, str, int, Json], Json | None]
"""What a command says to restore what was before that version; None where nothing was."""


@dataclass(frozen=True, slots=True)
class Undo:
    """A command that takes an act back: its name, which fields of the event it repeats, and what was `before`."""

    command: str
    fields: Mapping[str, str]
    fixed: Mapping[str, str]
    before: Former | None = None
    by_others: bool = False
    """Whether nobody takes their own back: what they have recorded for another they do."""


@dataclass(frozen=True, slots=True)
class Instead:
    """What is done in place of taking an act back: the kind of the words that say so, and the page for it."""

    word: str
    page: str
    is_next: bool = False
    """Whether the board offers it as what comes next, so that it needs no words beside that."""


FOLLOWS = None
"""Of an event that comes with another, by which it is taken back."""


def _undo(command: str, *same: str, before: Former | None = None, by_others: bool = False, **fixed: str) -> Undo:
    return Undo(command, {name: name for name in same}, fixed, before, by_others)


def _retract(kind: str, number: str, *same: str) -> Undo:
    return Undo("withdraw-record", {"number": number, **{name: name for name in same}}, {"kind": kind})


def _table_before(visit: Visit, id_: str, version: int, data: Json) -> Json | None:
    table = visit.asks(read_match, tournament=id_, match=data["match"], as_of=version)["table"]
    return None if table is None else {"table": table}


def _fixed_table_before(visit: Visit, id_: str, version: int, data: Json) -> Json | None:
    return {"table": visit.asks(read_entry, tournament=id_, entry=data["entry"], as_of=version)["fixed_table"]}


def _here_before(visit: Visit, id_: str, version: int, data: Json) -> Json | None:
    found = visit.asks(read_entry, tournament=id_, entry=data["entry"], as_of=version)
    return {"here": found["here_since"] is not None}


def _fee_before(visit: Visit, id_: str, version: int, data: Json) -> Json | None:
    return {"paid": visit.asks(read_entry, tournament=id_, entry=data["entry"], as_of=version)["fee_paid"]}


def _hall_before(visit: Visit, id_: str, version: int, _: Json) -> Json | None:
    hall = visit.asks(read_hall, tournament=id_, as_of=version)
    rooms = [
        {"name": one["name"], "first_table": one["tables"][0]["table"], "last_table": one["tables"][-1]["table"]}
        for one in hall["rooms"]
    ]
    return {"rooms": rooms, "keeps_tables": hall["keeps_tables"], "shared_with": hall["shared_with"]}


def _conditions_before(visit: Visit, id_: str, version: int, _: Json) -> Json | None:
    return {"conditions": visit.asks(read_tournament, tournament=id_, as_of=version)["conditions"]}


def _settings_before(visit: Visit, id_: str, version: int, _: Json) -> Json | None:
    told = visit.asks(read_tournament, tournament=id_, as_of=version)
    terms = ("pool", "policy", "policy_version")
    rating = None if told["rating"] is None else {name: told["rating"][name] for name in terms}
    return {**{name: told[name] for name in ("name", "format", "stages")}, "rating": rating}


_MATCH, _ENTRY, _MATTERS, _ROUND, _FINISH, _BOARD = "match", "entries", "matters", "rounds", "finish", ""

WAYS_BACK: Mapping[str, Undo | Instead | None] = {
    "announced": Instead("cancel", _FINISH),
    "conditions-changed": _undo("change-conditions", before=_conditions_before),
    "settings-changed": _undo("change-settings", before=_settings_before),
    "director-appointed": _undo("release-director", "person"),
    "director-released": _undo("appoint-director", "person"),
    "started": _undo("withdraw-start"),
    "start-taken-back": Instead("start", _BOARD, is_next=True),
    "completed": _undo("reopen-tournament"),
    "cancelled": _undo("reopen-tournament"),
    "reopened": Instead("complete", _FINISH),
    "entry-requested": _undo("withdraw-entry", "entry"),
    "entry-proposed": _undo("withdraw-entry", "entry"),
    "entry-approved": _undo("withdraw-entry", "entry"),
    "entry-put-on-waiting-list": _undo("withdraw-entry", "entry"),
    "entry-refused": _undo("approve-entry", "entry"),
    "entry-withdrawn": _undo("approve-entry", "entry"),
    "place-given-up": FOLLOWS,
    "place-asked-for": FOLLOWS,
    "player-substituted": Undo(
        "substitute-player", {"entry": "entry", "person": "instead_of", "instead_of": "person"}, {}
    ),
    "entry-resigned": _undo("withdraw-resignation", "entry", by_others=True),
    "entry-left-for-today": _undo("withdraw-resignation", "entry", by_others=True),
    "entry-reentered": Undo("withdraw-reentry", {"entry": "again"}, {}),
    "reentry-taken-back": Instead("again", _ENTRY),
    "resignation-taken-back": _undo("resign", "entry"),
    "matches-conceded": FOLLOWS,
    "entry-checked-in": _undo("check-in", "entry", before=_here_before),
    "entry-fee-noted": _undo("note-fee", "entry", before=_fee_before),
    "code-chosen": Instead("again", _ENTRY),
    "colour-given": Instead("again", _ENTRY),
    "entry-changed": Instead("again", _ENTRY),
    "flight-offered": Instead("again", _ENTRY),
    "flight-offer-answered": Instead("again", _ENTRY),
    "match-made": Instead("void", _MATCH),
    "matches-made": FOLLOWS,
    "play-off-made": Instead("void", _MATCH),
    "play-offs-drawn": Instead("void-each", _ROUND),
    "bracket-drawn": FOLLOWS,
    "bout-continued": FOLLOWS,
    "line-up-named": Instead("again", _MATCH),
    "result-reported": Instead("correct", _MATCH),
    "result-verified": Instead("correct", _MATCH),
    "result-confirmed": Instead("correct", _MATCH),
    "result-taken-back": Instead("rule", _MATTERS),
    "result-corrected": Instead("correct", _MATCH),
    "wrong-length-resolved": Instead("correct", _MATCH),
    "match-voided": _undo("reinstate-match", "match"),
    "match-reinstated": _undo("void-match", "match"),
    "consequences-chosen": FOLLOWS,
    "pairings-adjusted": FOLLOWS,
    "no-time-agreed-reported": Instead("rule", _MATTERS),
    "invitation-sent": Instead("again", _MATCH),
    "invitation-acknowledged": Instead("again", _MATCH),
    "hall-arranged": _undo("arrange-hall", before=_hall_before),
    "fixed-table-set": _undo("set-fixed-table", "entry", before=_fixed_table_before),
    "tables-assigned": FOLLOWS,
    "match-moved": _undo("move-match", "match", before=_table_before),
    "round-drawn": _undo("annul-round", "round"),
    "round-paired": _undo("annul-round", "round"),
    "round-annulled": Instead("draw", _BOARD, is_next=True),
    "pairings-corrected": Instead("met", _ROUND),
    "place-taken": FOLLOWS,
    "round-closed": Instead("correct-each", _ROUND),
    "round-scheduled": Instead("again", _BOARD),
    "lots-drawn": FOLLOWS,
    "field-seeded": Instead("again", _ENTRY),
    "field-seeded-by-error-rates": FOLLOWS,
    "stage-opened": Instead("stage", _ROUND),
    "bye-requested": _undo("withdraw-bye-request", "entry", "round"),
    "bye-request-withdrawn": _undo("request-bye", "entry", "round"),
    "entry-absent": _undo("end-absence", "entry"),
    "entry-came-back": _undo("mark-absent", "entry"),
    "pairings-released": Instead("seen", _BOARD),
    "question-decided": Instead("stage", _ROUND),
    "commitment-published": FOLLOWS,
    "secret-revealed": Instead("seen", _FINISH),
    "outside-value-recorded": Instead("seen", _BOARD),
    "outside-value-witnessed": Instead("seen", _BOARD),
    "monitor-appointed": _undo("release-monitor", "match", "number"),
    "monitor-released": Instead("again", _MATCH),
    "consent-recorded": _retract("consent", "number", "match"),
    "consent-revoked": Instead("again", _MATCH),
    "break-begun": _retract("break", "number", "match"),
    "break-ended": Instead("again", _MATCH),
    "clock-recorded": _retract("clock", "number", "match"),
    "out-of-time-declared": _retract("declaration", "number", "match"),
    "attachment-added": _retract("attachment", "number", "match"),
    "transcript-kept": _retract("attachment", "number", "match"),
    "request-made": _retract("request", "number"),
    "request-answered": Instead("again", _MATTERS),
    "exception-made": _retract("exception", "number"),
    "match-record-retracted": Instead("again", _MATTERS),
    "dispute-opened": Instead("rule", _MATTERS),
    "statement-recorded": Instead("rule", _MATTERS),
    "ruling-given": Instead("appeal", _MATTERS),
    "ruling-suspended": Instead("appeal", _MATTERS),
    "ruling-resumed": Instead("appeal", _MATTERS),
    "ruling-withdrawn": Instead("rule", _MATTERS),
    "appeal-lodged": Instead("appeal", _MATTERS),
    "decision-appealed": Instead("appeal", _MATTERS),
    "appeal-carried-out": Instead("rule", _MATTERS),
    "committee-members-allowed": FOLLOWS,
    "committee-formed": Instead("again", _MATTERS),
    "alternative-proposed": Instead("appeal", _MATTERS),
    "vote-cast": Instead("again", _MATTERS),
    "appeal-decided": Instead("rule", _MATTERS),
    "appeal-withdrawn": Instead("appeal", _MATTERS),
    "report-filed": Instead("again", _FINISH),
    "review-resolved": FOLLOWS,
    "record-merged": FOLLOWS,
    "merge-taken-back": FOLLOWS,
    "import-declared": FOLLOWS,
    "import-continued": FOLLOWS,
    "import-confirmed": FOLLOWS,
}
"""By the kind of each event of a tournament how it is taken back."""


def kind_of(topic: str) -> str:
    """The kind of a tournament's event, without its version."""
    return topic.removeprefix("tournament.").rpartition(".")[0]


def last_act(visit: Visit, id_: str, version: int) -> Json | None:
    """The event by which the tournament was changed last, the way back from it, and whether its sender may go it; None
    where all that is left to be undone lies further back."""
    heads = _heads(_newest(visit, id_, version))
    if not heads:
        return None
    head = heads[0]
    way = WAYS_BACK[kind_of(head["topic"])]
    sender = head["actor"]["person"]
    own = sender is not None and sender == visit.reader.caller.person == head["data"].get("person")
    is_undo = isinstance(way, Undo) and not (way.by_others and own)
    instead = way if isinstance(way, Instead) else Instead("others", _ENTRY)
    return {**head, "alike": heads, "undo": way if is_undo else None, "instead": None if is_undo else instead}


def _newest(visit: Visit, id_: str, version: int) -> list[Json]:
    """The events of the newest command, however many rows it has."""
    for back in (_READ_BACK, _MOST_OF_A_COMMAND):
        since = NUMBERS.write((max(0, version - back),))
        events = visit.asks_all(read_history, tournament=id_, cursor=since)["items"]
        if not events or events[0]["command"] != events[-1]["command"]:
            break
    return [one for one in events if one["command"] == events[-1]["command"]]


def _heads(newest: Sequence[Json]) -> list[Json]:
    """The events that the others of the command follow from: one, or those alike of a list that was sent as one."""
    leading = [one for one in newest if WAYS_BACK[kind_of(one["topic"])] is not FOLLOWS]
    return [one for one in leading if one["topic"] == leading[0]["topic"]]


def way_back(visit: FormVisit, id_: str, version: int) -> tuple[str, Json, str | None] | None:
    """The address below the tournament of the command that takes the act of that version back, what is sent there, and
    the ETag of what it changes; None where that act is not the last, or there is nothing to go back to."""
    act = last_act(visit, id_, visit.asks(read_tournament, tournament=id_)["version"])
    if act is None or act["version"] != version or act["undo"] is None:
        return None
    reason = in_words(visit, UNDONE)
    if len(act["alike"]) == 1:
        return _command(visit, id_, act, reason)
    rows = [_row(visit, id_, {**one, "undo": act["undo"]}, reason) for one in act["alike"]]
    return None if None in rows else ("bulk", {"rows": rows}, None)


def _row(visit: Visit, id_: str, act: Json, reason: str) -> Json | None:
    """The same command as a row of a list."""
    way: Undo = act["undo"]
    said = _fields_of_undo(visit, id_, act)
    if said is None:
        return None
    seen = revision(_etag(visit, id_, _SPECS[way.command].resource, said) or "")
    return {"command": {"kind": way.command, **said, **_reason_field(way, reason), "seen": seen}}


def _command(visit: Visit, id_: str, act: Json, reason: str) -> tuple[str, Json, str | None] | None:
    spec, said = _SPECS[act["undo"].command], _fields_of_undo(visit, id_, act)
    if said is None:
        return None
    path = spec.path.format(**{name: said[name] for name in spec.numbers})
    body = {name: value for name, value in said.items() if name not in spec.numbers}
    return path, {**body, **_reason_field(act["undo"], reason)}, _etag(visit, id_, spec.resource, said)


def _fields_of_undo(visit: Visit, id_: str, act: Json) -> Json | None:
    """What the command says that takes the act back; None where there is nothing to go back to."""
    way: Undo = act["undo"]
    before = way.before(visit, id_, act["version"] - 1, act["data"]) if way.before else {}
    if before is None:
        return None
    return {**{name: act["data"][of] for name, of in way.fields.items()}, **way.fixed, **before}


def _reason_field(way: Undo, reason: str) -> Json:
    return {"reason": reason} if "reason" in _SPECS[way.command].command.model_fields else {}


def _etag(visit: Visit, id_: str, resource: Kind | None, said: Mapping[str, Any]) -> str | None:
    if resource is None:
        return None
    if resource in WITH_VERSION:
        return etag_of(resource, visit.asks({"settings": read_tournament, "hall": read_hall}[resource], tournament=id_))
    read = {"match": read_match, "entry": read_entry}[resource]
    found = matters.asked(visit, read, tournament=id_, **{resource: said[resource]})
    return None if found is None else Resource(resource, said[resource]).etag(found["revision"])
