"""A whole list imported, from where it was left, and compared with the ratings published on the way."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import NamedTuple

from api.http.services import DrawId, drawn_id
from domain.importing.desk import Desk
from domain.importing.errors import ImportStoppedError
from domain.importing.looked_at import LookedAt
from domain.importing.match_lists.club import NAME, ClubImport, Imported, RefusedOnce, Terms
from domain.importing.match_lists.club_list import Figures, Revision
from domain.importing.match_lists.steps import RefusedRow
from domain.importing.matches_told import Called, differing_told, names_in
from domain.importing.recording import together
from domain.importing.together import Together
from domain.importing.whom import Meant, Register
from domain.journal.errors import Unavailable
from domain.journal.journal import Journal
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.kernel.values import Pool
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
    """The result of a list; see `Imported`. `before` counts the revisions that had been recorded earlier; `differing`
    is what waits, and what was changed here and stays, after the last one; `position` is the log's at the end."""

    revisions: int = 0
    before: int = 0
    entered: int = 0
    corrected: int = 0
    placed: int = 0
    voided: int = 0
    position: int = 0
    refused: list[tuple[int, RefusedRow]] = field(default_factory=list)
    differing: Sequence[LookedAt] = ()
    snapshots: list[Snapshot] = field(default_factory=list)
    _once: RefusedOnce = field(default_factory=RefusedOnce)

    def add(self, done: Imported, called: Called) -> None:
        """Adds what one revision more came to."""
        self.entered += done.entered
        self.corrected += done.corrected
        self.placed += done.placed
        self.voided += done.voided
        self.refused += [(done.revision, row) for row in self._once.new(done)]
        self.differing = list(differing_told(done, called))


@dataclass(slots=True)
class ClubList:
    """A club's list of that name, in a log on this machine."""

    journal: Journal
    name: str = NAME
    terms: Terms = field(default_factory=Terms)
    draw: DrawId = drawn_id
    meant: Sequence[Meant] = ()
    called: Called = str

    def at(self, log: Together) -> ClubImport:
        """The list, to lay on that log what becomes of it."""
        return ClubImport(Desk(log, self.draw), self.name, self.terms, self.meant)

    def now(self) -> ClubImport:
        """The list as it is."""
        return self.at(Together(self.journal, datetime.now(UTC)))

    def find(self, register: Register, revisions: Sequence[Revision]) -> Sequence[Meant]:
        """Finds the persons of its names; from here on these are taken for them, and called as in the register."""
        self.called = names_in(register)
        players = (player for revision in revisions for row in revision.rows for player in row[1:3])
        club = self.now()
        found = club.find(register, players)
        unsaid = {one.name: one for one in club.unsaid(revisions[-1].rows if revisions else (), register)}
        self.meant = [unsaid.get(one.name, one) for one in found]
        return self.meant

    def pool(self) -> Pool:
        """The pool in which its matches are rated. Raises ImportStoppedError where they are not."""
        rating = self.now().rating
        if rating is None:
            raise ImportStoppedError("the matches of this list are not rated, so there are no ratings to compare")
        return rating.pool

    def players(self) -> Mapping[PersonId, str]:
        """The names that the list has for its persons."""
        return self.now().book.names()


def import_list(
    club: ClubList, revisions: Sequence[Revision], found: Found | None, advance: Callable[[int], None]
) -> ImportReport:
    """Imports what is not recorded yet. Where all of it is, the last revision is compared once more with what is here.

    With `found`, the published ratings are compared on the way. `advance` is told how many revisions are done.
    Raises ImportStoppedError where the list can't be recorded.
    """
    left = club.now().still_to_take(revisions)
    report = ImportReport(before=len(revisions) - len(left))
    advance(report.before)
    if revisions and not left:
        report.add(_taken(club, revisions[-1]), club.called)
    for revision in left:
        report.add(_taken(club, revision), club.called)
        report.revisions += 1
        if found is not None and revision.ratings is not None:
            differing = tuple(disagreements(revision.ratings, found(club.journal.position())))
            report.snapshots.append(Snapshot(revision.number, len(revision.ratings), differing))
        advance(1)
    report.position = club.journal.position()
    return report


def _taken(club: ClubList, revision: Revision) -> Imported:
    def lay(log: Together) -> tuple[Actor, Imported]:
        taking = club.at(log)
        return taking.book.desk.acts_as, taking.take(revision)

    try:
        return together(club.journal, club.draw, lay)[0]
    except (Refused, Unavailable) as fault:
        raise ImportStoppedError(f"revision {revision.number} can't be recorded: {fault}") from fault


def found_in(readings: Readings, club: ClubList) -> Found:
    """The figures that the projections show of the list's players in its pool; others there are left aside.

    The figures raise ImportStoppedError where the projections don't get there in a minute, or nothing is rated.
    """

    def found(position: int) -> Mapping[str, Figures]:
        if not readings.wait_for(position, PATIENCE_SECONDS):
            raise ImportStoppedError("the projections don't follow; see `scoresheet doctor`")
        players = club.players()
        return {players[view.person]: shown for view, shown in _shown(readings, club.pool()) if view.person in players}

    return found


def _shown(readings: Readings, pool: Pool) -> Iterator[tuple[RatingView, Figures]]:
    """Everyone with a rated match; a player who has lost the last one is not in the club's list either."""
    after = None
    while True:
        page = readings.ratings(pool, after, PAGE)
        for view in page.items:
            if view.change is not None:
                yield view, figures(Decimal(view.rating), Decimal(view.change), view.experience)
        if page.next is None:
            return
        after = page.next
