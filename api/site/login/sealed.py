"""What a login that has begun must find again when it goes on, kept by the browser and closed to it."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

import orjson
from cryptography.fernet import Fernet, InvalidToken

from api.http.problems import LOGIN_NOT_BEGUN, Problem

SECONDS = 600
"""For how long a login that has begun may go on."""

_OPENER = Fernet(Fernet.generate_key())
"""One process answers all logins; anyone who has begun one while it is started again begins again."""


def new_challenge() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def close(purpose: str, said: Mapping[str, str]) -> str:
    """The text for the browser."""
    begun_at = datetime.now(UTC).isoformat()
    return _OPENER.encrypt(orjson.dumps({**said, "purpose": purpose, "begun_at": begun_at})).decode()


def open_again(text: str, *purposes: str) -> Mapping[str, str]:
    """What was closed for one of these purposes, `purpose` and `begun_at` beside it. Raises Problem (409) where it is
    too old or nothing of ours."""
    try:
        said: Mapping[str, str] = orjson.loads(_OPENER.decrypt(text.encode(), ttl=SECONDS))
    except InvalidToken:
        raise Problem(LOGIN_NOT_BEGUN, "This login was not begun here, or more than ten minutes ago.") from None
    if said["purpose"] not in purposes:
        raise Problem(LOGIN_NOT_BEGUN, "This is not the login that was begun here.")
    return said
