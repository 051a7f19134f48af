"""A message, opened: what was sealed for the process that sends it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

import orjson

from domain.webhooks.sealing import open_secret


@dataclass(frozen=True, slots=True)
class Message:
    """A message to that address; `last` says what the `link` below the text is for, which `ends` such mails, or is one
    to log in. A browser's subscription has keys too, and its message a `page` to open."""

    id: str
    to: str
    subject: str
    text: str
    last: str
    link: str
    at: datetime
    page: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)
    ends: bool = True


def opened(id_: str, digest: bytes, address: bytes, content: bytes, key: bytes, at: datetime) -> Message | None:
    """The message; None where it was sealed for another key."""
    own, told = _opened(address, f"address {digest.hex()}", key), _opened(content, f"mail {digest.hex()}", key)
    if own is None or told is None:
        return None
    link, page = told.get("link") or f"{told['links']}/mail/{own['secret']}", told.get("page", "")
    ends = "link" not in told
    return Message(id_, own["to"], told["subject"], told["text"], told["last"], link, at, page, own, ends)


def _opened(content: bytes, name: str, key: bytes) -> Mapping[str, str] | None:
    found = open_secret(bytes(content), name, key)
    read: Mapping[str, str] | None = None if found is None else orjson.loads(found)
    return read
