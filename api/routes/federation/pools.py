"""Rating pools: those that are there from the start, and those that the federation has announced (ELO-1)."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from api.documents.answers import PoolChanged
from api.documents.lists import Page
from api.documents.ratings import PoolDocument
from api.documents.withholding import shown_to
from api.examples.registry import EXAMPLES
from api.http.command_requests import Incoming
from api.http.command_routes import add_command
from api.http.read_requests import ReadingAsOf
from api.http.routing import new_router
from domain.federation.decide import AnnounceRatingPool, SetPoolListing

router = new_router("ratings")


@router.get("/rating-pools", response_model=Page[PoolDocument])
def list_rating_pools(reader: ReadingAsOf) -> Response:
    """List the rating pools there are, each in its newest version (ELO-1)"""
    position = reader.services.journal.position()
    pools = reader.services.federation().rating_pools.values()
    return reader.answer_page(reader.page(map(PoolDocument.from_attributes, pools)), position)


def _change(incoming: Incoming[Any], command: AnnounceRatingPool | SetPoolListing, _: Mapping[str, Any]) -> Response:
    return incoming.on_federation(
        command,
        lambda after: shown_to(after.caller.part, PoolDocument.from_attributes(after.state.rating_pools[command.pool])),
    )


add_command(
    router,
    "/rating-pools",
    AnnounceRatingPool,
    _change,
    {"changes": None, "examples": EXAMPLES[AnnounceRatingPool]},
    response_model=PoolChanged,
)
add_command(
    router,
    "/rating-pools/listing",
    SetPoolListing,
    _change,
    {"changes": "federation", "examples": EXAMPLES[SetPoolListing]},
    response_model=PoolChanged,
)
