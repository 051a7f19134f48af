"""A club's journal and what readers are shown of it, in a database of the test's own."""

from collections.abc import Iterator

import pytest
from psycopg_pool import ConnectionPool

from domain.journal.journal import Journal
from ops.database import DatabaseUrls
from projections.queries.queries import Readings
from tests.projections.support import Club, follow, opened


@pytest.fixture
def database_url(database: DatabaseUrls) -> str:
    """The address of the test's own database, as the projections see it."""
    return database.projections


@pytest.fixture
def journal(database: DatabaseUrls) -> Iterator[Journal]:
    with opened(database.service) as journal:
        yield journal


@pytest.fixture
def club(journal: Journal) -> Club:
    return Club(journal)


@pytest.fixture
def followed(club: Club, database_url: str) -> Club:
    """Two who have met once, with all tables level."""
    club.register(1, 2)
    club.begin(1, 1, 2)
    club.play(1, (1, 2, 5, 0))
    follow(database_url, club.journal)
    return club


@pytest.fixture
def readings(database: DatabaseUrls) -> Iterator[Readings]:
    with ConnectionPool(database.service, min_size=1, max_size=4, open=True) as pool:
        readings = Readings(pool)
        yield readings
        readings.close()
