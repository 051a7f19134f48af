"""Accounts of the numbers in a table (SWI-11)."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel.values import Value


class Part(Value):
    """One part of a total. `label` is the format's own word for it; `round` is the stage's, where it has one; `match`
    and `opponent` where it comes from a match, `inherited` where it is carried over from before. `number` is the name
    of the opponent's number that it is, where it is one."""

    label: str
    value: int
    round: int | None = None
    match: int | None = None
    opponent: int | None = None
    kind: Literal["real", "virtual", "inherited"] = "real"
    number: str | None = None


class Account(Value):
    """A number of an entry's line, by the name it has in the table, and the parts that add up to it."""

    name: str
    total: int
    parts: tuple[Part, ...]


def account(name: str, parts: Iterable[Part]) -> Account:
    """The number of that name, and what adds up to it."""
    told = tuple(parts)
    return Account(name=name, total=sum(part.value for part in told), parts=told)
