"""What can go wrong while setting up and running, each with one line to show and an exit code."""

from enum import IntEnum
from pathlib import Path

from domain.importing.errors import ImportFailedError


class ExitCode(IntEnum):
    """The exit codes of the command line with what each means, in the order of the table in ops/guides/RUNNING.md."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> "ExitCode":
        """The code, which knows its meaning."""
        self = int.__new__(cls, code)
        self._value_, self.meaning = code, meaning
        return self

    DONE = 0, "done"
    UNEXPECTED = 1, "an error nobody foresaw, with its traceback (`verify`, `transcript check`: something was found)"
    USAGE = 2, "no such command or option (`verify`, `replay`, `transcript`: nothing that can be read)"
    SETTINGS = 3, "a setting is malformed or unknown"
    DATA_FOLDER = 4, "the data folder is incomplete, foreign or not writable"
    EMBEDDED_SERVER = 5, "the embedded PostgreSQL can't be started"
    ADDRESS_TAKEN = 6, "the address and port to serve on are taken or not allowed"
    DATABASE_UNREACHABLE = 7, "the database server can't be reached, or refuses the login"
    DATABASE_TOO_OLD = 8, "the database server is older than PostgreSQL 15"
    DATABASE_NEWER = 9, "the database was migrated by a newer version of this program"
    MIGRATION_CHANGED = 10, "a migration that was applied has been changed or removed since"
    DATABASE_PRIVILEGES = 11, "the database login lacks a privilege that migrating needs"
    DATABASE_NOT_MIGRATED = 12, "the database lacks migrations that this program needs"
    SERVICE_ENDED = 13, "a part of the service ended by itself"
    CHECKS_FAILED = 14, "a check failed: of the doctor, of a draw, or of an import against the published figures"
    IMPORT_FAILED = 15, "the list to import can't be read or recorded"
    NOT_THERE = 16, "the tournament or the person named is not in the database"
    DATABASE_OLDER = 17, "an earlier version of this program wrote the database, and its events can't be read"
    ERASURES_WAIT = 18, "something still needs what an erasure is to take out of the server's files"
    LOG_NOT_SIGNED = 19, "the log can't be signed: its key is missing, or it is not the log that was signed before"
    EXPORT_FAILED = 20, "the export can't be written, or the log is not signed as far as its tables show it"
    LOG_UNREACHABLE = 21, "the log to follow does not answer"
    NOT_REBUILT = 22, "an event can't be read; what needs it stays as it was"
    MIGRATION_FAILED = 23, "a migration failed on this server; nothing of it was kept"
    BACKUP_FAILED = 24, "a backup can't be taken, read or put back"
    NOT_SET_UP = 25, "the machine can't be set up, or is not"
    FILE = 26, "a file can't be read or written"
    INTERRUPTED = 130, "stopped by Ctrl-C before it was done (`serve` ends with 0)"


class OperationError(Exception):
    """A foreseen failure: its text is one line for the operator, saying what to do where that is known."""

    exit_code = ExitCode.UNEXPECTED

    def __init_subclass__(cls, code: ExitCode | None = None) -> None:
        """Each kind ends the command line with its `code`, else with that of the kind it belongs to."""
        super().__init_subclass__()
        cls.exit_code = code or cls.exit_code


class SettingsError(OperationError, code=ExitCode.SETTINGS):
    """A setting is malformed or unknown."""


class DataFolderError(OperationError, code=ExitCode.DATA_FOLDER):
    """The data folder is incomplete, foreign or not writable."""


class EmbeddedServerError(OperationError, code=ExitCode.EMBEDDED_SERVER):
    """The embedded PostgreSQL can't be started."""


class AddressTakenError(OperationError, code=ExitCode.ADDRESS_TAKEN):
    """Something else listens where the service should."""


class DatabaseUnreachableError(OperationError, code=ExitCode.DATABASE_UNREACHABLE):
    """No connection to the database server."""


class DatabaseTooOldError(OperationError, code=ExitCode.DATABASE_TOO_OLD):
    """The database server is older than what the SQL here needs."""


class DatabaseNewerError(OperationError, code=ExitCode.DATABASE_NEWER):
    """The database knows migrations that this program does not."""


