"""A club's journal and what readers are shown of it, in a database of the test's own."""

from collections.abc import Iterator

import pytest
from psycopg_pool import ConnectionPool

from domain.journal.journal import Journal
from projections.queries.queries import Readings
from tests.projections.support import Club, opened


@pytest.fixture
def journal(database_url: str) -> Iterator[Journal]:
    with opened(database_url) as journal:
        yield journal


@pytest.fixture
def club(journal: Journal) -> Club:
    return Club(journal)


@pytest.fixture
def readings(database_url: str) -> Iterator[Readings]:
    with ConnectionPool(database_url, min_size=1, max_size=4, open=True) as pool:
        readings = Readings(pool)
        yield readings
        readings.close()
