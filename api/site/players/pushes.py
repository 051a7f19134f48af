"""Where players ask that this browser tells them who they play, and end it: messages by web push.

The browser subscribes at its own push service, with the key of this service; nothing is asked of it before the player
taps the button.
"""

from base64 import b64decode, urlsafe_b64encode
from contextlib import suppress

from cryptography.hazmat.primitives.asymmetric import ec
from starlette.responses import Response

from api.http import parameters
from api.http.mails import Subscription
from api.http.responses import NEVER
from api.site.frame.assets import assets
from api.site.frame.forms import FormSent, FormVisit
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.players.mails import entrant_of, sends, stopped
from api.site.players.telling import known, meetings
from api.site.public.shown_tournament import about
from api.site.public.tournament import T
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.refusal import Refused
from domain.webhooks.receivers import receiver_of

router = new_pages()

_PAGE, _WORKER = "players/push.html", "worker.js"
_STATUS = {"subscription": 422, "too-many": 429, "off": 409}
_POINT_BYTES, _AUTH_BYTES = 65, 16
_WORKER_HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
}


@router.get("/push/worker.js")
def send_worker() -> Response:
    """What the browser runs when a message comes: always at this address, for a browser knows it by that."""
    worker = assets()[_WORKER]
    return Response(worker.content, headers=_WORKER_HEADERS, media_type=worker.media_type)


@router.get(f"{T}/play/push")
def show_own_push(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """Whether the player is told by a browser, and the button for it."""
    return _show_page(visit, tournament, _own(visit, tournament))


@router.post(f"{T}/play/push")
def ask_for_push(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Keeps the browser's subscription, or forgets it."""
    person = _own(visit, tournament)
    if visit.said("is") == "stop":
        return stopped(visit, tournament, person, "push")
    refused = _ask_for_pushes(visit, tournament, person)
    return _show_page(visit, tournament, person, refused) if refused else visit.goes_to(visit.request.url.path)


def _ask_for_pushes(visit: FormVisit, tournament: TournamentId, person: PersonId) -> str:
    """Why it was not taken; "" where it was."""
    if not sends(visit, "push"):
        return "off"
    to = Subscription(visit.said("endpoint"), visit.said("p256dh"), visit.said("auth"))
    if not is_subscription(to):
        return "subscription"
    services = visit.reader.services
    met = known(meetings(services.tournament(tournament), person))
    return "" if services.mails.ask_for_push(tournament, person, to, visit.language, met) else "too-many"


def is_subscription(to: Subscription) -> bool:
    """Whether messages can be sent there: to a public address of https, encrypted for a point of the curve."""
    with suppress(Refused, ValueError):
        receiver_of(to.endpoint, ())
        point = _bytes(to.p256dh)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        return (len(point), len(_bytes(to.auth))) == (_POINT_BYTES, _AUTH_BYTES)
    return False


def _bytes(text: str) -> bytes:
    """Raises ValueError, also for letters that mean nothing there: they would be kept."""
    return b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), b"-_", validate=True)


def _own(visit: Visit, tournament: TournamentId) -> PersonId:
    return entrant_of(visit, tournament, "push")


def _show_page(visit: Visit, tournament: TournamentId, person: PersonId, refused: str = "") -> Response:
    mails = visit.reader.services.mails
    key = urlsafe_b64encode(mails.push_key()).decode().rstrip("=")
    asked = mails.asked(tournament, person, "push")
    status = _STATUS.get(refused, 200)
    told: Json = {"asked": asked, "refused": refused, "key": key, "is_sent": sends(visit, "push")}
    answer = visit.page(_PAGE, status=status, **about(visit, tournament), **told)
    answer.headers.update(NEVER)
    return answer
