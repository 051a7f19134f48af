"""`scoresheet import persons`."""

from typing import Annotated

import typer

from domain.importing.person_list import import_persons
from ops.command_line.bars import progress_bar
from ops.command_line.imports.common import CsvFile, DryRun, alike_in, dry_run_ended, office
from ops.importing.dry_run import told_of_persons
from ops.importing.files import read_persons, require_right

PERSONS = "Persons"
"""The list's name, unless another is given."""


def persons(
    path: CsvFile,
    name: Annotated[str, typer.Option(help="The list's; in another list the same name is another person.")] = PERSONS,
    dry_run: DryRun = False,
) -> None:
    """Register persons, perhaps with opening ratings: the column `name`, and perhaps `contact`, `note`, `legal_name`,
    `birth_year`, `country`, `federation`; `rating`, `experience` and `pool`; and `reference`.

    By the reference, which is what the list itself calls them, else by the name, somebody is known again: the same file
    imported again changes nothing. A line whose `person` is the id of somebody registered is left out, so that the list
    `persons.csv` is taken as it is given out. Where a line is wrong nothing is imported; --dry-run names all of them,
    and ends with 14 then.

    Example: scoresheet import persons --dry-run members.csv
    """
    with office() as the_office:
        lines = list(read_persons(path, the_office.is_registered))
        clerk = the_office.clerk(name)
        if dry_run:
            with the_office.readings() as readings:
                for said in told_of_persons(lines, the_office.is_new_of(clerk), alike_in(readings)):
                    typer.echo(said)
            raise dry_run_ended(wrong=any(line.problem for line in lines))
        with progress_bar("persons", len(lines)) as advance:
            done = import_persons(clerk, require_right(lines), advance)
    typer.echo(f"{done.registered} persons registered, {done.before} had been before")
