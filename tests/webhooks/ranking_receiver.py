"""A receiver that keeps a ranking in SQLite of what comes, in a process of its own that can be killed.

    python -m tests.webhooks.ranking_receiver FILE DESCRIPTOR SECRET SECONDS

It listens on an inherited socket, where deliveries wait while it is killed and started again, and takes so many seconds
for each batch.
"""

import socket
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook

from ops.examples.ranking_follower import Batch, Ranking


def main(file: str, descriptor: str, secret: str, seconds: str) -> None:
    """Until it is killed."""
    with sqlite3.connect(file) as connection:
        ranking = Ranking(connection)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                named = {name.lower(): value for name, value in self.headers.items()}
                entries = Webhook(secret).verify(body, named)
                time.sleep(float(seconds))
                ranking.take(Batch(entries, named["webhook-id"]))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing is said."""

        server = HTTPServer(("127.0.0.1", 0), Handler, bind_and_activate=False)
        server.socket.close()
        server.socket = socket.socket(fileno=int(descriptor))
        server.serve_forever(0.02)


if __name__ == "__main__":
    main(*sys.argv[1:])
