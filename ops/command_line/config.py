"""`scoresheet config`: the settings, from the environment and a file."""

import typer
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from domain.evidence.exported.findings import printable
from ops.command_line.group import group
from ops.configuration import told
from ops.errors import ExitCode

app = group("config", "Look at the settings.")


@app.callback()
def _config() -> None:
    """A group, though it has one command so far."""


@app.command()
def check() -> None:
    """Print each setting, its source, its value unless it is secret, and what is wrong with it. Exit 3 if something
    is wrong.

    Example: scoresheet config check
    """
    found = told()
    columns = (Column(name, overflow="fold") for name in ("setting", "value", "from", "wrong"))
    table = Table(*columns, box=None)
    for one in found:
        cells = (one.setting, one.value, one.source, one.wrong)
        table.add_row(*(Text(printable(cell)) for cell in cells))
    Console().print(table)
    if any(one.wrong for one in found):
        raise typer.Exit(ExitCode.SETTINGS)
