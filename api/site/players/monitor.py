"""The page of a match's monitor, at their phone: breaks, clocks, sheets, and alerts to the director (TD-3) [1.3.3].

A director shows its address as a code; it logs nobody in. A monitor records by a key of their own, or by their link
as a player of the tournament. The API decides who may record what.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import get_args

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http import parameters
from api.http.problems import KEY_MISSING, Problem
from api.routes.tournament.match_record import read_record_of_match
from api.routes.tournament.standings import read_match
from api.site.desk import typed
from api.site.frame.codes import address_of, drawn
from api.site.frame.forms import FormSent, FormVisit, once, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.shown_tournament import names_in, rooms_of, shown
from api.site.public.tournament import T
from domain.scoring.clock import Pause

router = new_pages()

_PAGE = "players/monitor.html"


@router.get(f"{T}/matches/{{match}}/monitor")
def show_monitor(visit: Visiting, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """What is recorded of the match, and forms for what its monitor sees."""
    return _show_page(visit, tournament, match, {})


@router.post(f"{T}/matches/{{match}}/monitor")
async def record_seen(visit: FormSent, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """Records what the monitor has seen, and shows the page again."""
    at = f"/v1/tournaments/{tournament}"

    def sent() -> tuple[str, Json]:
        """Raises WrongTypedError."""
        below, body = _SEEN.get(visit.said("seen"), _alert)(visit, match)
        return f"{at}/{below}", body

    answered = await tried(lambda: visit.sends(*sent()))
    if answered.done:
        return visit.goes_to(f"/tournaments/{tournament}/matches/{match}/monitor")
    values = {"refused": answered.body}
    return await run_in_threadpool(_show_page, visit, tournament, match, values, answered.status)


def _break(visit: FormVisit, match: int) -> tuple[str, Json]:
    taken = 2 if visit.said("combined") else 1
    between = not visit.said("in_game")
    return f"matches/{match}/breaks", {
        "side": visit.said("side"),
        "number_of_breaks": taken,
        "between_games": between,
    }


def _back(visit: FormVisit, match: int) -> tuple[str, Json]:
    return f"matches/{match}/breaks/{typed.number(visit.said('number'))}/end", {}


def _clock(visit: FormVisit, match: int) -> tuple[str, Json]:
    first, second = (typed.clock(visit.said(side)) for side in ("first", "second"))
    readings = {"first_seconds": first, "second_seconds": second}
    told = {name: visit.said(name) or None for name in ("paused_for", "reason")}
    return f"matches/{match}/clocks", {"action": visit.said("action"), "readings": readings, **told}


def _sheet(visit: FormVisit, match: int) -> tuple[str, Json]:
    """What the sheet says is its own reference, and the digest is that of these words."""
    said = visit.said("reference")
    digest = hashlib.sha256(said.encode()).hexdigest()
    return f"matches/{match}/attachments", {"kind": "score-sheet", "reference": said, "digest": digest}


def _alert(visit: FormVisit, match: int) -> tuple[str, Json]:
    return "requests", {"kind": "spectator-alert", "match": match, "reason": visit.said("reason")}


def _slip(visit: FormVisit, match: int) -> tuple[str, Json]:
    told = {"kind": visit.said("kind"), "match": match, "number": typed.number(visit.said("number"))}
    return "match-record/withdrawals", {**told, "reason": visit.said("reason")}


_SEEN: Mapping[str, Callable[[FormVisit, int], tuple[str, Json]]] = {
    "break": _break,
    "back": _back,
    "clock": _clock,
    "sheet": _sheet,
    "alert": _alert,
    "slip": _slip,
}
"""By what the form says was seen: where it is sent, and what."""


def _show_page(visit: Visit, tournament: str, match: int, values: Json, status: int = 200) -> Response:
    """Raises Problem (401) for anyone who has not logged in, and what the record's own read refuses."""
    if visit.reader.caller.key is None:
        raise Problem(KEY_MISSING, "This needs the key of a monitor, or of the staff.")
    record = visit.asks(read_record_of_match, tournament=tournament, match=match)
    person = visit.reader.caller.person
    open_ones = [one for one in record["monitors"] if not one["released_at"] and not one["retracted_at"]]
    told: Json = {
        "match": visit.asks(read_match, tournament=tournament, match=match),
        "record": record,
        "watches": any(one["person"] == person for one in open_ones),
        "monitors": names_in(visit, tournament, {one["person"] for one in open_ones}),
        "rooms": rooms_of(visit, tournament),
        "drawn": drawn(address_of(visit.request, f"/tournaments/{tournament}/matches/{match}/monitor")),
        "pauses": get_args(Pause),
        "once": once(),
        "refused": None,
    }
    return shown(visit, _PAGE, tournament, **{**told, **values}, status=status)
