"""Where players ask to be told by mail who they play, confirm their address, and end it.

The link in each mail leads to a page, and changes nothing by itself: programs that look at links in messages open them
too.
"""

from typing import Annotated

from fastapi import Path
from starlette.responses import Response

from api.http import parameters
from api.http.mails import MOST_LETTERS, MailRequest, Way, is_address
from api.http.problems import KEY_MISSING, ROUTE_UNKNOWN, Problem
from api.http.responses import NEVER
from api.http.sessions.store import LINK
from api.routes.tournament.standings import list_entries, read_tournament
from api.site.frame.forms import FormSent, FormVisit, LinkFollowed
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.office.showing import require_administrator
from api.site.players.telling import confirmation, known, meetings
from api.site.public.shown_tournament import about
from api.site.public.tournament import T
from domain.kernel.ids import PersonId, TournamentId

router = new_pages()

_ASKED, _LINKED, _FAILING = "players/mail.html", "players/mail_link.html", "office/mails.html"
_HEADERS = {**NEVER, "Referrer-Policy": "no-referrer"}
_STATUS = {"address": 422, "too-many": 429, "off": 409}
_ONE_CLICK = "List-Unsubscribe"
"""What programs that show mail send to end it (RFC 8058)."""
Secret = Annotated[str, Path(pattern=LINK)]


@router.get(f"{T}/play/mail")
def show_own_mail(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """Whether the player is told by mail, and the form for it."""
    return _show_page(visit, tournament, _own(visit, tournament))


@router.post(f"{T}/play/mail")
def ask_for_mail(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Sends a mail to the address that was typed, whose link confirms it; or forgets the address."""
    person = _own(visit, tournament)
    if visit.said("is") == "stop":
        return stopped(visit, tournament, person, "mail")
    refused = _ask_for_mails(visit, tournament, person)
    return _show_page(visit, tournament, person, refused) if refused else visit.goes_to(visit.request.url.path)


def stopped(visit: FormVisit, tournament: TournamentId, person: PersonId, way: Way) -> Response:
    """Forgets that the player has asked, and goes back to the page; to their own where nothing is sent that way."""
    visit.reader.services.mails.stop_own(tournament, person, way)
    home = f"/tournaments/{tournament}/play"
    return visit.goes_to(f"{home}/{way}" if sends(visit, way) else home)


def _ask_for_mails(visit: FormVisit, tournament: TournamentId, person: PersonId) -> str:
    """Why it was not taken; "" where it was."""
    address = visit.said("address")
    if not sends(visit, "mail"):
        return "off"
    if not is_address(address):
        return "address"
    told = visit.asks(read_tournament, tournament=tournament)
    letter = confirmation(visit.language, visit.names([person])[person], told["name"])
    taken = visit.reader.services.mails.ask(tournament, person, address, visit.language, letter)
    return "" if taken else "too-many"


def _own(visit: Visit, tournament: TournamentId) -> PersonId:
    return entrant_of(visit, tournament, "mail")


def entrant_of(visit: Visit, tournament: TournamentId, way: Way) -> PersonId:
    """The player, who may ask to be told, or end it. Raises Problem: 401 for anyone who has not logged in, 404 where
    they have no entry, or nothing is sent that way and they have not asked for it."""
    person = visit.reader.caller.person
    if person is None:
        raise Problem(KEY_MISSING, "This needs a player's link.")
    entries = visit.asks_all(list_entries, tournament=tournament)["items"]
    has_entry = any(person in (one["person"], *one["members"]) for one in entries)
    if not has_entry or way not in visit.reader.services.mails.offered(tournament, person):
        raise Problem(ROUTE_UNKNOWN, "You have no entry in this tournament, or this service sends no such messages.")
    return person


def sends(visit: Visit, way: Way) -> bool:
    """Whether this service sends messages that way."""
    mails = visit.reader.services.mails
    return bool(mails.links() if way == "mail" else mails.push_key())


def _show_page(visit: Visit, tournament: TournamentId, person: PersonId, refused: str = "") -> Response:
    asked = visit.reader.services.mails.asked(tournament, person)
    typed = visit.said("address") if isinstance(visit, FormVisit) else ""
    told: Json = {"asked": asked, "refused": refused, "typed": typed, "most": MOST_LETTERS}
    told |= {"is_sent": sends(visit, "mail")}
    return _private(visit.page(_ASKED, status=_STATUS.get(refused, 200), **about(visit, tournament), **told))


@router.get("/mail/{secret}")
def show_link(visit: Visiting, secret: Secret) -> Response:
    """What the link of a mail is for: to confirm the address, or to end the mails."""
    return _show_linked(visit, visit.reader.services.mails.find(secret), secret)


@router.post("/mail/{secret}")
def follow_link(visit: LinkFollowed, secret: Secret) -> Response:
    """Confirms the address, or forgets it."""
    mails = visit.reader.services.mails
    found = mails.find(secret)
    if visit.said("is") == "confirmed" and found is not None:
        state = visit.reader.services.tournament(found.tournament)
        mails.confirm(secret, known(meetings(state, found.person)))
    elif visit.said("is") == "ended" or _ONE_CLICK in visit.form:
        mails.stop(secret)
    return visit.goes_to(f"/mail/{secret}")


def _show_linked(visit: Visit, found: MailRequest | None, secret: str) -> Response:
    name = visit.asks(read_tournament, tournament=found.tournament)["name"] if found else ""
    return _private(visit.page(_LINKED, found=found, secret=secret, name=name))


def _private(answer: Response) -> Response:
    answer.headers.update(_HEADERS)
    return answer


@router.get("/office/mails")
def show_failing(visit: Visiting) -> Response:
    """The mails to players that did not arrive."""
    require_administrator(visit)
    failing = visit.reader.services.mails.failing()
    names = visit.names({one.person for one in failing})
    tournaments = {one.tournament for one in failing if one.tournament}
    titles = {one: visit.asks(read_tournament, tournament=one)["name"] for one in sorted(tournaments)}
    are_sent = sends(visit, "mail") or sends(visit, "push")
    return visit.page(_FAILING, failing=failing, names=names, titles=titles, are_sent=are_sent)
