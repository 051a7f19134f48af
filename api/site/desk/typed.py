"""What a director types, as the API takes it. What can't be read is named, so that the page can say so beside it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from api.routes.tournament.standings import read_tournament
from api.site.frame.forms import SCORE_CHECKED, FormVisit, WrongTypedError
from api.site.frame.languages import translations
from api.site.frame.names import is_name
from api.site.frame.visit import Json
from api.site.words.desk import BEEN_THERE, CALLED, DIRECTOR_PLAYS, NOT_AT_CHECK_IN

MOST_LINES = 500
AT_ONCE = "at-once"
BY_DIRECTOR = "by-director"
_SCORE = re.compile(r"(?P<first>[0-9]{1,4})\s*[-:–—\s]\s*(?P<second>[0-9]{1,4})")
_GAME = re.compile(r"(?P<winner>[12])\+(?P<multiple>[123])(?:[x×*](?P<cube>[0-9]{1,4}))?", re.IGNORECASE)
_WON = {"1": "single", "2": "gammon", "3": "backgammon"}
_SIDES = {"1": "first", "2": "second"}
_QUICK = re.compile(r"(?P<number>[0-9]{1,6})\s*[,;\s]\s*(?P<score>\S.*)")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_ITEM = re.compile(r"[0-9a-f]{32}")
_CLOCK = re.compile(r"(?P<minutes>[0-9]{1,4}):(?P<seconds>[0-5][0-9])")
_REVISION = re.compile(r'"[a-z]+-[0-9]+-(?P<revision>[0-9]+)"')


def is_number(text: str) -> bool:
    """Whether it is the number of a match, an entry, a round or a table."""
    return _NUMBER.fullmatch(text) is not None


def number(text: str) -> int:
    """That number. Raises WrongTypedError."""
    if not is_number(text):
        raise WrongTypedError("number", text)
    return int(text)


def item(text: str) -> str:
    """The name of something to review, which a form carries. Raises WrongTypedError."""
    if _ITEM.fullmatch(text) is None:
        raise WrongTypedError("number", text)
    return text


def whole(text: str) -> int:
    """A number that may be 0. Raises WrongTypedError."""
    return 0 if text == "0" else number(text)


def clock(text: str) -> int:
    """What a clock shows, as 12:05 or in seconds. Raises WrongTypedError."""
    found = _CLOCK.fullmatch(text)
    return 60 * int(found["minutes"]) + int(found["seconds"]) if found else whole(text)


def score(text: str) -> Json:
    """A result: `5-3`; `1` or `2` alone for who has won; or games one by one, as in `1+2x4`: who has won, 1, 2 or 3
    for single, gammon or backgammon, and the cube. Raises WrongTypedError."""
    found = _SCORE.fullmatch(text.strip())
    if found is not None:
        return {"kind": "score", "first": int(found["first"]), "second": int(found["second"])}
    if text.strip() in _SIDES:
        return {"kind": "winner", "winner": _SIDES[text.strip()]}
    games = [_GAME.fullmatch(one) for one in re.split(r"[\s,;]+", text.strip())]
    if None in games:
        raise WrongTypedError("score", text)
    return {"kind": "games", "games": [_game(one) for one in games if one]}


def _game(told: re.Match[str]) -> Json:
    return {"winner": _SIDES[told["winner"]], "won": _WON[told["multiple"]], "cube": int(told["cube"] or 1)}


def told(visit: FormVisit, result: Json) -> Json:
    """A result as a command has it; with what the sender says of an unlikely score, once it was asked."""
    checked = {"score_checked": True} if visit.said(SCORE_CHECKED) == "yes" else {}
    return {"result": result, **checked}


def results(visit: FormVisit) -> Json:
    """Results of matches: `quick` is a match and its score, each `score-7` the score of match 7, as it was seen."""
    found = [_quick(visit, "match")] if visit.said("quick") else list(_scores(visit))
    if not found:
        raise WrongTypedError("score")
    return {"rows": [{"command": {"kind": "report-result", **one}} for one in found]}


def result(visit: FormVisit) -> Json:
    """The result of one match."""
    return told(visit, score(visit.said("score")))


def in_words(visit: FormVisit, text: str) -> str:
    """A marked text in the language of anyone who sends the form, to be recorded."""
    return translations(visit.language).gettext(text)


_GIVEN_UP = re.compile(r"(?P<loser>first|second)-(?P<how>forfeit|conceded)")


def outcome(visit: FormVisit) -> Json:
    """A match that was not played out: who has given it up, before or after it began, or that both lose. Raises
    WrongTypedError."""
    if visit.said("outcome") == "both-lost":
        return {"result": {"kind": "both-lost", "play_began": False}}
    found = _GIVEN_UP.fullmatch(visit.said("outcome"))
    if found is None:
        raise WrongTypedError("score", visit.said("outcome"))
    return {"result": {"kind": "conceded", "loser": found["loser"], "play_began": found["how"] == "conceded"}}


_NOT_COME = re.compile(r"(?P<loser>first|second)-(?P<entry>[0-9]{1,6})")


def no_show(visit: FormVisit) -> Json:
    """A match lost by somebody who did not come, who is left out of the rounds to come as well (SWX-4). Raises
    WrongTypedError."""
    found = _NOT_COME.fullmatch(visit.said("not-come"))
    if found is None:
        raise WrongTypedError("score", visit.said("not-come"))
    lost = {"result": {"kind": "conceded", "loser": found["loser"], "play_began": False}}
    match = {"match": number(visit.said("number")), "seen": revision(visit.said("seen"))}
    absent = {"kind": "mark-absent", "entry": number(found["entry"])}
    return {"rows": [{"command": absent}, {"command": {"kind": "report-result", **match, **lost}}]}


def table(visit: FormVisit) -> Json:
    """The table that a match is moved to. Raises WrongTypedError."""
    return {"table": number(visit.said("table"))}


def call(visit: FormVisit) -> Json:
    """The director is wanted at a match. Raises WrongTypedError."""
    told = visit.said("reason") or in_words(visit, CALLED)
    return {"kind": "other", "match": number(visit.said("match")), "reason": told}


def been_there(visit: FormVisit) -> Json:
    """The director has been at the match."""
    return {"granted": True, "reason": visit.said("reason") or in_words(visit, BEEN_THERE)}


def round_end(visit: FormVisit) -> Json:
    """When the round ends, in so many minutes from now. Raises WrongTypedError."""
    ends = visit.reader.now() + timedelta(minutes=number(visit.said("minutes")))
    opens = {"opens_at": visit.said("opens_at")} if visit.said("opens_at") else {}
    return {**opens, "closes_at": ends.replace(second=0, microsecond=0).isoformat()}


def result_at_table(visit: FormVisit) -> Json:
    """The result of a round that `quick` tells: a table and its score."""
    return {"results": [_quick(visit, "table")]}


def named_alone(visit: FormVisit) -> int | None:
    """The table or match that `quick` names without a score; None where it tells a score."""
    return number(visit.said("quick")) if is_number(visit.said("quick")) else None


def has_in_vain(visit: FormVisit) -> tuple[int | None, int | None]:
    """The match, or the table, whose result `quick` tells: what is opened where the result is not taken."""
    found = _QUICK.fullmatch(visit.said("quick"))
    told = number(found["number"]) if found and is_number(found["number"]) else None
    return (None, told) if visit.request.url.path.endswith("/tables") else (told, None)


def _quick(visit: FormVisit, what: str) -> Json:
    found = _QUICK.fullmatch(visit.said("quick"))
    if found is None:
        raise WrongTypedError("quick", visit.said("quick"))
    return {what: number(found["number"]), **told(visit, score(found["score"]))}


def _scores(visit: FormVisit) -> Iterator[Json]:
    for name, text in visit.form.multi_items():
        if name.startswith("score-") and text.strip():
            match = number(name.removeprefix("score-"))
            yield {"match": match, **told(visit, score(text)), "seen": revision(visit.said(f"seen-{match}"))}


def revision(etag: str) -> int | None:
    """The revision that an ETag names; None for what is none."""
    found = _REVISION.fullmatch(etag)
    return int(found["revision"]) if found else None


def _each(visit: FormVisit, kind: str, what: str, listed: Iterable[str] | None = None) -> Json:
    """The same command for all that are listed in the form, each as it was seen."""
    numbers = [number(text) for text in (visit.form.getlist("each") if listed is None else listed)]
    commands = [{"kind": kind, what: one, "seen": revision(visit.said(f"seen-{one}"))} for one in numbers]
    return {"rows": [{"command": one} for one in commands]}


def approvals(visit: FormVisit) -> Json:
    """Entries to approve."""
    return _each(visit, "approve-entry", "entry")


def verifications(visit: FormVisit) -> Json:
    """Results to verify. Raises WrongTypedError where none is ticked."""
    if not visit.form.getlist("each"):
        raise WrongTypedError("nothing-ticked")
    return _each(visit, "verify-result", "match")


def arrival(visit: FormVisit) -> Json:
    """Whether a player has come."""
    return {"here": visit.said("is") == "yes"}


def payment(visit: FormVisit) -> Json:
    """Whether a player has paid."""
    return {"paid": visit.said("is") == "yes"}


def absences(visit: FormVisit) -> Json:
    """Those who have not come, withdrawn, each as they were seen. Raises WrongTypedError."""
    reason = {"reason": in_words(visit, NOT_AT_CHECK_IN)}
    rows = _each(visit, "withdraw-entry", "entry")["rows"]
    return {"rows": [{"command": {**one["command"], **reason}} for one in rows]}


def name(text: str) -> str:
    """A person's name. Raises WrongTypedError."""
    if not is_name(text):
        raise WrongTypedError("name", text)
    return text


