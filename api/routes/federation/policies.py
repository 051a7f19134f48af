"""Rating policies: those that come with the service, and those that the federation has announced (ELO-8)."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from api.documents.answers import PolicyChanged
from api.documents.lists import Page
from api.documents.ratings import PolicyDocument
from api.documents.withholding import shown_to
from api.examples.registry import EXAMPLES
from api.http.command_requests import Incoming
from api.http.command_routes import add_command
from api.http.read_requests import ReadingAsOf
from api.http.routing import new_router
from domain.federation.decide import AnnounceRatingPolicy
from domain.rating.announcing import SaidStart, said_k
from domain.rating.policy import Policy

router = new_router("ratings")


@router.get("/rating-policies", response_model=Page[PolicyDocument])
def list_rating_policies(reader: ReadingAsOf) -> Response:
    """List the rating policies there are (ELO-8, ALL-11)"""
    position = reader.services.journal.position()
    policies = reader.services.federation().rating_policies.values()
    return reader.answer_page(reader.page(map(policy_document, policies)), position)


def policy_document(policy: Policy) -> PolicyDocument:
    """The policy as it is read."""
    said = {field: getattr(policy, field) for field in ("name", "version", "common_k", "shortest", "longest")}
    said |= {
        field: getattr(policy, field) for field in ("length_in_chance", "length_in_change", "smallest_field", "teams")
    }
    said |= {field: str(getattr(policy, field)) for field in ("start", "factor", "scale")}
    k = None if policy.k is None else said_k(policy.k)
    pools = tuple(SaidStart(**dict(start)) for start in policy.pools)
    return PolicyDocument(**said, k=k, pools=pools, modes=dict(policy.modes), digest=policy.digest())


def _announce(incoming: Incoming[Any], command: AnnounceRatingPolicy, _: Mapping[str, Any]) -> Response:
    return incoming.on_federation(
        command, lambda after: shown_to(after.caller.part, policy_document(after.state.policies[-1]))
    )


add_command(
    router,
    "/rating-policies",
    AnnounceRatingPolicy,
    _announce,
    {"changes": None, "examples": EXAMPLES[AnnounceRatingPolicy]},
    response_model=PolicyChanged,
)
