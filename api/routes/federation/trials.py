"""What ratings would be under another policy, before anybody votes on it (ELO-8)."""

from datetime import UTC, datetime
from typing import Annotated, Literal, Self

from fastapi import Depends
from pydantic import Field, model_validator
from starlette.responses import Response

from api.examples import ratings
from api.http.command_requests import Accepts, Incoming
from api.http.routing import new_router
from domain.federation.decide import require_administrator
from domain.journal import abandonment
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.kernel.values import GivenName, Number, Pool, Value
from domain.kernel.visibility import ForSender
from domain.problems.tournament import POLICY_UNKNOWN
from domain.rating.announcing import SaidPolicy
from domain.rating.listing import NamedClubs
from domain.rating.policy import Policies, Policy, made_policy
from domain.rating.pools import require_pool
from projections.published.rating_list import members_of
from projections.ratings.trials import Listed, Tried, try_on_log
from projections.views.trials import PoolTrialView, pool_trial_view

router = new_router("ratings")

_LONGEST_SECONDS = 60.0


class NamedPolicy(Value):
    """A policy that there is."""

    kind: Literal["announced"]
    policy: GivenName
    policy_version: Number


class NewPolicy(SaidPolicy):
    """A policy that nobody has announced."""

    kind: Literal["new"]


class TrialAsked(Value):
    """Under which policy, in which pool, how many players are listed, and of which clubs."""

    policy: Annotated[NamedPolicy | NewPolicy, Field(discriminator="kind")]
    pool: Pool | None = None
    players: Annotated[int, Field(strict=True, ge=1, le=500)] = 100
    clubs: NamedClubs = ()
    openings_from: Pool | None = None

    @model_validator(mode="after")
    def _opens_one_pool_from_another(self) -> Self:
        if self.openings_from is not None and self.pool in (None, self.openings_from):
            raise ValueError("a pool begins with the ratings of another: name that pool too, as `pool`")
        return self


class TrialView(ForSender):
    """What ratings would be, pool by pool, as of that position of the log."""

    position: int
    pools: tuple[PoolTrialView, ...]
    names: dict[PersonId, str]


TRIAL = Accepts(TrialAsked, calculates=True, examples=ratings.TRIAL)


@router.post("/ratings/trials", response_model=TrialView)
def try_rating_policy(incoming: Annotated[Incoming[TrialAsked], Depends(TRIAL)]) -> Response:
    """Work out what ratings would be under another policy; nothing is recorded (ELO-8)

    By administrators. All matches that are rated are rated once more as if every tournament, or those of one pool, had
    been announced under the policy: who gains and who loses, class by class. A match that is not rated under one of the
    two has no place there. Opening ratings of the office stay as they are. With `clubs` it tells only of who is now a
    member of one of them, as lists do that hold these alone; all are rated. With `openings_from` players without an
    opening rating in the pool begin with what they have in another one, as if the office had set that.
    """
    require_administrator(incoming.asked.actor)
    services, asked = incoming.services, incoming.body
    policy = _policy(asked, services.federation().rating_policies)
    for pool in filter(None, (asked.pool, asked.openings_from)):
        require_pool(services.federation().rating_pools, pool)
    tried = Tried(policy, asked.pool, _members_of_clubs(incoming), asked.openings_from)
    abandonment.given_up_after(_LONGEST_SECONDS)
    position = services.journal.position()
    with services.replays.turn():
        found = try_on_log(services.journal, position, tried)
    pools = tuple(pool_trial_view(one, asked.players) for one in found)
    names = services.names({player.person for pool in pools for player in pool.players}, to_all=False)
    return incoming.answered(TrialView(position=position, pools=pools, names=dict(names)))


def _members_of_clubs(incoming: Incoming[TrialAsked]) -> Listed:
    """The members of the clubs that are named. Raises Refused where there is no such club."""
    services, named = incoming.services, incoming.body.clubs
    return members_of(services.clubs(), named, datetime.now(UTC)) if named else None


def _policy(asked: TrialAsked, policies: Policies) -> Policy:
    if isinstance(asked.policy, NewPolicy):
        return made_policy(asked.policy.name, 1, asked.policy.constants())
    policy, policy_version = asked.policy.policy, asked.policy.policy_version
    found = policies.get((policy, policy_version))
    if found is None:
        raise Refused(POLICY_UNKNOWN, f"There is no rating policy {policy} version {policy_version}.")
    return found
