"""`scoresheet import report-file`."""

from datetime import datetime
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
from ops.command_line.imports.listing import import_list
from ops.command_line.named import typed_name


def report_file(
    path: Annotated[Path, typer.Argument(help="The file: FIDE's TRF16 or TRF26.")],
    name: Annotated[
        str | None,
        typer.Option(
            help="The tournament's name; by default the file's. Another name makes another tournament.",
            callback=typed_name,
        ),
    ] = None,
    length: Annotated[
        int | None, typer.Option(min=1, max=999, help="The points to which matches count as played; 1 at first.")
    ] = None,
    rated: Annotated[bool, typer.Option("--rated", help="Rate the matches, as --rating says.")] = False,
    rating: Annotated[str, typer.Option(help=RATING)] = written_terms(FEDERATION_TERMS),
    day: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="When it was played, where the file has no day.", metavar="DATE"),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help=("Print what would be imported and what is wrong, and record nothing."))
    ] = False,
    by: By = None,
    who: Who = None,
    encoding: Encoding = None,
    takes: Takes = None,
    table: Table = None,
    reply: Reply = None,
) -> None:
    """Import a tournament report file (FIDE's TRF16 and TRF26) of a Swiss, a round robin or a knockout.

    It becomes a tournament of open play with the file's rounds, results, draws and byes. Players are identified by
    the id in columns 58 to 68, otherwise by their name in the register. If several persons have the name, or a
    similar one, name the person by a line `### person 12 …`. Importing the same file again changes nothing. Run an
    interrupted import again to continue. A later file of the same name adds rounds and corrects results.

    Contradictions are reported by line and column. If a pairing or a result is unclear, nothing is imported;
    --dry-run names all errors and ends with 14. An administrator other than the person named by --by confirms the
    import. Cancel its tournament to undo it.

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
        day=day.date() if day else None,
        encoding=encoding,
        table=table,
        reply=reply,
    )
    import_list("report-file", path, name or "", asked, dry_run=dry_run)
