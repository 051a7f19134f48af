"""`scoresheet erasures`: what was erased, how far, and taking it out of the server's files."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import psycopg
import typer
from rich.console import Console
from rich.table import Table

from ops import database
from ops import erasures as erasing
from ops.command_line.group import group
from ops.migrate import require_migrated
from ops.running import running_database
from ops.settings import read_settings

WIDTH = 1000

app = group("erasures", "See how far erasures are, and finish them.")


@app.command(name="list")
def list_() -> None:
    """List the erasures: requested (until when they can be stopped), effective (nobody is given the key any more), or
    gone (from the server's files, too).

    Example: scoresheet erasures list
    """
    with _connection() as connection:
        found = erasing.erasures(connection)
    table = Table("person", "state", "due", "erased", "gone", box=None)
    for one in found:
        table.add_row(one.person, one.state, _shown(one.due_at), _shown(one.erased_at), _shown(one.gone_at))
    Console(width=WIDTH).print(table)


@app.command()
def finish() -> None:
    """Take what was erased out of the server's files. Readers wait for a moment; run it when little goes on.

    Copies made before keep what they had: `scoresheet doctor` tells since when.

    Example: scoresheet erasures finish
    """
    with _connection() as connection:
        gone = erasing.finish(connection)
    typer.echo(f"{len(gone)} erasures finished")


@contextmanager
def _connection() -> Iterator[psycopg.Connection[Any]]:
    """The owner's connection; on the embedded server the superuser's, who may also switch the write-ahead log."""
    with running_database(read_settings()) as running, database.connect(running.upkeep_url, autocommit=True) as found:
        require_migrated(found)
        yield found


def _shown(moment: datetime | None) -> str:
    return "" if moment is None else moment.strftime("%Y-%m-%d %H:%M UTC")
