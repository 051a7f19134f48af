"""Projections for as long as a command needs them: followed here, unless a running service does it already."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from psycopg import Connection
from psycopg_pool import ConnectionPool

from ops.database import DatabaseUrls
from projections.engine.log import open_log
from projections.engine.runner import Runner
from projections.queries.queries import Readings
from projections.registry.catalogue import PROJECTIONS


@contextmanager
def followed(urls: DatabaseUrls, report: Callable[[str], None]) -> Iterator[Readings]:
    """What is read of the projections, while runners in this process lead or stand by; they stop at the end.

    `report` is told in a line what goes wrong.
    """
    pool: ConnectionPool[Connection[tuple[Any, ...]]] = ConnectionPool(
        urls.service, kwargs={"autocommit": True}, min_size=1, max_size=3, open=True, name="readings"
    )
    with pool, closing(Readings(pool)) as readings, closing(open_log(urls.projections)) as log:
        stop = threading.Event()
        urls_of = {name: urls.of_projection(name) for name in PROJECTIONS}
        runners = [Runner(urls_of[name], log, PROJECTIONS[name], stop, report) for name in PROJECTIONS]
        threads = [threading.Thread(target=runner.run, name="projection", daemon=True) for runner in runners]
        for thread in threads:
            thread.start()
        try:
            yield readings
        finally:
            stop.set()
            for thread in threads:
                thread.join()
