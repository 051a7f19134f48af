"""Progress bars, on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_STEPS = 1_000
"""How often a bar moves: nobody sees it move for each event."""


def bars() -> Progress:
    """The look of all bars."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True))


@contextmanager
def progress_bar(counted: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar for `total` of what is counted; the function it gives is told how much more is done."""
    with bars() as shown, _moving(shown, counted, total) as advance:
        yield advance


@contextmanager
def saying_and_bar(counted: str, total: int) -> Iterator[tuple[Callable[[str], None], Callable[[int], None]]]:
    """The same, on a terminal alone, and before it what prints a line: above the bar where both are seen on one."""
    bar = bars()
    bar.disable = not bar.console.is_terminal
    is_above = not bar.disable and sys.stdout.isatty()
    say = partial(bar.console.print, markup=False, highlight=False, soft_wrap=True) if is_above else typer.echo
    with bar as shown, _moving(shown, counted, total) as advance:
        yield say, advance


@contextmanager
def _moving(shown: Progress, counted: str, total: int) -> Iterator[Callable[[int], None]]:
    task, waiting = shown.add_task(counted, total=total), 0

    def advance(done: int) -> None:
        nonlocal waiting
        waiting += done
        if waiting * _STEPS >= total:
            shown.advance(task, waiting)
            waiting = 0

    yield advance
    shown.advance(task, waiting)
