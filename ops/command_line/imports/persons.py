"""`scoresheet import persons`."""

from typing import Annotated

import typer

from domain.importing.person_list import PERSONS
from ops.command_line.imports.common import Asked, CsvFile, DryRun, Encoding, Reply, Table, Who, chosen_in
from ops.command_line.imports.listing import import_list, told
from ops.importing.files import text_of


def persons(
    path: CsvFile,
    name: Annotated[str, typer.Option(help="The list's; in another list the same name is another person.")] = PERSONS,
    dry_run: DryRun = False,
    who: Who = None,
    encoding: Encoding = None,
    table: Table = None,
    reply: Reply = None,
) -> None:
    """Register persons, perhaps with opening ratings: the column `name`, and perhaps `contact`, `note`, `legal_name`,
    `birth_year`, `country`, `federation`; `rating`, `experience` and `pool`; and `reference`.

    By the reference, which is what the list itself calls them, else by the name, somebody is known again: the same file
    imported again changes nothing. Whoever has exactly that name in the register is meant by it; what is only like it
    is asked about, and --who says who is meant. A line whose `person` is the id of somebody registered is left out, so
    that the list `persons.csv` is taken as it is given out. Where a line is wrong nothing is imported; --dry-run names
    all of them, and ends with 14 then.

    Example: scoresheet import persons --dry-run members.csv
    """
    import_list(
        "persons",
        told(text_of(path, encoding)),
        name,
        Asked(path.name, chosen=chosen_in(who), table=table, reply=reply),
        dry_run=dry_run,
    )
