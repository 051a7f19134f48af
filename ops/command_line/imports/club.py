"""`scoresheet import club`."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import typer

from domain.importing.errors import ListUnreadableError
from domain.importing.looked_at import of_matches
from domain.importing.match_lists.club import CLUB_TERMS, NAME, Terms
from domain.importing.match_lists.club_list import Revision
from domain.importing.whom import Chosen, unclear
from ops.command_line.bars import progress_bar
from ops.command_line.imports.common import (
    RATING,
    TOURNAMENT,
    By,
    Office,
    Takes,
    Who,
    choices_in,
    chosen_in,
    office,
    rating_in,
    written_terms,
)
from ops.command_line.imports.told import print_report
from ops.command_line.named import typed_name
from ops.errors import ExitCode
from ops.importing.files import read_revisions_of
from ops.importing.whole import ClubList, Found, ImportReport, found_in, import_list


def club(
    path: Annotated[Path, typer.Argument(help="The list: a line of JSON for each of its revisions.")],
    name: Annotated[str, typer.Option(help=TOURNAMENT, callback=typed_name)] = NAME,
    check: Annotated[
        bool, typer.Option("--check", help="Compare the ratings after each revision published with them.")
    ] = False,
    by: By = None,
    who: Who = None,
    takes: Takes = None,
    rating: Annotated[str, typer.Option(help=RATING)] = written_terms(CLUB_TERMS),
) -> None:
    """Import a club's match list, revision by revision, as results, corrections and voids.

    Each line has `revision`, `at` (when it was published), `keep` (how many rows of the earlier revision stay) and
    `append` (the rows after them: day, winner, loser, length). It can have `ratings`, as the club published them.

    After an interruption, run it again to continue. Changes made here stay. For changes on both sides, choose with
    --takes. With --check, the exit code is 14 if ratings differ from the published ones; it compares only what this
    run records. The tournament has no director until an administrator appoints one.

    An import counts at once. /v1/imports lists it until an administrator other than the person named by --by
    confirms it; without --by nobody can. Cancel its tournament to undo the whole import.

    Example: scoresheet import club --check club_history.jsonl
    """
    revisions = read_revisions_of(path)
    began = time.monotonic()
    terms = Terms(path.name, str(by) if by else None, rating_in(rating), choices=of_matches(choices_in(takes)))
    with office() as the_office:
        report = run(the_office, name, revisions, check=check, terms=terms, chosen=chosen_in(who))
    print_report(report, time.monotonic() - began)
    if any(snapshot.disagreements for snapshot in report.snapshots):
        raise typer.Exit(ExitCode.CHECKS_FAILED)


def run(
    the_office: Office,
    name: str,
    revisions: list[Revision],
    *,
    check: bool,
    terms: Terms,
    chosen: Mapping[str, Chosen] = MappingProxyType({}),
) -> ImportReport:
    """Imports into its database, with a progress bar. Raises what `import_list` raises, and ListUnreadableError where
    it is unclear who is meant."""
    importing = ClubList(the_office.journal, name, terms)
    with the_office.register(chosen) as register:
        wrong = [unclear(one) for one in importing.find(register, revisions) if one.is_unclear]
    if wrong:
        raise ListUnreadableError("; ".join(wrong))
    figures = _figures(the_office, importing) if check else nullcontext()
    with progress_bar("revisions", len(revisions)) as advance, figures as found:
        return import_list(importing, revisions, found, advance)


@contextmanager
def _figures(the_office: Office, importing: ClubList) -> Iterator[Found]:
    with the_office.following() as readings:
        yield found_in(readings, importing)
