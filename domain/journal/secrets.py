"""The secrets of draws (ALL-2): in a table of their own, outside the log, which nothing but a draw and its reveal
reads."""

import os

from domain.journal.connections import Connections
from domain.journal.errors import Corrupt
from domain.kernel.chance import SECRET_BYTES, Commitment, commitment_to


class SealedSecrets:
    """The secrets of one database. A secret is stored before its commitment can be published; one whose command is
    refused or decided again is never used. Raises `Unavailable` where the database can't be reached."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def commit(self) -> Commitment:
        """Seals 32 bytes of the operating system's away."""
        secret = os.urandom(SECRET_BYTES)
        commitment = commitment_to(secret)
        query = "SELECT public.scoresheet_seal_secret(%b, %b)"
        self._connections.run(lambda connection: connection.execute(query, (commitment, secret)))
        return commitment

    def secret(self, commitment: Commitment) -> bytes:
        """The secret behind the commitment. Raises `Corrupt` where it is missing or another one's."""
        query = "SELECT public.scoresheet_secret(%b)"
        row = self._connections.run(lambda c: c.cursor(binary=True).execute(query, (commitment,)).fetchone())
        if row is None or row[0] is None or commitment_to(row[0]) != commitment:
            raise Corrupt(f"the secret of {commitment} is missing or another one's")
        return bytes(row[0])
