"""`scoresheet import report-file`."""

from pathlib import Path
from typing import Annotated

import typer

from domain.importing.report_file import ReportImport, Terms
from domain.importing.report_file_lines import with_unclear
from ops.command_line.bars import progress_bar
from ops.command_line.imports.common import By, dry_run_ended, office
from ops.importing.files import read_report
from ops.importing.report_file_told import require_right, told


def report_file(
    path: Annotated[Path, typer.Argument(help="The file: FIDE's TRF16 or TRF26.")],
    name: Annotated[
        str | None, typer.Option(help="The tournament's, unless the file's; another name makes another one.")
    ] = None,
    length: Annotated[int, typer.Option(min=1, max=1000, help="The points that matches count as played to.")] = 1,
    rated: Annotated[bool, typer.Option("--rated", help="Rate the matches, in the pool normal.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be taken and what is wrong, and record nothing.")
    ] = False,
    by: By = None,
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
    with office() as the_office:
        report, findings = read_report(path, the_office.is_registered)
        terms = Terms(length, rated, path.name, str(by) if by else None)
        importing = ReportImport(the_office.journal, name or report.name or path.stem, terms)
        with the_office.register() as register:
            meant = importing.find(register, report) if not any(one.fatal for one in findings) else {}
        findings = with_unclear(report, findings, meant)
        if dry_run:
            for said in told(report, findings, meant):
                typer.echo(said)
            raise dry_run_ended(wrong=any(finding.fatal for finding in findings))
        report = require_right(report, findings)
        with progress_bar("players and rounds", len(report.players) + report.rounds) as advance:
            done = importing.take(report, advance)
    for finding in findings:
        typer.echo(str(finding))
    typer.echo(
        f"tournament {importing.tournament}: {done.entered} entered, {done.registered} of them new in the register,"
        f" {done.results} results, {done.byes} byes, {done.corrected} corrections, {done.voided} voided"
    )
