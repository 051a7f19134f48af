"""`scoresheet export`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from domain.evidence.exported.manifest import WholeLog
from ops.command_line.bars import progress_bar
from ops.export.snapshot import taken
from ops.export.target import opened
from ops.export.writing import Exporting
from ops.running import migrated_database
from ops.settings import read_settings


def export(
    place: Annotated[Path, typer.Argument(help="A folder that is not there yet, or an archive that ends in .zip.")],
    made_at: Annotated[
        datetime | None,
        typer.Option(
            help="The time that the export names, in UTC: the same log and the same time give the same bytes."
        ),
    ] = None,
) -> None:
    """Write everything that was recorded, with what proves it, for somebody who checks it elsewhere.

    Exit 20 if the place is taken, or the log is not signed as far as the service shows it.

    Example: scoresheet export everything
    """
    moment = datetime.now(UTC).replace(microsecond=0) if made_at is None else made_at.replace(tzinfo=UTC)
    with (
        migrated_database(read_settings()) as urls,
        opened(place) as target,
        taken(urls.service) as snapshot,
        progress_bar("events", snapshot.size) as advance,
    ):
        done = Exporting(snapshot, target, WholeLog(), advance).write(moment)
    typer.echo(f"{done.events} events of {done.origin}, {len(done.files)} files, in {place}")
