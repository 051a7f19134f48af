"""`scoresheet doctor`."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from domain.evidence.exported.findings import printable
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
    tables: Annotated[
        bool,
        typer.Option("--tables", help="Make all tables again from the log, beside those that serve, and compare them."),
    ] = False,
) -> None:
    """Examine the set-up: database, version, migrations, privileges, disk, what is newest in the log; exit 14 if
    something is wrong.

    Example: scoresheet doctor
    """
    findings = examine(read_settings(), whole_log=whole_log, tables=tables)
    table = Table("", Column("what", overflow="fold"), Column("found", overflow="fold"), box=None)
    for finding in findings:
        mark = "[green]ok[/]" if finding.is_good else "[red]wrong[/]"
        table.add_row(mark, finding.what, Text(printable(finding.found)))
    Console().print(table)
    if not all(finding.is_good for finding in findings):
        raise typer.Exit(ExitCode.CHECKS_FAILED)
