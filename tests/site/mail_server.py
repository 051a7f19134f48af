"""A mail server on this machine, which answers as it is told to, and keeps what it was handed."""

import socketserver
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP

from ops.mails.server import MailServer

SENDER = "club@example.org"


@dataclass
class Post:
    """What was handed over, and the codes with which the next mails are answered; 0 breaks the connection off."""

    server: MailServer
    got: list[EmailMessage] = field(default_factory=list)
    codes: deque[tuple[str, int]] = field(default_factory=deque)

    def answers(self, *codes: tuple[str, int]) -> None:
        """The next mails: at that step (`RCPT` or `DATA`) with that code."""
        self.codes.extend(codes)


@contextmanager
def post_office() -> Iterator[Post]:
    """A server, until this is left."""
    made: list[Post] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            step, code = "", 250
            while line := self.rfile.readline().decode("ascii").strip():
                word = line.partition(" ")[0].upper()
                if word == "MAIL":
                    step, code = made[0].codes.popleft() if made[0].codes else ("", 250)
                if word == "DATA":
                    self.wfile.write(b"354 go on\r\n")
                    told = b"".join(iter(self.rfile.readline, b".\r\n"))
                    if step == "DATA" and code == 0:
                        return
                    if step != "DATA":
                        made[0].got.append(message_from_bytes(told, policy=SMTP))
                answer = 221 if word == "QUIT" else code if word == step else 250
                self.wfile.write(f"{answer} told\r\n".encode())

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        made.append(Post(MailServer("127.0.0.1", server.server_address[1], begins_with_tls=False, sender=SENDER)))
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield made[0]
        finally:
            server.shutdown()