def lines(visit: FormVisit) -> list[str]:
    """The names of a list; two persons may be called alike. Raises WrongTypedError where there are none or too many, or
    one is none."""
    found = [" ".join(one.split()) for one in visit.said("list").split("\n") if one.strip()]
    if not 0 < len(found) <= MOST_LINES:
        raise WrongTypedError("list")
    return [name(one) for one in found]


def entries(visit: FormVisit) -> Json:
    """Entries of anyone who was found or is new: `name-1` with `person-1`, an id of the register, `new`, or `none` for
    one to be left out. A `late` one is not approved yet: that draws its lot, which is shown by a command by itself.
    Raises WrongTypedError where it is not said of one who is meant, or nobody is left."""
    unsaid = [name for name, person in _persons_typed(visit) if not person]
    if unsaid:
        raise WrongTypedError("unsaid", ", ".join(dict.fromkeys(unsaid)))
    rows = [_entry(name, person) for name, person in _to_enter(visit)]
    found = [{"entry": {**row, "approved": not visit.said("late")}} for row in rows]
    if not found:
        raise WrongTypedError("list")
    return {"rows": found}


def _names_typed(visit: FormVisit) -> list[str]:
    count = len([name for name in visit.form if name.startswith("name-")])
    return [visit.said(f"name-{one}") for one in range(1, count + 1)]


