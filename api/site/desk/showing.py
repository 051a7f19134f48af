"""What each page of the desk is made of: answers of the API to anyone who looks at it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from api.http.etags import SETTINGS, Resource, etag_of
from api.http.problems import KEY_MISSING, Problem
from api.routes.person.found import list_waiting
from api.routes.tournament.hall import read_hall
from api.routes.tournament.history import read_history
from api.routes.tournament.rounds import read_next, read_rounds
from api.routes.tournament.standings import (
    list_entries,
    list_matches,
    list_tournaments,
    read_entry,
    read_match,
)
from api.routes.tournament.standings import read_tournament as read
from api.site.desk import matters, typed
from api.site.desk.directors import without_login
from api.site.desk.late import seats, way_in
from api.site.desk.mendable import mendable
from api.site.desk.seeding import other_ways
from api.site.desk.signed_up import signed_up, waiting_count
from api.site.frame.forms import Form, once
from api.site.frame.visit import Json, Visit
from api.site.public.charts import stage_part
from api.site.public.shown_tournament import (
    about,
    boards_of,
    chart_leads,
    chart_place,
    dice_awaited,
    names_of,
    numbers_of,
    progress_of,
    stakes_of,
    table_of,
    takes_reentries,
    who_has_lost,
)
from domain.access.decide import PLAYERS
from domain.kernel.ids import PersonId
from domain.tournament.state import Status
from projections.queries.finding.tournaments import Wanted

STALE = (409, 412)
_LONGEST_VERSION = 15
GONE = ("refused", "withdrawn")
"""What an entry is that nobody counts."""
_NONE: Json = {"started": [], "announced": [], "completed": []}


_TO_RELEASE = "draw-to-release"
_WAITS_IN: Mapping[str, tuple[str, Callable[..., Any] | None]] = {
    "result-to-verify": ("match", read_match),
    "match-left-open": ("match", read_match),
    "loss-on-time-to-rule": ("match", read_match),
    "entry-to-approve": ("entry", read_entry),
    "entry-to-confirm": ("entry", read_entry),
}
"""By the kind of what waits, what it is in, and how that is read."""


def require_login(visit: Visit) -> None:
    """Raises Problem (401) for somebody who has not logged in."""
    if visit.reader.caller.key is None:
        raise Problem(KEY_MISSING, "This needs a login.")


def address(tournament: str, page: str) -> str:
    """Where a page of the desk stands."""
    return f"/desk/{tournament}" if page == "now" else f"/desk/{tournament}/{page}"


def frame(tournament: str, page: str) -> Json:
    """What every page of a tournament's desk has besides what it shows."""
    return {"page": page, "here_is": address(tournament, page), "at": f"/desk/{tournament}", "once": once()}


def home(visit: Visit) -> Json:
    """What waits for anyone who asks, the tournaments that they direct, and whether they may only play here."""
    told = {"waiting": what_waits(visit), "tournaments": directed(visit)}
    return {**told, "only_plays": visit.reader.caller.only_plays}


def what_waits(visit: Visit) -> list[Json]:
    """What waits for anyone who asks, in all tournaments, with the names of those who are in it."""
    return _with_names(visit, visit.asks(list_waiting)["items"])


def entered(visit: Visit, person: PersonId) -> Json:
    """The tournaments that the person has entered, by how far they are, until they are over."""
    return _by_status(visit, Wanted(person=person), "started", "announced")


def directed(visit: Visit) -> Json:
    """The tournaments that anyone who asks directs, by how far they are; those that a player plays in."""
    caller = visit.reader.caller
    if caller.role == PLAYERS:
        own_ones = entered(visit, caller.person) if caller.person else {}
        return _NONE | {
            status: [one for one in found if _plays(visit, one["id"])] for status, found in own_ones.items()
        }
    own = caller.person if caller.role == "director" else None
    return _by_status(visit, Wanted(director=own), "started", "announced", "completed")


def _plays(visit: Visit, id_: str) -> bool:
    """Whether the visitor has an entry there that was neither refused nor withdrawn: nobody else sees its desk."""
    found = visit.asks_all(list_entries, tournament=id_)["items"]
    return any(_is_of(one, visit.reader.caller.person) and one["status"] not in GONE for one in found)


def _by_status(visit: Visit, wanted: Wanted, *statuses: Status) -> Json:
    return {one: visit.asks(list_tournaments, wanted=replace(wanted, status=one))["items"] for one in statuses}


