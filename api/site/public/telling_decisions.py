"""A reader without a key reports a decision of a tournament to the federation [5.4]."""

from pydantic import TypeAdapter, ValidationError
from starlette.responses import Response

from api.http import parameters
from api.http.concurrency_limit import place_of
from api.site.frame.forms import Form, FormSent, FormVisit
from api.site.frame.names import is_name
from api.site.frame.routing import new_pages
from api.site.frame.visit import Visit, Visiting
from api.site.public.shown_tournament import about
from api.site.public.tournament import T
from domain.kernel.ids import TournamentId
from domain.kernel.values import Reason

router = new_pages()

_ACCOUNT: TypeAdapter[str] = TypeAdapter(Reason)
_STATUS = {"account": 422, "too-many": 429}
"""By why it is not taken, the status of the answer."""


@router.get(f"{T}/report-decision")
def show_report_form(visit: Visiting, tournament: parameters.Tournament) -> Response:
    """What is told of the decision, and who will read it."""
    return _show_page(visit, tournament)


@router.post(f"{T}/report-decision")
def tell_decision(visit: FormSent, tournament: parameters.Tournament) -> Response:
    """Keeps it for the federation's administrators."""
    values = about(visit, tournament)
    account, contact = visit.said("account").replace("\r\n", "\n").strip(), " ".join(visit.said("contact").split())
    if not (_is_account(account) and (is_name(contact) or not contact)):
        return _show_page(visit, tournament, "account")
    if not visit.reader.services.told_decisions.tell(
        tournament, account, contact, place_of(visit.request.scope).address
    ):
        return _show_page(visit, tournament, "too-many")
    return visit.page("public/told_decision.html", **values)


def _is_account(said: str) -> bool:
    try:
        _ACCOUNT.validate_python(said)
    except ValidationError:
        return False
    return True


def _show_page(visit: Visit, tournament: TournamentId, refused: str = "") -> Response:
    form = visit.form if isinstance(visit, FormVisit) else Form()
    told = {**about(visit, tournament), "form": form, "refused": refused}
    return visit.page("public/tell_decision.html", status=_STATUS.get(refused, 200), **told)
