"""Commands on a tournament's report (TD-19)."""

from domain.kernel.values import Digest, GivenName, Reason
from domain.tournament.command import Command


class FileReport(Command):
    """Record that the report was filed (TD-19)

    By the staff, once the tournament has ended. The digest is that of the report which was read and filed: where it
    tells something else by now, this is refused. A report is owed again where a correction changes what it tells.
    The digest of the report as its sender has read and filed it, and where the federation finds it.
    """

    digest: Digest
    reference: GivenName
    note: Reason | None = None
