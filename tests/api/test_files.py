"""How many connections the service takes where the system allows few files."""

import resource

import pytest

from api.asgi.server import with_files
from api.http.limits import Limits


@pytest.mark.parametrize(
    ("allowed", "connections", "of_address"),
    [(256, 192, 96), (1024, 768, 384), (4096, 3096, 1548), (20_000, 10_000, 2_000)],
)
def test_service_takes_as_many_connections_as_it_may_open_files_and_half_from_one_address(
    monkeypatch: pytest.MonkeyPatch, allowed: int, connections: int, of_address: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (min(allowed, 1024), allowed))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    limits = with_files(Limits())
    assert (limits.connections, limits.address_connections) == (connections, of_address)


def test_service_goes_on_where_the_system_allows_fewer_files_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert with_files(Limits()).connections == 192
