"""`scoresheet import entries`."""

from typing import Annotated
from uuid import UUID

import typer

from domain.importing.entry_list import ENTRIES
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


def entries(
    path: CsvFile,
    tournament: Annotated[UUID, typer.Argument(help="The id of the tournament to enter them into.")],
    name: Annotated[str, typer.Option(help="The list's name.", callback=typed_name)] = ENTRIES,
    dry_run: DryRun = False,
    who: Who = None,
    encoding: Encoding = None,
    columns: NamedColumns = None,
    decimals: DecimalMark = None,
    table: Table = None,
    reply: Reply = None,
    takes: Takes = None,
) -> None:
    """Enter players into a tournament. Give the column `person` with ids of the register, or `name` with the other
    columns of `import persons`. Optional are `team_name`, `members`, `club`, `colour`, `status`, `reason`.

    Entries are approved unless their `status` is requested. Persons are identified as before in this list or in the
    list "Persons", otherwise by their name in the register. If several persons have the name, or a similar one, give
    the id. Importing the same file again changes nothing. A later file changes colours and details, and approves
    requests; changes made here stay, and for changes on both sides you choose with --takes. A tournament's
    `entries.csv` can be imported unchanged. If a line is wrong, nothing is imported; --dry-run names all wrong lines
    and ends with 14.

    Example: scoresheet import entries --dry-run entries.csv $TOURNAMENT
    """
    asked = Asked(
        path.name,
        chosen=chosen_in(who),
        choices=choices_in(takes),
        tournament=str(tournament),
        columns=columns_in(columns),
        decimals=decimals,
        encoding=encoding,
        table=table,
        reply=reply,
    )
    import_list("entries", path, name, asked, dry_run=dry_run)
