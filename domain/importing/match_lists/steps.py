"""Carrying out what a list comes to: each command, and what the list said of the match with it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, cast

from pydantic import TypeAdapter, ValidationError

from domain.importing.book import Book
from domain.importing.desk import Desk
from domain.importing.match_lists.club_list import Row
from domain.importing.match_lists.differences import Conflict, Differences
from domain.importing.match_lists.plan import Correction, RecordedRow
from domain.importing.match_lists.recorded import Entries, correcting, played_match, said_match
from domain.importing.whom import Meant, is_id
from domain.kernel.ids import PersonId, TournamentId, list_stream
from domain.kernel.refusal import Refused
from domain.kernel.values import Length
from domain.lists.events import ConflictFound, ConflictSettled, LinesGone, LinesSaid, SaidMatch
from domain.person.commands import RegisterPerson
from domain.problems.entries import ENTRY_STATUS
from domain.problems.matches import LENGTH_NOT_ALLOWED, PLAYED_IN_FUTURE, SELF_PAIRING
from domain.tournament.command import Command
from domain.tournament.entries import commands as entry_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament

if TYPE_CHECKING:
    from domain.importing.match_lists.club import Imported

ROW_PROBLEMS = (SELF_PAIRING, PLAYED_IN_FUTURE, LENGTH_NOT_ALLOWED, ENTRY_STATUS)
"""Refusals that are about one row; any other stops the import."""

ROWS_AT_ONCE = 1000

_LENGTH: TypeAdapter[int] = TypeAdapter(Length)


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row that the rules refuse, and why."""

    row: Row
    problem: str
    detail: str


def why_refused(row: Row, now: datetime) -> tuple[str, str] | None:
    """Which problem keeps the row from being recorded, and what it is, as far as the row itself says; None: none."""
    if row.winner == row.loser:
        return SELF_PAIRING.slug, f"{row.winner} can't play themselves."
    if row.played_at > now:
        return PLAYED_IN_FUTURE.slug, f"{row.played_at:%Y-%m-%d} is to come."
    try:
        _LENGTH.validate_python(row.length)
    except ValidationError:
        return LENGTH_NOT_ALLOWED.slug, f"No match is played to {row.length} points."
    return None


