"""What an import of matches has come to, printed."""

from collections.abc import Sequence

import typer
from rich.console import Console
from rich.table import Table

from domain.importing.looked_at import LookedAt
from domain.importing.match_lists.club_list import Figures
from ops.importing.agreement import Disagreement
from ops.importing.whole import ImportReport, Snapshot


def print_report(report: ImportReport, seconds: float) -> None:
    """On standard output: what was refused, what differs here, how much was recorded, and how far published ratings
    agree."""
    if report.snapshots:
        _print_snapshots(report.snapshots)
    for revision, refused in report.refused:
        row = refused.row
        typer.echo(
            f"revision {revision}: refused as {refused.problem}: {row.played_at:%Y-%m-%d} {row.winner} beats"
            f" {row.loser} to {row.length}"
        )
    for line in report.differing:
        typer.echo(line_told(line, f"revision {line.line}"))
    typer.echo(
        f"{report.revisions} revisions in {seconds:.1f} s"
        + (f", {report.before} more were recorded before" if report.before else "")
        + f": {report.entered} results, {report.corrected} corrections, {report.placed} placed in the list,"
        f" {report.voided} voided, {len(report.refused)} refused" + differing_counted(report.differing)
    )
    if report.snapshots:
        agreeing = sum(not snapshot.disagreements for snapshot in report.snapshots)
        typer.echo(f"{agreeing} of {len(report.snapshots)} published ratings agree for every player")


def line_told(line: LookedAt, where: str | None = None) -> str:
    """The fate of a line of a list, and what is here; `where` it is, unless its number says it."""
    where = where or (f"line {line.line}" if line.line else "no line")
    said = ": ".join(filter(None, (line.becomes, line.text, line.why)))
    told = [f"{name} {text}" for name, text in (("before:", line.before), ("here:", line.here)) if text]
    match = f" (match {line.match})" if line.match and told else ""
    return f"{where}: {said}{match}" + "".join(f"; {one}" for one in told)


def differing_counted(lines: Sequence[LookedAt]) -> str:
    """The number of lines that wait, and how many were changed here, to be put behind what was recorded."""
    waiting = sum(one.becomes == "conflict" for one in lines)
    here = sum(one.becomes == "changed-here" for one in lines)
    told = f", {waiting} wait for a choice" if waiting else ""
    return told + (f", {here} were changed here and stay" if here else "")


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
