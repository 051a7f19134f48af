"""Phones for all: one code on the wall; the player picks their name on their phone, and a director nods to it.

The address is the same for all and secret to nobody. What makes a phone a player's own is the nod: the number on the
phone is the one on the desk.
"""

from typing import Annotated

from fastapi import Path
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from api.http import parameters
from api.http.phones import Phone
from api.http.problems import ROLE_INSUFFICIENT, Problem
from api.http.responses import NEVER
from api.http.sessions.store import LINK
from api.site.desk import showing, typed
from api.site.frame.codes import address_of, drawn
from api.site.frame.forms import FormSent, FormVisit, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.login.entering import entered_by_code
from api.site.public.shown_tournament import about
from api.site.public.tournament import T
from domain.kernel.ids import TournamentId

router = new_pages()

_HEADERS = {**NEVER, "Referrer-Policy": "no-referrer"}
_PICK, _WAITS, _CODE = "players/pick.html", "players/waits.html", "players/code.html"
Secret = Annotated[str, Path(pattern=LINK)]
_IN = ("approved",)


@router.get(f"{T}/phone")
def show_names(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """Where a player picks their name."""
    return _names(visit, tournament)


@router.post(f"{T}/phone")
def pick_name(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Has this phone wait for the director's nod."""
    entry = int(visit.said("entry")) if typed.is_number(visit.said("entry")) else 0
    is_in = about(visit, tournament)["entrants"].get(entry, {}).get("status") in _IN
    secret = visit.reader.services.phones.ask(tournament, entry) if is_in else None
    if secret is None:
        return _names(visit, tournament, refused=True)
    return visit.goes_to(f"/tournaments/{tournament}/phone/{secret}")


@router.get(f"{T}/phone/{{secret}}")
def show_phone(visit: Visiting, tournament: parameters.Tournament, secret: Secret) -> Response:
    """The number to show to the director; and once they have nodded, the button that lets the phone in."""
    phone = visit.reader.services.phones.find(tournament, secret)
    if phone is None:
        return _names(visit, tournament, gone=True)
    return _private(visit.page(_WAITS, **about(visit, tournament), phone=phone, secret=secret))


@router.post(f"{T}/phone/{{secret}}")
def let_in(visit: FormSent, tournament: parameters.Tournament, secret: Secret) -> Response:
    """A session for the phone to which a director has nodded."""
    phones = visit.reader.services.phones
    phone = phones.find(tournament, secret)
    code = None if phone is None else phone.code(secret)
    if phone is None or code is None:
        return _names(visit, tournament, gone=True)
    phones.end(tournament, phone.id)
    return entered_by_code(visit, code, _CODE, "/play")


def _names(visit: Visit, tournament: TournamentId, *, refused: bool = False, gone: bool = False) -> Response:
    values = about(visit, tournament)
    players = sorted((one for one in values["entrants"].values() if one["status"] in _IN), key=lambda one: one["shown"])
    told: Json = {"players": players, "refused": refused, "gone": gone}
    told["is_open"] = visit.reader.services.phones.is_open(tournament)
    return _private(visit.page(_PICK, status=409 if refused else 200, **values, **told))


def _private(answer: Response) -> Response:
    answer.headers.update(_HEADERS)
    return answer


@router.get("/desk/{tournament}/phones")
def show_desk(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The code for the wall, and the phones that wait for a nod."""
    return _desk(visit, tournament)


@router.post("/desk/{tournament}/phones")
def settle(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Lets phones ask from now on, or no longer."""
    _require_issuer(visit, tournament)
    phones = visit.reader.services.phones
    (phones.open if visit.said("is") == "open" else phones.close)(tournament)
    return visit.goes_to(f"/desk/{tournament}/phones")


@router.post("/desk/{tournament}/phone-nod")
async def nod(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Issues the player's link to the phone that shows this number."""
    await run_in_threadpool(_require_issuer, visit, tournament)
    phone = _find_request(visit, tournament)
    if phone is None:
        return visit.goes_to(f"/desk/{tournament}/phones")
    answered = await tried(lambda: visit.sends(f"/v1/tournaments/{tournament}/entries/{phone.entry}/links"))
    if not answered.done:
        return await run_in_threadpool(_desk, visit, tournament, answered.body, answered.status)
    visit.reader.services.phones.nod(phone, answered.body["code"])
    return visit.goes_to(f"/desk/{tournament}/phones")


@router.post("/desk/{tournament}/phone-end")
def refuse(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Lets go of a phone that is not the player's."""
    _require_issuer(visit, tournament)
    visit.reader.services.phones.end(tournament, visit.said("item"))
    return visit.goes_to(f"/desk/{tournament}/phones")


def _find_request(visit: FormVisit, tournament: TournamentId) -> Phone | None:
    waiting = visit.reader.services.phones.waiting(tournament)
    return next((one for one in waiting if one.id == visit.said("item")), None)


def _require_issuer(visit: Visit, tournament: TournamentId) -> None:
    """Raises Problem (401, 403) unless the tournament names the visitor as its director."""
    showing.require_login(visit)
    state, caller = visit.reader.services.tournament(tournament), visit.reader.caller
    if not caller.is_staff(tournament, state.directors) or caller.person not in state.directors:
        raise Problem(ROLE_INSUFFICIENT, "Only a director of this tournament can issue links to its players.")


def _desk(visit: Visit, tournament: TournamentId, refused: Json | None = None, status: int = 200) -> Response:
    _require_issuer(visit, tournament)
    phones, made = visit.reader.services.phones, showing.tournament(visit, tournament)
    told: Json = {
        "refused": refused,
        "changes": (),
        "form": {},
        "is_open": phones.is_open(tournament),
        "phones": phones.waiting(tournament),
        "drawn": drawn(address_of(visit.request, f"/tournaments/{tournament}/phone")),
        "address": address_of(visit.request, f"/tournaments/{tournament}/phone"),
    }
    zone = made["tournament"]["time_zone"]
    return _private(
        visit.page(
            "players/phones.html", zone=zone, status=status, **made, **showing.frame(tournament, "links"), **told
        )
    )
