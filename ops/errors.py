"""What can go wrong while setting up and running, each with one line to show and an exit code."""

from enum import IntEnum
from pathlib import Path


class ExitCode(IntEnum):
    """The exit codes of the command line with what each means, in the order of the table in the README."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> "ExitCode":
        """The code, which knows its meaning."""
        self = int.__new__(cls, code)
        self._value_, self.meaning = code, meaning
        return self

    DONE = 0, "done"
    UNEXPECTED = 1, "an error nobody foresaw; the traceback is shown (`verify` found something: it is named)"
    USAGE = 2, "a command or option that does not exist (`verify`, `replay`: no export that can be read)"
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
    INTERRUPTED = 130, "stopped by Ctrl-C before it was done (`serve` ends with 0)"


class OperationError(Exception):
    """A foreseen failure: its text is one line for the operator, saying what to do where that is known."""

    exit_code = ExitCode.UNEXPECTED


class SettingsError(OperationError):
    """A setting is malformed or unknown."""

    exit_code = ExitCode.SETTINGS


class DataFolderError(OperationError):
    """The data folder is incomplete, foreign or not writable."""

    exit_code = ExitCode.DATA_FOLDER


class EmbeddedServerError(OperationError):
    """The embedded PostgreSQL can't be started."""

    exit_code = ExitCode.EMBEDDED_SERVER


class AddressTakenError(OperationError):
    """Something else listens where the service should."""

    exit_code = ExitCode.ADDRESS_TAKEN


class DatabaseUnreachableError(OperationError):
    """No connection to the database server."""

    exit_code = ExitCode.DATABASE_UNREACHABLE


class DatabaseTooOldError(OperationError):
    """The database server is older than what the SQL here needs."""

    exit_code = ExitCode.DATABASE_TOO_OLD


class DatabaseNewerError(OperationError):
    """The database knows migrations that this program does not."""

    exit_code = ExitCode.DATABASE_NEWER


class DatabaseOlderError(OperationError):
    """The database holds events of an earlier shape. `wrote` says what wrote it; `is_demonstration`, whether nothing is
    in it but the demonstration and what was added to that; `cluster` is the folder of an embedded one."""

    exit_code = ExitCode.DATABASE_OLDER

    def __init__(self, wrote: str, *, is_demonstration: bool, cluster: Path | None = None) -> None:
        aside = f"Set the folder {cluster} aside" if cluster else "Name another database in SCORESHEET_DATABASE_URL"
        super().__init__(
            f"an earlier version of this program wrote this database ({wrote}), and its events can't be read here."
            f" {aside} to begin anew, or run the version that wrote it."
        )
        self.wrote = wrote
        self.is_demonstration = is_demonstration
        self.cluster = cluster

    def in_folder(self, cluster: Path) -> "DatabaseOlderError":
        """The same, of an embedded database in that folder."""
        return DatabaseOlderError(self.wrote, is_demonstration=self.is_demonstration, cluster=cluster)


class MigrationChangedError(OperationError):
    """A migration in the database is not the one in the folder."""

    exit_code = ExitCode.MIGRATION_CHANGED


class DatabasePrivilegesError(OperationError):
    """The database login may not do what migrating needs."""

    exit_code = ExitCode.DATABASE_PRIVILEGES


class DatabaseNotMigratedError(OperationError):
    """The database lacks migrations."""

    exit_code = ExitCode.DATABASE_NOT_MIGRATED


class ServiceEndedError(OperationError):
    """The API, the projections runner or the embedded PostgreSQL ended by itself."""

    exit_code = ExitCode.SERVICE_ENDED


class ErasuresWaitError(OperationError):
    """Something still needs what an erasure is to take out of the server's files."""

    exit_code = ExitCode.ERASURES_WAIT


class ListUnreadableError(OperationError):
    """The list to import is missing or malformed."""

    exit_code = ExitCode.IMPORT_FAILED


class ImportStoppedError(OperationError):
    """What is imported can't be recorded: the tournament takes nothing, or others keep changing it."""

    exit_code = ExitCode.IMPORT_FAILED


class NotThereError(OperationError):
    """A command names a tournament or a person that the database doesn't have."""

    exit_code = ExitCode.NOT_THERE


class LogKeyError(OperationError):
    """The key of the log, or what it signed last, is missing or can't be read or written."""

    exit_code = ExitCode.LOG_NOT_SIGNED


class ExportError(OperationError):
    """An export can't be written where it should, or what it would show is not signed yet."""

    exit_code = ExitCode.EXPORT_FAILED


class UnreadableExportError(OperationError):
    """What is to be verified or replayed is no export that can be read."""

    exit_code = ExitCode.USAGE


class LogForkedError(OperationError):
    """The log is not the one that was signed before, grown."""

    exit_code = ExitCode.LOG_NOT_SIGNED
