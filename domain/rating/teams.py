"""Teams that are rated as one side, such as two players of doubles (TEA-8)."""

from collections.abc import Iterable, Sequence
from uuid import UUID, uuid5

from domain.kernel.ids import PersonId
from domain.rating.policy import Constants

_TEAMS = UUID("6f0f9a52-52a0-5c1e-9a0b-6d3a2f7c8e11")
"""The namespace of the ids of teams. It never changes: ratings are kept by these ids."""


def team_id(persons: Iterable[PersonId]) -> PersonId:
    """The id by which a team of these persons is rated: the same for the same persons, whatever tournament they play
    together and in whatever order they enter. It is an UUID of version 5, over the persons' ids in their order with
    commas between them."""
    return str(uuid5(_TEAMS, ",".join(sorted(persons))))


def may_be_team(rated: PersonId) -> bool:
    """Whether it can be the id of a team, as it is made; most persons' ids are drawn, and can't."""
    return UUID(rated).version == 5


def rated_id(policy: Constants, persons: Sequence[PersonId]) -> PersonId | None:
    """The id by which a side of these persons is rated: one person's own, or the team's; None where the policy rates no
    teams. Reading: who plays alone against a team is rated like everybody else."""
    if len(persons) == 1:
        return persons[0]
    return team_id(persons) if policy.teams == "as-one" else None
