"""What a director records of a match besides its result, and what is asked of him (TD-3, TD-6 to TD-8, TD-20, TD-23,
TD-24). All of it is added to what is there; what is taken back stays, marked: it needs no ETag."""

from typing import Annotated, TypeVar

from fastapi import Depends
from starlette.responses import Response

from api.documents.answers import TournamentAnswer
from api.examples import match_record
from api.http import parameters
from api.http.command_requests import Accepts, Incoming
from api.http.problems import ROLE_INSUFFICIENT, Problem
from api.http.read_requests import READS, Reader
from api.http.routing import new_router
from api.queries.as_of import state_at
from api.queries.visibility import Sight
from domain.kernel.values import Value
from domain.tournament.guards.lookup import find_match
from domain.tournament.match_record import commands as match_record_commands
from projections.views.match_record import (
    MatchProceedingsView,
    ProceedingsView,
    match_proceedings,
    persons_in,
    proceedings_view,
)

router = new_router("proceedings")

MATCH = "/tournaments/{tournament}/matches/{match}"
Reading = Annotated[Reader, Depends(READS)]
Said = TypeVar("Said", bound=Value)
MONITOR = Accepts(match_record_commands.Monitoring, examples=match_record.monitor)
RELEASE = Accepts(match_record_commands.Release, examples=match_record.release)
CONSENT = Accepts(match_record_commands.Consenting, examples=match_record.consent)
REVOCATION = Accepts(match_record_commands.Revocation, examples=match_record.revocation)
LEAVING = Accepts(match_record_commands.Leaving, examples=match_record.leaving)
RETURNING = Accepts(match_record_commands.Returning, examples=match_record.returning)
CLOCK = Accepts(match_record_commands.ClockReading, examples=match_record.clock)
DECLARING = Accepts(match_record_commands.Declaring, examples=match_record.declaring)
ATTACHING = Accepts(match_record_commands.Attaching, examples=match_record.attaching)
ASKING = Accepts(match_record_commands.Asking, examples=match_record.asking)
ANSWERING = Accepts(match_record_commands.Answering, examples=match_record.answering)
EXCEPTING = Accepts(match_record_commands.Excepting, examples=match_record.excepting)
SLIP = Accepts(match_record_commands.Slip, examples=match_record.slip)


class NamedProceedings(MatchProceedingsView):
    """How a match is played, with the names of the persons in it, where they are not erased."""

    names: dict[str, str]


def _on(match: int, incoming: Incoming[Said]) -> dict[str, object]:
    """The fields of a command on that match."""
    return {"match": match, **incoming.fields()}


@router.post(f"{MATCH}/monitors", response_model=TournamentAnswer)
def appoint(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[match_record_commands.Monitoring], Depends(MONITOR)],
) -> Response:
    """Appoint a monitor for a match (TD-3, TD-6)

    By the staff, of their own or at a side's request; a fee says who pays it. Nobody who plays the match, nobody twice.
    """
    return incoming.on_tournament(tournament, match_record_commands.AppointMonitor.model_validate(_on(match, incoming)))


@router.post(f"{MATCH}/monitors/{{number}}/release", response_model=TournamentAnswer)
def release(
    tournament: parameters.Tournament,
    match: parameters.Match,
    number: parameters.Number,
    incoming: Annotated[Incoming[match_record_commands.Release], Depends(RELEASE)],
) -> Response:
    """Release a monitor (TD-3)

    By the staff.
    """
    command = match_record_commands.ReleaseMonitor.model_validate({"number": number, **_on(match, incoming)})
    return incoming.on_tournament(tournament, command)


@router.post(f"{MATCH}/consents", response_model=TournamentAnswer)
def consent(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[match_record_commands.Consenting], Depends(CONSENT)],
) -> Response:
    """Consent to a recording, a telephone or headphones in a match (TD-24)

    A side for itself; the staff for anybody, and for the director where no side is named.
    """
    return incoming.on_tournament(tournament, match_record_commands.GiveConsent.model_validate(_on(match, incoming)))


@router.post(f"{MATCH}/consents/{{number}}/revocation", response_model=TournamentAnswer)
def revoke(
    tournament: parameters.Tournament,
    match: parameters.Match,
    number: parameters.Number,
    incoming: Annotated[Incoming[match_record_commands.Revocation], Depends(REVOCATION)],
) -> Response:
    """Revoke a consent, with the reason (TD-24)

    By the staff.
    """
    command = match_record_commands.RevokeConsent.model_validate({"number": number, **_on(match, incoming)})
    return incoming.on_tournament(tournament, command)


@router.post(f"{MATCH}/breaks", response_model=TournamentAnswer)
def begin_break(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[match_record_commands.Leaving], Depends(LEAVING)],
) -> Response:
    """Record that a side takes a break (TD-8)

    By that side or the staff. The answer says when it is due back, what it has left, and what exceeds.
    """
    return incoming.on_tournament(tournament, match_record_commands.BeginBreak.model_validate(_on(match, incoming)))


@router.post(f"{MATCH}/breaks/{{number}}/return", response_model=TournamentAnswer)
def end_break(
    tournament: parameters.Tournament,
    match: parameters.Match,
    number: parameters.Number,
    incoming: Annotated[Incoming[match_record_commands.Returning], Depends(RETURNING)],
) -> Response:
    """Record that a side is back from its break (TD-8, TD-5)

    By either side or the staff. The answer says what may be awarded for being late; the director decides.
    """
    command = match_record_commands.EndBreak.model_validate({"number": number, **_on(match, incoming)})
    return incoming.on_tournament(tournament, command)


