"""`scoresheet drill`."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ops.backup.drilling import Drilled
from ops.backup.drilling import drill as drilled
from ops.backup.kept import Backup, named
from ops.backup.taking import note
from ops.command_line.backup import Folder
from ops.errors import BackupError, ExitCode
from ops.evidence.key_folder import KeyFolder
from ops.running import running_database
from ops.settings import backup_folder, read_settings


def drill(
    folder: Folder = None,
    name: Annotated[str | None, typer.Option("--backup", help="Its name; by default the newest.")] = None,
) -> None:
    """Test a backup on a temporary server, and write a report beside it. Exit 14 if something is wrong.

    It finds missing or changed events, tables that differ from the log, and erased persons who have returned.

    Example: scoresheet drill backups
    """
    settings = read_settings()
    chosen = named(backup_folder(settings, folder), name)
    with running_database(settings) as running:
        found = drilled(chosen, running.urls, KeyFolder.of(settings.log_key_dir), typer.echo)
        note(running.urls.owner, "drill", chosen.manifest.size, found.problems)
    report = _report(chosen, found)
    typer.echo(f"{found.behind} events were recorded since; the report is {report}")
    for problem in found.problems:
        typer.echo(f"wrong: {problem}")
    if found.problems:
        raise typer.Exit(ExitCode.CHECKS_FAILED)
    typer.echo("all is well")


def _report(chosen: Backup, found: Drilled) -> Path:
    """The findings, written beside the backup. Raises BackupError."""
    now = datetime.now(UTC)
    place = chosen.place.with_name(f"drill-{now:%Y%m%dT%H%M%SZ}.json")
    said = {
        "backup": chosen.place.name,
        "drilled_at": now.isoformat(timespec="seconds"),
        "events": chosen.manifest.size,
        "events_since": found.behind,
        "problems": found.problems,
        "tables": {name: made.sha256 for name, made in sorted(chosen.manifest.tables.items())},
    }
    try:
        place.write_text(json.dumps(said, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise BackupError(f"{place} can't be written: {error.strerror}") from error
    return place
