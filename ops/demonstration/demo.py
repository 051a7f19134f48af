"""The demonstration: brought into a database once, and never over somebody's own data."""

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from domain.application.catalogue import FOLDS, REGISTRY
from domain.journal.journal import Journal
from domain.kernel.ids import TournamentId
from ops import database, origin
from ops.database import DatabaseUrls
from ops.demonstration import season
from ops.demonstration.progress import Bar, noted
from ops.demonstration.trial import DAYS, curl_lines, make_trial_key
from ops.importing.club import ClubImport
from ops.importing.club_list import read_file
from ops.importing.whole import import_list

CHECKOUT = Path(__file__).resolve().parents[2]
DATA = CHECKOUT / ".." / "shared" / "data" / "club_history.jsonl"
"""Where the real list is looked for unless another path is given."""


def demonstrate(
    urls: DatabaseUrls, address: str, announce: Callable[[str], None], bar: Bar, *, path: Path, if_empty: bool
) -> None:
    """Brings the demonstration into a migrated database, or what is missing of it, and makes a key to try it with.

    The list at `path`, where there is one, else a made-up season. `address` is where the service will be, for the
    commands shown. With `if_empty` nothing is done where other data are, or where the demonstration is complete.
    Raises ListUnreadableError, ImportStoppedError and what the journal raises.
    """
    journal = Journal(urls.service, lambda: datetime.now(UTC), REGISTRY, FOLDS, readers=2)
    with closing(journal):
        with database.connect(urls.owner) as connection:
            if if_empty and (reason := _left_out(journal, path, was_begun=origin.is_demonstration(connection))):
                announce(reason)
                return
            if journal.position() == 0:
                origin.mark_demonstration(connection)
        tournament = _bring(journal, announce, noted(urls.owner, "demonstration", bar), path)
    key = make_trial_key(urls.owner, datetime.now(UTC))
    announce(f"a key to try it with, valid for {DAYS} days: {key}")
    for line in curl_lines(address, tournament, key):
        announce(f"  {line}")


def _bring(journal: Journal, announce: Callable[[str], None], bar: Bar, path: Path) -> TournamentId:
    """The id of the tournament to look at."""
    if path.exists():
        announce("demonstration: a club's list of matches, revision by revision")
        revisions, club = read_file(path), ClubImport(journal)
        with bar("revisions", len(revisions)) as advance:
            import_list(club, revisions, None, advance)
        return club.tournament
    announce("demonstration: a made-up season, since no club's list is at hand")
    with bar("tournaments", season.TOURNAMENTS) as advance:
        return season.make_season(journal, lambda: advance(1))


def _left_out(journal: Journal, path: Path, *, was_begun: bool) -> str | None:
    """Why there is nothing to bring, or None. One that `was_begun` may have come to its first persons only."""
    if journal.position() == 0:
        return None
    begun = _begun(journal, path)
    if begun is None and was_begun:
        return None
    if begun is None:
        return "there are data already: the demonstration is left out"
    return "the demonstration is there; `scoresheet keys make` makes keys to try it with" if begun else None


def _begun(journal: Journal, path: Path) -> bool | None:
    """None where it was not begun; else whether it is complete."""
    if season.begun(journal):
        return season.complete(journal)
    if not path.exists():
        return None
    numbers = [revision.number for revision in read_file(path)]
    reached = ClubImport(journal).reached(numbers)
    return None if reached is None else reached == numbers[-1]
