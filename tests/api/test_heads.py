"""HEAD is answered as GET is, without the content."""

import pytest

from tests.api.support import Season, Service


@pytest.mark.parametrize(
    "path", ["", "/entries", "/standings", "/rounds", "/history?limit=1", "/nowhere", "/entries/99"]
)
def test_head_tells_what_get_tells_and_shows_nothing(played: Season, path: str) -> None:
    client = played.director
    address = f"{played.path}{path}"
    got = client.get(address)
    told = client.http.head(address, headers=client.headers())
    assert told.status_code == got.status_code
    assert told.content == b""
    same = ("Content-Type", "Content-Length", "ETag", "Link", "Scoresheet-Position", "X-Content-Type-Options")
    assert {name: told.headers.get(name) for name in same} == {name: got.headers.get(name) for name in same}


def test_head_needs_the_key_that_get_needs(service: Service, played: Season) -> None:
    assert service.http.head(f"{played.path}/settlements").status_code == 401
    assert service.http.head("/v1/persons").status_code == 401


def test_nothing_is_carried_out_by_head(service: Service, played: Season) -> None:
    answer = service.http.head(f"{played.path}/completion", headers=played.director.headers())
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert played.director.read(played.path)["status"] == "started"


def test_every_read_says_that_head_may(service: Service, played: Season) -> None:
    assert service.http.delete(f"{played.path}/standings").headers["Allow"] == "GET, HEAD"
