"""`scoresheet import report-file`."""

from pathlib import Path
from typing import Annotated

import typer

from domain.importing.match_lists.club import FEDERATION_TERMS
from ops.command_line.imports.common import (
    RATING,
    Asked,
    By,
    Encoding,
    Reply,
    Table,
    Takes,
    Who,
    choices_in,
    chosen_in,
    rating_in,
    written_terms,
)
from ops.command_line.imports.listing import import_list, told
from ops.importing.files import report_text_of


def report_file(
    path: Annotated[Path, typer.Argument(help="The file: FIDE's TRF16 or TRF26.")],
    name: Annotated[
        str | None, typer.Option(help="The tournament's, unless the file's; another name makes another one.")
    ] = None,
    length: Annotated[int, typer.Option(min=1, max=1000, help="The points that matches count as played to.")] = 1,
    rated: Annotated[bool, typer.Option("--rated", help="Rate the matches, as --rating says.")] = False,
    rating: Annotated[str, typer.Option(help=RATING)] = written_terms(FEDERATION_TERMS),
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be taken and what is wrong, and record nothing.")
    ] = False,
    by: By = None,
    who: Who = None,
    encoding: Encoding = None,
    takes: Takes = None,
    table: Table = None,
    reply: Reply = None,
) -> None:
    """Import a tournament report file (FIDE's TRF16 and TRF26) of a Swiss, a round robin or a knockout.

    It becomes a tournament of open play with its rounds, results, draws and byes. A player is known again by the id in
    columns 58 to 68, else by the name, or is whoever has that name in the register; where several have it, or somebody
    a like one, lines `### person 12 …` say who is meant. The same file again
    changes nothing, an interrupted import goes on, and a later file of the same name adds its rounds and corrects.

    What does not fit together is named by line and column. Where it can't be said who has played whom and how it ended,
    nothing is imported; --dry-run names all of it, and ends with 14 then. As for other lists, another administrator
    than whoever --by names confirms the import, and cancelling its tournament takes it back.

    Example: scoresheet import report-file --dry-run tournament.trf
    """
    terms = rating_in(rating) if rated else None
    asked = Asked(
        path.name,
        str(by) if by else None,
        chosen_in(who),
        choices_in(takes),
        length=length,
        rating=terms,
        table=table,
        reply=reply,
    )
    import_list("report-file", told(report_text_of(path, encoding)), name or "", asked, dry_run=dry_run)
