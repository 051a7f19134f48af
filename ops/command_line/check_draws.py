"""`scoresheet check-draws`."""

from contextlib import closing
from typing import Annotated
from uuid import UUID

import typer

from domain.kernel.ids import tournament_stream
from domain.tournament.decisions.rounds.draw_audit import check_draws as check
from ops.command_line.named import require_tournament
from ops.errors import ExitCode
from ops.running import migrated_database
from ops.settings import read_settings
from projections.engine.log import open_log


def check_draws(tournament: Annotated[UUID, typer.Argument(help="The tournament's id.")]) -> None:
    """Repeat every draw of a tournament from its history and its published secret. Exit 14 if one differs.

    Exit 16 if there is no such tournament.

    Example: scoresheet check-draws $TOURNAMENT
    """
    with migrated_database(read_settings()) as urls, closing(open_log(urls.service)) as log:
        require_tournament(log, str(tournament))
        checked = check([stored.recorded for stored in log.whole(tournament_stream(str(tournament)))])
    typer.echo(f"{checked.confirmed} of {checked.draws} draws confirmed")
    for repeat in checked.repeats:
        typer.echo(f"round {repeat.round}, event {repeat.version}: drawn again, attempt {repeat.attempt}")
    for finding in checked.findings:
        typer.echo(f"round {finding.round}, event {finding.version}: {finding.kind}: {finding.detail}")
    if checked.findings:
        raise typer.Exit(ExitCode.CHECKS_FAILED)
