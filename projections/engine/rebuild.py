"""Making a projection's tables again from the whole log, beside the live ones; and going back to those before."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psycopg
from psycopg import Connection, sql
from psycopg.errors import UndefinedTable

from domain.journal.errors import Unavailable
from projections.engine import generations
from projections.engine.garbage_collection import few_collections
from projections.engine.generations import Generation
from projections.engine.log import Log
from projections.engine.projection import Projection, definition
from projections.engine.session import Session


class ToldOtherwise(Unavailable):
    """A file that was published for good would change: it takes another version beside this one."""


class NothingKept(Unavailable):
    """There are no tables of this version of the program to go back to."""


Progress = Callable[[int, int], None]
"""Told the position reached and the log's, as far as it is known."""

_LOCK = "SELECT pg_advisory_lock(hashtextextended('scoresheet rebuild ' || %s, 0))"
_UNLOCK = "SELECT pg_advisory_unlock(hashtextextended('scoresheet rebuild ' || %s, 0))"


def rebuild(
    conninfo: str,
    log: Log,
    projection: type[Projection],
    progress: Progress = lambda _, __: None,
    largest_batch: int | None = None,
) -> int:
    """Fold the whole log into new tables, put them in the place of the live ones, and return their position.

    The live tables are followed and read meanwhile, and kept when they are no longer live. Two rebuilds of one
    projection go one after the other; one that is broken off leaves nothing that the next does not clear away. Raises
    psycopg's errors, `Unavailable`, and `ToldOtherwise`, which leaves the live tables as they are.
    """
    with few_collections(), _turn(conninfo, projection) as connection:
        generation = generations.begin(connection, projection)

        def on_read(position: int) -> None:
            progress(position, max(position, newest))

        newest = log.position()
        batch, reads = largest_batch or projection.largest_batch, projection.rebuild_reads
        session = Session(connection, log, projection, generation, 0, batch, reads, on_read)
        return _follow(connection, session, projection)


def switch_back(conninfo: str, log: Log, projection: type[Projection]) -> int:
    """Bring the tables that were live before up to the end of the log, put them in the place of the live ones, which
    are kept in turn, and return their position. Raises psycopg's errors, `Unavailable`, `NothingKept` and
    `ToldOtherwise`, which leave the live tables as they are."""
    with few_collections(), _turn(conninfo, projection) as connection:
        kept = generations.former(connection, projection)
        if kept is None or kept.definition != definition(projection):
            raise NothingKept("no tables of this version are kept to go back to")
        session = Session(connection, log, projection, kept.generation, kept.position, projection.largest_batch)
        session.retry()
        return _follow(connection, session, projection)


def renew(conninfo: str, log: Log, projection: type[Projection]) -> int:
    """Put tables of this version of the program in the place of another's: those kept from before, where there are
    any, or else new ones. Raises what `rebuild` raises."""
    with suppress(NothingKept):
        return switch_back(conninfo, log, projection)
    return rebuild(conninfo, log, projection)


@contextmanager
def _turn(conninfo: str, projection: type[Projection]) -> Iterator[Connection]:
    """A connection that alone makes tables of this projection, or switches to them."""
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("SET synchronous_commit TO off")
        connection.execute(_LOCK, (projection.name,))
        yield connection
        connection.execute(_UNLOCK, (projection.name,))


def _follow(connection: Connection, session: Session, projection: type[Projection]) -> int:
    former = -1
    while session.position > former:
        former = session.position
        while session.step():
            pass
        _require_unchanged(connection, session.generation, projection)
        if generations.switch(connection, session.generation, session.position):
            return session.position
    raise Unavailable(f"the tables have taken in more events than the log has up to {session.position}")


def _require_unchanged(connection: Connection, made: Generation, projection: type[Projection]) -> None:
    if projection.unchanging is None:
        return
    live = generations.live(connection, projection).generation
    query = sql.SQL(projection.unchanging)
    schemas = {"live": sql.Identifier(live.schema), "made": sql.Identifier(made.schema)}
    with suppress(UndefinedTable):  # earlier tables, of which nothing was published yet
        row = connection.execute(query.format(**schemas)).fetchone()
        if row is not None:
            raise ToldOtherwise(f"{row[0]} of the {projection.name} would be told otherwise than it was")
