"""`scoresheet import`."""

import time
from collections.abc import Iterator, Sequence
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
from domain.application.entry_lines import EntryLine
from domain.application.person_lines import NewPerson
from domain.journal.journal import Journal
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId, person_stream, tournament_stream
from domain.person.details import Details
from domain.person.likeness import Likeness
from ops.clerk import Clerk
from ops.command_line.bars import progress_bar
from ops.database import DatabaseUrls
from ops.errors import ExitCode, NotThereError
from ops.following import followed
from ops.importing.agreement import Disagreement
from ops.importing.club import NAME, SOURCE, ClubImport
from ops.importing.club_list import Figures, Revision, read_file
from ops.importing.dry_run import Alike, told, told_of_entries, told_of_persons, with_known_persons
from ops.importing.entry_list import EntryImport, read_entries
from ops.importing.files import require_right
from ops.importing.match_list import Line, read_lines, revision_of
from ops.importing.person_list import import_persons, read_persons
from ops.importing.report_file import ReportImport, Terms
from ops.importing.report_file_lines import read_report
from ops.importing.report_file_lines import require_right as require_right_report
from ops.importing.report_file_lines import told as told_of_report
from ops.importing.steps import person_key
from ops.importing.whole import PATIENCE_SECONDS, Found, ImportReport, Snapshot, found_in, import_list
from ops.running import migrated_database
from ops.settings import read_settings
from projections.queries.queries import Readings

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
        clerk = _clerk(journal, name)
        if dry_run:
            with _alike_in(urls, journal) as alike:
                for said in told_of_persons(lines, partial(_is_new, clerk), alike):
                    typer.echo(said)
            raise typer.Exit(ExitCode.CHECKS_FAILED if any(line.problem for line in lines) else ExitCode.DONE)
        with progress_bar("persons", len(lines)) as advance:
            done = import_persons(clerk, require_right(lines), advance)
    typer.echo(f"{done.registered} persons registered, {done.before} had been before")


@app.command()
def entries(
    path: Annotated[Path, typer.Argument(help="The list, as CSV in UTF-8.")],
    tournament: Annotated[UUID, typer.Argument(help="The id of the tournament to enter them into.")],
    name: Annotated[
        str, typer.Option(help="The list's, as for persons; in another list the same name is another person.")
    ] = PERSONS,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say of each line what would become of it, and record nothing.")
    ] = False,
) -> None:
    """Enter players into a tournament: the column `person`, the id of somebody registered, or `name` and what else
    `import persons` takes of a new one; and perhaps `team`, `members`, `club`, `colour`, `status`, `reason`.

    An entry is approved unless its `status` is requested. Somebody new is known again as in lists of persons of the
    same --name, and who is entered already is left as they are, but for a colour that is another now: so the same file
    again changes nothing, and an interrupted import goes on. The list `entries.csv` of a tournament is taken as it is
    given out. Where a line is wrong nothing is imported; --dry-run names all of them, and ends with 14 then.

    Example: scoresheet import entries --dry-run entries.csv $TOURNAMENT
    """
    with migrated_database(read_settings()) as urls, closing(_journal(urls)) as journal:
        _require_announced(journal, str(tournament))
        lines = list(read_entries(path, partial(_is_registered, journal)))
        entering = EntryImport(_clerk(journal, name), str(tournament))
        if dry_run:
            raise typer.Exit(_say_entries(urls, journal, entering, lines))
        with progress_bar("entries", len(lines)) as advance:
            done = entering.take(require_right(lines), advance)
    typer.echo(
        f"{done.entered} entered, {done.registered} of them new in the register, {done.before} had been entered before,"
        f" {done.changed} of these have another colour now"
    )


