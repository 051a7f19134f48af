"""`scoresheet import`."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated
from uuid import UUID

import typer
from rich.console import Console
from rich.table import Table

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId, person_stream
from ops.clerk import Clerk
from ops.command_line.bars import progress_bar
from ops.database import DatabaseUrls
from ops.errors import ExitCode
from ops.following import followed
from ops.importing.agreement import Disagreement
from ops.importing.club import NAME, SOURCE, ClubImport
from ops.importing.club_list import Figures, Revision, read_file
from ops.importing.dry_run import told, told_of_persons, with_known_persons
from ops.importing.match_list import Line, read_lines, revision_of
from ops.importing.person_list import PersonLine, import_persons, read_persons, require_right
from ops.importing.steps import person_key
from ops.importing.whole import PAGE, PATIENCE_SECONDS, Found, ImportReport, Snapshot, found_in, import_list
from ops.running import migrated_database
from ops.settings import read_settings
from projections.tournaments.sorting import sorting

PERSONS = "Persons"
LIST_NAME = "Match list"
"""Of the tournament that a match list is imported into, unless another is given."""
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

    A line holds `revision`, `at` (when it was published), `keep` (how many rows of the revision before stand) and
    `append` (the rows that follow them: day, winner, loser, length); perhaps `ratings`, as the club published them.

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


@app.command()
def matches(
    path: Annotated[Path, typer.Argument(help="The list, as CSV in UTF-8.")],
    name: Annotated[str, typer.Option(help="The tournament's; another name makes another one.")] = LIST_NAME,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say of each line what would become of it, and record nothing.")
    ] = False,
    by: Annotated[
        UUID | None,
        typer.Option(help="Who imports it, by their id in the registry: another administrator confirms it."),
    ] = None,
) -> None:
    """Import a match list: the columns `played_at` (or `date`), `winner`, `loser`, `length`, and perhaps
    `winner_points` and `loser_points`.

    Winner and loser are names, or ids of registered persons; who is named is registered. The list that a tournament
    gives as `matches.csv` is taken as it is. Cells are parted by commas, semicolons or tabs.

    Where a line is wrong nothing is imported; --dry-run names all of them, and ends with 14 then. The same file again
    changes nothing, and a later one of the same name corrects. As for a club's list, another administrator than whoever
    --by names confirms the import, and cancelling its tournament takes it back.

    Example: scoresheet import matches --dry-run matches.csv
    """
    lines = list(read_lines(path))
    began = time.monotonic()
    with migrated_database(read_settings()) as urls, closing(_journal(urls)) as journal:
        lines = with_known_persons(lines, partial(_is_registered, journal))
        if dry_run:
            _say_dry_run(urls, journal, lines, name)
            raise typer.Exit(ExitCode.CHECKS_FAILED if any(line.is_wrong for line in lines) else ExitCode.DONE)
        club = ClubImport(journal, name, path.name, str(by) if by else None, scored=True)
        with progress_bar("lists", 1) as advance:
            report = import_list(club, [revision_of(lines)], None, advance)
    _print_report(report, time.monotonic() - began)


@app.command()
def persons(
    path: Annotated[Path, typer.Argument(help="The list, as CSV in UTF-8.")],
    name: Annotated[str, typer.Option(help="The list's; in another list the same name is another person.")] = PERSONS,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say of each line what would become of it, and record nothing.")
    ] = False,
) -> None:
    """Register persons, perhaps with opening ratings: the column `name`, and perhaps `contact`, `note`, `legal_name`,
    `birth_year`, `country`, `federation`; `rating`, `experience` and `pool`; and `reference`.

    By the reference, which is what the list itself calls them, else by the name, somebody is known again: the same file
    imported again changes nothing. A line whose `person` is the id of somebody registered is left out, so that the list
    `persons.csv` is taken as it is given out. Where a line is wrong nothing is imported; --dry-run names all of them,
    and ends with 14 then.

    Example: scoresheet import persons --dry-run members.csv
    """
    with migrated_database(read_settings()) as urls, closing(_journal(urls)) as journal:
        lines = list(read_persons(path, partial(_is_registered, journal)))
        clerk = Clerk(journal, f"import {name}", Actor(key=f"import {name}"[:100], role="administrator"))
        if dry_run:
            with _alike_in(urls, journal) as alike:
                new = partial(_is_new, journal, clerk)
                for said in told_of_persons(lines, new, alike):
                    typer.echo(said)
            raise typer.Exit(ExitCode.CHECKS_FAILED if any(line.problem for line in lines) else ExitCode.DONE)
        with progress_bar("persons", len(lines)) as advance:
            done = import_persons(clerk, require_right(lines), advance)
    typer.echo(f"{done.registered} persons registered, {done.before} had been before")


def _is_new(journal: Journal, clerk: Clerk, line: PersonLine) -> bool:
    return not _is_registered(journal, clerk.id_of(person_key(line.key)))


def _say_dry_run(urls: DatabaseUrls, journal: Journal, lines: Sequence[Line], name: str) -> None:
    club = ClubImport(journal, name, scored=True)
    with _alike_in(urls, journal) as alike:
        for said in told(lines, lambda player: not _is_registered(journal, club.person(player)), alike):
            typer.echo(said)


@contextmanager
def _alike_in(urls: DatabaseUrls, journal: Journal) -> Iterator[Callable[[str], list[PersonId]]]:
    """Who is registered under a name, however its letters are written."""
    with followed(urls, lambda line: typer.echo(line, err=True)) as readings:
        readings.wait_for(journal.position(), PATIENCE_SECONDS)

        def alike(player: str) -> list[PersonId]:
            found = readings.persons(player, limit=PAGE).items
            return [one.id for one in found if one.name is not None and sorting(one.name) == sorting(player)]

        yield alike


def _is_registered(journal: Journal, person: PersonId) -> bool:
    return journal.state(person_stream(person)).version > 0


def _journal(urls: DatabaseUrls) -> Journal:
    return Journal(urls.service, lambda: datetime.now(UTC), REGISTRY, FOLDS, readers=2)


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
    with closing(_journal(urls)) as journal, progress_bar("revisions", len(revisions)) as advance:
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
