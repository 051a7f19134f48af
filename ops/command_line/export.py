"""`scoresheet export`."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated
from uuid import UUID

import typer

from domain.evidence.exported.manifest import OneStream, Scope, Span, WholeLog
from domain.kernel.ids import tournament_stream
from ops.command_line.bars import progress_bar
from ops.errors import ExportError
from ops.export.target import opened
from ops.running import migrated_database
from ops.settings import read_settings
from projections.exports.exporting import Exporting
from projections.exports.snapshot import NotSignedError, Snapshot, take_snapshot


def export(
    place: Annotated[Path, typer.Argument(help="A new folder, or a new archive that ends in .zip.")],
    tournament: Annotated[UUID | None, typer.Option(help="Only the events of this tournament.")] = None,
    first: Annotated[int | None, typer.Option("--from", min=1, help="Only events from this position on.")] = None,
    last: Annotated[int | None, typer.Option("--to", min=1, help="Only events up to this position.")] = None,
    made_at: Annotated[
        datetime | None,
        typer.Option(help="The time written into the export, in UTC; the same log and time give the same bytes."),
    ] = None,
) -> None:
    """Export all records, or a part of them, with their proofs, for checking elsewhere.

    Exit 20 if the place exists, the part is empty, or part of what the service shows is not signed yet.

    Example: scoresheet export everything
    """
    moment = datetime.now(UTC).replace(microsecond=0) if made_at is None else made_at.replace(tzinfo=UTC)
    with (
        migrated_database(read_settings()) as urls,
        opened(place) as fill,
        _taken(urls.service) as snapshot,
        progress_bar("events", snapshot.size) as advance,
    ):
        exporting = Exporting(snapshot, _scope(tournament, first, last, snapshot.size), advance)
        fill(exporting.files(moment))
        done = exporting.manifest(moment)
        if done.events == 0:
            raise ExportError("there is no such event in the log; name another tournament or other positions")
    typer.echo(f"{done.events} of {done.size} events of {done.origin}, {len(done.files)} files, in {place}")


@contextmanager
def _taken(conninfo: str) -> Iterator[Snapshot]:
    """A snapshot. Raises ExportError."""
    try:
        with take_snapshot(conninfo) as snapshot:
            yield snapshot
    except NotSignedError as problem:
        raise ExportError(f"{problem}; let the service run until it has signed what they show") from problem


def _scope(tournament: UUID | None, first: int | None, last: int | None, size: int) -> Scope:
    if tournament is not None and (first or last):
        raise ExportError("either a tournament or positions can be named; leave one of them out")
    if tournament is not None:
        return OneStream(stream=tournament_stream(str(tournament)))
    return Span(first=first or 1, last=min(last or size, size)) if first or last else WholeLog()
