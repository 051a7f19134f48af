"""What a login that has begun must find again when it goes on, kept by the browser and closed to it."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

import orjson
from cryptography.fernet import InvalidToken
from starlette.requests import Request

from api.http.problems import LOGIN_NOT_BEGUN, Problem
from api.http.services import services_of

SECONDS = 600
"""For how long a login that has begun may go on."""


def new_challenge() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def close(request: Request, purpose: str, said: Mapping[str, str]) -> str:
    """The text for the browser."""
    begun_at = datetime.now(UTC).isoformat()
    told = orjson.dumps({**said, "purpose": purpose, "begun_at": begun_at})
    return services_of(request).login_key.opener().encrypt(told).decode()


def open_again(request: Request, text: str, *purposes: str) -> Mapping[str, str]:
    """The content that was closed for one of these purposes, `purpose` and `begun_at` beside it. Raises Problem (409)
    where it is too old or nothing of ours."""
    opener = services_of(request).login_key.opener()
    try:
        said: Mapping[str, str] = orjson.loads(opener.decrypt(text.encode(), ttl=SECONDS))
    except InvalidToken:
        raise Problem(LOGIN_NOT_BEGUN, "This login was not begun here, or more than ten minutes ago.") from None
    if said["purpose"] not in purposes:
        raise Problem(LOGIN_NOT_BEGUN, "This is not the login that was begun here.")
    return said
