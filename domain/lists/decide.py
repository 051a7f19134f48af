"""Requests about a list that is kept elsewhere, beside its imports.

Its owner is a role, and no person: the officers of a club, or the federation's office. Who owns it reads what it said
and what waits, and mends it at the other end; any administrator imports it, not only the first one
(ops/decisions/0110-owners-of-lists.md).
"""

from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import ClubId, ListId
from domain.kernel.refusal import Refused
from domain.kernel.values import Value
from domain.lists.events import ListHandedOn
from domain.lists.state import KnownList, Lists, ListState
from domain.problems.imports import LIST_OWNED, LIST_UNKNOWN
from domain.problems.tournament import NOT_ALLOWED


class HandListOn(Value):
    """Hand a list on to another owner (REG-4)

    By administrators: to the officers of a `club`, or with null to the federation's office, which every list has at
    first. An owner reads the list. Any administrator imports it, not only those who did before.
    """

    club: ClubId | None


def require_known(lists: Lists, list_: ListId) -> KnownList:
    """The list. Raises Refused where there is none."""
    if list_ not in lists.by_id:
        raise Refused(LIST_UNKNOWN, f"There is no list {list_}.")
    return lists.by_id[list_]


def decide(state: ListState, command: HandListOn, actor: Actor) -> Event:
    """The event that carries the command out. Raises Refused."""
    if actor.role != "administrator":
        raise Refused(NOT_ALLOWED, "Only administrators can do this.")
    if command.club == state.owner:
        raise Refused(LIST_OWNED, "The list has this owner already.")
    return ListHandedOn(club=command.club)
