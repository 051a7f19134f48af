"""`scoresheet restore`."""

from typing import Annotated

import typer

from ops import embedded
from ops.backup.kept import named
from ops.backup.restoring import PutRight, load, put_right, unlike
from ops.command_line.backup import Folder
from ops.command_line.log import LOST_WITH_A_BACKUP
from ops.errors import BackupError
from ops.evidence.key_folder import KeyFolder
from ops.running import running_database
from ops.settings import Settings, backup_folder, read_settings


def restore(
    folder: Folder = None,
    name: Annotated[str | None, typer.Option("--backup", help="Its name; by default the newest.")] = None,
    *,
    set_aside: Annotated[
        bool, typer.Option("--set-aside", help="Give the embedded server's data another name first, if there are any.")
    ] = False,
) -> None:
    """Restore a backup into an empty database, and bring it up to date.

    Stop the service first. If events are missing, a new log begins. Persons erased since the backup are erased
    again.

    Example: scoresheet restore backups
    """
    settings = read_settings()
    chosen = named(backup_folder(settings, folder), name)
    chosen.check()
    if set_aside:
        _set_aside(settings)
    keys = KeyFolder.of(settings.log_key_dir)
    with running_database(settings) as running:
        typer.echo(f"putting {chosen.place} back: {chosen.manifest.size} events")
        load(chosen, running.urls.owner)
        wrong = unlike(chosen, running.urls.owner)
        if wrong:
            raise BackupError(f"{', '.join(wrong)} are not as they were when they were backed up: don't serve this")
        typer.echo("making it right")
        done = put_right(running.urls, keys, keys.erased())
    _tell(done)
    typer.echo("done; run scoresheet doctor --whole-log, then start the service")


def _set_aside(settings: Settings) -> None:
    if settings.database_url is not None:
        raise BackupError("--set-aside is for the embedded server; name an empty database in SCORESHEET_DATABASE_URL")
    if (settings.data_dir / "postgresql").exists():
        aside = embedded.set_aside(settings.data_dir)
        if aside is None:
            raise BackupError(f"somebody uses the data folder {settings.data_dir}: stop the service first")
        typer.echo(f"what there was is set aside as {aside}")


def _tell(done: PutRight) -> None:
    if done.because is not None:
        typer.echo(done.because)
    if done.began_anew_from is not None:
        typer.echo(
            f"{done.began_anew_from} begins again: give the new key of `scoresheet log key` to those who check the log"
        )
        typer.echo(LOST_WITH_A_BACKUP)
    if done.erased:
        typer.echo(f"erased again: {', '.join(done.erased)}; run scoresheet erasures finish")
