"""Signing up for a tournament by oneself: a request, which a director answers."""

from starlette.responses import Response

from api.http import parameters
from api.http.concurrency_limit import place_of
from api.http.problems import ROUTE_UNKNOWN, Problem
from api.http.sign_ups import MOST_LETTERS, Outcome, new_request
from api.site.frame.forms import Form, FormSent, FormVisit
from api.site.frame.names import is_name
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.public.shown_tournament import about, sign_up_list
from api.site.public.tournament import T
from domain.kernel.ids import TournamentId

router = new_pages()

_STATUS = {"name": 422, "too-many": 429, "closed": 409}
"""By why a request is not taken, the status of the answer."""


@router.get(f"{T}/sign-up")
def show_form(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """The form, and what the tournament asks."""
    return _show_page(visit, tournament)


@router.post(f"{T}/sign-up")
def sign_up(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Keeps the request for the directors. Who sends it twice has one."""
    values = about(visit, tournament)
    if sign_up_list(visit, values["tournament"]) is None:
        return _show_page(visit, tournament, "closed")
    outcome = _ask_for_place(visit, tournament)
    if outcome in _STATUS:
        return _show_page(visit, tournament, outcome)
    return visit.page("public/signed_up.html", **values, came=outcome, name=visit.said("name"))


def _ask_for_place(visit: FormVisit, tournament: TournamentId) -> Outcome | str:
    name, club, contact = (" ".join(visit.said(one).split()) for one in ("name", "club", "contact"))
    if not is_name(name) or not all(is_name(one) or not one for one in (club, contact)):
        return "name"
    said = new_request(name, club, contact, visit.reader.now())
    return visit.reader.services.sign_ups.ask(tournament, said, place_of(visit.request.scope).address)


def _show_page(visit: Visit, tournament: TournamentId, refused: str = "") -> Response:
    """Raises Problem (404) where nobody signs up."""
    values = about(visit, tournament)
    asks = sign_up_list(visit, values["tournament"])
    if asks is None and not refused:
        raise Problem(ROUTE_UNKNOWN, "Nobody signs up for this tournament here.")
    form = visit.form if isinstance(visit, FormVisit) else Form()
    told: Json = {"asks": asks, "refused": refused, "form": form, "most": MOST_LETTERS}
    return visit.page("public/sign_up.html", status=_STATUS.get(refused, 200), **values, **told)
