"""`scoresheet transcript extract`."""

from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer

from ops.command_line.transcripts.check import FOUND, UNREADABLE
from ops.errors import UnreadableExportError
from ops.export.kept_transcripts import KeptTranscript, transcripts_in
from ops.export.reading import opened
from ops.running import migrated_database
from ops.settings import read_settings
from projections.engine.log import open_log


def extract(
    place: Annotated[Path, typer.Argument(help="The export: a folder or an archive.")],
    folder: Annotated[Path, typer.Argument(help="A new folder for the transcripts.")],
) -> None:
    """Write the transcripts in an export as files, opened with the keys of the database.

    An erased person's transcript stays closed. Exit 1 if a text is another than the digest says, 2 if nothing can be
    read or written.

    Example: scoresheet transcript extract everything transcripts
    """
    try:
        folder.mkdir()
        with (
            migrated_database(read_settings()) as urls,
            closing(open_log(urls.service)) as log,
            opened(place) as source,
        ):
            differ = [one for one in transcripts_in(source, log.open_boxes) if not _written(one, folder)]
    except (OSError, ValueError, LookupError, UnreadableExportError) as error:
        typer.echo(f"{place}: not extracted: {error}", err=True)
        raise typer.Exit(UNREADABLE) from error
    if differ:
        raise typer.Exit(FOUND)


def _written(one: KeptTranscript, folder: Path) -> bool:
    """Writes it, if it can be opened, and says so. Whether it is what its digest says, as far as anybody can tell."""
    if one.content is None:
        typer.echo(f"{one.name}: a person was erased; its digest was {one.digest}")
        return True
    (folder / one.name).write_bytes(one.content)
    is_sound = sha256(one.content).hexdigest() == one.digest
    typer.echo(f"{one.name}: {'its digest is' if is_sound else 'the event has another digest:'} {one.digest}")
    return is_sound
