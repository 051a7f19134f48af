"""What can be asked of a tournament's report (TD-19)."""

from domain.kernel.values import Name, Reason, Value
from domain.tournament.lifecycle.commands import Command, Digest


class Filing(Value):
    """The digest of the report as its sender has read and filed it, and where the federation finds it."""

    digest: Digest
    reference: Name
    note: Reason | None = None


class FileReport(Filing, Command):
    """TD-19: by the staff, once the tournament has ended."""
