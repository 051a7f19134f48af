"""A service per file; tests in it keep to tournaments and persons of their own."""

from collections.abc import Iterator

import pytest

from ops.database import DatabaseUrls
from tests.api.support import Client, Season, Service, running_service, season


@pytest.fixture(scope="module")
def service(module_database: DatabaseUrls) -> Iterator[Service]:
    told: list[str] = []
    with running_service(module_database, told) as running:
        yield running
    assert told == []


@pytest.fixture
def played(service: Service) -> Season:
    """A started season with four players."""
    return season(service)


@pytest.fixture
def anonymous(service: Service) -> Client:
    return service.client()
