"""A whole list imported, from where it was left, and compared with the ratings published on the way."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from domain.importing.club import POOL, ClubImport
from domain.importing.club_list import Figures, Revision
from domain.importing.errors import ImportStoppedError
from domain.importing.steps import Imported, RefusedRow
from domain.journal.errors import Unavailable
from domain.kernel.refusal import Refused
from ops.importing.agreement import Disagreement, disagreements, figures
from projections.queries.queries import Readings
from projections.views.ratings import RatingView

PATIENCE_SECONDS = 60.0
PAGE = 500

Found = Callable[[int], Mapping[str, Figures]]
"""What is shown of each player of the list, once everything up to that position of the log is in it."""


class Snapshot(NamedTuple):
    """A revision that was published with ratings, of so many players, and which of them differ."""

    revision: int
    players: int
    disagreements: tuple[Disagreement, ...]


@dataclass(slots=True)
class ImportReport:
    """What a list came to; see `Imported`. `before` counts the revisions that had been recorded earlier."""

    revisions: int = 0
    before: int = 0
    entered: int = 0
    corrected: int = 0
    placed: int = 0
    voided: int = 0
    position: int = 0
    refused: list[tuple[int, RefusedRow]] = field(default_factory=list)
    snapshots: list[Snapshot] = field(default_factory=list)

    def add(self, done: Imported) -> None:
        """Counts one revision more."""
        self.revisions += 1
        self.entered += done.entered
        self.corrected += done.corrected
        self.placed += done.placed
        self.voided += done.voided
        self.position = done.position or self.position
        self.refused += [(done.revision, row) for row in done.refused]


def import_list(
    club: ClubImport, revisions: Sequence[Revision], found: Found | None, advance: Callable[[int], None]
) -> ImportReport:
    """Imports what is not recorded yet, and again what was recorded last, which may have been interrupted.

    With `found`, the published ratings are compared on the way. `advance` is told how many revisions are done.
    Raises ImportStoppedError where the list can't be recorded.
    """
    first = _first(club, revisions)
    report = ImportReport(before=first)
    advance(first)
    for revision in revisions[first:]:
        report.add(_taken(club, revision))
        if found is not None and revision.ratings is not None:
            differing = tuple(disagreements(revision.ratings, found(report.position)))
            report.snapshots.append(Snapshot(revision.number, len(revision.ratings), differing))
        advance(1)
    return report


def _first(club: ClubImport, revisions: Sequence[Revision]) -> int:
    numbers = [revision.number for revision in revisions]
    reached = club.reached(numbers)
    return 0 if reached is None else numbers.index(reached)


def _taken(club: ClubImport, revision: Revision) -> Imported:
    try:
        return club.take(revision)
    except (Refused, Unavailable) as fault:
        raise ImportStoppedError(f"revision {revision.number} can't be recorded: {fault}") from fault


def found_in(readings: Readings, club: ClubImport) -> Found:
    """What the projections show of the list's players; others in the same pool are left aside.

    The figures raise ImportStoppedError where the projections don't get there in a minute.
    """

    def found(position: int) -> Mapping[str, Figures]:
        if not readings.wait_for(position, PATIENCE_SECONDS):
            raise ImportStoppedError("the projections don't follow; see `scoresheet doctor`")
        return {club.players[view.person]: shown for view, shown in _shown(readings) if view.person in club.players}

    return found


def _shown(readings: Readings) -> Iterator[tuple[RatingView, Figures]]:
    """Everyone with a rated match; a player who has lost the last one is not in the club's list either."""
    after = None
    while True:
        page = readings.ratings(POOL, after, PAGE)
        for view in page.items:
            if view.change is not None:
                yield view, figures(Decimal(view.rating), Decimal(view.change), view.experience)
        if page.next is None:
            return
        after = page.next
