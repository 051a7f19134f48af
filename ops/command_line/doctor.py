"""`scoresheet doctor`."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from ops.doctor import examine
from ops.errors import ExitCode
from ops.settings import read_settings


def doctor(
    *,
    whole_log: Annotated[
        bool,
        typer.Option(
            "--whole-log", help="Work out anew the tree over the whole log, and what is kept of long streams."
        ),
    ] = False,
) -> None:
    """Examine the set-up: database, version, migrations, privileges, disk, what is newest in the log; exit 14 if
    something is wrong.

    Example: scoresheet doctor
    """
    findings = examine(read_settings(), whole_log=whole_log)
    table = Table("", Column("what", overflow="fold"), Column("found", overflow="fold"), box=None)
    for finding in findings:
        table.add_row("[green]ok[/]" if finding.is_good else "[red]wrong[/]", finding.what, finding.found)
    Console().print(table)
    if not all(finding.is_good for finding in findings):
        raise typer.Exit(ExitCode.CHECKS_FAILED)
