"""Analyses of transcripts by an engine beside the service, as jobs (TD-20, GAM-7) [3.8]."""

from typing import Annotated, Any, Literal

from fastapi import Depends
from pydantic import Field
from starlette.responses import Response

from api.analysis.engines import EngineName
from api.analysis.running import AnalysisError, require_followed
from api.http import parameters
from api.http.analyses import Analyses, Job, JobPlace, JobState, QueueFullError
from api.http.command_requests import Accepts, Incoming, Nothing
from api.http.problems import ANALYSIS_QUEUE_FULL, ENGINE_MISSING, ROLE_INSUFFICIENT, Problem
from api.http.read_requests import Reader, Reads
from api.http.routing import new_router
from api.queries.as_of import state_at
from api.queries.transcripts import Transcript, find_transcript
from api.queries.visibility import Sight, sight_of
from domain.backgammon.gnubg_statistics import Errors
from domain.backgammon.mat_reading import TranscriptError
from domain.kernel.ids import MatchNumber, TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.values import Value
from domain.kernel.visibility import FOR_PLAYERS, PUBLIC, ForSender, Part, words_for
from domain.problems.match_record import TRANSCRIPT_UNREADABLE
from domain.tournament.guards.lookup import find_match
from domain.tournament.match_record.events import ErrorRate, ErrorRates

router = new_router("match_record")

BASE = "/tournaments/{tournament}/matches/{match}/attachments/{attachment}/analysis"
MOST_PLIES = 2
"""Over HTTP: who wants more has the engine at home."""


class AnalysisAsked(Value):
    """By which engine, the first that is installed if none is named; and how many plies each decision is looked ahead,
    counted as GNU Backgammon does."""

    engine: EngineName | None = None
    plies: Annotated[int, Field(strict=True, ge=0, le=MOST_PLIES)] = MOST_PLIES


class SideErrors(ForSender):
    """What a side lost in so many decisions, in points of a game, and its error rate: 500 times what it lost in one."""

    decisions: int
    lost: Annotated[str, PUBLIC]
    rate: ErrorRate


class AnalysisView(ForSender):
    """An analysis of a transcript by an `engine`; `engines` are those that can be asked now. `games_done` of its
    `games` are done. Once its `state` is `done`, `first` and `second` are the figures of the match's sides.
    `error_rates` are what can be attached with the `document`, which is the text that the engine has printed. `why`
    says why it has `failed`."""

    state: Literal["not-asked"] | JobState
    engines: tuple[EngineName, ...]
    engine: EngineName | None = None
    plies: int | None = None
    games: int
    games_done: int = 0
    first: SideErrors | None = None
    second: SideErrors | None = None
    error_rates: ErrorRates | None = None
    document: Annotated[str | None, PUBLIC] = None
    why: Annotated[str | None, PUBLIC] = None


_MAY_ASK = Part.PLAYER | Part.STAFF | Part.ADMINISTRATOR
"""Auditors read alone."""

ASKED = Accepts(AnalysisAsked, calculates=True)
CANCELLING = Accepts(Nothing, calculates=True)


@router.post(BASE, response_model=AnalysisView, status_code=202)
def begin_analysis(
    tournament: parameters.Tournament,
    match: parameters.Match,
    attachment: parameters.Attachment,
    incoming: Annotated[Incoming[AnalysisAsked], Depends(ASKED)],
) -> Response:
    """Have a transcript analysed by the engine beside the service (TD-20)

    By the staff or the two sides. It runs after those that wait already, and gives way to the service. Read how far it
    is at the same address. Nothing is recorded or attached. Where one waits or runs already, that is the answer.
    """
    place, found = _find_transcript(incoming, tournament, match, attachment)
    jobs = incoming.services.analyses
    try:
        engine = jobs.chosen(incoming.body.engine)
        require_followed(found.written)
        job = jobs.start(place, found.written, engine, incoming.body.plies)
    except AnalysisError as error:
        raise Problem(ENGINE_MISSING, str(error)) from error
    except TranscriptError as error:
        raise Refused(TRANSCRIPT_UNREADABLE, str(error)) from error
    except QueueFullError as error:
        raise Problem(ANALYSIS_QUEUE_FULL, "As many analyses wait as there may.", {"Retry-After": "60"}) from error
    return incoming.answered(_view(job, found, jobs), 202)


@router.post(f"{BASE}/cancellation", response_model=AnalysisView)
def cancel_analysis(
    tournament: parameters.Tournament,
    match: parameters.Match,
    attachment: parameters.Attachment,
    incoming: Annotated[Incoming[Nothing], Depends(CANCELLING)],
) -> Response:
    """Cancel an analysis that waits or runs (TD-20)

    By the staff or the two sides. One that is over stays as it is.
    """
    place, found = _find_transcript(incoming, tournament, match, attachment)
    jobs = incoming.services.analyses
    return incoming.answered(_view(jobs.cancel(place), found, jobs))


@router.get(BASE, response_model=AnalysisView)
def read_analysis(
    reader: Annotated[Reader, Depends(Reads(FOR_PLAYERS))],
    tournament: parameters.Tournament,
    match: parameters.Match,
    attachment: parameters.Attachment,
) -> Response:
    """Read how far an analysis is, and what it has found (TD-20)

    For the staff and the two sides. It is gone once the worker that runs it is: then ask for it again.
    """
    position = reader.services.journal.position()
    sight = sight_of(reader, tournament)
    reader = reader.having(sight.in_match(find_match(sight.state, match)))
    found = find_transcript(reader.services, sight.state, match, attachment)
    jobs = reader.services_now.analyses
    job = jobs.of(JobPlace(tournament, match, attachment))
    return reader.answer(_view(job, found, jobs), position)


def _find_transcript(
    incoming: Incoming[Any], tournament: TournamentId, match: MatchNumber, attachment: int
) -> tuple[JobPlace, Transcript]:
    """The transcript, for the staff and the two sides. Raises Problem (403) for others, auditors too, and Refused."""
    sight = Sight.of(incoming.caller, state_at(incoming.reading, tournament))
    part = sight.in_match(find_match(sight.state, match))
    if not part & _MAY_ASK:
        audience = words_for(_MAY_ASK)
        raise Problem(ROLE_INSUFFICIENT, f"This is for {audience}.")
    found = find_transcript(incoming.reading, sight.state, match, attachment)
    return JobPlace(tournament, match, attachment), found


def _view(job: Job | None, transcript: Transcript, jobs: Analyses) -> AnalysisView:
    """Its figures are those of the match's sides, also where the transcript has the second one first."""
    engines = jobs.installed()
    if job is None:
        return AnalysisView(state="not-asked", engines=engines, games=len(transcript.checked.games))
    told = job.statistics
    sides = (told.first, told.second) if told else None
    if sides and transcript.kept.turned:
        sides = sides[::-1]
    program = f"{job.found.program}, {job.found.level}, PR" if job.found else None
    rates = ErrorRates(program=program, first=sides[0].rate, second=sides[1].rate) if program and sides else None
    return AnalysisView(
        state=job.state,
        engines=engines,
        engine=job.engine,
        plies=job.plies,
        games=job.games,
        games_done=job.games_done,
        first=_side(sides[0]) if sides else None,
        second=_side(sides[1]) if sides else None,
        error_rates=rates,
        document=job.found.printed if job.found else None,
        why=job.why,
    )


def _side(errors: Errors) -> SideErrors:
    return SideErrors(decisions=errors.decisions, lost=str(errors.lost), rate=errors.rate)
