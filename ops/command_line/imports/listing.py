"""How every kind of list but a club's is imported: tried or recorded, and told line by line."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import typer

from domain.importing.encodings import UTF_8
from domain.importing.errors import ImportFailedError
from domain.importing.lists import ListKind, reading_before
from domain.importing.looked_at import Listed, Looked
from domain.importing.recording import record, try_list
from domain.importing.report_files.report_file import Imported
from domain.importing.tables import own_columns, reply, table
from domain.importing.together import Together
from domain.importing.whom import Meant, is_id
from domain.kernel.refusal import Category, Refused
from domain.lists.reading import Reading
from ops.command_line.bars import progress_bar
from ops.command_line.imports.common import Asked, Office, dry_run_ended, office, written_terms
from ops.command_line.imports.told import differing_counted, line_told
from ops.errors import NotThereError
from ops.importing.files import report_text_of, text_of

_OF_MATCHES = ("matches", "report-file")


def import_list(kind: ListKind, path: Path, name: str, asked: Asked, *, dry_run: bool) -> None:
    """Imports the list in that file, or says what would become of each line. Raises ImportFailedError, NotThereError,
    and Exit after a dry run."""
    first = _read(kind, path, asked, None)
    with _foreseen(), office() as the_office, _listed(the_office, kind, path, first, name, asked) as listed:
        if dry_run:
            looked, counts = try_list(the_office.journal, kind, listed)
            _write_tables(kind, listed, looked, asked)
            _print(looked, counts, "would be", tells_rating=kind in _OF_MATCHES)
            raise dry_run_ended(wrong=bool(looked.wrong) or any(one.is_unclear for one in looked.persons))
        with progress_bar("results", len(listed.lines)) as advance:
            looked, counts = record(the_office.journal, kind, listed, advance)
    _write_tables(kind, listed, looked, asked)
    for line in looked.lines:
        if line.becomes not in ("taken", "before", "left-out"):
            typer.echo(line_told(line))
    typer.echo(_counts(looked, counts, "were"))


def _write_tables(kind: ListKind, listed: Listed, looked: Looked, asked: Asked) -> None:
    """Writes what becomes of the list to the files that were named. Raises ImportFailedError where one can't be."""
    if asked.table is not None:
        _write(asked.table, table(looked.lines))
    if asked.reply is not None:
        _write(asked.reply, reply(looked.lines, own_columns(kind, listed.text, looked.reading)))


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise ImportFailedError(f"{path} can't be written: {error}") from error


@contextmanager
def _foreseen() -> Iterator[None]:
    """Ends with one line where the domain refuses the list: an operator sees no traceback."""
    try:
        yield
    except Refused as refused:
        kind = NotThereError if refused.problem.category is Category.UNKNOWN else ImportFailedError
        raise kind(refused.detail) from refused


@contextmanager
def _listed(
    the_office: Office, kind: ListKind, path: Path, first: tuple[str, str], name: str, asked: Asked
) -> Iterator[Listed]:
    """The list, read as it was before where its bytes leave that open; in which encoding is said, where that was
    guessed or chosen."""
    together = Together(the_office.journal, datetime.now(UTC))
    kept = reading_before(kind, name, asked.tournament, together, first[0]).encoding
    text, encoding = _read(kind, path, asked, kept)
    if encoding != UTF_8:
        typer.echo(
            f"read as {encoding}: look at the names, and choose another with --encoding if they are wrong", err=True
        )
    with the_office.listed(text, encoding, name, asked) as listed:
        yield listed


def _read(kind: ListKind, path: Path, asked: Asked, kept: str | None) -> tuple[str, str]:
    return (report_text_of if kind == "report-file" else text_of)(path, asked.encoding, kept)


def _print(looked: Looked, counts: Imported, how: str, *, tells_rating: bool) -> None:
    for line in looked.lines:
        typer.echo(line_told(line))
    for one in looked.persons:
        if not is_id(one.name):
            typer.echo(_person(one))
    if tells_rating:
        typer.echo(f"rated by {written_terms(looked.rating)}" if looked.rating else "not rated")
    for told in _reading(looked.reading):
        typer.echo(f"kept with the list: {told}")
    typer.echo(f"{_counts(looked, counts, how)}; nothing was recorded")


def _reading(reading: Reading) -> Iterator[str]:
    """The way to read the list, as far as that was said."""
    for name in ("encoding", "decimals", "day_order", "row_order", "length"):
        if getattr(reading, name) is not None:
            yield f"{name} {getattr(reading, name)}"
    for one in reading.columns:
        yield f"{one.named}={one.column or ''}"


def _person(one: Meant) -> str:
    if one.is_unclear:
        likely = ", ".join((*one.candidates, *(f"the same as {name}" for name in one.like)))
        return f"{one.name} may be {likely}" if likely else f"{one.name}: say who that is"
    if one.person is not None:
        return f"{one.name} is {one.person}"
    return f"{one.name} is the same as {one.same_as}" if one.same_as else f"{one.name} would be registered"


def _counts(looked: Looked, counts: Imported, how: str) -> str:
    told = (
        f"{counts.entered} entered, {counts.registered} registered, {counts.results} results, {counts.byes} byes,"
        f" {counts.corrected} corrections, {counts.voided} voided"
    )
    where = f"tournament {looked.tournament}: " if looked.tournament else ""
    there = "" if how == "were" else f"there {how} "
    return f"{where}{there}{told}{differing_counted(looked.lines)}"
