"""The properties of every command, given once: who may send it, for which entries it decides, what its sender saw, what
it makes.

The gate (`decide.py`) takes each command through this; routes, previews, examples and the table of access are made
from it. All of it is data or pure functions of the state and the command.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypedDict, Unpack

from domain.kernel.values import Side
from domain.tournament.command import Command, Seen
from domain.tournament.guards.conflicts_of_interest import Interested, Judges, nobody_else, sides_of
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.guards.lookup import find_appeal, find_entry, find_match, find_ruling
from domain.tournament.guards.permissions import acts_for, is_staff, plays
from domain.tournament.state import Status, Tournament

Resource = Literal["settings", "hall", "entry", "match", "ruling", "appeal"]
_REASONS = ("reason", "reasons", "facts", "matter", "text")
UNTIL_THE_END: tuple[Status, ...] = ("announced", "started")
SINCE_THE_START: tuple[Status, ...] = ("started", "completed")
Decide = Callable[[Tournament, Any, Context], Events]
DecidesFor = Callable[[Tournament, Any], Interested]


@dataclass(frozen=True, slots=True)
class Revision:
    """The revision of what a command changes: the kind of that resource, and how it is found."""

    resource: Resource
    find: Callable[[Tournament, Any], int]

    def __call__(self, state: Tournament, command: Any) -> int:  # noqa: ANN401 -- any command
        return self.find(state, command)


@dataclass(frozen=True, slots=True)
class Role:
    """Somebody who may send a command. `own` says that it is their own to do: who reports the match they play decides
    nothing for others by it. Anyone who is not acting in a role of their own is asked for a conflict of interest; and
    who made their key, unless what comes of it is `marked` (TD-9). Some is their own, and an `office` all the same."""

    name: str
    holds: Callable[[Tournament, Any, Context], bool]
    own: bool = True
    marked: bool = False
    office: bool = False

    @property
    def is_played(self) -> bool:
        """Whether anyone has it who plays, and is nothing else."""
        return self.own and not self.office


@dataclass(frozen=True, slots=True)
class Permission:
    """The roles of which one is needed, and the answer to anyone who has none of them."""

    roles: tuple[Role, ...]
    refusal: str = "Only a director of this tournament or an administrator can do this."

    @property
    def names(self) -> tuple[str, ...]:
        """The roles that may send it, in words."""
        return tuple(role.name for role in self.roles)


STAFF = Role("staff", lambda state, _, context: is_staff(state, context.actor), own=False)
BY_STAFF = Permission((STAFF,))


def or_staff(role: Role, refusal: str) -> Permission:
    """By who has that role, or by staff."""
    return Permission((role, STAFF), refusal)


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command. `decides_for` says who it would benefit or judge, `judges` who decides beside its sender; `path` is
    its place below the tournament, with its numbers in braces. The staff send it unless another `permission` is named.
    `during` are the statuses of the tournament in which it can be sent, none of what announces it. `revision` is that
    of what its sender saw, None where nothing of it moves; `sees` are several things that they must have seen, as these
    now are. `creates` names what it makes a number for. `is_setting`: it changes what it names, and leaves the rest.
    `by_code`: a player sends it by their chosen code too (TD-9)."""

    command: type[Command]
    decide: Decide
    decides_for: DecidesFor
    path: str = ""
    permission: Permission = BY_STAFF
    during: tuple[Status, ...] = ("started",)
    revision: Revision | None = None
    sees: Callable[[Tournament, Any], tuple[Seen, ...]] | None = None
    judges: Judges = nobody_else
    creates: tuple[str, ...] = ()
    is_setting: bool = False
    by_code: bool = False

    @property
    def name(self) -> str:
        """Its name in previews and in the documentation: `correct-result`."""
        return re.sub(r"(?<=.)(?=[A-Z])", "-", self.command.__name__).lower()

    @property
    def room(self) -> str:
        """The capability it belongs to: `matches`."""
        return self.command.__module__.rpartition(".")[0].rpartition(".")[2].replace("_", "-")

    @property
    def reasons(self) -> tuple[str, ...]:
        """The command's fields that say why; their content is in an event."""
        return tuple(name for name in self.command.model_fields if name in _REASONS)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The command's fields that are in its path."""
        return tuple(re.findall(r"{(\w+)}", self.path))

    @property
    def resource(self) -> Resource | None:
        """The kind of what it changes, whose revision its sender saw."""
        return None if self.revision is None else self.revision.resource


class Further(TypedDict, total=False):
    """The optional parts of a spec; see `CommandSpec`."""

    permission: Permission
    during: tuple[Status, ...]
    revision: Revision
    sees: Callable[[Tournament, Any], tuple[Seen, ...]]
    judges: Judges
    creates: tuple[str, ...]
    is_setting: bool
    by_code: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table of commands begins with it: the command, its decision, and who it is for."""

    command: type[Command]
    decide: Decide
    decides_for: DecidesFor

    def at(self, path: str = "", **further: Unpack[Further]) -> CommandSpec:
        """Its spec: `path` is its place below the tournament."""
        return CommandSpec(self.command, self.decide, self.decides_for, path, **further)


def nobody(_: Tournament, __: Any) -> Interested:  # noqa: ANN401 -- any command
    """The interested of a command that decides nothing for anybody in particular. Its effect is alike for all, follows
    from the rules, or is a recorded draw."""
    return Interested()


def who_are_in(state: Tournament) -> Interested:
    """Of a command that decides for all who play."""
    return Interested(tuple(number for number, entry in sorted(state.entries.items()) if not entry.gone))


of_tournament = Revision("settings", lambda state, _: settings_of(state).revision)
of_hall = Revision("hall", lambda state, _: state.hall.revision)
of_match = Revision("match", lambda state, command: find_match(state, command.match).revision)
of_entry = Revision("entry", lambda state, command: find_entry(state, command.entry).revision)
of_ruling = Revision("ruling", lambda state, command: find_ruling(state, command.ruling).revision)
of_appeal = Revision("appeal", lambda state, command: find_appeal(state, command.appeal).revision)


def _of_entry(state: Tournament, command: Any, context: Context) -> bool:  # noqa: ANN401 -- any command on an entry
    return acts_for(context.actor, find_entry(state, command.entry))


ENTRY = Role("the entry's player, or a member of its team", _of_entry)


def acts_for_side(state: Tournament, match: int, side: Side | None, context: Context) -> bool:
    """Whether the actor is that side of the match; never where no side is named."""
    (first, second), _ = find_match(state, match).as_played
    return side is not None and acts_for(context.actor, state.entries[first if side == "first" else second])


def _plays(state: Tournament, command: Any, context: Context) -> bool:  # noqa: ANN401 -- any command on a match
    return plays(state, context.actor, find_match(state, command.match))


SIDE = Role("a side of the match", _plays)


def named_side(field: str, name: str = "the side of the match that is named") -> Role:
    """The side of the match that the command names in this field."""
    return Role(
        name, lambda state, command, context: acts_for_side(state, command.match, getattr(command, field), context)
    )


def sides(state: Tournament, command: Any) -> Interested:  # noqa: ANN401 -- any command on a match
    """Of a command on a match, who plays it; nobody where it names none."""
    return Interested(() if command.match is None else sides_of(state, (find_match(state, command.match).number,)))