def _with_names(visit: Visit, waiting: list[Json]) -> list[Json]:
    """What waits, each with the names of those who are in it, where it is a match or an entry. Before there is a
    pairing no draw is to be released: what is held then are the lots."""
    waiting = [
        one
        for one in waiting
        if one["kind"] != _TO_RELEASE or visit.asks(read, tournament=one["tournament"])["matches"]
    ]
    persons = [_persons_in(visit, one) for one in waiting]
    known = visit.reader.names({person for each in persons for person in each})
    return [
        {**one, "players": [visit.called(known.get(person), entry) for person, entry in each.items()]}
        for one, each in zip(waiting, persons, strict=True)
    ]


def _persons_in(visit: Visit, one: Json) -> dict[PersonId, int]:
    """The persons in it, each with the number of the entry."""
    what, read_one = _WAITS_IN.get(one["kind"], ("", None))
    found = read_one and matters.asked(visit, read_one, tournament=one["tournament"], **{what: one["number"]})
    if not found:
        return {}
    return (
        {found["person"]: found["number"]}
        if what == "entry"
        else dict(zip(found["persons"], found["sides"], strict=True))
    )


def tournament(visit: Visit, id_: str, page: str = "") -> Json:
    """The tournament, how far it is, and the names of its entries: what every page of it has; its rounds, too, for the
    page of these. Of teams that meet on boards, also the names of all players."""
    read_now, entries = visit.asks(read, tournament=id_), visit.asks_all(list_entries, tournament=id_)
    numbers = numbers_of(entries["items"]) if read_now["conditions"]["boards"] else {}
    return {
        "tournament": read_now,
        "chart_place": chart_place(read_now) if chart_leads(read_now) else None,
        "names": visit.names(numbers, numbers),
        "settings_etag": SETTINGS.etag(read_now["revision"], read_now["version"]),
        "entries": entries["items"],
        "entry_names": names_of(visit, entries["items"], entries["names"]),
        "directs": _directs(visit, read_now),
        "me": visit.reader.caller.person,
        "own": [one["number"] for one in entries["items"] if _is_of(one, visit.reader.caller.person)],
        "rounds": visit.asks(read_rounds if page == "rounds" else read_next, tournament=id_),
        "boards": boards_of(visit, read_now) if page == "rounds" else {},
    }


def settings_etag(visit: Visit, id_: str) -> str:
    """The ETag of the tournament's settings as they now are."""
    told = visit.asks(read, tournament=id_)
    return SETTINGS.etag(told["revision"], told["version"])


def _directs(visit: Visit, read_now: Json) -> bool:
    """Whether the visitor is of the staff, so that they are shown what the staff can do."""
    return visit.reader.caller.role == "administrator" or visit.reader.caller.person in read_now["directors"]


def _is_of(entry: Json, person: str | None) -> bool:
    return person is not None and person in (entry["person"], *entry["members"])


def persons(visit: Visit, id_: str) -> Mapping[str, str]:
    """Everybody who has entered, by id."""
    entered = numbers_of(visit.asks_all(list_entries, tournament=id_)["items"])
    return visit.names(entered, entered)


def now(visit: Visit, id_: str) -> Json:
    """What comes next, and what waits."""
    waiting = _with_names(visit, [one for one in visit.asks_all(list_waiting)["items"] if one["tournament"] == id_])
    told = visit.asks(read, tournament=id_)
    dice = dice_awaited(visit, told, progress_of(visit, id_))
    shown = {"waiting": waiting, "begins": _begins(told), "dice": dice, **_to_verify(visit, id_)}
    shown |= {"late_seats": seats(visit, told), "without_login": without_login(visit, told)}
    return {**shown, "signed_up_count": waiting_count(visit, id_), "other_seedings": other_ways(told)}


def _begins(read_now: Json) -> str:
    """When it begins, as an input for a day and a time has it."""
    told = read_now["conditions"]["starts_at"]
    there = told and datetime.fromisoformat(told).astimezone(ZoneInfo(read_now["time_zone"]))
    return there.strftime("%Y-%m-%dT%H:%M") if there else ""


def _to_verify(visit: Visit, id_: str) -> Json:
    return {"reported": visit.asks_all(list_matches, tournament=id_, status=matters.REPORTED)["items"]}


def entries(visit: Visit, id_: str) -> Json:
    """Who has entered or signed up, and the hall that they will play in."""
    told = visit.asks(read, tournament=id_)
    matches = visit.asks_all(list_matches, tournament=id_)["items"] if told["status"] == "started" else []
    lost = who_has_lost(matches) if takes_reentries(told) else set()
    begun = {side for one in matches if one["status"] not in ("open", "void") for side in one["sides"]}
    hall = visit.asks(read_hall, tournament=id_)
    ways: Json = {
        "mendable": mendable(visit, id_),
        **_late(visit, told),
        "lost": lost,
        "begun": begun,
        "absent": progress_of(visit, id_)["absent"] if told["status"] == "started" else [],
        "persons": persons(visit, id_),
    }
    return {"hall": hall, "hall_etag": etag_of("hall", hall), **ways, **signed_up(visit, id_)}