class Steps:
    """The steps of one import; what is done is counted in `done`. `meant` are those who the list names."""

    def __init__(
        self, desk: Desk, book: Book, tournament: TournamentId, done: "Imported", reason: str, meant: Iterable[Meant]
    ) -> None:
        self._desk = desk
        self._book = book
        self._tournament = tournament
        self._done = done
        self._reason = reason
        self._meant = meant
        self._entries: dict[str, int] = {}
        self._persons: dict[str, PersonId] = {}

    def carry_out(self, found: Differences, entered: Sequence[Row]) -> None:
        """Lays all of it. Raises Refused where something is refused that is not about one row."""
        for match, choice in sorted(found.settled.items()):
            self._desk.tell(list_stream(self._book.id), ConflictSettled(match=match, choice=choice))
        self._say(found.said)
        for gone in found.voided:
            self._void(gone)
        self._forget([*found.gone, *(one.match for one in found.voided)])
        self.enter(entered)
        for change in found.reinstated:
            self._reinstate(change)
        self.correct([*found.corrected, *found.reinstated])
        for conflict in found.conflicts:
            self._leave_open(conflict)
        self._note_names()

    def enter(self, rows: Sequence[Row]) -> None:
        """Enters new rows, so many with one command. Raises likewise."""
        for first in range(0, len(rows), ROWS_AT_ONCE):
            self._enter(rows[first : first + ROWS_AT_ONCE])

    def correct(self, changes: Sequence[Correction]) -> None:
        """Corrects matches into the rows that the list says now."""
        self._say([RecordedRow(one.before.match, one.row, one.place) for one in changes if self._correct(one)])

    @property
    def _state(self) -> Tournament:
        return self._desk.tournament_state(self._tournament)

    def _void(self, gone: RecordedRow) -> None:
        seen = self._state.matches[gone.match].revision
        self._send(match_commands.VoidMatch(match=gone.match, seen=seen, reason=self._reason))
        self._done.voided += 1

    def _reinstate(self, change: Correction) -> None:
        match = self._state.matches[change.before.match]
        self._send(match_commands.ReinstateMatch(match=match.number, seen=match.revision, reason=self._reason))

    def _enter(self, rows: Sequence[Row]) -> None:
        """Enters them, without those that are refused; where they come in the order of ELO-6 is looked at later."""
        before = len(self._state.matches)
        while rows:
            results = tuple(played_match(row, self._entries_of(row)) for row in rows)
            try:
                self._send(match_commands.EnterResults(results=results))
            except Refused as refusal:
                rows = self._without_refused(rows, refusal)
            else:
                break
        state = self._state
        numbers = range(before + 1, before + 1 + len(rows))
        places = [_place(state, number) for number in numbers]
        self._say([RecordedRow(*one) for one in zip(numbers, rows, places, strict=True)])
        self._done.entered += len(rows)

    def _without_refused(self, rows: Sequence[Row], refusal: Refused) -> Sequence[Row]:
        if refusal.problem not in ROW_PROBLEMS:
            raise refusal
        place = cast("int", refusal.facts.get("row", 1)) - 1
        self._done.refused.append(RefusedRow(rows[place], refusal.problem.slug, refusal.detail))
        return [*rows[:place], *rows[place + 1 :]]

    def _correct(self, change: Correction) -> bool:
        """Whether the match is the row now."""
        match = self._state.matches[change.before.match]
        command = correcting(match, change, self._entries_of(change.row), self._reason)
        try:
            if command is not None:
                self._send(command)
        except Refused as refusal:
            self._without_refused([change.row], refusal)
            return False
        self._done.placed += change.is_placing
        self._done.corrected += not change.is_placing
        return True

    def _leave_open(self, conflict: Conflict) -> None:
        """The conflict waits, and is recorded unless it did already."""
        says = self._line_of(conflict.says) if conflict.says else None
        match = conflict.before.match
        if match not in self._book.conflicts or self._book.conflicts[match] != says:
            self._desk.tell(list_stream(self._book.id), ConflictFound(match=match, says=says))

    def _say(self, rows: Sequence[RecordedRow]) -> None:
        """Records that the list says these lines."""
        if rows:
            lines = tuple(map(self._line_of, rows))
            self._desk.tell(list_stream(self._book.id), LinesSaid(lines=lines))

    def _line_of(self, row: RecordedRow) -> SaidMatch:
        return said_match(row.match, self._with_persons(row.row), row.place)

    def _forget(self, matches: Sequence[int]) -> None:
        """Records that the list does not have these lines any more."""
        if matches:
            self._desk.tell(list_stream(self._book.id), LinesGone(matches=tuple(matches)))

    def _with_persons(self, row: Row) -> Row:
        return Row(row.played_at, self._person(row.winner), self._person(row.loser), row.length, row.score)

    def _person(self, player: str) -> PersonId:
        """The person: of that id, or known to the list by that name, or registered by it now."""
        if player not in self._persons:
            self._persons[player] = player if is_id(player) else self._find_or_register(player)
        return self._persons[player]

    def _find_or_register(self, player: str) -> PersonId:
        return self._book.person(player) or self._book.register(player, RegisterPerson(name=player))

    def _entries_of(self, row: Row) -> Entries:
        return self._entry(row.winner), self._entry(row.loser)

    def _entry(self, player: str) -> int:
        """The player's entry; who is new is registered and entered. Who withdrew or was refused stays so."""
        if player not in self._entries:
            person = self._person(player)
            if person not in self._state.entry_of:
                self._send(entry_commands.RequestEntry(person=person))
            number = self._entries[player] = self._state.entry_of[person]
            if self._state.entries[number].status == "requested":
                self._send(entry_commands.ApproveEntry(entry=number))
        return self._entries[player]

    def _note_names(self) -> None:
        """Records who the list has meant by its names."""
        named = {one.name: one for one in self._meant}
        for name, one in named.items():
            person = one.person or (one.same_as and self._book.person(one.same_as))
            if person and not is_id(name):
                self._book.note(name, person)

    def _send(self, command: Command) -> None:
        self._desk.tournament(self._tournament, command)


def _place(state: Tournament, number: int) -> Decimal:
    result = state.matches[number].effective
    return Decimal(number) if result is None else result.place
