"""`scoresheet import matches`."""

from typing import Annotated

import typer

from domain.importing.match_lists.club import FEDERATION_TERMS
from ops.command_line.imports.common import (
    RATING,
    TOURNAMENT,
    Asked,
    By,
    CsvFile,
    DayFirst,
    DryRun,
    Encoding,
    NamedColumns,
    Reply,
    RowsRun,
    Table,
    Takes,
    Who,
    choices_in,
    chosen_in,
    columns_in,
    rating_in,
    written_terms,
)
from ops.command_line.imports.listing import import_list
from ops.command_line.named import typed_name

LIST_NAME = "Match list"
"""Of the tournament that a match list is imported into, unless another is given."""


def matches(
    path: CsvFile,
    name: Annotated[str, typer.Option(help=TOURNAMENT, callback=typed_name)] = LIST_NAME,
    dry_run: DryRun = False,
    by: By = None,
    who: Who = None,
    encoding: Encoding = None,
    columns: NamedColumns = None,
    takes: Takes = None,
    table: Table = None,
    reply: Reply = None,
    days: DayFirst = None,
    runs: RowsRun = None,
    rating: Annotated[str, typer.Option(help=RATING)] = written_terms(FEDERATION_TERMS),
) -> None:
    """Import a match list with the columns `played_at` (or `date`), `winner`, `loser`, `length`, and optionally
    `winner_points` and `loser_points`.

    Winner and loser are names, or ids of registered persons. A name means the same person as in earlier imports of
    the list, otherwise the one person in the register with that name. If only similar names exist, choose the
    person with --who. New names are registered. A tournament's `matches.csv` can be imported unchanged. Separate
    cells by commas, semicolons or tabs.

    If a line is wrong, nothing is imported; --dry-run names all wrong lines and ends with 14. Importing the same
    file again changes nothing. A later file of the same name corrects: changes of the list are imported, changes
    made here stay, and for changes on both sides you choose with --takes. An administrator other than the person
    named by --by confirms the import. Cancel its tournament to undo it.

    Example: scoresheet import matches --dry-run matches.csv
    """
    asked = Asked(
        path.name,
        str(by) if by else None,
        chosen_in(who),
        choices_in(takes),
        rating=rating_in(rating),
        day_order=days,
        row_order=runs,
        columns=columns_in(columns),
        encoding=encoding,
        table=table,
        reply=reply,
    )
    import_list("matches", path, name, asked, dry_run=dry_run)
