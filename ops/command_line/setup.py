"""`scoresheet setup`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ops.setup.making import (
    make_accounts_and_folders,
    make_roles,
    passwords,
    require_reachable,
    require_root,
    write_files,
)
from ops.setup.plan import HOME, SETTINGS, Plan

NEXT = f"""\
next: look at {SETTINGS / "settings.env"}, then
  systemctl daemon-reload
  systemctl enable --now scoresheet.target scoresheet-api scoresheet-projections scoresheet-signer scoresheet-webhooks
  systemctl enable --now scoresheet-backup.timer scoresheet-drill.timer"""


def setup(
    host: Annotated[str, typer.Option(help="The host of PostgreSQL, or the folder of its socket.")] = "127.0.0.1",
    into: Annotated[Path | None, typer.Option(help="Write the files below this folder, and make nothing else.")] = None,
    *,
    statements: Annotated[
        bool,
        typer.Option("--statements", help=("Print the statements for the database's superuser, and make no roles.")),
    ] = False,
) -> None:
    """Set this machine up for real use: accounts, folders, database roles, settings and systemd units.

    Run it as root. Running it again keeps existing settings. It starts nothing.

    Example: scoresheet setup --into looked-at
    """
    program = Path(sys.executable).with_name("scoresheet")
    below = Path("/") if into is None else into
    plan = Plan(program, host, passwords(below / SETTINGS.relative_to("/")))
    if into is None:
        require_root()
        require_reachable(program)
        make_accounts_and_folders()
    for place in write_files(plan, below):
        typer.echo(f"written: {place}")
    if statements:
        typer.echo(plan.statements())
    elif into is None:
        make_roles(plan)
    if into is None:
        typer.echo(f"accounts, roles and {HOME} are there; {NEXT}")
