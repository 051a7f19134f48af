"""Bringing one projection's live tables up to the end of the log, where nothing follows it."""

from contextlib import suppress

import psycopg

from projections.engine import generations
from projections.engine.garbage_collection import few_collections
from projections.engine.generations import Fenced
from projections.engine.log import Log
from projections.engine.projection import Projection, definition
from projections.engine.rebuild import renew
from projections.engine.session import Session


def catch_up(conninfo: str, log: Log, projection: type[Projection]) -> int:
    """Takes in what has come since, and returns the position then; tables of another version are made again.

    Where somebody else follows the log meanwhile, it is taken in once. Raises psycopg's errors, `Unavailable` and
    `ToldOtherwise`.
    """
    while True:
        with suppress(Fenced):
            return _caught_up(conninfo, log, projection)


def _caught_up(conninfo: str, log: Log, projection: type[Projection]) -> int:
    with few_collections(), psycopg.connect(conninfo, autocommit=True) as connection:
        live = generations.live(connection, projection)
        if live.definition != definition(projection):
            return renew(conninfo, log, projection)
        session = Session(connection, log, projection, live.generation, live.position, projection.largest_batch)
        while session.step():
            pass
        return session.position
