"""One mail handed to the server, step by step, so that it is known whether it may have arrived."""

import smtplib
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from ipaddress import ip_address
from typing import ClassVar

from ops.mails.handing import Handed
from ops.mails.server import MailServer
from ops.mails.text import Message

TIMEOUT_SECONDS = 20.0
_PERMANENT, _ACCEPTED = 500, 250


class _RefusedError(Exception):
    def __init__(self, step: str, code: int) -> None:
        super().__init__(f"{step}: {code}")
        self.code = code


class Sender:
    """Hands mails to a server over one connection, for as long as that holds."""

    way: ClassVar[str] = "mail"

    def __init__(self, server: MailServer, context: Callable[[], ssl.SSLContext] = ssl.create_default_context) -> None:
        self._server, self._context = server, context
        self._open: smtplib.SMTP | None = None

    def send(self, mail: Message) -> Handed:
        """Hands it over, once."""
        content, is_on_its_way = message_of(mail, self._server.sender).as_bytes(policy=SMTP), False
        try:
            connection = self._connection()
            _step("sender", connection.mail(self._server.sender))
            _step("address", connection.rcpt(mail.to))
            is_on_its_way = True
            _step("mail", connection.data(content))
        except _RefusedError as refused:
            self.close()
            return Handed("refused" if refused.code >= _PERMANENT else "again", str(refused))
        except smtplib.SMTPDataError as refused:
            self.close()
            return Handed("refused" if refused.smtp_code >= _PERMANENT else "again", f"mail: {refused.smtp_code}")
        except (OSError, smtplib.SMTPException) as fault:
            self.close()
            return Handed("unclear" if is_on_its_way else "again", type(fault).__name__)
        return Handed("sent", str(_ACCEPTED))

    def close(self) -> None:
        """Lets go of the connection."""
        if self._open is not None:
            with suppress(OSError, smtplib.SMTPException):
                self._open.quit()
            self._open = None

    def _connection(self) -> smtplib.SMTP:
        if self._open is None:
            self._open = self._opened()
        return self._open

    def _opened(self) -> smtplib.SMTP:
        """Raises OSError and SMTPException."""
        server = self._server
        if server.begins_with_tls:
            found: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, timeout=TIMEOUT_SECONDS, context=self._context()
            )
        else:
            found = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT_SECONDS)
            found.ehlo_or_helo_if_needed()
            if found.has_extn("starttls") or not _is_here(server.host):
                found.starttls(context=self._context())
        found.ehlo_or_helo_if_needed()
        if server.user:
            found.login(server.user, server.password)
        return found


def _is_here(host: str) -> bool:
    """Whether the host is this machine."""
    try:
        return ip_address(socket.gethostbyname(host)).is_loopback
    except (OSError, ValueError):
        return False


def _step(name: str, answer: tuple[int, bytes]) -> None:
    if not _ACCEPTED <= answer[0] <= _ACCEPTED + 1:
        raise _RefusedError(name, answer[0])


def message_of(mail: Message, sender: str) -> EmailMessage:
    """The mail as it is sent. Programs that show mail offer to end those about matches with one click (RFC 8058)."""
    made = EmailMessage(policy=SMTP)
    made["From"], made["To"], made["Subject"] = sender, mail.to, mail.subject
    made["Date"] = format_datetime(mail.at)
    made["Message-ID"] = f"<{mail.id}@{sender.rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    if mail.ends:
        made["List-Unsubscribe"] = f"<{mail.link}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content(f"{mail.text}\n\n{mail.last}\n{mail.link}\n", cte="quoted-printable")
    return made
