"""Commands on a tournament that was imported."""

from domain.tournament.command import Command
from domain.tournament.imports.events import Version


class ConfirmImport(Command):
    """Confirm an import (TD-9)

    By an administrator who recorded none of it and plays none of its matches. `tournament_version`
    is that of the list of imports in which it was looked at: where results have changed since, this is refused. An
    import counts before it is confirmed; `cancellation` takes it back whole."""

    tournament_version: Version
