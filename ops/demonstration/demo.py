"""The demonstration: brought into a database once, and never over somebody's own data."""

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, cast

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from domain.kernel.ids import TournamentId, tournament_stream
from domain.tournament.state import Tournament
from ops import database, origin
from ops.database import DatabaseUrls
from ops.demonstration import season
from ops.demonstration.organizer import Organizer
from ops.demonstration.progress import Bar, noted
from ops.demonstration.trial import DAYS, curl_lines, login_link, make_trial_key
from ops.importing.club import ClubImport
from ops.importing.club_list import read_file
from ops.importing.whole import import_list

CHECKOUT = Path(__file__).resolve().parents[2]
DATA = CHECKOUT / ".." / "shared" / "data" / "club_history.jsonl"
"""Where the real list is looked for unless another path is given."""
Reached = Literal["an earlier one", "the last"]
"""Which revision of a list."""
LISTED = "The season of a club"
"""What the tournament is called that the list becomes: an import of somebody's own list has another name."""
OFFICE = "the office"
IMPORTER, REVIEWER = "Olga Berg", "Emil Roth"
"""In whose name the list is imported, and the administrator who confirms it."""


def demonstrate(
    urls: DatabaseUrls, address: str, announce: Callable[[str], None], bar: Bar, *, path: Path, if_empty: bool
) -> None:
    """Brings the demonstration into a migrated database, or what is missing of it, and makes a key to try it with.

    The list at `path`, where there is one, else a made-up season. `address` is where the service will be, for the
    commands shown. With `if_empty` nothing is done where other data are, and nothing brought where the demonstration is
    complete. Raises ListUnreadableError, ImportStoppedError and what the journal raises.
    """
    journal = Journal(urls.service, lambda: datetime.now(UTC), REGISTRY, FOLDS, readers=2)
    with closing(journal):
        reached = _reached(journal, path)
        there = _there(journal, reached) if if_empty else None
        with database.connect(urls.owner) as connection:
            if if_empty and _of_others(journal, reached, was_begun=origin.is_demonstration(connection)):
                announce("there are data already: the demonstration is left out")
                return
            if journal.position() == 0:
                origin.mark_demonstration(connection)
        if there is not None:
            announce("the demonstration is there")
        tournament = there or _bring(journal, announce, noted(urls.owner, "demonstration", bar), path)
        key = make_trial_key(urls.owner, journal, datetime.now(UTC))
        link = login_link(urls.owner, address, _key_of_director(urls, journal, tournament) or key)
    announce(f"a key to try it with, valid for {DAYS} days: {key}")
    for line in curl_lines(address, tournament, key):
        announce(f"  {line}")
    announce(f"a link that logs in as its director, once, on this machine: {link}")


def _key_of_director(urls: DatabaseUrls, journal: Journal, tournament: TournamentId) -> str | None:
    """A key of the tournament's first director; None where administrators alone direct it, as with a list."""
    state = cast("Tournament", journal.state(tournament_stream(tournament)))
    directed_by = next(iter(state.directors), None)
    return directed_by and make_trial_key(urls.owner, journal, datetime.now(UTC), directed_by)


def _bring(journal: Journal, announce: Callable[[str], None], bar: Bar, path: Path) -> TournamentId:
    """The id of the tournament to look at."""
    if path.exists():
        announce("demonstration: a club's list of matches, revision by revision")
        revisions, office = read_file(path), Organizer(journal, OFFICE)
        importer, reviewer = map(office.register, (IMPORTER, REVIEWER))
        club = ClubImport(journal, LISTED, person=importer)
        with bar("revisions", len(revisions)) as advance:
            import_list(club, revisions, None, advance)
        office.confirm(club.tournament, reviewer)
        return club.tournament
    announce("demonstration: a made-up season, since no club's list is at hand")
    with bar("tournaments", season.TOURNAMENTS) as advance:
        return season.make_season(journal, lambda: advance(1))


def _of_others(journal: Journal, reached: Reached | None, *, was_begun: bool) -> bool:
    """Whether the data are somebody's own. A demonstration that `was_begun` may have come to its first persons only."""
    is_begun = season.begun(journal) or reached is not None
    return journal.position() > 0 and not is_begun and not was_begun


def _there(journal: Journal, reached: Reached | None) -> TournamentId | None:
    """The tournament to look at of a demonstration that is complete."""
    if season.begun(journal):
        return season.ladder(journal) if season.complete(journal) else None
    return ClubImport(journal, LISTED).tournament if reached == "the last" else None


def _reached(journal: Journal, path: Path) -> Reached | None:
    """To which of its revisions the list at `path` was imported."""
    numbers = [revision.number for revision in read_file(path)] if path.exists() else []
    reached = ClubImport(journal, LISTED).reached(numbers)
    return None if reached is None else "the last" if reached == numbers[-1] else "an earlier one"
