"""Refusals and their words: a closed list of problem types, each with what to do next."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Unpack

from domain.kernel.facts import Facts
from domain.kernel.replacing import replace


class Category(Enum):
    """The kind of a refusal; the HTTP interface gives each its status."""

    INVALID = "invalid"
    FORBIDDEN = "forbidden"
    UNKNOWN = "unknown"
    CONFLICT = "conflict"
    STALE = "stale"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class ProblemType:
    """One stable kind of refusal. `slug` never changes; `rule` is the rulebook id, where there is one."""

    slug: str
    category: Category
    title: str
    advice: str
    rule: str | None = None

    def under(self, rule: str) -> "ProblemType":
        """The same kind of refusal, by the rule of the case at hand, such as that of a format."""
        return replace(self, rule=rule)


@dataclass(frozen=True, slots=True)
class _Row:
    category: Category
    slug: str
    rule: str | None = None

    def says(self, title: str, advice: str) -> ProblemType:
        return ProblemType(self.slug, self.category, title, advice, self.rule)


# A row of a table of problems begins with one of these, its slug and its rule.
invalid = partial(_Row, Category.INVALID)
forbidden = partial(_Row, Category.FORBIDDEN)
unknown = partial(_Row, Category.UNKNOWN)
conflict = partial(_Row, Category.CONFLICT)
stale = partial(_Row, Category.STALE)
unseen = partial(_Row, Category.UNSEEN)


class Refused(Exception):  # noqa: N818 -- a refusal is an answer, not a fault
    """A command that can't be carried out; nothing of it was recorded.

    `detail` says in a sentence what was wrong with this command, `facts` holds the numbers and ids it speaks of.
    """

    def __init__(self, problem: ProblemType, detail: str, **facts: Unpack[Facts]) -> None:
        super().__init__(detail)
        self.problem = problem
        self.detail = detail
        self.facts = facts


_LISTED = 10


def name_list(names: Sequence[object]) -> str:
    """The first of them for a sentence, and how many more there are."""
    told = ", ".join(map(str, names[:_LISTED]))
    return told if len(names) <= _LISTED else f"{told} and {len(names) - _LISTED} more"
