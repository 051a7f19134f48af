"""`scoresheet import persons`."""

from typing import Annotated

import typer

from domain.importing.person_list import PERSONS
from ops.command_line.imports.common import (
    Asked,
    CsvFile,
    DecimalMark,
    DryRun,
    Encoding,
    NamedColumns,
    Reply,
    Table,
    Takes,
    Who,
    choices_in,
    chosen_in,
    columns_in,
)
from ops.command_line.imports.listing import import_list
from ops.command_line.named import typed_name


def persons(
    path: CsvFile,
    name: Annotated[
        str, typer.Option(help="The list's name; in another list the same name is another person.", callback=typed_name)
    ] = PERSONS,
    dry_run: DryRun = False,
    who: Who = None,
    encoding: Encoding = None,
    columns: NamedColumns = None,
    decimals: DecimalMark = None,
    table: Table = None,
    reply: Reply = None,
    takes: Takes = None,
) -> None:
    """Register persons, optionally with opening ratings. The column `name` is required. Optional are `contact`,
    `note`, `legal_name`, `birth_year`, `country`, `federation`; `rating`, `experience` and `pool`; and `reference`.

    The reference, which is the list's own id, identifies a person again; without it the name does. So importing the
    same file again changes nothing. A later file of the same name corrects: changes of the list are imported, changes
    made here stay, and for changes on both sides you choose with --takes. An empty cell says nothing. A name means the
    person in the register with exactly that name; for a similar name, choose the person with --who. Lines whose
    `person` is an id of the register are skipped, so that an exported `persons.csv` can be imported unchanged. If a
    line is wrong, nothing is imported; --dry-run names all wrong lines and ends with 14.

    Example: scoresheet import persons --dry-run members.csv
    """
    import_list(
        "persons",
        path,
        name,
        Asked(
            path.name,
            chosen=chosen_in(who),
            choices=choices_in(takes),
            columns=columns_in(columns),
            decimals=decimals,
            encoding=encoding,
            table=table,
            reply=reply,
        ),
        dry_run=dry_run,
    )
