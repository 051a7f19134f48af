"""The OpenAPI and AsyncAPI documents, pages that show them, and the guides: made here, and nothing is fetched from
anywhere else."""

import gzip
import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated

import orjson
from fastapi import Path as InPath
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from api.http import parameters
from api.http.command_requests import list_header
from api.http.etags import unchanged
from api.http.problems import ROUTE_UNKNOWN, Problem
from api.http.responses import not_modified
from api.http.routing import new_router
from api.pages.documentation import documentation_page, policy, schemas_page
from api.pages.guides import guide_page, guides

router = new_router("documentation", prefix="")

OPENAPI_FILE = Path(__file__).parents[2] / "openapi.json"
ASYNCAPI_FILE = OPENAPI_FILE.with_name("asyncapi.json")


@router.get("/openapi.json", include_in_schema=False)
def openapi(request: Request) -> Response:
    """The OpenAPI document as it is committed, compact."""
    return _compressed(request, openapi_document, "application/json")


@router.get("/asyncapi.json", include_in_schema=False)
def asyncapi(request: Request) -> Response:
    """The AsyncAPI document of the feeds as it is committed, compact."""
    return _compressed(request, asyncapi_document, "application/json")


@router.get("/docs", include_in_schema=False)
def docs(request: Request) -> Response:
    """The documentation as a page."""
    return _compressed(request, _docs, "text/html; charset=utf-8")


@router.get("/docs/schemas", include_in_schema=False)
def schemas(request: Request) -> Response:
    """The schemas of bodies and answers as a page."""
    return _compressed(request, _schemas, "text/html; charset=utf-8")


@router.get("/docs/guides/{guide}", include_in_schema=False)
def guide(guide: Annotated[parameters.SlugText, InPath(description="The guide's word.")]) -> Response:
    """A guide as a page."""
    found = guides().get(guide)
    if found is None:
        raise Problem(ROUTE_UNKNOWN, f"There is no guide {guide}; there are: {', '.join(guides())}.")
    return HTMLResponse(guide_page(found), headers={"Content-Security-Policy": policy()})


@cache
def openapi_document() -> bytes:
    """The OpenAPI document as it is committed, compact; read once."""
    return orjson.dumps(orjson.loads(OPENAPI_FILE.read_bytes()))


@cache
def asyncapi_document() -> bytes:
    """The AsyncAPI document likewise."""
    return orjson.dumps(orjson.loads(ASYNCAPI_FILE.read_bytes()))


@cache
def _docs() -> bytes:
    return documentation_page(orjson.loads(openapi_document())).encode()


@cache
def _schemas() -> bytes:
    return schemas_page(orjson.loads(openapi_document())).encode()


@cache
def _packed(document: Callable[[], bytes]) -> tuple[str, bytes]:
    """The digest of a document, and it compressed; done once."""
    content = document()
    return hashlib.sha256(content).hexdigest(), gzip.compress(content, mtime=0)


def _compressed(request: Request, document: Callable[[], bytes], media_type: str) -> Response:
    """The document, compressed for whoever takes that."""
    digest, packed = _packed(document)
    takes = "gzip" in request.headers.get("accept-encoding", "")
    headers = {
        "ETag": f'"{digest[:32]}{"-gzip" if takes else ""}"',
        "Vary": "Accept-Encoding",
        "Cache-Control": "no-cache",
    }
    if media_type.startswith("text/html"):
        headers["Content-Security-Policy"] = policy()
    if unchanged(list_header(request, "if-none-match"), headers["ETag"]):
        return not_modified(headers)
    if takes:
        headers["Content-Encoding"] = "gzip"
    return Response(packed if takes else document(), media_type=media_type, headers=headers)