@router.post(f"{MATCH}/clocks", response_model=TournamentAnswer)
def record_clock(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[match_record_commands.ClockReading], Depends(CLOCK)],
) -> Response:
    """Record what the clocks show, and why they are paused or reset (TD-7, TD-8)

    By the staff.
    """
    return incoming.on_tournament(tournament, match_record_commands.RecordClock.model_validate(_on(match, incoming)))


@router.post(f"{MATCH}/declarations", response_model=TournamentAnswer)
def declare(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[match_record_commands.Declaring], Depends(DECLARING)],
) -> Response:
    """Declare that time is out (TD-7)

    By a side or the staff. The answer says what it comes to; the loss itself is a ruling.
    """
    return incoming.on_tournament(
        tournament, match_record_commands.DeclareOutOfTime.model_validate(_on(match, incoming))
    )


@router.post(f"{MATCH}/attachments", response_model=TournamentAnswer)
def attach(
    tournament: parameters.Tournament,
    match: parameters.Match,
    incoming: Annotated[Incoming[match_record_commands.Attaching], Depends(ATTACHING)],
) -> Response:
    """Attach a recording, an analysis or a sheet to a match (TD-20)

    By either side or the staff, also when the tournament has ended. It is kept elsewhere; its digest stands here.
    """
    return incoming.on_tournament(tournament, match_record_commands.Attach.model_validate(_on(match, incoming)))


@router.post("/tournaments/{tournament}/requests", response_model=TournamentAnswer)
def ask(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[match_record_commands.Asking], Depends(ASKING)]
) -> Response:
    """Ask the director for something, or insist on it (TD-6, TD-23)

    By an entrant for himself, in a match that he plays where one is named, or by the staff for anybody.
    """
    return incoming.on_tournament(tournament, match_record_commands.MakeRequest(**incoming.fields()))


@router.post("/tournaments/{tournament}/requests/{number}/answer", response_model=TournamentAnswer)
def answer(
    tournament: parameters.Tournament,
    number: parameters.Number,
    incoming: Annotated[Incoming[match_record_commands.Answering], Depends(ANSWERING)],
) -> Response:
    """Answer a request, with the reason (TD-23)

    By the staff, once.
    """
    return incoming.on_tournament(tournament, match_record_commands.AnswerRequest(number=number, **incoming.fields()))


@router.post("/tournaments/{tournament}/exceptions", response_model=TournamentAnswer)
def make_exception(
    tournament: parameters.Tournament,
    incoming: Annotated[Incoming[match_record_commands.Excepting], Depends(EXCEPTING)],
) -> Response:
    """Record an exception that the director makes, with the reason (TD-23)

    By the staff. It names the clause that lets him [2.2.3, 3.4.2, 3.5.2]; any other is flagged.
    """
    return incoming.on_tournament(tournament, match_record_commands.MakeException(**incoming.fields()))


@router.post("/tournaments/{tournament}/proceedings/taken-back", response_model=TournamentAnswer)
def take_back(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[match_record_commands.Slip], Depends(SLIP)]
) -> Response:
    """Take back what was recorded by mistake: a break, a declaration, a request ... (TD-3, TD-7, TD-8, TD-23, TD-24)

    By the staff who don't play the match; by who has just recorded it himself, within two minutes. It stays under its
    number, marked and with the reason, and counts for nothing: a break taken back can be taken.
    """
    return incoming.on_tournament(tournament, match_record_commands.TakeBack(**incoming.fields()))


@router.get(f"{MATCH}/proceedings", response_model=NamedProceedings)
def of_match(
    reader: Reading,
    tournament: parameters.Tournament,
    match: parameters.Match,
    as_of: parameters.AsOf = None,
) -> Response:
    """Read monitors, consents, breaks, clocks and attachments of a match (TD-3, TD-7, TD-8, TD-20, TD-24)

    For the staff and the two sides.
    """
    shown = reader.shown()
    sight = _sight(reader, tournament)
    known = find_match(sight.state, match)
    if not (sight.staff or any(map(sight.is_of, known.as_played[0]))):
        raise Problem(ROLE_INSUFFICIENT, "This is for the staff and the two sides.")
    state = state_at(reader.services, tournament, as_of)
    find_match(state, match)
    view = match_proceedings(state, match)
    names = reader.services.readings.names(persons_in(view))
    return reader.answer({**view.model_dump(mode="json"), "names": dict(names)}, shown.position)


@router.get("/tournaments/{tournament}/proceedings", response_model=ProceedingsView)
def of_tournament(reader: Reading, tournament: parameters.Tournament, as_of: parameters.AsOf = None) -> Response:
    """Read requests, exceptions, and which recordings and analyses are missing (TD-6, TD-20, TD-23)

    For the staff; who is entered reads what he has asked himself, and what his matches lack.
    """
    position = reader.services.journal.position()
    sight = _sight(reader, tournament)
    mine = [number for number in sight.state.entries if sight.is_of(number)]
    if not (sight.staff or mine):
        raise Problem(ROLE_INSUFFICIENT, "This is for the staff, and for who is entered.")
    state = state_at(reader.services, tournament, as_of)
    return reader.answer(proceedings_view(state, None if sight.staff else mine), position)


def _sight(reader: Reader, tournament: str) -> Sight:
    reader.caller.actor()
    reader.caller.require_scope(tournament)
    return Sight.of(reader.caller, state_at(reader.services, tournament, None))
