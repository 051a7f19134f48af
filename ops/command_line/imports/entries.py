"""`scoresheet import entries`."""

from typing import Annotated
from uuid import UUID

import typer

from domain.importing.person_list import PERSONS
from ops.command_line.imports.common import Asked, CsvFile, DryRun, Encoding, Reply, Table, Who, chosen_in
from ops.command_line.imports.listing import import_list, told
from ops.importing.files import text_of


def entries(
    path: CsvFile,
    tournament: Annotated[UUID, typer.Argument(help="The id of the tournament to enter them into.")],
    name: Annotated[str, typer.Option(help="The list's, as for persons.")] = PERSONS,
    dry_run: DryRun = False,
    who: Who = None,
    encoding: Encoding = None,
    table: Table = None,
    reply: Reply = None,
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
    asked = Asked(path.name, chosen=chosen_in(who), tournament=str(tournament), table=table, reply=reply)
    import_list("entries", told(text_of(path, encoding)), name, asked, dry_run=dry_run)
