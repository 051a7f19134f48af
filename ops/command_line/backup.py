"""`scoresheet backup`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ops.backup.kept import Backup
from ops.backup.taking import forget_old, take
from ops.command_line.bars import bars
from ops.running import running_database
from ops.settings import backup_folder, read_settings

Folder = Annotated[Path | None, typer.Argument(help="Where the backups are; instead of SCORESHEET_BACKUP_DIR.")]


def backup(folder: Folder = None) -> None:
    """Back up the database, also while the service runs, and delete old backups.

    SCORESHEET_BACKUP_DAYS says how long backups are kept. Until then they may contain erased data. They don't
    contain the log's key: copy that with `scoresheet log copy`.

    Example: scoresheet backup backups
    """
    settings = read_settings()
    place = backup_folder(settings, folder)
    with running_database(settings) as running:
        made = _taken(running.urls.owner, place)
    typer.echo(f"{made.manifest.size} events backed up in {made.place}")
    for old in forget_old(place, settings.backup_days, datetime.now(UTC)):
        typer.echo(f"deleted, since its time is over: {old.place}")


def _taken(url: str, place: Path) -> Backup:
    with bars() as shown:
        task = shown.add_task("backup")
        return take(url, place, lambda what, done, of: shown.update(task, description=what, completed=done, total=of))
