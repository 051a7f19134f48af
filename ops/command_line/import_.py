"""`scoresheet import`."""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated
from uuid import UUID

import typer
from rich.console import Console
from rich.table import Table

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from domain.kernel.ids import PersonId
from ops.command_line.bars import progress_bar
from ops.database import DatabaseUrls
from ops.errors import ExitCode
from ops.following import followed
from ops.importing.agreement import Disagreement
from ops.importing.club import NAME, SOURCE, ClubImport
from ops.importing.club_list import Figures, Revision, read_file
from ops.importing.whole import Found, ImportReport, Snapshot, found_in, import_list
from ops.running import migrated_database
from ops.settings import read_settings

app = typer.Typer(name="import", help="Import lists that were kept elsewhere.", no_args_is_help=True)


@app.callback()
def _import() -> None:
    """Import lists that were kept elsewhere."""


@app.command()
def club(
    path: Annotated[Path, typer.Argument(help="The list: a line of JSON for each of its revisions.")],
    name: Annotated[str, typer.Option(help="The tournament's; another name makes another one.")] = NAME,
    check: Annotated[
        bool, typer.Option("--check", help="Compare the ratings after each revision published with them.")
    ] = False,
    by: Annotated[
        UUID | None,
        typer.Option(help="Who imports it, by their id in the registry: another administrator confirms it."),
    ] = None,
) -> None:
    """Import a club's match list, revision by revision, as results, corrections and voids.

    Where an import was interrupted the next one goes on; what is recorded already is not touched. With --check the
    exit code is 14 where ratings differ from the published ones; only what this run records is compared. The
    tournament has no director until an administrator appoints one.

    An import counts at once, and stands in the list /v1/imports until another administrator than whoever --by names
    confirms it; without --by nobody can. Cancelling its tournament takes it back whole.

    Example: scoresheet import club --check club_history.jsonl
    """
    revisions = read_file(path)
    began = time.monotonic()
    with migrated_database(read_settings()) as urls:
        report = run(urls, name, revisions, check=check, source=path.name, person=str(by) if by else None)
    _print_report(report, time.monotonic() - began)
    if any(snapshot.disagreements for snapshot in report.snapshots):
        raise typer.Exit(ExitCode.CHECKS_FAILED)


def run(
    urls: DatabaseUrls,
    name: str,
    revisions: list[Revision],
    *,
    check: bool,
    source: str = SOURCE,
    person: PersonId | None = None,
) -> ImportReport:
    """Imports into that database, with a progress bar; see `ClubImport`. Raises what `import_list` raises."""
    journal = Journal(urls.service, lambda: datetime.now(UTC), REGISTRY, FOLDS, readers=2)
    with closing(journal), progress_bar("revisions", len(revisions)) as advance:
        club = ClubImport(journal, name, source, person)
        with _figures(urls, club) if check else nullcontext() as found:
            return import_list(club, revisions, found, advance)


@contextmanager
def _figures(urls: DatabaseUrls, club: ClubImport) -> Iterator[Found]:
    with followed(urls, lambda line: typer.echo(line, err=True)) as readings:
        yield found_in(readings, club)


def _print_report(report: ImportReport, seconds: float) -> None:
    if report.snapshots:
        _print_snapshots(report.snapshots)
    for revision, refused in report.refused:
        row = refused.row
        typer.echo(
            f"revision {revision}: refused as {refused.problem}: {row.played_at:%Y-%m-%d} {row.winner} beats"
            f" {row.loser} to {row.length}"
        )
    typer.echo(
        f"{report.revisions} revisions in {seconds:.1f} s"
        + (f", {report.before} more were recorded before" if report.before else "")
        + f": {report.entered} results, {report.corrected} corrections, {report.placed} placed in the list,"
        f" {report.voided} voided, {len(report.refused)} refused"
    )
    if report.snapshots:
        agreeing = sum(not snapshot.disagreements for snapshot in report.snapshots)
        typer.echo(f"{agreeing} of {len(report.snapshots)} published ratings agree for every player")


def _print_snapshots(snapshots: list[Snapshot]) -> None:
    table = Table("revision", "players", "agree", "differ", box=None)
    for snapshot in snapshots:
        differing = len(snapshot.disagreements)
        players = len({each.player for each in snapshot.disagreements if each.published})
        table.add_row(str(snapshot.revision), str(snapshot.players), str(snapshot.players - players), str(differing))
    console = Console()
    console.print(table)
    for snapshot in snapshots:
        for each in snapshot.disagreements:
            typer.echo(f"revision {snapshot.revision}: {_said(each)}")


def _said(each: Disagreement) -> str:
    return f"{each.player} is published as {_figures_said(each.published)}, here as {_figures_said(each.found)}"


def _figures_said(shown: Figures | None) -> str:
    return "nobody" if shown is None else f"{shown.rating}, {shown.change:+.1f}, {shown.experience}"
