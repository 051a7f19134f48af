"""A list of matches imported into one tournament of open play, with the commands everybody uses.

What the list said before is recorded (`Book`), and so is what is here; the list is compared with both, line by line.
So the same list again changes nothing, and what was changed here stands. Rows the rules refuse are left out and told.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from domain.formats.open import OpenOptions
from domain.importing.book import Book
from domain.importing.desk import Desk
from domain.importing.errors import ImportStoppedError
from domain.importing.match_lists.club_list import UNNUMBERED, Revision, Row, in_order_played
from domain.importing.match_lists.differences import Conflict, Differences, Here, differences
from domain.importing.match_lists.forgotten import with_the_forgotten
from domain.importing.match_lists.plan import Plan, RecordedRow, any_stands_elsewhere, make_plan
from domain.importing.match_lists.recorded import row_here, row_said
from domain.importing.match_lists.renamed import former_names
from domain.importing.match_lists.row_order import is_open, order_told
from domain.importing.match_lists.scores import with_scores_said
from domain.importing.match_lists.steps import RefusedRow, Steps, why_refused
from domain.importing.whom import Asked, Meant, Register, is_id
from domain.kernel.ids import PersonId, TournamentId
from domain.lists.events import Choice, SaidMatch
from domain.lists.reading import RowOrder
from domain.person.details import Details
from domain.tournament.imports.events import Origin
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.state import Tournament

NAME = "Club season"
"""Of the tournament, unless another is given."""
SOURCE = "A club's list"
CLUB_TERMS = RatingTerms(pool="normal", policy="club", policy_version=1)
"""By which a club's own list is rated, which may show its ratings, unless others are given."""
FEDERATION_TERMS = RatingTerms(pool="normal", policy="room", policy_version=1)
"""By which all other lists are, unless others are given: the federation's policy (ELO-1 to ELO-6)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms on which a list of matches is imported: where it comes from, as anyone who reviews it is told; in whose
    name; by which pool and policy it is rated, None: not at all; whether it keeps scores; and what was chosen of what
    was changed on both sides, by match."""

    source: str = SOURCE
    person: PersonId | None = None
    rating: RatingTerms | None = FEDERATION_TERMS
    scored: bool = False
    choices: Mapping[int, Choice] = field(default_factory=dict)


@dataclass(slots=True)
class Imported:
    """The result of one revision. `lines` are its rows as they were read, in the order of ELO-6, each with its match as
    it was before, None: it is new. `placed` counts corrections of nothing but the place in the list, of inserted rows
    too. `changed_here` are lines that the list has not changed and of which something else is here, `conflicts` those
    that were changed on both sides and wait. `left` are new rows that are still to be entered."""

    revision: int
    entered: int = 0
    corrected: int = 0
    placed: int = 0
    voided: int = 0
    lines: list[tuple[Row, int | None]] = field(default_factory=list)
    here: Mapping[int, Here] = field(default_factory=dict)
    gone: list[RecordedRow] = field(default_factory=list)
    changed: set[int] = field(default_factory=set)
    refused: list[RefusedRow] = field(default_factory=list)
    changed_here: list[RecordedRow] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    left: Sequence[Row] = ()


class RefusedOnce:
    """Rows that are refused, each told once as long as the list keeps it."""

    def __init__(self) -> None:
        self._told = Counter[Row]()

    def new(self, done: Imported) -> list[RefusedRow]:
        """Those that were not told of the revision before."""
        left, self._told = self._told, Counter(one.row for one in done.refused)
        found = []
        for one in done.refused:
            if left[one.row] > 0:
                left[one.row] -= 1
            else:
                found.append(one)
        return found


