"""What is being loaded beside the running service, and how far that is: for readiness to tell."""

from dataclasses import dataclass

from psycopg import Connection

from projections.queries.pool import Reader

_NOTE = """
INSERT INTO public.loading (what, done, total) VALUES (%s, %s, %s)
ON CONFLICT (what) DO UPDATE SET done = excluded.done, total = excluded.total
"""


@dataclass(frozen=True, slots=True)
class Loading:
    """`done` of `total` are loaded of `what`."""

    what: str
    done: int
    total: int


class LoadingReadings(Reader):
    """The reads of what is being loaded."""

    def loading(self) -> list[Loading]:
        """Everything that is, by name."""
        return [Loading(*row) for row in self._rows("SELECT what, done, total FROM public.loading ORDER BY what")]


def note(connection: Connection, loading: Loading) -> None:
    """Tells how far it is."""
    connection.execute(_NOTE, (loading.what, loading.done, loading.total))


def forget(connection: Connection) -> None:
    """Nothing is being loaded, or any more."""
    connection.execute("DELETE FROM public.loading")


def position(connection: Connection) -> int:
    """The log's newest position; 0 where it is empty."""
    row = connection.execute("SELECT coalesce(max(position), 0) FROM public.events").fetchone()
    return 0 if row is None else int(row[0])


def is_followed_to(connection: Connection, there: int) -> bool:
    """Whether every read model has come to that position."""
    lag = "SELECT FROM public.projections WHERE is_live AND position < %s LIMIT 1"
    return connection.execute(lag, (there,)).fetchone() is None
