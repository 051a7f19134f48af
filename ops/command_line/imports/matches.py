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
    Reply,
    RowsRun,
    Table,
    Takes,
    Who,
    choices_in,
    chosen_in,
    rating_in,
    written_terms,
)
from ops.command_line.imports.listing import import_list, told
from ops.importing.files import text_of

LIST_NAME = "Match list"
"""Of the tournament that a match list is imported into, unless another is given."""


def matches(
    path: CsvFile,
    name: Annotated[str, typer.Option(help=TOURNAMENT)] = LIST_NAME,
    dry_run: DryRun = False,
    by: By = None,
    who: Who = None,
    encoding: Encoding = None,
    takes: Takes = None,
    table: Table = None,
    reply: Reply = None,
    days: DayFirst = None,
    runs: RowsRun = None,
    rating: Annotated[str, typer.Option(help=RATING)] = written_terms(FEDERATION_TERMS),
) -> None:
    """Import a match list: the columns `played_at` (or `date`), `winner`, `loser`, `length`, and perhaps
    `winner_points` and `loser_points`.

    Winner and loser are names, or ids of registered persons. A name stands for whom the list meant by it before, else
    for the one person who has it in the register. What is only like it is asked about: --who says who is meant. Whoever
    is like nobody is registered. The list that a tournament gives as `matches.csv` is taken as it is. Cells are parted
    by commas, semicolons or tabs.

    Where a line is wrong nothing is imported; --dry-run names all of them, and ends with 14 then. The same file again
    changes nothing. Of a later one of the same name each line is compared with what the list said before and with what
    is here: what the list has changed is taken, what was changed here stands, and what was changed on both sides waits
    until --takes says what holds. As for a club's list, another administrator than whoever --by names confirms the
    import, and cancelling its tournament takes it back.

    Example: scoresheet import matches --dry-run matches.csv
    """
    asked = Asked(
        path.name,
        str(by) if by else None,
        chosen_in(who),
        choices_in(takes),
        rating=rating_in(rating),
        day_order=days.order if days else None,
        row_order=runs.order if runs else None,
        table=table,
        reply=reply,
    )
    import_list("matches", told(text_of(path, encoding)), name, asked, dry_run=dry_run)
