"""Rating policies by the names that rows hold: those that come with the service, and those in the log (ELO-8)."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final, LiteralString

from psycopg import Connection

from domain.federation.events import RatingPolicyAnnounced
from domain.kernel import canonical_json
from domain.rating.policy import POLICIES, Policies, Policy, PolicyKey, policy

ANNOUNCED: Final[LiteralString] = (
    "SELECT state FROM public.events WHERE stream = 'federation' AND topic = 'federation.rating-policy-announced.v1'"
    " ORDER BY version"
)


class NamedPolicies:
    """The policies that a log knows. The log is asked once, and only where a name is not of the service's own.

    `ask` gives the rows of `ANNOUNCED`, and raises what asking raises.
    """

    def __init__(self, ask: Callable[[], Iterable[tuple[Any, ...]]]) -> None:
        self._ask = ask
        self._known: Policies = POLICIES

    def policy_of(self, key: PolicyKey) -> Policy:
        """The policy of that name and version. Raises `UnknownPolicyError`."""
        if key not in self._known:
            self._known = {
                **POLICIES,
                **{each.key: each for (state,) in self._ask() for each in [_announced_policy(state)]},
            }
        return policy(*key, among=self._known)


def policies_in(connection: Connection[tuple[Any, ...]]) -> NamedPolicies:
    """Those of the log in that database."""
    return NamedPolicies(lambda: connection.execute(ANNOUNCED).fetchall())


@lru_cache(maxsize=1_000)
def _announced_policy(state: bytes) -> Policy:
    event = canonical_json.decode(state)["event"]
    return RatingPolicyAnnounced.model_validate_json(canonical_json.encode(event)).announced
