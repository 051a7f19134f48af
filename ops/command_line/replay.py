"""`scoresheet replay`."""

from pathlib import Path
from typing import Annotated

import typer

from domain.evidence.exported.manifest import WholeLog
from ops.command_line.bars import progress_bar
from ops.errors import UnreadableExportError
from ops.export.printing import lines
from ops.export.reading import opened, read_manifest
from ops.export.replaying import Replaying, Unreplayed


def replay(
    place: Annotated[Path, typer.Argument(help="The export: a folder or an archive, of the whole log.")],
) -> None:
    """Replay the events of an export by the rules of this program; neither database nor network is needed.

    What comes of them is printed, with the digest of each table. Exit 2 if this is no export that can be replayed.
    Whether the events are those that were recorded, `verify` says.

    Example: scoresheet replay everything
    """
    with opened(place) as source:
        manifest = read_manifest(source)
        if not isinstance(manifest.scope, WholeLog):
            raise UnreadableExportError("this is a part of a log; only the whole of it can be replayed")
        with progress_bar("events", manifest.events) as advance:
            try:
                replayed = Replaying(source, manifest, advance).go_to(manifest.events)
            except Unreplayed as problem:
                raise UnreadableExportError(f"event {problem.position} can't be replayed: {problem}") from problem
        for line in lines(replayed):
            typer.echo(line)
