"""`scoresheet import matches`."""

import time
from typing import Annotated

import typer

from domain.importing.club import ClubImport
from domain.importing.match_list import players_in, revision_of, without_unclear, without_unknown
from ops.command_line.bars import progress_bar
from ops.command_line.imports.common import TOURNAMENT, By, CsvFile, DryRun, dry_run_ended, office
from ops.command_line.imports.told import print_report
from ops.importing.dry_run import told
from ops.importing.files import read_matches, require_right
from ops.importing.whole import import_list

LIST_NAME = "Match list"
"""Of the tournament that a match list is imported into, unless another is given."""


def matches(
    path: CsvFile,
    name: Annotated[str, typer.Option(help=TOURNAMENT)] = LIST_NAME,
    dry_run: DryRun = False,
    by: By = None,
) -> None:
    """Import a match list: the columns `played_at` (or `date`), `winner`, `loser`, `length`, and perhaps
    `winner_points` and `loser_points`.

    Winner and loser are names, or ids of registered persons. A name stands for whoever has it in the register; where
    several have it, or somebody a like one, the id is needed. Whoever is not there is registered. The list that a
    tournament gives as `matches.csv` is taken as it is. Cells are parted by commas, semicolons or tabs.

    Where a line is wrong nothing is imported; --dry-run names all of them, and ends with 14 then. The same file again
    changes nothing, and a later one of the same name corrects. As for a club's list, another administrator than whoever
    --by names confirms the import, and cancelling its tournament takes it back.

    Example: scoresheet import matches --dry-run matches.csv
    """
    lines = list(read_matches(path))
    began = time.monotonic()
    with office() as the_office:
        lines = without_unknown(lines, the_office.is_registered)
        club = ClubImport(the_office.journal, name, path.name, str(by) if by else None, scored=True)
        with the_office.register() as register:
            found = club.find(register, players_in(lines))
        lines = without_unclear(lines, found)
        if dry_run:
            for said in told(lines, found):
                typer.echo(said)
            raise dry_run_ended(wrong=any(line.is_wrong for line in lines))
        with progress_bar("lists", 1) as advance:
            report = import_list(club, [revision_of(require_right(lines))], None, advance)
    print_report(report, time.monotonic() - began)