class ClubImport:
    """One list of matches. Imports of the same `name` go on with the same list, its tournament and its persons. `meant`
    are those of its names of whom it was found before whom they stand for."""

    def __init__(self, desk: Desk, name: str = NAME, terms: Terms | None = None, meant: Iterable[Meant] = ()) -> None:
        self._name = name
        self._terms = terms or Terms()
        self.book = Book.at(desk, "matches", name)
        self._desk = self.book.desk_of(self._terms.source, self._terms.person)
        self._meant = {one.name: one for one in meant}
        self._before_of: tuple[Mapping[int, SaidMatch], list[RecordedRow]] | None = None

    @property
    def tournament(self) -> TournamentId | None:
        """Its tournament, where there is one."""
        return self.book.tournament

    @property
    def rating(self) -> RatingTerms | None:
        """By what its matches are rated, if at all: as its tournament says, where there is one."""
        state = self._state
        return self._terms.rating if state is None or state.settings is None else state.settings.rating

    def find(self, register: Register, players: Iterable[str]) -> list[Meant]:
        """The persons meant by these names. From here on the names mean the persons found."""
        state = self._state
        entered = register.called(state.entry_of) if state else {}
        asked = [Asked(one, Details(name=one), self.book.person(one)) for one in dict.fromkeys(players)]
        found = register.meant(asked, entered)
        self._meant = {one.name: one for one in found}
        return found

    def unsaid(self, rows: Sequence[Row], register: Register) -> list[Meant]:
        """Names that are to be asked about, although nobody is likely: in the lines of somebody who the list names no
        more, or whose name is known no more."""
        before = self._before()
        meant = self.as_meant(rows if before else ())
        asked = [*self._forgotten(meant, before), *self._possible_renames(meant, before)]
        return [one for one in asked if one.name not in register.chosen]

    def _forgotten(self, meant: Sequence[Row], before: Sequence[RecordedRow]) -> list[Meant]:
        """Names that are in lines of somebody whose name is known no more, and in others too
        (ops/decisions/0049-drawn-ids.md)."""
        known = list(zip(meant, self._with_the_forgotten(meant, before), strict=True))
        sides = [(named, found) for pair in known for named, found in zip(pair[0][1:3], pair[1][1:3], strict=True)]
        forgotten = {named for named, found in sides if named != found}
        asked = {named for named, found in sides if named == found and named in forgotten and not is_id(named)}
        return [Meant(one, is_asked=True) for one in sorted(asked)]

    def _possible_renames(self, meant: Sequence[Row], before: Sequence[RecordedRow]) -> list[Meant]:
        """Names that the list may have for somebody who it called otherwise before. Of the erased nothing is said."""
        clear = {name for name, one in self._meant.items() if not one.is_unclear}
        is_erased = cache(self._desk.is_erased)
        said = [one.row for one in before if not any(map(is_erased, one.row[1:3]))]
        former = former_names(meant, said, lambda player: not is_id(player))
        return [Meant(name, candidates=persons) for name, persons in former.items() if name in clear]

    def order_of(self, rows: Sequence[Row]) -> RowOrder | None:
        """In which order the list has its matches of one day, where its dates leave that open; None: it is to be
        said."""
        if not is_open(rows):
            return "oldest-first"
        return order_told([one.row for one in self._before()], self.as_meant(rows))

    def take(self, revision: Revision, most: int | None = None) -> Imported:
        """Lays what makes the list's changes since it was imported last, at most so many new rows at once; the first
        one announces the tournament. Raises Refused where the tournament takes nothing any more, ImportStoppedError
        where the import was taken back."""
        done = Imported(revision.number)
        read, before = in_order_played(revision.rows), self._before()
        published = with_scores_said(self.as_meant(read), [one.row for one in before])
        published = self._with_the_forgotten(published, before)
        whys = [why_refused(row, self._desk.log.now) for row in published]
        done.refused += [RefusedRow(row, *why) for row, why in zip(read, whys, strict=True) if why is not None]
        read = [row for row, why in zip(read, whys, strict=True) if why is None]
        published = [row for row, why in zip(published, whys, strict=True) if why is None]
        tournament = self._open_tournament()
        steps = Steps(self._desk, self.book, tournament, done, _reason(revision), self._meant.values())
        done.here = self._here()
        found, plan, entered = self._compare_lists(published, before, done.here)
        done.lines = list(zip(read, plan.matches, strict=True))
        done.gone, done.changed = list(plan.voided), {one.before.match for one in plan.corrected if not one.is_placing}
        done.changed_here, done.conflicts = found.changed_here, found.conflicts
        done.left = () if most is None else entered[most:]
        steps.carry_out(found, entered[:most])
        if entered and any_stands_elsewhere(plan, published):
            again = make_plan(self._before(), self.as_meant(published), len(self._recorded.reported) + 1)
            steps.correct(
                [one for one in again.corrected if one.is_placing and one.before.match not in self.book.conflicts]
            )
        return done

    def enter(self, rows: Sequence[Row]) -> None:
        """Lays rows that `take` has left. Nothing is compared: for that the list is taken once more, with what is left
        last. Raises likewise."""
        Steps(self._desk, self.book, self._open_tournament(), Imported(0), "", ()).enter(rows)

    def _compare_lists(
        self, published: Sequence[Row], before: Sequence[RecordedRow], here: Mapping[int, Here]
    ) -> tuple[Differences, Plan, Sequence[Row]]:
        """Compares the lists: the deeds for the lines that it had, how it changed, and its new rows."""
        waiting = [*self.book.conflicts]
        plan = make_plan(before, published, len(self._recorded.reported) + 1)
        choices, is_unsure = self._terms.choices, self._is_unsure
        found = differences(plan, before, here, choices, waiting, is_unsure=is_unsure)
        if not is_unsure:
            return found, plan, plan.entered
        found.said += before
        return found, plan, self._without_voided(plan.entered, here, found)

    def _without_voided(self, entered: Sequence[Row], here: Mapping[int, Here], found: Differences) -> Sequence[Row]:
        """The new rows, without those that are matches that were voided here: they stay void."""
        voided = [one.row for _, one in sorted(here.items()) if one.void and one.row]
        left, new = Counter(one.row for one in voided), list[Row]()
        for row in entered:
            if left[row] > 0:
                left[row] -= 1
                match = next(one for one in voided if one.row == row and one not in found.said)
                found.said.append(match)
                found.changed_here.append(match)
            else:
                new.append(row)
        return new

    def former_rows(self) -> list[Row]:
        """The list as it was when it was imported last, under the ids of its persons."""
        return [one.row for one in self._before()]

    def still_to_take(self, revisions: Sequence[Revision]) -> Sequence[Revision]:
        """Those after the newest that was imported; the last alone, where none is found and others were before."""
        if self.book.known is None:
            return revisions
        said, newest_first = self.former_rows(), range(len(revisions) - 1, -1, -1)
        found = next((place for place in newest_first if self.rows_of(revisions[place]) == said), None)
        return revisions[-1:] if found is None else revisions[found + 1 :]

    def rows_of(self, revision: Revision) -> list[Row]:
        """The rows of the revision that can be recorded, under the ids of their persons."""
        rows = self.as_meant(revision.rows)
        return in_order_played(row for row in rows if why_refused(row, self._desk.log.now) is None)

    def as_meant(self, rows: Iterable[Row]) -> list[Row]:
        """The rows under the ids of their persons, as far as they are known."""
        token = cache(self._token)
        return [Row(row.played_at, token(row.winner), token(row.loser), row.length, row.score) for row in rows]

    @property
    def _state(self) -> Tournament | None:
        tournament = self.tournament
        return self._desk.tournament_state(tournament) if tournament else None

    @property
    def _recorded(self) -> Tournament:
        state = self._state
        if state is None:
            raise ImportStoppedError(f"there is no tournament of {self._name}")
        return state

    def _before(self) -> list[RecordedRow]:
        """The former content of the list; of one that was imported before that was recorded, what is here. Worked out
        once as long as nothing more is laid of it."""
        lines = self.book.lines
        if self._before_of is None or self._before_of[0] is not lines:
            self._before_of = lines, self._rows_before(lines)
        return self._before_of[1]

    def _rows_before(self, lines: Mapping[int, SaidMatch]) -> list[RecordedRow]:
        known_as = cache(self._desk.known_id)
        said = [row_said(line, known_as) for line in lines.values()]
        if not said and self._is_unsure:
            said = [one.row for one in self._here().values() if one.row and not one.void]
        return sorted(said, key=lambda each: (each.row.played_at, each.place, each.match))

    def _here(self) -> dict[int, Here]:
        state = self._state
        if state is None:
            return {}
        rows = ((match, row_here(state, match, scored=self._terms.scored)) for match in state.matches.values())
        return {match.number: Here(row, match.voided) for match, row in rows}

    @property
    def _is_unsure(self) -> bool:
        """Whether it is not recorded what the list said, though it was imported."""
        return not self.book.lines and bool(self._state and self._state.matches)

    def _with_the_forgotten(self, rows: Sequence[Row], before: Sequence[RecordedRow]) -> list[Row]:
        said, known = [one.row for one in before], self.book.known_before_erasures()
        return with_the_forgotten(
            rows, said, lambda one: not is_id(one), lambda one: is_id(one) and one not in known, self._desk.is_erased
        )

    def _token(self, player: str) -> str:
        """The id of whom a name stands for; else the name, or the one whose spelling it is."""
        if is_id(player):
            return self._desk.known_id(player)
        meant = self._meant.get(player)
        if meant is not None and meant.person is not None:
            return meant.person
        if meant is not None and meant.same_as is not None:
            return self._token(meant.same_as)
        return self.book.person(player) or player

    def _open_tournament(self) -> TournamentId:
        """The tournament, announced and started unless that was done before."""
        state = self._state
        if state is not None and state.settings is not None and state.settings.status == "cancelled":
            raise ImportStoppedError(
                f"the import was taken back; reopen tournament {state.id}, or import under another name"
            )
        known = self.book.open()
        tournament = known.tournament or ""
        if self._recorded.settings is None:
            self._desk.tournament(tournament, _announcement(self._name, self._terms.rating, self._desk.origin))
        settings = self._recorded.settings
        if settings is not None and settings.status == "announced":
            self._desk.tournament(tournament, lifecycle_commands.StartTournament())
        return tournament


def _reason(revision: Revision) -> str:
    if revision.number == UNNUMBERED:
        return f"Match list up to {revision.published_at:%Y-%m-%d}"
    return f"Club list, revision {revision.number}, published {revision.published_at.isoformat()}"


def _announcement(
    name: str, rating: RatingTerms | None, origin: Origin | None
) -> lifecycle_commands.AnnounceTournament:
    return lifecycle_commands.AnnounceTournament(
        name=name, format=OpenOptions(kind="open"), rating=rating, conditions=Conditions(), origin=origin
    )
