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
            "--whole-log", help="Recompute the tree over the whole log, and the saved states of long streams."
        ),
    ] = False,
    tables: Annotated[
        bool,
        typer.Option("--tables", help="Rebuild all tables from the log, beside those in use, and compare them."),
    ] = False,
) -> None:
    """Check the installation: database, version, migrations, privileges, disk, newest events. Exit 14 if something
    is wrong.

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
