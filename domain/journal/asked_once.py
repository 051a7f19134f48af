"""What a page is made of is asked for many times: within it the same question has one answer, and is one query."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar, cast

T = TypeVar("T")

_answers: ContextVar[dict[Hashable, Any] | None] = ContextVar("answers", default=None)


@contextmanager
def asked_once() -> Iterator[None]:
    """Within it `once` asks each question once. For what only reads: what is recorded meanwhile is not seen."""
    token = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(token)


def asks_once() -> bool:
    """Whether it is within `asked_once`."""
    return _answers.get() is not None


def once(question: Hashable, ask: Callable[[], T]) -> T:
    """The answer to the question, which `ask` gives, or gave before within `asked_once`."""
    answers = _answers.get()
    if answers is None:
        return ask()
    if question not in answers:
        answers[question] = ask()
    return cast("T", answers[question])
