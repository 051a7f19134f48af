"""Progress bars, on standard error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def bars() -> Progress:
    """How all bars look."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True))


@contextmanager
def progress_bar(counted: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar for `total` of what is counted; the function it gives is told how much more is done."""
    with bars() as shown:
        task = shown.add_task(counted, total=total)
        yield lambda done: shown.advance(task, done)
