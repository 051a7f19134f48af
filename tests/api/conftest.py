"""A service per file; tests in it keep to tournaments and persons of their own. Whatever a test is refused is held
against the kinds of problems that the API's document lists for the operation."""

from collections.abc import Iterator

import httpx
import pytest

from api.http.problems import MEDIA_TYPE
from ops.database import DatabaseUrls
from tests.api.support import Client, Season, Service, routes, running_service, season
from tests.api.visible import require_listed


@pytest.fixture(scope="module")
def service(module_database: DatabaseUrls) -> Iterator[Service]:
    told: list[str] = []
    with running_service(module_database, told) as running:
        yield running
    assert told == []


@pytest.fixture(autouse=True)
def _refusals_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    handle = httpx.HTTPTransport.handle_request

    def handled(transport: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
        answer = handle(transport, request)
        if answer.headers.get("Content-Type") == MEDIA_TYPE and request.url.path.startswith("/v1/"):
            _require_listed(request, answer)
        return answer

    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", handled)


def _require_listed(request: httpx.Request, answer: httpx.Response) -> None:
    """Of an address with several operations, the one that is meant is found as the service finds it."""
    answer.read()
    for route in routes():
        if (
            request.method in (route.methods or ())
            and route.include_in_schema
            and route.path_regex.match(request.url.path)
        ):
            require_listed(f"{request.method} {route.path_format}", answer.json())
            return


@pytest.fixture
def played(service: Service) -> Season:
    """A started season with four players."""
    return season(service)


@pytest.fixture
def anonymous(service: Service) -> Client:
    return service.client()
