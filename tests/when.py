"""What was asked of a desk, and what came of it: how a test's story ends, wherever it began."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from domain.kernel.envelope import Event
from domain.kernel.refusal import ProblemType, Refused


class Tabled(Protocol):
    """A desk that has a table."""

    def table(self) -> Sequence[str]:
        """The lines of the table."""


AnyDesk = TypeVar("AnyDesk")
AnyTabled = TypeVar("AnyTabled", bound=Tabled)


@dataclass(frozen=True)
class When(Generic[AnyDesk]):
    """The desk after it was asked, and what came of it."""

    desk: AnyDesk
    events: tuple[Event, ...]
    refusal: Refused | None

    def then(self, *expected: Event) -> "When[AnyDesk]":
        """These events have happened, and no others; with no event: the command is carried out, whatever it makes."""
        assert self.refusal is None, self.refusal
        assert not expected or self.events == expected
        return self

    def refused(self, problem: str | ProblemType, says: str = "", **facts: object) -> "When[AnyDesk]":
        """It was refused with this problem, or the one called so, with these words, and these facts among others."""
        assert self.refusal is not None, self.events
        assert problem in (self.refusal.problem, self.refusal.problem.slug)
        assert says in self.refusal.detail
        assert {name: self.refusal.facts.get(name) for name in facts} == facts
        return self

    def changes(self: "When[AnyTabled]", *table: str) -> "When[AnyTabled]":
        """The table then has these lines, as the desk's `table` writes them."""
        assert self.desk.table() == list(table)
        return self


def ask(desk: AnyDesk, act: Callable[[], object]) -> When[AnyDesk]:
    """What comes of an act on a desk that nobody goes on with: the events that it returns, or the refusal it raises."""
    try:
        done = act()
    except Refused as refusal:
        return When(desk, (), refusal)
    return When(desk, done if isinstance(done, tuple) else (), None)
