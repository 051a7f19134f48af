"""An analysis that is asked for on the page of a transcript, cancelled there, and attached to its match (TD-20)."""

from hashlib import sha256
from http import HTTPStatus

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http import parameters
from api.routes.tournament.analyses import read_analysis
from api.site.frame.forms import Answered, FormSent, FormVisit, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Visiting
from api.site.replay.pages import REPLAY, shown_transcript
from api.site.words.replay import NOTHING_PRINTED

router = new_pages()


@router.post(f"{REPLAY}/analysis")
async def act_on_analysis(
    visit: FormSent,
    tournament: parameters.Tournament,
    match: parameters.Match,
    attachment: parameters.Attachment,
) -> Response:
    """Asks for an analysis, cancels it, or attaches what it has found: whichever button was pressed."""
    answered = await tried(lambda: _send_step(visit, tournament, match, attachment))
    if answered.done:
        return visit.goes_to(f"/tournaments/{tournament}/matches/{match}/transcripts/{attachment}")
    return await run_in_threadpool(shown_transcript, visit, tournament, match, attachment, answered.body)


async def _send_step(visit: FormVisit, tournament: str, match: int, attachment: int) -> Answered:
    attachments = f"/v1/tournaments/{tournament}/matches/{match}/attachments"
    match visit.said("step").split():
        case ["attach", *chosen]:
            place = {"tournament": tournament, "match": match, "attachment": attachment}
            told = await run_in_threadpool(lambda: visit.asks(read_analysis, **place))
            document = (told["document"] or "").encode()
            body = {"kind": "analysis", "reference": f"transcript-{attachment}-analysis.txt"}
            found = {"digest": sha256(document).hexdigest(), "error_rates": told["error_rates"]}
            choice = {"choice": chosen[0]} if chosen else {}
            return await visit.sends(attachments, {**body, **found, **choice})
        case ["cancel"]:
            return await visit.sends(f"{attachments}/{attachment}/analysis/cancellation")
        case _:
            engine = visit.said("engine")
            asked = {"engine": engine} if engine else {}
            return await visit.sends(f"{attachments}/{attachment}/analysis", asked)


@router.get(f"{REPLAY}/analysis.txt")
def save_analysis(
    visit: Visiting, tournament: parameters.Tournament, match: parameters.Match, attachment: parameters.Attachment
) -> Response:
    """Saves what the engine has printed: its digest is in the record of the match."""
    told = visit.asks(read_analysis, tournament=tournament, match=match, attachment=attachment)
    name = f'attachment; filename="transcript-{attachment}-analysis.txt"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    text = told["document"] or visit.said(NOTHING_PRINTED)
    return Response(text, HTTPStatus.OK, headers, "text/plain; charset=utf-8")
