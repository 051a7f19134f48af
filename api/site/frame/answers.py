"""A page as an answer: its headers, packed for anyone who takes that, and 304 for anyone who has it."""

import gzip
import hashlib
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from api.http.command_requests import list_header
from api.http.etags import unchanged

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a page may do: everything it loads comes from this service, and nothing in it is run."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-cache",
    "Vary": "Accept-Encoding, Accept-Language, Authorization, Cookie",
}
OWN = {"Cache-Control": "private, no-cache"}
"""Of a page for somebody who has logged in: nobody keeps it on the way."""
_QUICKLY = 5
"""How hard it is packed: a page is made for one reader."""


def page_answer(
    request: Request, content: str, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """The page, or 304 where it is as the reader has it."""
    packs = "gzip" in request.headers.get("accept-encoding", "")
    body = content.encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}{"-gzip" if packs else ""}"'
    told = {**HEADERS, **({"ETag": tag} if status == 200 else {}), **(headers or {})}
    if status == 200 and unchanged(list_header(request, "if-none-match"), tag):
        return Response(status_code=304, headers=told)
    if packs:
        body, told["Content-Encoding"] = gzip.compress(body, _QUICKLY, mtime=0), "gzip"
    return Response(body, status, told, "text/html; charset=utf-8")
