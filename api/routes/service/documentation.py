"""The OpenAPI and AsyncAPI documents, pages that show them, and the guides: made here, and nothing is fetched from
anywhere else."""

import gzip
import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Generic, NamedTuple, TypeVar

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
from api.pages.documentation import documentation_page, operation_pages, policy, schema_pages, schemas_page
from api.pages.guides import guide_page, guides

router = new_router("documentation", prefix="")

T = TypeVar("T")


class Documents(NamedTuple, Generic[T]):
    """Something of each of the two documents: its text, or its file."""

    openapi: T
    asyncapi: T


@router.get("/openapi.json", include_in_schema=False)
def openapi(request: Request) -> Response:
    """The OpenAPI document, compact."""
    return _compressed_answer(request, _documents(request).openapi, "application/json")


@router.get("/asyncapi.json", include_in_schema=False)
def asyncapi(request: Request) -> Response:
    """The AsyncAPI document of the feeds, compact."""
    return _compressed_answer(request, _documents(request).asyncapi, "application/json")


@router.get("/docs", include_in_schema=False)
def docs(request: Request) -> Response:
    """The documentation as a page."""
    return _compressed_answer(request, _docs(_documents(request).openapi), "text/html; charset=utf-8")


@router.get("/docs/operations/{group}", include_in_schema=False)
def operations(request: Request, group: Annotated[parameters.SlugText, InPath(description="The group.")]) -> Response:
    """The operations of a group as a page."""
    pages = _operations(_documents(request).openapi)
    if group not in pages:
        raise Problem(ROUTE_UNKNOWN, f"There is no group {group}; there are: {', '.join(pages)}.")
    return _compressed_answer(request, pages[group], "text/html; charset=utf-8")


@router.get("/docs/schemas", include_in_schema=False)
def schemas(request: Request) -> Response:
    """The names of the schemas of bodies and answers as a page."""
    return _compressed_answer(request, _schemas(_documents(request).openapi), "text/html; charset=utf-8")


@router.get("/docs/schemas/{name}", include_in_schema=False)
def schema(
    request: Request, name: Annotated[str, InPath(description="The schema's name.", pattern=r"^\w{1,100}$")]
) -> Response:
    """The schema of a body or an answer as a page."""
    pages = _schema_pages(_documents(request).openapi)
    if name not in pages:
        raise Problem(ROUTE_UNKNOWN, f"There is no schema {name}; /docs/schemas lists those there are.")
    return _compressed_answer(request, pages[name], "text/html; charset=utf-8")


@router.get("/docs/guides/{guide}", include_in_schema=False)
def guide(guide: Annotated[parameters.SlugText, InPath(description="The guide's word.")]) -> Response:
    """A guide as a page."""
    found = guides().get(guide)
    if found is None:
        raise Problem(ROUTE_UNKNOWN, f"There is no guide {guide}; there are: {', '.join(guides())}.")
    return HTMLResponse(guide_page(found), headers={"Content-Security-Policy": policy()})


def _documents(request: Request) -> Documents[bytes]:
    found: Documents[bytes] = request.app.state.documents()
    return found


@cache
def _docs(document: bytes) -> bytes:
    return documentation_page(orjson.loads(document)).encode()


@cache
def _operations(document: bytes) -> Mapping[str, bytes]:
    return {group: page.encode() for group, page in operation_pages(orjson.loads(document)).items()}


@cache
def _schemas(document: bytes) -> bytes:
    return schemas_page(orjson.loads(document)).encode()


@cache
def _schema_pages(document: bytes) -> Mapping[str, bytes]:
    return {name: page.encode() for name, page in schema_pages(orjson.loads(document)).items()}


@cache
def _pack(content: bytes) -> tuple[str, bytes]:
    """The digest of a document, and it compressed; done once."""
    return hashlib.sha256(content).hexdigest(), gzip.compress(content, mtime=0)


def _compressed_answer(request: Request, content: bytes, media_type: str) -> Response:
    """The document, compressed for anyone who takes that."""
    digest, packed = _pack(content)
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
    return Response(packed if takes else content, media_type=media_type, headers=headers)
