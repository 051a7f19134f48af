"""Progress bars, on standard error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(counted: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar for `total` of what is counted; the function it gives is told how much more is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bars:
        task = bars.add_task(counted, total=total)
        yield lambda done: bars.advance(task, done)
