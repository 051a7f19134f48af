"""A transcript uploaded to its match from the desk or a player's phone, and the result that it proposes (GAM-7)."""

from dataclasses import replace
from hashlib import sha256

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.analysis.program_files import Found, ProgramFile, program_of, read_program_file
from api.http import parameters
from api.routes.tournament.match_record import read_transcript_of_match
from api.routes.tournament.standings import read_match
from api.site.desk import showing
from api.site.frame.forms import (
    TOO_LARGE,
    Answered,
    FormSent,
    FormVisit,
    ListSent,
    WrongTypedError,
    bytes_of,
    once,
    tried,
)
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.shown_tournament import shown
from api.site.public.tournament import T
from api.site.replay.kept import kept_transcripts
from domain.backgammon.mat_reading import MOST_BYTES, TranscriptError, decode_transcript

router = new_pages()

UPLOAD = f"{T}/matches/{{match}}/transcripts"


@router.get(UPLOAD)
def show_upload(visit: Visiting, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """The form for a file, below the transcripts that are kept."""
    showing.require_login(visit)
    return _show_page(visit, tournament, match, None)


def _show_page(visit: Visit, tournament: str, match: int, refused: Json | None) -> Response:
    told: Json = {
        "match": visit.asks(read_match, tournament=tournament, match=match),
        "transcripts": kept_transcripts(visit, tournament, match),
        "refused": refused,
        "once": once(),
    }
    return shown(visit, "replay/upload.html", tournament, **told, status=refused["status"] if refused else 200)


@router.post(UPLOAD)
async def upload(visit: ListSent, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """Keeps the transcript, and shows what its check finds."""
    answered = await tried(lambda: _send_file(visit, tournament, match))
    if not answered.done:
        return await run_in_threadpool(_show_page, visit, tournament, match, answered.body)
    number = answered.body["recorded"][0]["number"]
    return visit.goes_to(f"/tournaments/{tournament}/matches/{match}/transcripts/{number}")


async def _send_file(visit: FormVisit, tournament: str, match: int) -> Answered:
    """The API's answers to it, and to the error rates of a file that a program has analysed. Raises WrongTypedError
    for a file that is none."""
    raw = _content(visit)
    read = await run_in_threadpool(_read_file, raw)
    text = read.mat
    told = {
        "kind": "transcript",
        "reference": visit.said("reference") or f"match-{match}.mat",
        "digest": sha256(text.encode()).hexdigest(),
        "transcript": text,
        "turned": bool(visit.said("turned")),
    }
    attachments = f"/v1/tournaments/{tournament}/matches/{match}/attachments"
    kept = await visit.sends(attachments, told)
    if not kept.done or read.found is None:
        return kept
    analysis = _analysis(visit, match, raw, read.found)
    rated = await visit.sends(attachments, analysis, part="-analysis")
    return kept if rated.done else replace(rated, body={**rated.body, "analysis": analysis})


def _analysis(visit: FormVisit, match: int, raw: bytes, found: Found) -> Json:
    """The error rates that the file tells: a document of its own, with the digest of the whole file."""
    first, second = str(found.first.rate), str(found.second.rate)
    rates = (second, first) if visit.said("turned") else (first, second)
    return {
        "kind": "analysis",
        "reference": visit.said("reference") or f"match-{match}",
        "digest": sha256(raw).hexdigest(),
        "error_rates": {"program": found.program, "first": rates[0], "second": rates[1]},
    }


@router.post(f"{UPLOAD}/analysis")
async def attach_with_choice(visit: FormSent, tournament: parameters.Tournament, match: parameters.Match) -> Response:
    """Attaches the error rates of a file whose transcript is kept already, with what becomes of later matches."""
    rates = {name: visit.said(name) for name in ("program", "first", "second")}
    told = {name: visit.said(name) for name in ("reference", "digest", "choice")}
    body: Json = {"kind": "analysis", **told, "error_rates": rates}
    attachments = f"/v1/tournaments/{tournament}/matches/{match}/attachments"
    answered = await tried(lambda: visit.sends(attachments, body))
    if answered.done:
        return visit.goes_to(f"/tournaments/{tournament}/matches/{match}/transcripts")
    return await run_in_threadpool(_show_page, visit, tournament, match, answered.body)


def _content(visit: FormVisit) -> bytes:
    raw = bytes_of(visit.form.get("file", ""))
    if visit.form.get(TOO_LARGE) or len(raw) > MOST_BYTES:
        raise WrongTypedError("transcript-too-large", status=413)
    if not raw.strip():
        raise WrongTypedError("transcript-missing")
    return raw


def _read_file(raw: bytes) -> ProgramFile:
    """The transcript in a file, and what an analysis in it found."""
    program = program_of(raw)
    try:
        return ProgramFile(decode_transcript(raw), None) if program is None else read_program_file(raw, program)
    except TranscriptError:
        if program is None:
            raise WrongTypedError("transcript-no-text") from None
        raise WrongTypedError("transcript-of-program", program.exported) from None


@router.post(f"{UPLOAD}/{{attachment}}/result")
async def report_proposed(
    visit: FormSent,
    tournament: parameters.Tournament,
    match: parameters.Match,
    attachment: parameters.Attachment,
) -> Response:
    """Reports the result that the transcript proposes."""
    told = await run_in_threadpool(
        visit.asks, read_transcript_of_match, tournament=tournament, match=match, attachment=attachment
    )
    path, seen = f"/v1/tournaments/{tournament}/matches/{match}/result", visit.said("seen") or None
    answered = await tried(lambda: visit.sends(path, {"result": told["proposes"]}, seen=seen))
    if answered.done:
        return visit.goes_to(f"/tournaments/{tournament}/matches/{match}/transcripts/{attachment}")
    return await run_in_threadpool(_show_page, visit, tournament, match, answered.body)
