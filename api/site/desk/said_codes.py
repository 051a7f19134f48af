"""What a player says on a director's device by the code that they chose at check-in: who may, and what comes (TD-9).

It is sent as the player's own word, with the code's key, which nobody else has made.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from starlette.concurrency import run_in_threadpool

from api.http.api_keys import Key
from api.http.callers import Caller
from api.http.codes import Tried
from api.http.concurrency_limit import place_of
from api.http.problems import KEY_MISSING, Problem
from api.site.frame.forms import Answered, FormVisit, WrongTypedError
from api.site.frame.sessions import session_of
from api.site.frame.visit import Visit
from domain.kernel.ids import PersonId, TournamentId
from domain.match.record import Match
from domain.tournament.derived.sides import side_of
from domain.tournament.guards.conflicts_of_interest import reporting_sides
from domain.tournament.guards.permissions import verification_of
from domain.tournament.state import ChosenCode, Tournament


def speakers(visit: Visit, tournament: TournamentId, number: int) -> Mapping[PersonId, str]:
    """The names of those who can confirm the match by a code, other than the visitor."""
    state = visit.reader.services.tournament(tournament)
    match = state.matches.get(number)
    persons = [] if match is None else [code.by.person for code in _codes_awaited(state, match)]
    return visit.names([one for one in persons if one is not None and one != visit.reader.caller.person])


def _codes_awaited(state: Tournament, match: Match) -> Iterator[ChosenCode]:
    """The codes by which the match could be confirmed now."""
    told = reporting_sides(state, match)
    is_reported = match.phase == "reported" and verification_of(state, match) == "confirmed"
    for code in _codes_in(state, match):
        is_told = is_reported and side_of(state, match, code.by.person) not in told
        if match.number > code.after and (is_told or match.by_link_of is not None):
            yield code


def _codes_in(state: Tournament, match: Match) -> Iterator[ChosenCode]:
    """The codes of those who play the match."""
    for side in match.as_played[0]:
        entry = state.entries[side]
        yield from (code for person in entry.persons if (code := entry.code_of(person)) is not None)


async def confirmed(visit: FormVisit, tournament: TournamentId, number: int, person: PersonId | None) -> Answered:
    """What comes of the word of the person whose code was typed. Raises WrongTypedError where it was none of theirs, or
    too many were tried; Problem (401) for anyone who is not at this tournament."""
    state = visit.reader.services.tournament(tournament)
    if not visit.reader.caller.is_in_hall(state):
        raise Problem(KEY_MISSING, "This needs a login at this tournament.")
    match = state.matches.get(number)
    codes = () if match is None else _codes_in(state, match)
    code = next((one for one in codes if one.by.person == person), None)
    if match is None or code is None or person is None:
        raise _refusal_of(Tried.WRONG)
    kept, device = visit.reader.services.codes, _device(visit)
    outcome = await run_in_threadpool(kept.try_one, code.key, tournament, person, visit.said("code"), device)
    if outcome is not Tried.RIGHT:
        raise _refusal_of(outcome)
    act = "verification" if match.by_link_of is None else "confirmation"
    place = f"/v1/tournaments/{tournament}/matches/{number}/{act}"
    return await _as_speaker(visit, code, tournament).sends(place, seen=visit.said("seen") or None)


def _refusal_of(outcome: Tried) -> WrongTypedError:
    match outcome:
        case Tried.SOON:
            return WrongTypedError("code-tried-soon", status=429)
        case Tried.OFTEN:
            return WrongTypedError("code-tried-often", status=429)
        case Tried.DEVICE:
            return WrongTypedError("code-tried-here", status=429)
        case _:
            return WrongTypedError("code-wrong", status=403)


def _device(visit: FormVisit) -> str:
    """What tries are counted by: the session of the browser, or the address of what sends a key."""
    found = session_of(visit.request)
    return place_of(visit.request.scope).address if found is None else found.id


def _as_speaker(visit: FormVisit, code: ChosenCode, tournament: TournamentId) -> FormVisit:
    """The same form, sent by the player who speaks by the code."""
    key = Key(code.key, "player", code.by.person, tournament, "", code.chosen_at, None, None, maker=None)
    return replace(visit, reader=replace(visit.reader, caller=Caller(key)))
