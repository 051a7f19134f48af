"""Addresses as somebody outside types them, and as codes that a camera reads."""

from functools import lru_cache

import segno
from starlette.requests import Request

from api.http.sessions.cookies import is_plain

_BORDER = 2
_LONGEST = 400


def address_of(request: Request, path: str) -> str:
    """The whole address of a page here, by the name under which this service was asked."""
    scheme = "http" if is_plain(request) else "https"
    return f"{scheme}://{request.headers.get('host', '')}{path}"


@lru_cache(maxsize=1_000)
def _code(address: str) -> tuple[int, str]:
    code = segno.make_qr(address, error="m", boost_error=False)
    rows = [[*row] for row in code.matrix]
    squares = (
        f"M{across + _BORDER} {down + _BORDER}h1v1h-1z"
        for down, row in enumerate(rows)
        for across, is_dark in enumerate(row)
        if is_dark
    )
    return len(rows) + 2 * _BORDER, "".join(squares)


def drawn(address: str) -> dict[str, object]:
    """A code that a camera reads as that address: the side of its picture, in squares, and the path of the dark ones.
    None of it can be told by looking."""
    side, path = _code(address[:_LONGEST])
    return {"side": side, "path": path}
