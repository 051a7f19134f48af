"""How many examples of a property come to what it asserts.

A property that can end before that calls `reached()` where it asserts, and fails where fewer than `ENOUGH_PERCENT` of
its examples get there. `--hypothesis-show-statistics` shows how many did.
"""

import inspect
from collections.abc import Callable
from functools import wraps

import pytest
from hypothesis import event
from hypothesis.errors import UnsatisfiedAssumption

ENOUGH_PERCENT = 70
"""Fresh examples scatter: of a hundred of a property that nearly nine in ten come through, 79 did once."""


class Count:
    """The examples of the property that is being tried, and those that came to its assertion."""

    def __init__(self) -> None:
        self.asked = False
        self.begin(asked=False)

    def begin(self, *, asked: bool) -> None:
        """Another property; `asked` is whether it says when it comes to its assertion."""
        self.asked, self.tried, self.reached, self._latest = asked, 0, 0, 0

    def example(self) -> None:
        """Another example."""
        self.tried += 1

    def reach(self) -> None:
        """The example has come to the assertion, perhaps not for the first time."""
        if self._latest != self.tried:
            self._latest = self.tried
            self.reached += 1

    def complaint(self) -> str | None:
        """What is wrong, if anything is."""
        if not self.asked or 100 * self.reached >= ENOUGH_PERCENT * self.tried:
            return None
        return f"{self.reached} of {self.tried} examples came to the assertion; {ENOUGH_PERCENT} % are needed"


COUNT = Count()


def reached() -> None:
    """Says that the example at hand has come to the assertion."""
    COUNT.reach()
    event("came to the assertion")


def begin(item: pytest.Item) -> None:
    """Counts the examples of this test, if it is a property."""
    property_ = getattr(getattr(item, "obj", None), "hypothesis", None)
    if property_ is None:
        COUNT.begin(asked=False)
        return
    test = inspect.unwrap(property_.inner_test)
    COUNT.begin(asked=reached.__name__ in test.__code__.co_names)
    if property_.inner_test is test:
        property_.inner_test = _counted(test)


def end() -> None:
    """Fails the test that has run where too few of its examples came to the assertion."""
    complaint = COUNT.complaint()
    if complaint is not None:
        pytest.fail(complaint, pytrace=False)


def _counted(test: Callable[..., None]) -> Callable[..., None]:
    @wraps(test)
    def counted(*arguments: object, **named: object) -> None:
        COUNT.example()
        try:
            test(*arguments, **named)
        except UnsatisfiedAssumption:  # then it is no example
            COUNT.tried -= 1
            raise

    return counted
