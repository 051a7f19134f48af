"""Rating pools as data: two that are there from the start, and those that a federation has announced (ELO-1)."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated

from pydantic import Field

from domain.kernel.refusal import Refused
from domain.kernel.values import FIRST_POOLS, GivenName, Name, Number, Pool, Value
from domain.problems.tournament import POOL_OPENS_BY_POLICY, POOL_UNKNOWN
from domain.rating.listing import EVERYBODY_LISTED, ListingRules
from domain.rating.policy import PolicyName

Language = Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]
"""A language by its code, such as `da`."""


class PoolName(Value):
    """The name of a pool in a language."""

    language: Language
    name: Name


class GivenPoolName(PoolName):
    """The name of a pool in a language, as somebody gives it."""

    name: GivenName


class PoolPolicy(Value):
    """The policy by which all tournaments of a pool are rated that are announced from then on."""

    policy: PolicyName
    policy_version: Number


class RatingPool(Value):
    """A version of a pool; without a `policy` a tournament names any. Version 0 came with the service, and was never
    announced."""

    pool: Pool
    version: int = 0
    names: tuple[PoolName, ...] = ()
    policy: PoolPolicy | None = None
    announced_at: datetime | None = None
    listing: ListingRules = EVERYBODY_LISTED

    def name_in(self, language: str) -> str | None:
        """Its name in that language, else in the first that it has a name in; None without a name."""
        names = {one.language: one.name for one in reversed(self.names)}
        return names.get(language, self.names[0].name) if self.names else None


Pools = Mapping[Pool, RatingPool]
"""The newest version of each pool, by its key."""

FROM_THE_START: Pools = {key: RatingPool(pool=key) for key in FIRST_POOLS}


def newest(announced: Iterable[RatingPool]) -> Pools:
    """Every pool there is: the first, then the others in the order in which they came to be."""
    return {**FROM_THE_START, **{one.pool: one for one in announced}}


def require_pool(pools: Pools, pool: Pool) -> RatingPool:
    """The pool of that key. Raises Refused where there is none, naming those there are."""
    if pool not in pools:
        known = ", ".join(pools)
        raise Refused(POOL_UNKNOWN, f"There is no rating pool {pool}. The rating pools are {known}.", pool=pool)
    return pools[pool]


def require_opening(pools: Pools, pool: Pool) -> None:
    """Raises Refused unless the office can set opening ratings in the pool of that key."""
    if require_pool(pools, pool).listing.opening == "policy":
        raise Refused(
            POOL_OPENS_BY_POLICY,
            f"In {pool} everybody begins with what the policy of their first match says.",
            pool=pool,
        )
