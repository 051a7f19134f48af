"""Players who come after the start: whether they can enter, and what lets them in."""

from datetime import timedelta
from typing import Literal

from api.routes.tournament.rounds import read_next, read_rounds
from api.routes.tournament.standings import list_entries, read_tournament
from api.site.desk.typed import in_words, number
from api.site.frame.forms import FormVisit
from api.site.frame.visit import Json, Visit
from api.site.words.desk import CAME_LATE
from domain.formats.registry import format_of, read_options

WayIn = Literal["open", "by-conditions", "by-settings", "closed"]
LATE = "late_entries"


def way_in(tournament: Json) -> WayIn:
    """How players enter after the start: they can; they could if the conditions named an end of entries, or if the
    format's settings took them; or they can't, since everybody's place was given with the start."""
    options = read_options(tournament["format"])
    if tournament["takes_late_entries"]:
        return "open"
    if (tournament["stage"] or 1) > 1:
        return "closed"
    if format_of(options).takes_late_entries(options, announced_end=True):
        return "by-conditions"
    return "by-settings" if LATE in type(options).model_fields else "closed"


def seats(visit: Visit, tournament: Json) -> Json | None:
    """Who came after the newest round was drawn, and who has a bye there that a latecomer can take the other seat of:
    as long as no match of the round has begun. None where nobody is seated so."""
    if tournament["status"] != "started" or not tournament["is_paired"]:
        return None
    newest = visit.asks(read_next, tournament=tournament["id"])["newest"]
    if not newest or newest["begun"]:
        return None
    rounds = visit.asks(read_rounds, tournament=tournament["id"])
    given = (bye for one in rounds["rounds"] if one["number"] == newest["number"] for bye in one["byes"])
    byes = [one["entry"] for one in given if not one["void"] and one["kind"] == "bye"]
    late = latecomers(visit, tournament, rounds)
    return {"round": newest["number"], "byes": byes, "late": late} if byes and late else None


def latecomers(visit: Visit, tournament: Json, rounds: Json) -> list[int]:
    """Who is approved, not left out of the next rounds, and was in no round yet. A later stage has its field."""
    if (tournament["stage"] or 1) > 1:
        return []
    pairs = (one["sides"] for round_ in rounds["rounds"] for one in round_["pairings"] if one["status"] != "void")
    byes = (one["entry"] for round_ in rounds["rounds"] for one in round_["byes"] if not one["void"])
    placed = {*(side for sides in pairs for side in sides), *byes, *rounds["absent"]}
    found = visit.asks_all(list_entries, tournament=tournament["id"])["items"]
    return [one["number"] for one in found if one["status"] == "approved" and one["number"] not in placed]


def until(visit: FormVisit) -> Json:
    """Entries are taken for so many minutes from now. Raises WrongTypedError."""
    ends = visit.reader.now() + timedelta(minutes=number(visit.said("minutes")))
    closes_at = ends.replace(second=0, microsecond=0).isoformat()
    return {"reason": in_words(visit, CAME_LATE), "conditions": {"entries_close_at": closes_at}}


def from_now_on(visit: FormVisit) -> Json:
    """The format takes players after the start."""
    told = visit.asks(read_tournament, tournament=visit.request.path_params["tournament"])
    return {"reason": in_words(visit, CAME_LATE), "format": {**told["format"], LATE: True}}
