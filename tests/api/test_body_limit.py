"""A body is taken up to its limit, whether its length was declared or it comes in pieces."""

import anyio
import pytest
from starlette.requests import Request

from api.http.bodies import read_body
from api.http.problems import Problem

LIMIT = 10


def read(*pieces: bytes, declared: str | None = None) -> bytes:
    """What is read of a body that comes in these pieces."""
    left = [{"type": "http.request", "body": one, "more_body": True} for one in pieces]
    left.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive() -> dict[str, object]:
        return left.pop(0)

    headers = [] if declared is None else [(b"content-length", declared.encode())]
    request = Request({"type": "http", "method": "POST", "headers": headers}, receive)
    return anyio.run(read_body, request, LIMIT)


def test_body_at_its_limit_is_taken() -> None:
    assert read(b"x" * LIMIT, declared=str(LIMIT)) == read(b"x" * 5, b"x" * 5) == b"x" * LIMIT


@pytest.mark.parametrize(
    ("pieces", "declared"), [((), str(LIMIT + 1)), ((b"x" * (LIMIT + 1),), None), ((b"x" * 6, b"x" * 5), None)]
)
def test_body_beyond_its_limit_is_refused(pieces: tuple[bytes, ...], declared: str | None) -> None:
    with pytest.raises(Problem) as found:
        read(*pieces, declared=declared)
    assert found.value.kind.slug == "body-too-large"
