"""A journal over a database of the test's own."""

from collections.abc import Iterator

import pytest

from domain.journal.journal import Journal
from tests.journal.support import open_journal


@pytest.fixture
def journal(database_url: str) -> Iterator[Journal]:
    opened = open_journal(database_url)
    yield opened
    opened.close()


@pytest.fixture
def other(database_url: str) -> Iterator[Journal]:
    """Another process's journal on the same database, as far as the database can tell."""
    opened = open_journal(database_url)
    yield opened
    opened.close()