def bracket(visit: Visit, id_: str) -> Json:
    """The pictures of all stages, the newest first, each match with its page on the desk."""
    opened = [one for one in progress_of(visit, id_)["stages"] if one["opened"]]
    parts = [stage_part(visit, id_, one) for one in reversed(opened)]
    return {"parts": parts, "entrants": about(visit, id_)["entrants"], "matches_at": address(id_, "matches")}


def check_in(visit: Visit, id_: str) -> Json:
    """Whether it should have begun by now: anyone who is missing is late then; and what lets in who comes later."""
    told = visit.asks(read, tournament=id_)
    starts = told["conditions"]["starts_at"]
    begun = starts is not None and datetime.fromisoformat(starts) <= visit.reader.now()
    return {"begun": begun, "takes_fees": _takes_fees(visit, id_), **_late(visit, told)}


def _late(visit: Visit, told: Json) -> Json:
    return {"late_way": way_in(told), "late_seats": seats(visit, told)}


def _takes_fees(visit: Visit, id_: str) -> bool:
    """Whether a fee is asked of who signs up, or somebody has paid one."""
    asks = visit.reader.services.sign_ups.taken_by(id_)
    paid = any(one["fee_paid"] for one in visit.asks_all(list_entries, tournament=id_)["items"])
    return paid or (asks is not None and asks.fee_first)


def rounds(visit: Visit, id_: str) -> Json:
    """What is to be entered, by table where there are tables, and verified, and what of it is disputed."""
    still = visit.asks_all(list_matches, tournament=id_, status=matters.OPEN)["items"]
    number = next((one["round"] for one in still if one["round"]), None)
    by = "table" if number and _has_tables(still) else "match"
    if by == "table":
        still.sort(key=lambda one: (one["round"] or 0, one["table"]))
    disputed = matters.disputed_matches(visit, id_)
    stakes = stakes_of(visit.asks(read, tournament=id_))
    told = {"open": still, "number": number, "by": by, "disputed": disputed, "stakes": stakes}
    return {**told, **_to_verify(visit, id_)}


def recorded(visit: Visit, id_: str, numbers: str) -> list[Json]:
    """Those of the matches that have a result: of those that a result has made there is none to tell."""
    named = (int(one) for one in numbers.split(",")[: typed.MOST_LINES] if typed.is_number(one))
    found = (matters.asked(visit, read_match, tournament=id_, match=one) for one in dict.fromkeys(named))
    return [one for one in found if one and one["result"]]


def _has_tables(matches: list[Json]) -> bool:
    return bool(matches) and all(one["table"] is not None for one in matches)


def standings(visit: Visit, id_: str) -> Json:
    """The table, with why each line stands where it does."""
    return {"standings": table_of(visit, id_)}


PAGES: Mapping[str, Callable[[Visit, str], Json]] = {
    "now": now,
    "bracket": bracket,
    "entries": entries,
    "check-in": check_in,
    "rounds": rounds,
    "matters": matters.matters,
    "standings": standings,
    "finish": matters.finish,
}
"""By what is in the address behind the tournament."""


def etag_of_match(match: Mapping[str, Any]) -> str:
    """The ETag of a match as it was read."""
    return Resource("match", match["number"]).etag(match["revision"])


def etag_of_entry(entry: Mapping[str, Any]) -> str:
    """The ETag of an entry as it was read."""
    return Resource("entry", entry["number"]).etag(entry["revision"])


def meanwhile(visit: Visit, id_: str, form: Form, status: int) -> list[Json]:
    """What was recorded since the page was read that the form is on, the newest last, where that may be why it was
    refused."""
    said = form.get("version", "")
    if status not in STALE or not said.isdecimal() or len(said) > _LONGEST_VERSION:
        return []
    history = visit.asks_all(read_history, tournament=id_)["items"]
    return [one for one in history if one["version"] > int(said)]


def overtaken(visit: Visit, id_: str, form: Form, status: int) -> list[Json]:
    """The matches of a refused list that have got a result meanwhile, each with the score that was `typed` for it."""
    scores = {name.removeprefix("score-"): text for name, text in form.items() if name.startswith("score-")}
    filled = {int(one): text for one, text in scores.items() if typed.is_number(one) and text.strip()}
    found = recorded(visit, id_, ",".join(map(str, filled))) if status in STALE else []
    return [{**one, "typed": filled[one["number"]]} for one in found]
