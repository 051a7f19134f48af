"""Errors of the journal, the database's library and the system, as a sentence with what to do and an exit code."""

from collections.abc import Callable

import psycopg

from domain.importing.errors import ImportFailedError
from domain.journal.errors import Corrupt, Held, Unavailable
from ops.database import one_line
from ops.errors import (
    FORESEEN,
    DatabaseNotMigratedError,
    DatabasePrivilegesError,
    DatabaseUnreachableError,
    FileError,
    LogHeldError,
    OperationError,
    UnreadableEventError,
)
from projections.queries.log.held import ADVICE

Error = OperationError | ImportFailedError


def _said(fault: Exception) -> str:
    """Its message in one line, without where in the database that was."""
    return one_line(fault).partition(" CONTEXT:")[0]


def _of_file(fault: Exception) -> Error:
    name = f"{fault.filename} " if isinstance(fault, OSError) and fault.filename else ""
    why = fault.strerror if isinstance(fault, OSError) and fault.strerror else _said(fault)
    return FileError(f"{name}can't be read or written: {why}")


KINDS: tuple[tuple[type[Exception], Callable[[Exception], Error]], ...] = (
    (Held, lambda _: LogHeldError(f"the log is held, since it lacks what was acknowledged: {ADVICE}")),
    (
        Corrupt,
        lambda fault: UnreadableEventError(f"the log can't be read: {_said(fault)}; scoresheet doctor names the event"),
    ),
    (
        psycopg.errors.InsufficientPrivilege,
        lambda fault: DatabasePrivilegesError(
            f"the login lacks a privilege: {_said(fault)}; scoresheet doctor names what is wrong"
        ),
    ),
    (
        psycopg.errors.UndefinedTable,
        lambda fault: DatabaseNotMigratedError(
            f"the database lacks what its migrations made: {_said(fault)}; restore a backup"
        ),
    ),
    (psycopg.OperationalError, lambda fault: DatabaseUnreachableError(f"{_said(fault)}; try again once it answers")),
    (psycopg.InterfaceError, lambda fault: DatabaseUnreachableError(f"{_said(fault)}; try again once it answers")),
    (Unavailable, lambda fault: DatabaseUnreachableError(f"{_said(fault)}; try again once it answers")),
    (OSError, _of_file),
)
"""The kinds of errors that a command may end with though it is no fault of the program, the narrower first."""


def foreseen(fault: Exception) -> Error | None:
    """The error to end with; None where nobody foresaw it."""
    if isinstance(fault, FORESEEN):
        return fault
    return next((told(fault) for kind, told in KINDS if isinstance(fault, kind)), None)
