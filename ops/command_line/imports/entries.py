"""`scoresheet import entries`."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

import typer

from domain.application.entry_lines import EntryLine
from domain.importing.entry_list import EntryImport, without_unclear
from domain.importing.whom import Meant
from domain.kernel.ids import tournament_stream
from ops.command_line.bars import progress_bar
from ops.command_line.imports.common import CsvFile, DryRun, Office, dry_run_ended, office
from ops.command_line.imports.persons import PERSONS
from ops.errors import NotThereError
from ops.importing.dry_run import told_of_entries
from ops.importing.files import read_entries, require_right


def entries(
    path: CsvFile,
    tournament: Annotated[UUID, typer.Argument(help="The id of the tournament to enter them into.")],
    name: Annotated[str, typer.Option(help="The list's, as for persons.")] = PERSONS,
    dry_run: DryRun = False,
) -> None:
    """Enter players into a tournament: the column `person`, the id of somebody registered, or `name` and what else
    `import persons` takes of a new one; and perhaps `team_name`, `members`, `club`, `colour`, `status`, `reason`.

    An entry is approved unless its `status` is requested. Somebody is known again as in lists of persons of the
    same --name, or is whoever has that name in the register; where several have it, or somebody a like one, their id is
    needed. Who is entered already is left as they are, but for a colour that is another now: so the same file
    again changes nothing, and an interrupted import goes on. The list `entries.csv` of a tournament is taken as it is
    given out. Where a line is wrong nothing is imported; --dry-run names all of them, and ends with 14 then.

    Example: scoresheet import entries --dry-run entries.csv $TOURNAMENT
    """
    with office() as the_office:
        _require_announced(the_office, str(tournament))
        lines = list(read_entries(path, the_office.is_registered))
        entering = EntryImport(the_office.clerk(name), str(tournament))
        with the_office.register() as register:
            found = entering.find(register, lines)
        lines = without_unclear(lines, found)
        if dry_run:
            raise _told(the_office, entering, lines, found)
        with progress_bar("entries", len(lines)) as advance:
            done = entering.take(require_right(lines), advance)
    typer.echo(
        f"{done.entered} entered, {done.registered} of them new in the register, {done.before} had been entered before,"
        f" {done.changed} of these have another colour now"
    )


def _require_announced(the_office: Office, tournament: str) -> None:
    if the_office.journal.state(tournament_stream(tournament)).version == 0:
        raise NotThereError(f"there is no tournament {tournament}; GET /v1/tournaments lists them")


def _told(
    the_office: Office, entering: EntryImport, lines: Sequence[EntryLine], found: Mapping[int, Meant]
) -> typer.Exit:
    with the_office.readings() as readings:
        problems = entering.tried(lines, readings.current_ratings, datetime.now(UTC))
        for said in told_of_entries(lines, entering.known, problems, found):
            typer.echo(said)
    return dry_run_ended(wrong=bool(problems) or any(line.problem for line in lines))
