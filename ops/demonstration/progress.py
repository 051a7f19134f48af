"""Progress of what is being loaded: shown in the terminal, and noted in the database for the service to tell."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from ops.database import connect
from projections.queries import loading
from projections.queries.loading import Loading

Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Shows progress, from what is counted and how much of it there is; what it gives is told how much more is done."""


def noted(owner_url: str, what: str, bar: Bar) -> Bar:
    """A bar that is also noted in the database, as progress of `what`; nothing is noted any more at its end."""

    @contextmanager
    def shown(counted: str, total: int) -> Iterator[Callable[[int], None]]:
        done = 0
        with bar(counted, total) as advance, connect(owner_url, autocommit=True) as connection:

            def go_on(more: int) -> None:
                nonlocal done
                done += more
                advance(more)
                loading.note(connection, Loading(what, done, total))

            connection.execute("SET synchronous_commit TO off")
            go_on(0)
            try:
                yield go_on
            finally:
                loading.forget(connection)

    return shown
