"""Pages of other origins: those that are named may ask, by the headers that commands need, and no others may."""

import asyncio
from collections.abc import Mapping

import httpx
from fastapi import FastAPI

from api.asgi.app import create_app
from api.http.limits import Limits
from tests.api.support import unserved_app
from tests.patience import PATIENCE_SECONDS

CLUB, ELSEWHERE = "https://club.example", "https://elsewhere.example"
ALLOWED = "access-control-allow-origin"
COMMAND = "authorization,content-type,idempotency-key,if-match"


def asked(origin: str, headers: str = COMMAND, method: str = "POST") -> dict[str, str]:
    """What a browser sends before the request itself."""
    return {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": headers,
    }


def answered(app: FastAPI, method: str, path: str, headers: Mapping[str, str]) -> httpx.Response:
    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://service.example", timeout=PATIENCE_SECONDS
        ) as client:
            return await client.request(method, path, headers=headers)

    return asyncio.run(answer())


def open_to_the_club() -> FastAPI:
    return create_app(NotImplemented, Limits(origins=(CLUB,)))


def test_a_browser_is_told_that_the_clubs_pages_may_command() -> None:
    told = answered(open_to_the_club(), "OPTIONS", "/v1/persons", asked(CLUB))
    assert (told.status_code, told.headers[ALLOWED]) == (200, CLUB)
    assert told.headers["Vary"].startswith("Origin")
    assert "access-control-allow-credentials" not in told.headers
    assert {"GET", "POST"} <= set(told.headers["access-control-allow-methods"].split(", "))


def test_page_elsewhere_is_told_of_no_other_page_method_or_header() -> None:
    club = open_to_the_club()
    for headers in (asked(ELSEWHERE), asked("null"), asked(CLUB, method="DELETE"), asked(CLUB, "x-forwarded-for")):
        assert answered(club, "OPTIONS", "/v1/persons", headers).status_code == 400
    assert ALLOWED not in answered(club, "OPTIONS", "/v1/persons", asked(ELSEWHERE)).headers


def test_the_clubs_pages_read_answers_and_the_headers_to_go_on_by() -> None:
    club = open_to_the_club()
    for path, status in (("/v1/presets", 200), ("/v1/problems/unheard-of", 404)):
        told = answered(club, "GET", path, {"Origin": CLUB})
        assert (told.status_code, told.headers[ALLOWED]) == (status, CLUB)
        assert "Origin" in told.headers["Vary"]
        shown = set(told.headers["access-control-expose-headers"].split(", "))
        assert {"ETag", "Link", "Location", "Retry-After"} <= shown
    assert ALLOWED not in answered(club, "GET", "/v1/presets", {"Origin": ELSEWHERE}).headers


def test_no_page_elsewhere_may_ask_unless_it_is_set() -> None:
    assert answered(unserved_app(), "OPTIONS", "/v1/persons", asked(CLUB)).status_code == 405
    told = answered(unserved_app(), "GET", "/v1/presets", {"Origin": CLUB})
    assert not [name for name in told.headers if "access-control" in name]
