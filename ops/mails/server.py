"""The server that mails are handed to."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

_PORTS = {"smtps": 465, "smtp": 587}


@dataclass(frozen=True)
class MailServer:
    """Where it is, whether the connection begins with TLS, and how this service logs in there; `sender` is the address
    that mails come from."""

    host: str
    port: int
    begins_with_tls: bool
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = ""


def server_at(address: str, user: str = "", password: str = "", sender: str = "") -> MailServer:
    """The server at `smtps://host:port` or `smtp://host:port`. Raises ValueError."""
    parts = urlsplit(address)
    is_whole = parts.hostname and not (parts.path or parts.query or parts.fragment or parts.username)
    if parts.scheme not in _PORTS or not is_whole or parts.hostname is None:
        raise ValueError(f"{address!r} is no mail server; write smtps://mail.example:465 or smtp://mail.example:587")
    port = parts.port or _PORTS[parts.scheme]
    return MailServer(parts.hostname, port, parts.scheme == "smtps", user, password, sender)
