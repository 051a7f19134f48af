"""What a tournament has recorded, as rows of a list, and the commands that make other rows of them."""

from collections.abc import Callable

from domain.kernel.ids import PersonId
from domain.match.record import Effective, Match
from domain.scoring.result import WinnerOnly
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from ops.importing.club_list import Row
from ops.importing.plan import Correction, RecordedRow

Entries = tuple[int, int]
"""The entry numbers of a winner and a loser."""


class RecordedList:
    """The rows of one tournament; what has not changed since the last look is not made again."""

    def __init__(self, name_of: Callable[[PersonId], str]) -> None:
        self._name_of = name_of
        self._known: dict[int, tuple[int, RecordedRow | None]] = {}
        self._last: tuple[Tournament | None, list[RecordedRow]] = (None, [])

    def rows(self, state: Tournament) -> list[RecordedRow]:
        """Every match that somebody has won and that is not void, in the order of ELO-6."""
        if self._last[0] is not state:
            rows = [row for match in state.matches.values() if (row := self._row(state, match))]
            self._last = state, sorted(rows, key=lambda each: (each.row.played_at, each.place, each.match))
        return self._last[1]

    def _row(self, state: Tournament, match: Match) -> RecordedRow | None:
        known = self._known.get(match.number)
        if known is None or known[0] != match.revision:
            known = self._known[match.number] = match.revision, self._made(state, match)
        return known[1]

    def _made(self, state: Tournament, match: Match) -> RecordedRow | None:
        result = match.effective
        if result is None or result.winner is None or result.loser is None or match.void_reason is not None:
            return None
        winner, loser = (self._name_of(state.entries[side].person) for side in (result.winner, result.loser))
        return RecordedRow(match.number, Row(result.played_at, winner, loser, result.length), result.place)


def played(row: Row, entries: Entries) -> match_commands.PlayedMatch:
    """A row as a match and its result in one; the list keeps no scores."""
    result = WinnerOnly(winner="first")
    return match_commands.PlayedMatch(sides=entries, length=row.length, result=result, played_at=row.played_at)


def correcting(match: Match, change: Correction, entries: Entries, reason: str) -> match_commands.CorrectResult:
    """The command that makes the row out of the match; it names only what changes. The window for corrections
    is overridden: the list says what the club holds to be right. Raises ValueError for a match without result."""
    result = match.effective
    if result is None:
        raise ValueError(f"match {match.number} has no result to correct")
    row, before = change.row, change.before
    sides = result.sides if set(entries) == set(result.sides) else entries
    is_other_result = entries != (result.winner, result.loser) or row.length != result.length
    return match_commands.CorrectResult(
        match=match.number,
        seen=match.revision,
        reason=reason,
        override=True,
        sides=sides if sides != result.sides else None,
        length=row.length if row.length != result.length else None,
        result=_winner(result, sides, entries[0]) if is_other_result else None,
        played_at=row.played_at if row.played_at != result.played_at else None,
        place_in_rating_order=change.place if change.place != before.place else None,
    )


def _winner(result: Effective, sides: Entries, winner: int) -> WinnerOnly | None:
    """The result that lets this entry win, where it is not what is recorded already."""
    wanted = WinnerOnly(winner="first" if sides[0] == winner else "second")
    return wanted if result.result != wanted else None