@app.command("report-file")
def report_file(
    path: Annotated[Path, typer.Argument(help="The file: FIDE's TRF16 or TRF26.")],
    name: Annotated[
        str | None, typer.Option(help="The tournament's, unless the file's; another name makes another one.")
    ] = None,
    length: Annotated[int, typer.Option(min=1, max=1000, help="The points that matches count as played to.")] = 1,
    rated: Annotated[bool, typer.Option("--rated", help="Rate the matches, in the pool normal.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be taken and what is wrong, and record nothing.")
    ] = False,
    by: Annotated[
        UUID | None,
        typer.Option(help="Who imports it, by their id in the registry: another administrator confirms it."),
    ] = None,
) -> None:
    """Import a tournament report file (FIDE's TRF16 and TRF26) of a Swiss, a round robin or a knockout.

    It becomes a tournament of open play with its rounds, results, draws and byes. A player is known again by the id in
    columns 58 to 68, else by the name; lines `### person 12 …` name somebody of the register. The same file again
    changes nothing, an interrupted import goes on, and a later file of the same name adds its rounds and corrects.

    What does not fit together is named by line and column. Where it can't be said who has played whom and how it ended,
    nothing is imported; --dry-run names all of it, and ends with 14 then. As for other lists, another administrator
    than whoever --by names confirms the import, and cancelling its tournament takes it back.

    Example: scoresheet import report-file --dry-run tournament.trf
    """
    with migrated_database(read_settings()) as urls, closing(_journal(urls)) as journal:
        report, findings = read_report(path, partial(_is_registered, journal))
        terms = Terms(length, rated, path.name, str(by) if by else None)
        importing = ReportImport(journal, name or report.name or path.stem, terms)
        if dry_run:
            with _alike_in(urls, journal) as alike:
                for said in told_of_report(
                    report, findings, importing, lambda who: not _is_registered(journal, who), alike
                ):
                    typer.echo(said)
            fatal = any(finding.fatal for finding in findings)
            raise typer.Exit(ExitCode.CHECKS_FAILED if fatal else ExitCode.DONE)
        report = require_right_report(report, findings)
        with progress_bar("players and rounds", len(report.players) + report.rounds) as advance:
            done = importing.take(report, advance)
    for finding in findings:
        typer.echo(str(finding))
    typer.echo(
        f"tournament {importing.tournament}: {done.entered} entered, {done.registered} of them new in the register,"
        f" {done.results} results, {done.byes} byes, {done.corrected} corrections, {done.voided} voided"
    )


def _require_announced(journal: Journal, tournament: str) -> None:
    if journal.state(tournament_stream(tournament)).version == 0:
        raise NotThereError(f"there is no tournament {tournament}; GET /v1/tournaments lists them")


def _say_entries(urls: DatabaseUrls, journal: Journal, entering: EntryImport, lines: Sequence[EntryLine]) -> ExitCode:
    with followed(urls, lambda line: typer.echo(line, err=True)) as readings:
        readings.wait_for(journal.position(), PATIENCE_SECONDS)
        problems = entering.tried(lines, readings.current_ratings, datetime.now(UTC))
        is_new = partial(_is_new, entering.clerk)
        for said in told_of_entries(lines, entering.known, problems, is_new, partial(_alike, readings)):
            typer.echo(said)
    wrong = problems or any(line.problem for line in lines)
    return ExitCode.CHECKS_FAILED if wrong else ExitCode.DONE


def _clerk(journal: Journal, name: str) -> Clerk:
    return Clerk(journal, f"import {name}", Actor(key=f"import {name}"[:100], role="administrator"))


def _is_new(clerk: Clerk, new: NewPerson) -> bool:
    return clerk.log.state(person_stream(clerk.id_of(person_key(new.key)))).version == 0


def _say_dry_run(urls: DatabaseUrls, journal: Journal, lines: Sequence[Line], name: str) -> None:
    club = ClubImport(journal, name, scored=True)
    with _alike_in(urls, journal) as alike:
        for said in told(lines, lambda player: not _is_registered(journal, club.person(player)), alike):
            typer.echo(said)


@contextmanager
def _alike_in(urls: DatabaseUrls, journal: Journal) -> Iterator[Alike]:
    """Who is likely registered already."""
    with followed(urls, lambda line: typer.echo(line, err=True)) as readings:
        readings.wait_for(journal.position(), PATIENCE_SECONDS)
        yield partial(_alike, readings)


def _alike(readings: Readings, details: Details) -> Sequence[PersonId]:
    return readings.alike(Likeness.of(details), "")


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
