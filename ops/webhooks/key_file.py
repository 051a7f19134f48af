"""The key that opens the secrets of webhooks, in a file outside the database: anyone who has a copy of that alone signs
nothing."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psycopg

from domain.webhooks.sealing import PRIVATE_KEY_BYTES, public_key_of
from ops.errors import WebhookKeyError
from ops.evidence.file_beside import written_beside
from ops.pushes.keys import shown_key

_WRITE = """
INSERT INTO public.webhook_settings (public_key, named_origins, mail_links, push_key)
    VALUES (%(key)s, %(origins)s, %(links)s, %(push)s)
ON CONFLICT (is_only) DO UPDATE
    SET public_key = %(key)s, named_origins = %(origins)s, mail_links = %(links)s, push_key = %(push)s
"""


def read_key(file: Path) -> bytes:
    """The private key, made where there is none yet. Raises WebhookKeyError."""
    place = file.expanduser().absolute()
    try:
        if not place.exists():
            _make(place)
        key = bytes.fromhex(place.read_text("ascii").strip())
    except OSError as error:
        raise WebhookKeyError(f"the file {place} can't be used: {error.strerror}") from error
    except ValueError as error:
        raise WebhookKeyError(f"{place} holds no key") from error
    if len(key) != PRIVATE_KEY_BYTES:
        raise WebhookKeyError(f"{place} holds no key")
    return key


def _make(place: Path) -> None:
    """Of two that start at once, both find the one key that was there first."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with (
        written_beside(place, f"{os.urandom(PRIVATE_KEY_BYTES).hex()}\n".encode()) as made,
        suppress(FileExistsError),
    ):
        place.hardlink_to(made)


def write_webhook_settings(
    connection: psycopg.Connection,
    key: bytes,
    named_origins: Sequence[str],
    mail_links: str = "",
    *,
    sends_pushes: bool = False,
) -> None:
    """Writes down what secrets are sealed with, which receivers may be of any kind, where links in mails to players
    lead, "" where no mail is sent, and the key that browsers subscribe with. `connection` is the owner's."""
    push = shown_key(key) if sends_pushes else b""
    told = {"key": public_key_of(key), "origins": list(named_origins), "links": mail_links, "push": push}
    connection.execute(_WRITE, told)
