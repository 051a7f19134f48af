"""The files that pages load, as they are served."""

from typing import Annotated

from fastapi import Path
from starlette.requests import Request
from starlette.responses import Response

from api.http.problems import ROUTE_UNKNOWN, Problem
from api.http.responses import FOR_EVER
from api.site.frame.assets import assets
from api.site.frame.routing import new_pages

router = new_pages()


@router.get("/static/{digest}/{name}")
async def read_asset(
    request: Request,
    digest: Annotated[str, Path(max_length=64)],
    name: Annotated[str, Path(max_length=64)],
) -> Response:
    """A file by its content's digest: what is there never changes."""
    found = assets().get(name)
    if found is None or found.digest != digest:
        raise Problem(ROUTE_UNKNOWN, "There is no such file.")
    packs = "gzip" in request.headers.get("accept-encoding", "")
    headers = {**FOR_EVER, "Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if packs else {})}
    return Response(found.packed if packs else found.content, 200, headers, found.media_type)