class DatabaseOlderError(OperationError, code=ExitCode.DATABASE_OLDER):
    """The database holds events of an earlier shape. `wrote` says what wrote it; `is_demonstration`, whether nothing is
    in it but the demonstration and what was added to that; `cluster` is the folder of an embedded one."""

    def __init__(self, wrote: str, *, is_demonstration: bool, cluster: Path | None = None) -> None:
        aside = f"Set the folder {cluster} aside" if cluster else "Name another database in SCORESHEET_DATABASE_URL"
        super().__init__(
            f"an earlier version of this program wrote this database ({wrote}), and its events can't be read here."
            f" {aside} to begin again, or run the version that wrote it."
        )
        self.wrote = wrote
        self.is_demonstration = is_demonstration
        self.cluster = cluster

    def in_folder(self, cluster: Path) -> "DatabaseOlderError":
        """The same, of an embedded database in that folder."""
        return DatabaseOlderError(self.wrote, is_demonstration=self.is_demonstration, cluster=cluster)


class MigrationChangedError(OperationError, code=ExitCode.MIGRATION_CHANGED):
    """A migration in the database is not the one in the folder."""


class MigrationFailedError(OperationError, code=ExitCode.MIGRATION_FAILED):
    """The server refused a migration, or went away meanwhile."""


class DatabasePrivilegesError(OperationError, code=ExitCode.DATABASE_PRIVILEGES):
    """The database login may not do what migrating needs."""


class DatabaseNotMigratedError(OperationError, code=ExitCode.DATABASE_NOT_MIGRATED):
    """The database lacks migrations."""


class ServiceEndedError(OperationError, code=ExitCode.SERVICE_ENDED):
    """The API, the projections runner or the embedded PostgreSQL ended by itself."""


class RebuildError(OperationError, code=ExitCode.NOT_REBUILT):
    """A read model can't be made again; it stays as it was."""


class ErasuresWaitError(OperationError, code=ExitCode.ERASURES_WAIT):
    """Something still needs what an erasure is to take out of the server's files."""


class NotThereError(OperationError, code=ExitCode.NOT_THERE):
    """A command names a tournament or a person that the database doesn't have."""


class LogKeyError(OperationError, code=ExitCode.LOG_NOT_SIGNED):
    """The key of the log, or what it signed last, is missing or can't be read or written."""


class WebhookKeyError(OperationError, code=ExitCode.SETTINGS):
    """The file with the key of webhooks' secrets can't be read or made, or holds no key."""


class SetUpError(OperationError, code=ExitCode.NOT_SET_UP):
    """Accounts, folders, roles or units can't be made, or are not there."""


class BackupError(OperationError, code=ExitCode.BACKUP_FAILED):
    """A backup can't be taken, is not as it was written, or can't be put back where it should."""


class ExportError(OperationError, code=ExitCode.EXPORT_FAILED):
    """An export can't be written where it should, or what it would show is not signed yet."""


class UnreadableExportError(OperationError, code=ExitCode.USAGE):
    """The folder or file to verify or replay is no export that can be read."""


class LogHeldError(OperationError, code=ExitCode.LOG_NOT_SIGNED):
    """Nothing is appended to the log until the operator decides."""


class UnreadableEventError(OperationError, code=ExitCode.NOT_REBUILT):
    """The log holds an event that can't be read."""


class FileError(OperationError, code=ExitCode.FILE):
    """A file can't be read or written."""


class LogForkedError(OperationError, code=ExitCode.LOG_NOT_SIGNED):
    """The log is not the one that was signed before, grown."""


class StandbyError(OperationError, code=ExitCode.SETTINGS):
    """The server that is named as a standby is none."""


class LogUnreachableError(OperationError, code=ExitCode.LOG_UNREACHABLE):
    """The log to follow does not answer, or not as a log does."""


FORESEEN = (OperationError, ImportFailedError)
"""What ends a command with one line."""


def code_of(error: OperationError | ImportFailedError) -> ExitCode:
    """The exit code that it ends with."""
    return error.exit_code if isinstance(error, OperationError) else ExitCode.IMPORT_FAILED
