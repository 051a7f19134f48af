"""What can go wrong while setting up and running, each with one line to show and an exit code."""

from enum import IntEnum
from pathlib import Path


class ExitCode(IntEnum):
    """The exit codes of the command line, in the order of the table in the README."""

    DONE = 0
    UNEXPECTED = 1
    USAGE = 2
    SETTINGS = 3
    DATA_FOLDER = 4
    EMBEDDED_SERVER = 5
    ADDRESS_TAKEN = 6
    DATABASE_UNREACHABLE = 7
    DATABASE_TOO_OLD = 8
    DATABASE_NEWER = 9
    MIGRATION_CHANGED = 10
    DATABASE_PRIVILEGES = 11
    DATABASE_NOT_MIGRATED = 12
    SERVICE_ENDED = 13
    CHECKS_FAILED = 14
    IMPORT_FAILED = 15
    NOT_THERE = 16
    DATABASE_OLDER = 17
    ERASURES_WAIT = 18
    LOG_NOT_SIGNED = 19
    EXPORT_FAILED = 20
    INTERRUPTED = 130


MEANINGS: dict[ExitCode, str] = {
    ExitCode.DONE: "done",
    ExitCode.UNEXPECTED: "an error nobody foresaw; the traceback is shown (`verify` found something: it is named)",
    ExitCode.USAGE: "a command or option that does not exist (`verify`, `replay`: no export that can be read)",
    ExitCode.SETTINGS: "a setting is malformed or unknown",
    ExitCode.DATA_FOLDER: "the data folder is incomplete, foreign or not writable",
    ExitCode.EMBEDDED_SERVER: "the embedded PostgreSQL can't be started",
    ExitCode.ADDRESS_TAKEN: "the address and port to serve on are taken or not allowed",
    ExitCode.DATABASE_UNREACHABLE: "the database server can't be reached, or refuses the login",
    ExitCode.DATABASE_TOO_OLD: "the database server is older than PostgreSQL 15",
    ExitCode.DATABASE_NEWER: "the database was migrated by a newer version of this program",
    ExitCode.MIGRATION_CHANGED: "a migration that was applied has been changed or removed since",
    ExitCode.DATABASE_PRIVILEGES: "the database login lacks a privilege that migrating needs",
    ExitCode.DATABASE_NOT_MIGRATED: "the database lacks migrations that this program needs",
    ExitCode.SERVICE_ENDED: "a part of the service ended by itself",
    ExitCode.CHECKS_FAILED: "a check failed: of the doctor, of a draw, or of an import against the published figures",
    ExitCode.IMPORT_FAILED: "the list to import can't be read or recorded",
    ExitCode.NOT_THERE: "the tournament or the person named is not in the database",
    ExitCode.DATABASE_OLDER: "an earlier version of this program wrote the database, and its events can't be read",
    ExitCode.ERASURES_WAIT: "something still needs what an erasure is to take out of the server's files",
    ExitCode.LOG_NOT_SIGNED: "the log can't be signed: its key is missing, or it is not the log that was signed before",
    ExitCode.EXPORT_FAILED: "the export can't be written, or the log is not signed as far as its tables show it",
    ExitCode.INTERRUPTED: "stopped by Ctrl-C before it was done (`serve` ends with 0)",
}


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
