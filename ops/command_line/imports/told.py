"""What an import of matches has come to, printed."""

import typer
from rich.console import Console
from rich.table import Table

from domain.importing.match_lists.club_list import Figures
from ops.importing.agreement import Disagreement
from ops.importing.whole import ImportReport, Snapshot


def print_report(report: ImportReport, seconds: float) -> None:
    """On standard output: what was refused, how much was recorded, and how far published ratings agree."""
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
