"""Carrying a plan out: one command after the other, each named by the revision and the version it is sent on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from pydantic import TypeAdapter, ValidationError

from domain.importing.clerk import Clerk
from domain.importing.club_list import Revision, Row
from domain.importing.plan import Correction, Plan, RecordedRow
from domain.importing.recorded import Entries, correcting, played
from domain.kernel.ids import PersonId, tournament_stream
from domain.kernel.refusal import Refused
from domain.kernel.values import Length
from domain.person.commands import RegisterPerson
from domain.problems.entries import ENTRY_STATUS
from domain.problems.matches import LENGTH_NOT_ALLOWED, PLAYED_IN_FUTURE, SELF_PAIRING
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament

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


@dataclass(slots=True)
class Imported:
    """What one revision came to. `placed` counts corrections of nothing but the place in the list, of inserted rows
    too; `position` is the log's after the last event written, 0 where none was."""

    revision: int
    entered: int = 0
    corrected: int = 0
    placed: int = 0
    voided: int = 0
    position: int = 0
    refused: list[RefusedRow] = field(default_factory=list)


class RowRefusedError(Exception):
    """The rules refuse a row; what the plan holds after it was not done."""

    def __init__(self, row: Row, refusal: Refused) -> None:
        super().__init__(refusal.detail)
        self.refused = RefusedRow(row, refusal.problem.slug, refusal.detail)


def _of_row(row: Row, refusal: Refused) -> Exception:
    """The refusal as one of this row, where it is about a row."""
    return RowRefusedError(row, refusal) if refusal.problem in ROW_PROBLEMS else refusal


def _require_length(row: Row) -> None:
    """Raises RowRefusedError where no match is played to the row's length (GAM-4)."""
    try:
        _LENGTH.validate_python(row.length)
    except ValidationError as error:
        refusal = Refused(LENGTH_NOT_ALLOWED, f"No match is played to {row.length} points.", length=row.length)
        raise RowRefusedError(row, refusal) from error


def person_key(player: str) -> str:
    """The key under which a player of the list is registered."""
    return f"person {player}"


def step_key(revision: int, version: int) -> str:
    """The key of the step that a revision takes on this version of the tournament. A step is taken on each version
    at most once, so a retry repeats it, and the history itself tells which revision was reached."""
    return f"revision {revision}/{version}"


class Steps:
    """The steps of one plan, made on `state`; what is done is counted in `done`."""

    def __init__(
        self, clerk: Clerk, state: Tournament, revision: Revision, done: Imported, person: Callable[[str], PersonId]
    ) -> None:
        self._clerk = clerk
        self._state = state
        self._revision = revision
        self._done = done
        self._person = person
        self._version = state.version
        self._entries: dict[str, int] = {}

    def carry_out(self, plan: Plan) -> None:
        """Raises RowRefusedError, and any other refusal as it is: `stale` where others changed the tournament."""
        for gone in plan.voided:
            self._void(gone)
        for first in range(0, len(plan.entered), ROWS_AT_ONCE):
            self._enter(plan.entered[first : first + ROWS_AT_ONCE])
        for change in plan.corrected:
            self._correct(change)

    def _void(self, gone: RecordedRow) -> None:
        seen = self._state.matches[gone.match].revision
        self._send(match_commands.VoidMatch(match=gone.match, seen=seen, reason=self._reason()))
        self._done.voided += 1

    def _enter(self, rows: Sequence[Row]) -> None:
        results = tuple(played(row, self._entries_of(row)) for row in rows)
        try:
            self._send(match_commands.EnterResults(results=results))
        except Refused as refusal:
            row = rows[cast("int", refusal.facts.get("row", 1)) - 1]
            raise _of_row(row, refusal) from refusal
        self._done.entered += len(rows)

    def _correct(self, change: Correction) -> None:
        match = self._state.matches[change.before.match]
        command = correcting(match, change, self._entries_of(change.row), self._reason())
        try:
            self._send(command)
        except Refused as refusal:
            raise _of_row(change.row, refusal) from refusal
        if change.is_placing:
            self._done.placed += 1
        else:
            self._done.corrected += 1

    def _entries_of(self, row: Row) -> Entries:
        _require_length(row)
        return self._entry(row.winner), self._entry(row.loser)

    def _entry(self, player: str) -> int:
        """The player's entry; who is new is registered and entered. Who withdrew or was refused stays so."""
        if player not in self._entries:
            person = self._person(player)
            if person not in self._state.entry_of:
                if person == self._clerk.id_of(person_key(player)):
                    self._clerk.person(person, person_key(player), RegisterPerson(name=player))
                self._send(entry_commands.RequestEntry(person=person))
            state = self._clerk.tournament_state(self._state.id)
            number = self._entries[player] = state.entry_of[person]
            if state.entries[number].status == "requested":
                self._send(entry_commands.ApproveEntry(entry=number))
        return self._entries[player]

    def _send(self, command: lifecycle_commands.Command) -> None:
        tournament, key = self._state.id, step_key(self._revision.number, self._version)
        outcome = self._clerk.tournament(tournament, key, command)
        self._version = outcome.versions[tournament_stream(tournament)]
        self._done.position = outcome.position

    def _reason(self) -> str:
        return f"Club list, revision {self._revision.number}, published {self._revision.published_at.isoformat()}"
