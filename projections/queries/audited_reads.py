"""Reads by auditors, noted with each read, in a table of its own (ALL-12)."""

from collections.abc import Sequence
from datetime import UTC, datetime

from domain.kernel.ids import PersonId
from projections.queries.pages import Cursor, Page, page
from projections.queries.pool import Reader
from projections.views.noted import AuditedReadView

_NOTE = "SELECT public.scoresheet_note_read(%(key)s, %(address)s)"
_READS = """
SELECT number, key, person, personal, address, read_at FROM public.audited_reads
WHERE number > %(after)s ORDER BY number LIMIT %(limit)s
"""
_OF_PERSON = """
SELECT number, key, person, personal, address, read_at FROM public.audited_reads
WHERE address LIKE ANY (%(patterns)s::text[]) ORDER BY number DESC LIMIT 1000
"""
_FORGET = "SELECT public.scoresheet_forget()"
_RETENTION = "SELECT what, days FROM public.retention ORDER BY what"


class AuditedReadings(Reader):
    """Apart from the log: a read changes nothing in a tournament."""

    def note_read(self, key: str, address: str) -> None:
        """Notes that the key has read what is at that address."""
        self._rows(_NOTE, key=key, address=address)

    def forget(self) -> None:
        """Removes what is kept beside the log, and is older than the operator keeps it, however long that takes."""
        with self._pool.connection() as connection, connection.transaction():
            connection.execute("SET LOCAL statement_timeout = 0")
            connection.execute(_FORGET)

    def retention(self) -> Sequence[tuple[str, int | None]]:
        """For how many days what is kept; None: as long as what it belongs to."""
        return [(what, days) for what, days in self._rows(_RETENTION)]

    def audited_reads(self, after: Cursor | None = None, limit: int = 50) -> Page[AuditedReadView]:
        """The reads of auditors, in order."""
        rows = self._rows(_READS, after=after[0] if after else 0, limit=limit + 1)
        return page(rows, limit, lambda row: _view(*row), lambda row: (row[0],))

    def audited_reads_of(self, persons: Sequence[PersonId]) -> Sequence[AuditedReadView]:
        """The reads of auditors at addresses that name one of these ids, the newest first: a thousand at most."""
        patterns = [f"%{person}%" for person in persons]
        return [_view(*row) for row in self._rows(_OF_PERSON, patterns=patterns)]


def _view(
    number: int, key: str, person: str | None, personal: bool, address: str, read_at: datetime
) -> AuditedReadView:
    return AuditedReadView(
        number=number, key=key, person=person, personal=personal, address=address, read_at=read_at.astimezone(UTC)
    )
