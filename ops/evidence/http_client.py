"""Asks other machines over HTTP, for so long and so much at most; follows no redirect."""

from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit


class NotAnsweredError(Exception):
    """Nothing answered, or nothing that is HTTP, or more than was to be read."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer; names of headers are in small letters."""

    status: int
    content: bytes
    headers: Mapping[str, str]


def require_address(url: str) -> str:
    """The address without a slash at its end. Raises `ValueError` where it is none of HTTP."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(f"{url!r} is no address that begins with http:// or https://")
    return url.rstrip("/")


_NO_HEADERS: Mapping[str, str] = {}


def ask(
    url: str, seconds: float, most_bytes: int, content: bytes | None = None, headers: Mapping[str, str] = _NO_HEADERS
) -> Answer:
    """The answer from there, to a POST where there is content, sent with those headers. Raises `NotAnsweredError`."""
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=seconds)
    try:
        connection.request(
            "GET" if content is None else "POST", parts.path or "/", content, {"User-Agent": "scoresheet", **headers}
        )
        answer = connection.getresponse()
        found = answer.read(most_bytes + 1)
    except (OSError, HTTPException) as fault:
        raise NotAnsweredError(" ".join(str(fault).split()) or type(fault).__name__) from fault
    finally:
        connection.close()
    if len(found) > most_bytes:
        raise NotAnsweredError(f"the answer has more than {most_bytes} bytes")
    return Answer(answer.status, found, {name.lower(): value for name, value in answer.getheaders()})
