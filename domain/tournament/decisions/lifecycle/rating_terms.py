"""In which pool, and by which policy, a tournament is rated: as it is announced (ALL-11, ELO-1, ELO-8)."""

from domain.kernel.refusal import Refused
from domain.problems.tournament import POLICY_UNKNOWN, POOL_HAS_POLICY
from domain.rating.pools import require_pool
from domain.tournament.derived.rated_pools import pools_of
from domain.tournament.guards.context import Context
from domain.tournament.lifecycle.events import PinnedTerms, RatingTerms, TournamentAnnounced
from domain.tournament.state import Settings


def pinned_terms(rating: RatingTerms | None, context: Context) -> PinnedTerms | None:
    """The terms with what the policy says, which is so for ever (ALL-11, ELO-8). Raises Refused where there is no such
    pool or policy."""
    if rating is None:
        return None
    require_pool(context.federation().rating_pools, rating.pool)
    found = context.federation().policy(rating.policy, rating.policy_version)
    if found is None:
        raise Refused(POLICY_UNKNOWN, f"There is no rating policy {rating.policy} version {rating.policy_version}.")
    return PinnedTerms.of(rating, found)


def in_force(rating: RatingTerms | None, context: Context) -> RatingTerms | None:
    """The terms of a preset or another tournament, by the policy that the pool has by now, where it has one."""
    chosen = rating and require_pool(context.federation().rating_pools, rating.pool).policy
    if rating is None or chosen is None:
        return rating
    return RatingTerms(pool=rating.pool, policy=chosen.policy, policy_version=chosen.policy_version)


def require_policy_of_pools(announced: TournamentAnnounced | Settings, context: Context) -> None:
    """Raises Refused where a pool in which matches of the tournament may be rated has another policy than that."""
    rating = announced.rating
    for key in pools_of(announced) if rating is not None else ():
        chosen = context.federation().rating_pools[key].policy
        if chosen and rating and (chosen.policy, chosen.policy_version) != (rating.policy, rating.policy_version):
            detail = f"The rating pool {key} has the policy {chosen.policy} version {chosen.policy_version}."
            raise Refused(POOL_HAS_POLICY, detail, pool=key, policy=chosen.policy)
