"""Why a list can't be imported, in a sentence for anyone who imports it."""


class ImportFailedError(Exception):
    """It can't be, and nothing but its message says why."""


class ListUnreadableError(ImportFailedError):
    """The list to import is missing or malformed."""


class ImportStoppedError(ImportFailedError):
    """The import can't be recorded: the tournament takes nothing, or others keep changing it."""
