"""The cookies that hold a session and a login that has begun, and which forms count as sent from a page of this
service."""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from api.http.problems import SENT_FROM_ELSEWHERE, Problem

SESSION, LOGIN = "session", "login"
_SECONDS = 7 * 24 * 3600
_OWN = ("same-origin", "none")


def is_plain(request: Request) -> bool:
    """Whether the cookie goes over plain HTTP: on this machine, or where the operator has set so."""
    return bool(request.app.state.logins.plain_http) or names_loopback(request)


def is_on_loopback(request: Request) -> bool:
    """Whether the request was sent on this machine, and not handed on by a proxy that is here."""
    return request.client is not None and _is_loopback(request.client.host) and names_loopback(request)


def names_loopback(request: Request) -> bool:
    """Whether the address that was asked for is this machine's own."""
    host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    return host == "localhost" or _is_loopback(host)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def token_in(request: Request, name: str = SESSION) -> str | None:
    """The token that the browser keeps of its session, or of a login that has begun."""
    return request.cookies.get(_name(request, name))


def keep(answer: Response, request: Request, token: str, name: str = SESSION, seconds: int = _SECONDS) -> None:
    """Has the browser keep it for so long."""
    answer.set_cookie(value=token, max_age=seconds, **_settings_of(request, name))


def drop(answer: Response, request: Request, name: str = SESSION) -> None:
    """Has the browser let go of it."""
    answer.delete_cookie(**_settings_of(request, name))


def _name(request: Request, name: str) -> str:
    return name if is_plain(request) else f"__Host-{name}"


def _settings_of(request: Request, name: str) -> Mapping[str, Any]:
    plain = is_plain(request)
    return {
        "key": _name(request, name),
        "path": "/",
        "secure": not plain,
        "httponly": True,
        "samesite": "lax",
    }


def is_lost(request: Request) -> bool:
    """Whether the browser would not keep a session: it came by plain HTTP, to an address where that is not allowed."""
    return request.headers.get("origin", "").startswith("http://") and not is_plain(request)


def require_own_page(request: Request) -> None:
    """Raises Problem (403) unless the form was sent from a page of this service, as the browser tells: by
    Sec-Fetch-Site, and where it has none, as over plain HTTP, by Origin, whose scheme counts as its host does."""
    site = request.headers.get("sec-fetch-site")
    if not (site in _OWN if site is not None else request.headers.get("origin") in _own_origins(request)):
        raise Problem(SENT_FROM_ELSEWHERE, "The browser does not say that a page of this service has sent the form.")


def _own_origins(request: Request) -> tuple[str, ...]:
    """Those of this service, as the request names it; over plain HTTP only where sessions go over it."""
    host = request.headers.get("host", "")
    return (f"https://{host}", *((f"http://{host}",) if is_plain(request) else ()))