def asked_about(visit: FormVisit) -> list[str]:
    """The names of the list of which the form asks who is meant; none where it is another form, or one is none."""
    named = _names_typed(visit) if "list" in visit.form else []
    return named if all(map(is_name, named)) else []


def to_enter(visit: FormVisit) -> list[str]:
    """The names of those who are not left out, in the order in which they are entered."""
    return [name for name, _ in _to_enter(visit)]


def _to_enter(visit: FormVisit) -> list[tuple[str, str]]:
    return [(name, person) for name, person in _persons_typed(visit) if person not in ("", "none")]


def _persons_typed(visit: FormVisit) -> list[tuple[str, str]]:
    return [(name, visit.said(f"person-{place}")) for place, name in enumerate(_names_typed(visit), 1)]


def _entry(name: str, person: str) -> Json:
    return {"new_person": {"name": name, "even_though_known": True}} if person == "new" else {"person": person}


def reason(visit: FormVisit) -> Json:
    """A reason, where one is given."""
    return {"reason": visit.said("reason")} if visit.said("reason") else {}


def decision(visit: FormVisit) -> Json:
    """An answer to a question that the rules leave open: `choice` holds the choice, and who it names."""
    choice, _, entry = visit.said("choice").partition(" ")
    named = {"entry": number(entry)} if entry else {}
    return {**reason(visit), "question": visit.said("question"), "choice": choice, **named}


def hall(visit: FormVisit) -> Json:
    """Rooms, a line each: the name, and the first and the last table, as in `Main hall 1-12`."""
    rooms = [_room(one.strip()) for one in visit.said("rooms").split("\n") if one.strip()]
    return {"rooms": rooms, "keeps_tables": visit.said("keeps_tables") == "yes"}


def _room(line: str) -> Mapping[str, Any]:
    found = re.fullmatch(r"(?P<name>.*\S)\s+(?P<first>[0-9]{1,6})\s*[-–]\s*(?P<last>[0-9]{1,6})", line)
    if found is None:
        raise WrongTypedError("room", line)
    return {"name": found["name"], "first_table": number(found["first"]), "last_table": number(found["last"])}


def match(visit: FormVisit) -> Json:
    """A match of an open season, with its result. Raises WrongTypedError."""
    sides = [number(visit.said(side)) for side in ("first", "second")]
    return {"sides": sides, **terms(visit), **result(visit)}


def terms(visit: FormVisit) -> Json:
    """What is played in an open season: to how many points, or one of the room's modes; and for which stake. Raises
    WrongTypedError."""
    form = visit.said("form") or "points"
    length = {"length": number(visit.said("length"))} if form == "points" else {}
    return {"form": form, **length, **({"stake": visit.said("stake")} if visit.said("stake") else {})}


def conditions(visit: FormVisit) -> Json:
    """Place, beginning, how many may enter and, where it is asked, when pairings are shown. Raises WrongTypedError."""
    told = visit.asks(read_tournament, tournament=visit.request.path_params["tournament"])
    changed = {
        "venue": visit.said("venue") or None,
        "starts_at": moment(visit.said("starts_at"), told["time_zone"]) if visit.said("starts_at") else None,
        "places": number(visit.said("places")) if visit.said("places") else None,
        **({"pairings_shown": visit.said("pairings")} if visit.said("pairings") else {}),
    }
    return {**reason(visit), "conditions": changed}


def links_confirm(visit: FormVisit) -> Json:
    """That the word by a director's link counts from now on (TD-9)."""
    return {"reason": in_words(visit, DIRECTOR_PLAYS), "conditions": {"directors_link_confirms": True}}


def moment(text: str, zone: str) -> str:
    """A day and a time there. Raises WrongTypedError."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).isoformat()
    except ValueError:
        raise WrongTypedError("moment", text) from None


def filing(visit: FormVisit) -> Json:
    """The report as it was read, and where the federation finds it."""
    return {"digest": visit.said("digest"), "reference": visit.said("reference")}
