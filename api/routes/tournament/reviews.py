"""What a tournament's directors should look at again, and settle (ALL-14, SWI-5, TD-4, TD-13)."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import Depends
from starlette.responses import Response

from api.documents.lists import Page
from api.examples import tournaments
from api.http import parameters
from api.http.command_requests import Accepts, Incoming
from api.http.read_requests import Reader, ReadsAsOfVersion
from api.http.routing import new_router
from api.http.services import Services
from api.queries.as_of import state_at, state_read
from api.queries.reviewed import sources
from api.queries.visibility import sight_of
from api.routes.tournament.changed import TOURNAMENT, TournamentChanged
from domain.kernel.ids import PersonId
from domain.kernel.personal_text import PersonalText
from domain.kernel.refusal import Refused
from domain.kernel.values import Count, Instant, Value
from domain.kernel.visibility import FOR_STAFF
from domain.problems.entries import REVIEW_UNKNOWN
from domain.tournament.command import WithReason
from domain.tournament.decisions.reviews.review_items import Review, reviews, seeds_now
from domain.tournament.guards.permissions import require_staff
from domain.tournament.reviews import commands as review_commands
from domain.tournament.reviews.events import ReviewItem
from domain.tournament.state import Tournament


class ReviewResolution(Value):
    """The person who has dealt with it, when and why; a machine's key is named by itself. No reason is left of a person
    erased."""

    by: PersonId | str
    at: Instant
    reason: PersonalText | None


class ReviewDocument(ReviewItem):
    """An item; `item` names it where it is resolved. Where error rates seeded the field, `recorded_seed` is the entry's
    seed in it, and `current_seed` the one that it would have by the error rates of now."""

    recorded_seed: Count | None = None
    current_seed: Count | None = None
    item: str
    status: Literal["open", "resolved"]
    resolution: ReviewResolution | None


Seeds = Mapping[int, int]
"""By entry."""


def review_document(review: Review, drawn: Seeds, now: Seeds) -> ReviewDocument:
    """The item as it is shown, with the seeds of its entry as they were drawn and as they would be now."""
    done = review.resolution
    resolution = None if done is None else ReviewResolution(by=done.by, at=done.at, reason=done.reason)
    status: Literal["open", "resolved"] = "open" if done is None else "resolved"
    item = review.item
    of_seeds = (drawn.get(item.entry), now.get(item.entry)) if item.kind == "error-rates-changed" else (None, None)
    return ReviewDocument(
        **dict(item),
        recorded_seed=of_seeds[0],
        current_seed=of_seeds[1],
        item=item.key,
        status=status,
        resolution=resolution,
    )


router = new_router("persons")

Reading = Annotated[Reader, Depends(ReadsAsOfVersion(FOR_STAFF))]
SETTLING = Accepts(WithReason, examples=tournaments.REVIEW)


@router.get("/tournaments/{tournament}/reviews", response_model=Page[ReviewDocument])
def list_reviews(reader: Reading, tournament: parameters.Tournament) -> Response:
    """List what the directors should look at again (ALL-14, SWI-5, TD-4, TD-13)

    For the staff, the open ones first: entries whose credits, resignations, ratings or error rates are not what they
    were taken or seeded on, who was banned since, who was asked to sit this season out; and what the reversal of a
    ruling could not undo: who was kept out, rounds and stages missed, places and walkovers that others keep. Nothing
    is changed by itself. What was resolved is listed with who did it, when and why.
    """
    state, position = state_read(reader.services, tournament, None)
    reader = reader.having(sight_of(reader, tournament).part)
    with reader.services.replays.turn():
        now = sources(reader.services, reader.now())
        found, seeds = reviews(state, now), seeds_now(state, now)
    told = [review_document(one, state.rounds.seeds, seeds) for one in found]
    body = reader.page(told, {one.item.person for one in found})
    return reader.answer_page(body, position)


@router.post("/tournaments/{tournament}/reviews/{item}/resolution", response_model=TournamentChanged)
def resolve_review(
    tournament: parameters.Tournament,
    item: parameters.Item,
    incoming: Annotated[Incoming[WithReason], Depends(SETTLING)],
) -> Response:
    """Settle something that was to be looked at, with the reason (ALL-14, TD-13)

    By the staff. The item is named by what it is about; where its source has changed again, that is another item, to be
    read and resolved again. Nothing else is changed by it: a director enters, pairs or seeds by the commands for that.
    """
    state = state_at(incoming.services, tournament)
    require_staff(state, incoming.asked.actor)
    with incoming.services.replays.turn():
        found = _find(state, item, incoming.services)
    command = review_commands.ResolveReview(item=found, reason=incoming.body.reason)
    return incoming.on_tournament(tournament, command, TOURNAMENT.shown(None, None))


def _find(state: Tournament, key: str, services: Services) -> ReviewItem:
    for one in reviews(state, sources(services, datetime.now(UTC))):
        if one.item.key == key:
            return one.item
    raise Refused(REVIEW_UNKNOWN, f"There is no item {key} here.", item=key)
