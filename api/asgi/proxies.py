"""Whose a request is that comes through a proxy: what the header says in which the proxies that are believed tell it.

Each proxy adds who has sent it the request, so the list is read from its end: the last address that is no proxy of ours
counts, and nothing before it, which its sender may have made up. Where that is no address the proxy's own counts.
"""

import re
from collections.abc import Iterator
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.http.limits import Limits

FORWARDED = "forwarded"
"""The header with a form of its own (RFC 7239); every other one is a list of addresses."""

_WORD = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_PAIR = re.compile(rf'[ \t]*({_WORD})=({_WORD}|"(?:[^"\\]|\\.)*")[ \t]*')
_ELEMENT = re.compile(r'(?:[^",]|"(?:[^"\\]|\\.)*")*')
_NODE = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<four>[0-9.]+))(?::[0-9]{1,5})?|(?P<bare>[0-9A-Fa-f:.]+)")


class BehindProxies:
    """Hands each request to `app` as from anyone who has sent it; plain ASGI."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._limits.proxies and scope.get("client"):
            host, port = scope["client"]
            sender = client_address(host, Headers(scope=scope), self._limits)
            scope["client"] = (sender, port if sender == host else 0)
        await self._app(scope, receive, send)


def client_address(peer: str, headers: Headers, limits: Limits) -> str:
    """The address of anyone who has sent a request that came from `peer`."""
    if not limits.trusts(peer):
        return peer
    for host in _addresses_in(headers, limits.proxy_header.lower()):
        if host is None:
            break
        if not limits.trusts(host):
            return host
    return peer


def _addresses_in(headers: Headers, name: str) -> Iterator[str | None]:
    """The addresses in the header from the last one on; None for what is no address, or can't be read."""
    said = ", ".join(headers.getlist(name))
    elements = _elements(said) if name == FORWARDED else said.split(",")
    for element in reversed(elements):
        yield _node(_sender(element) if name == FORWARDED else element.strip(" \t"))


def _elements(said: str) -> list[str]:
    """The parts between commas, of which quoted ones are none; one that can't be read where a quote is not closed."""
    found, at = [], 0
    while True:
        element = _ELEMENT.match(said, at)
        end = at if element is None else element.end()
        found.append(said[at:end])
        if end == len(said):
            return found
        if said[end] != ",":
            return [*found, ""]
        at = end + 1


def _sender(element: str) -> str:
    """The text under `for` in an element of Forwarded; nothing where it can't be read, or is there twice."""
    pairs = [_PAIR.fullmatch(pair) for pair in element.split(";")]
    senders = [pair[2] for pair in pairs if pair is not None and pair[1].lower() == "for"]
    if None in pairs or len(senders) != 1:
        return ""
    return re.sub(r"\\(.)", r"\1", senders[0][1:-1]) if senders[0].startswith('"') else senders[0]


def _node(said: str) -> str | None:
    """The address without its port; None where it is none, such as `unknown` or a name that hides it."""
    found = _NODE.fullmatch(said)
    try:
        return None if found is None else str(ip_address(found["six"] or found["four"] or found["bare"]))
    except ValueError:
        return None
