"""`scoresheet erasures`: what was erased, how far, and taking it out of the server's files."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import psycopg
import typer
from rich.console import Console
from rich.table import Table

from ops import database
from ops import erasures as erasing
from ops.backup.kept import backups
from ops.command_line.group import group
from ops.migrate import require_migrated
from ops.running import running_database
from ops.settings import Settings, read_settings

WIDTH = 1000

app = group("erasures", "List and finish erasures.")


@app.command(name="list")
def list_(
    backup_dir: Annotated[
        Path | None, typer.Option("--backups", help="Where the backups are; instead of SCORESHEET_BACKUP_DIR.")
    ] = None,
) -> None:
    """List the erasures: requested (with the time until which you can stop them), effective (nobody gets the key
    any more), or gone (also from the server's files). With a folder of backups, also list the backups that still
    contain each.

    Example: scoresheet erasures list
    """
    settings = read_settings()
    folder = backup_dir or settings.backup_dir
    kept = [] if folder is None else backups(folder.expanduser())
    with _connection(settings) as connection:
        found = erasing.erasures(connection)
        begun = erasing.registered(connection)
    table = Table("person", "state", "due", "erased", "gone", "still in", box=None)
    for one in found:
        holding = [backup.place.name for backup in kept if backup.holds(one.person, begun.get(one.person, 0))]
        moments = map(_shown, (one.due_at, one.erased_at, one.gone_at))
        table.add_row(one.person, one.state, *moments, ", ".join(holding))
    Console(width=WIDTH).print(table)


@app.command()
def finish() -> None:
    """Remove erased data from the server's files. Readers wait for a moment: run it at a quiet time.

    Earlier copies keep the data: `scoresheet doctor` shows since when.

    Example: scoresheet erasures finish
    """
    with _connection(read_settings()) as connection:
        gone = erasing.finish(connection)
    typer.echo(f"{len(gone)} erasures finished")


@contextmanager
def _connection(settings: Settings) -> Iterator[psycopg.Connection[Any]]:
    """The owner's connection; on the embedded server the superuser's, who may also switch the write-ahead log."""
    with running_database(settings) as running, database.connect(running.upkeep_url, autocommit=True) as found:
        require_migrated(found)
        yield found


def _shown(moment: datetime | None) -> str:
    return "" if moment is None else moment.strftime("%Y-%m-%d %H:%M UTC")
