"""The code of a player: chosen on their own phone at check-in, and typed on a director's device to confirm a result."""

import secrets

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http import parameters
from api.http.codes import FEWEST, MOST, is_fit
from api.http.problems import KEY_MISSING, ROUTE_UNKNOWN, Problem
from api.http.responses import NEVER
from api.site.desk import pages as desk
from api.site.desk import showing
from api.site.desk.said_codes import confirmed
from api.site.frame.forms import Answered, FormSent, FormVisit, WrongTypedError, once, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.players import pages as own
from api.site.public.shown_tournament import about
from api.site.public.tournament import T
from domain.kernel.ids import PersonId, TournamentId
from domain.tournament.state import Entry

router = new_pages()


@router.get(f"{T}/play/code")
def show_own_code(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """Whether the player has a code, how often it was tried in vain, and the form that chooses one."""
    return _show_page(visit, tournament)


@router.post(f"{T}/play/code")
async def choose_code(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Keeps the code that was typed, and records that the player has chosen one."""
    answered = await tried(lambda: _choose_code(visit, tournament))
    if answered.done:
        return visit.goes_to(f"/tournaments/{tournament}/play/code")
    return await run_in_threadpool(_show_page, visit, tournament, answered.body, answered.status)


async def _choose_code(visit: FormVisit, tournament: TournamentId) -> Answered:
    """Raises WrongTypedError for a code that somebody could guess."""
    entry, person = await run_in_threadpool(_own_entry, visit, tournament)
    if not is_fit(visit.said("code")):
        raise WrongTypedError("code")
    key, codes = secrets.token_hex(8), visit.reader.services.codes
    await run_in_threadpool(codes.keep, key, tournament, person, visit.said("code"))
    answered = await visit.sends(f"/v1/tournaments/{tournament}/entries/{entry.number}/code", {"key": key})
    found = await run_in_threadpool(_own_entry, visit, tournament)
    recorded = found[0].code_of(person)
    await run_in_threadpool(codes.end_others, recorded.key if recorded else "", tournament, person)
    return answered


def _own_entry(visit: Visit, tournament: TournamentId) -> tuple[Entry, PersonId]:
    """The player's entry, and who they are. Raises Problem: 401 for anyone who has not logged in, 404 where they have
    none."""
    person = visit.reader.caller.person
    if person is None:
        raise Problem(KEY_MISSING, "This needs a player's link.")
    state = visit.reader.services.tournament(tournament)
    number = state.entry_of.get(state.known_id(person))
    if number is None:
        raise Problem(ROUTE_UNKNOWN, "You have no entry in this tournament.")
    return state.entries[number], person


def _show_page(visit: Visit, tournament: TournamentId, refused: Json | None = None, status: int = 200) -> Response:
    entry, person = _own_entry(visit, tournament)
    code, caller = entry.code_of(person), visit.reader.caller
    told: Json = {
        "refused": refused,
        "once": once(),
        "chosen_at": None if code is None else code.chosen_at.isoformat(),
        "is_renewed": code is None or code.is_renewed_by(caller.actor()),
        "wrong": 0 if code is None else visit.reader.services.codes.wrong_tries(code.key),
        "fewest": FEWEST,
        "most": MOST,
    }
    answer = visit.page("players/own_code.html", status=status, **about(visit, tournament), **told)
    answer.headers.update(NEVER)
    return answer


@router.post("/desk/{tournament}/matches/{match}/by-code")
async def confirm_at_desk(visit: FormSent, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """Confirms a result on a director's device, for the player whose code was typed there."""
    showing.require_login(visit)
    page = f"matches/{match}"
    answered = await tried(lambda: confirmed(visit, tournament, match, visit.said("person")))
    if answered.done:
        return visit.goes_to(showing.address(tournament, page))
    return await desk.refused(visit, tournament, page, answered)


@router.post(f"{T}/play/{{match}}/by-code")
async def confirm_on_phone(visit: FormSent, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """Confirms a result on the player's own phone, where its link was issued by their opponent."""
    answered = await tried(lambda: confirmed(visit, tournament, match, visit.reader.caller.person))
    if answered.done:
        return visit.goes_to(f"/tournaments/{tournament}/play")
    return await run_in_threadpool(own.refused, visit, tournament, answered)
