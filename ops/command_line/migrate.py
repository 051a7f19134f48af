"""`scoresheet migrate`."""

from typing import Annotated

import typer

from ops import migrate as migrations
from ops.running import running_database
from ops.settings import read_settings


def migrate(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what would be applied.")] = False,
) -> None:
    """Migrate the database to this version. Running it again changes nothing.

    Example: scoresheet migrate --dry-run
    """
    with running_database(read_settings()) as running:
        steps = migrations.migrate(
            running.urls.owner,
            dry_run=dry_run,
            announce=lambda step: typer.echo(f"applying {step.number:04d} {step.name}"),
        )
    if dry_run:
        for step in steps:
            typer.echo(f"would apply {step.number:04d} {step.name}")
    if not steps:
        typer.echo("nothing to migrate")
