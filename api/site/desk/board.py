"""The board of a tournament: a tile for each table, what is next, and what was done last."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from api.http.paging import NUMBERS
from api.routes.tournament.hall import read_hall
from api.routes.tournament.match_record import read_match_record
from api.routes.tournament.rounds import read_rounds
from api.routes.tournament.standings import list_matches, read_match
from api.site.desk import matters
from api.site.desk.undoing import last_act
from api.site.frame.codes import address_of, drawn
from api.site.frame.visit import Json, Visit
from api.site.public.shown_tournament import is_soon

ORDER = ("needs-ruling", "late", "playing", "to-verify", "waiting", "done")
"""What a tile says, in the order in which tiles stand: missing results first."""
MINUTES_A_POINT = 12
_MOST_READ_BACK = 200
_MOST_DONE_WITHOUT_ROUNDS = 12


def board(visit: Visit, id_: str, told: Json, rounds: Json) -> Json:
    """All of it but what is next, which every page of the desk has."""
    hall = visit.asks(read_hall, tournament=id_)
    found = tiles(visit, id_, told, rounds, hall)
    playing = _open_rounds(found)
    last = last_act(visit, id_, told["version"])
    return {
        "tiles": found,
        "further": told["matches"] - _void_count(visit, id_) - len(found),
        "counts": {state: sum(one["state"] == state for one in found) for state in ORDER},
        "free_tables": _free(hall),
        "clocks": _clocks(visit, playing, _times(visit, id_, found)),
        "playing_round": playing[0] if playing else None,
        "newest_round": max((one["round"] for one in found if one["round"]), default=None),
        "last": last,
        "last_match": _match_of(visit, id_, found, last),
        "code": {**drawn(address_of(visit.request, f"/tournaments/{id_}")), "of": f"/tournaments/{id_}"},
    }


def _void_count(visit: Visit, id_: str) -> int:
    """How many matches are void: the board counts those that were played or still are."""
    return len(visit.asks_all(list_matches, tournament=id_, status=matters.VOID)["items"])


def _match_of(visit: Visit, id_: str, found: Sequence[Json], last: Json | None) -> Json | None:
    """The match of the last act, on the board or not; None where it is of no match."""
    number = last and last["data"].get("match")
    if not number:
        return None
    return _on_a_tile(found, number) or matters.asked(visit, read_match, tournament=id_, match=number)


def tiles(visit: Visit, id_: str, told: Json, rounds: Json, hall: Json) -> list[Json]:
    """The matches that are played, and those of the round that have their result, in the order of `ORDER`."""
    matches = list(_on_the_board(visit, id_, told, rounds))
    times = _times(visit, id_, matches)
    calls, disputed = _calls(visit, id_), matters.disputed_matches(visit, id_)
    now = visit.reader.now()
    states = (state_of(one, now, times.get(one["round"], {}), hall) for one in matches)
    found = (_tile(one, state, calls, disputed) for one, state in zip(matches, states, strict=True))
    return sorted(found, key=_place)


def _tile(match: Json, state: Json, calls: Mapping[int, int], disputed: Mapping[int, int]) -> Json:
    number = match["number"]
    return {**match, **state, "call": calls.get(number), "dispute": disputed.get(number)}


def chosen(visit: Visit, id_: str, found: Sequence[Json], match: int | None, table: int | None) -> Json | None:
    """The tile of that match, on the board or not; or of the match that is played, or was played last, at that
    table."""
    if match is not None:
        return _on_a_tile(found, match) or _off_the_board(visit, id_, match)
    there = [one for one in found if table is not None and table == (one["table"] or one["number"])]
    return next((one for one in there if one["status"] == "open"), there[-1] if there else None)


def round_at_table(visit: Visit, id_: str, table: int | None) -> int | None:
    """The round of the match that is being played at that table; None where none is."""
    rooms = visit.asks(read_hall, tournament=id_)["rooms"]
    return next((one["round"] for room in rooms for one in room["tables"] if one["table"] == table), None)


def _off_the_board(visit: Visit, id_: str, match: int) -> Json | None:
    """What a match of an earlier round says, or one that is void; None where there is none of that number."""
    one = matters.asked(visit, read_match, tournament=id_, match=match)
    if one is None:
        return None
    state = {"state": "done", "began": None, "minutes": None}
    return _tile(one, state, _calls(visit, id_), matters.disputed_matches(visit, id_))


def _on_a_tile(found: Sequence[Json], match: int) -> Json | None:
    return next((one for one in found if one["number"] == match), None)


def _place(tile: Json) -> tuple[int, int]:
    return ORDER.index(tile["state"]), tile["table"] or tile["number"]


def _on_the_board(visit: Visit, id_: str, told: Json, rounds: Json) -> Iterable[Json]:
    """What is open, undecided or reported, and what is done of the newest round, or the latest where there are no
    rounds. Of a cancelled tournament nothing is played any more."""
    if told["status"] != "cancelled":
        yield from _unfinished_matches(visit, id_)
    before = max(0, told["matches"] - _MOST_READ_BACK)
    latest = visit.asks(list_matches, tournament=id_, cursor=NUMBERS.write((before,)), limit=_MOST_READ_BACK)["items"]
    done = [one for one in latest if one["status"] == "announced"]
    newest = rounds["newest"]["number"] if rounds.get("newest") else None
    if newest is not None:
        yield from (one for one in done if one["round"] == newest)
    else:
        yield from sorted(done, key=lambda one: one["announced_at"] or "")[-_MOST_DONE_WITHOUT_ROUNDS:]


def _unfinished_matches(visit: Visit, id_: str) -> Iterable[Json]:
    for status in (matters.OPEN, matters.NEEDS_RULING, matters.REPORTED):
        waits = visit.asks_all(list_matches, tournament=id_, status=status)["items"]
        yield from (one for one in waits if not one["abandoned"])


def _open_rounds(found: Iterable[Json]) -> list[int]:
    """The rounds that are played, the earliest first: in a bracket a later one begins while others still play."""
    return sorted({one["round"] for one in found if one["status"] == "open" and one["round"]})


def _clocks(visit: Visit, playing: Iterable[int], times: Mapping[int | None, Json]) -> list[Json]:
    """When each of the rounds ends that are played, the earliest round first, whichever began or ended meanwhile."""
    ends = {number: times.get(number, {}).get("closes_at") for number in playing}
    return [{"round": one, "closes_at": at, "is_soon": is_soon(visit, at)} for one, at in ends.items() if at]


def _times(visit: Visit, id_: str, matches: Sequence[Json]) -> Mapping[int | None, Json]:
    """By round when it opens and closes: those that are played, and those that their players have behind them."""
    first = {one["round"]: one["sides"][0] for one in matches if one["status"] == "open" and one["round"]}
    read = (visit.asks(read_rounds, tournament=id_, entry=entry)["rounds"] for entry in first.values())
    return {one["number"]: one["schedule"] or {} for listed in read for one in listed}


def _began(match: Json, opens_at: str | None) -> datetime | None:
    """Since when it is played: since it was opened, and never before its round is."""
    told = [one for one in (match["open_since"], opens_at) if one]
    return max(map(datetime.fromisoformat, told)) if match["open_since"] else None


def state_of(match: Json, now: datetime, times: Json, hall: Json) -> Json:
    """What the tile says, and since when it is played. A match is late after its round has closed, or after twelve
    minutes for each point where the round closes at no time."""
    if match["status"] != "open":
        state = {"reported": "to-verify", "needs-ruling": "needs-ruling"}.get(match["status"], "done")
        return {"state": state, "began": None, "minutes": None}
    if match["number"] in hall["waiting"] and hall["rooms"]:
        return {"state": "waiting", "began": None, "minutes": None}
    began, closes_at = _began(match, times.get("opens_at")), times.get("closes_at")
    minutes = None if began is None else max(0, int((now - began).total_seconds() // 60))
    until = timedelta(minutes=MINUTES_A_POINT * match["length"])
    ends = datetime.fromisoformat(closes_at) if closes_at else began and began + until
    is_late = ends is not None and now > ends
    told = began.isoformat() if began else None
    return {"state": "late" if is_late else "playing", "began": told, "minutes": minutes}


def _calls(visit: Visit, id_: str) -> Mapping[int, int]:
    """By match the number of the oldest request to the director that awaits its answer."""
    record = matters.asked(visit, read_match_record, tournament=id_) or {"requests": []}
    waits = [one for one in record["requests"] if one["granted"] is None and not one["retracted_at"] and one["match"]]
    return {one["match"]: one["number"] for one in reversed(waits)}


def _free(hall: Json) -> list[int]:
    return [one["table"] for room in hall["rooms"] for one in room["tables"] if one["match"] is None]
