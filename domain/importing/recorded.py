"""What a tournament has recorded, as rows of a list, and the commands that make other rows of them."""

from collections.abc import Callable

from domain.importing.club_list import Row
from domain.importing.plan import Correction, RecordedRow
from domain.kernel.ids import PersonId
from domain.kernel.values import Side
from domain.match.record import Effective, Match
from domain.scoring.result import FinalScore, WinnerOnly
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament

Entries = tuple[int, int]
"""The entry numbers of a winner and a loser."""


class RecordedList:
    """The rows of one tournament; what has not changed since the last look is not made again."""

    def __init__(self, name_of: Callable[[PersonId], str], *, scored: bool = False) -> None:
        self._name_of = name_of
        self._scored = scored
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
        score = _score(result) if self._scored else None
        return RecordedRow(match.number, Row(result.played_at, winner, loser, result.length, score), result.place)


def _score(result: Effective) -> tuple[int, int] | None:
    """The points of winner and loser, where they are known."""
    points = result.outcome.points
    if points is None:
        return None
    return points if result.outcome.winner == "first" else (points[1], points[0])


def played(row: Row, entries: Entries) -> match_commands.PlayedMatch:
    """A row as a match and its result in one."""
    result = _result(row, "first")
    return match_commands.PlayedMatch(sides=entries, length=row.length, result=result, played_at=row.played_at)


def correcting(match: Match, change: Correction, entries: Entries, reason: str) -> match_commands.CorrectResult:
    """The command that makes the row out of the match; it names only what changes. The window for corrections
    is overridden: the list says what the club holds to be right. Raises ValueError for a match without result."""
    result = match.effective
    if result is None:
        raise ValueError(f"match {match.number} has no result to correct")
    row, before = change.row, change.before
    sides = result.sides if set(entries) == set(result.sides) else entries
    is_other_result = entries != (result.winner, result.loser) or row[3:] != before.row[3:]
    return match_commands.CorrectResult(
        match=match.number,
        seen=match.revision,
        reason=reason,
        override=True,
        sides=sides if sides != result.sides else None,
        length=row.length if row.length != result.length else None,
        result=_other_result(result, sides, entries[0], row) if is_other_result else None,
        played_at=row.played_at if row.played_at != result.played_at else None,
        place_in_rating_order=change.place if change.place != before.place else None,
    )


def _other_result(result: Effective, sides: Entries, winner: int, row: Row) -> WinnerOnly | FinalScore | None:
    """The result of the row, where it is not what is recorded already."""
    wanted = _result(row, "first" if sides[0] == winner else "second")
    return wanted if result.result != wanted else None


def _result(row: Row, winner: Side) -> WinnerOnly | FinalScore:
    """The result that the row says, won by that side."""
    if row.score is None:
        return WinnerOnly(winner=winner)
    first, second = row.score if winner == "first" else row.score[::-1]
    return FinalScore(first=first, second=second)
