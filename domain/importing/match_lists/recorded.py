"""What a tournament has recorded, and what a list said of it, as rows of a list; and the commands that make other rows
of them."""

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import Any

from domain.importing.match_lists.club_list import Row
from domain.importing.match_lists.plan import Correction, RecordedRow
from domain.kernel.ids import PersonId
from domain.kernel.values import Side
from domain.lists.events import SaidMatch
from domain.match.record import Effective, Match
from domain.scoring.result import FinalScore, WinnerOnly
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament

Entries = tuple[int, int]
"""The entry numbers of a winner and a loser."""


def row_here(state: Tournament, match: Match, *, scored: bool) -> RecordedRow | None:
    """The match as a row, whether it is void or not; None where nobody has won it."""
    result = match.effective
    if result is None or result.winner is None or result.loser is None:
        return None
    winner, loser = (state.entries[side].person for side in (result.winner, result.loser))
    row = Row(result.played_at, winner, loser, result.length, _score(result) if scored else None)
    return RecordedRow(match.number, row, result.place)


def row_said(said: SaidMatch, known_as: Callable[[PersonId], PersonId]) -> RecordedRow:
    """A line as it was said, under the ids by which its persons are known now. Its first side has won."""
    score = (said.result.first, said.result.second) if isinstance(said.result, FinalScore) else None
    row = Row(said.played_at, known_as(said.first), known_as(said.second), said.length, score)
    return RecordedRow(said.match, row, said.place)


def said_match(match: int, row: Row, place: Decimal) -> SaidMatch:
    """The row as what a list says of the match."""
    return SaidMatch(
        match=match,
        first=row.winner,
        second=row.loser,
        length=row.length,
        result=_result(row, "first"),
        played_at=row.played_at,
        place=place,
    )


def _score(result: Effective) -> tuple[int, int] | None:
    """The points of winner and loser, where they are known."""
    points = result.outcome.points
    if points is None:
        return None
    return points if result.outcome.winner == "first" else (points[1], points[0])


def played_match(row: Row, entries: Entries) -> match_commands.PlayedMatch:
    """A row as a match and its result in one."""
    result = _result(row, "first")
    return match_commands.PlayedMatch(
        sides=entries, length=row.length, result=result, played_at=row.played_at, score_checked=True
    )


def correcting(match: Match, change: Correction, entries: Entries, reason: str) -> match_commands.CorrectResult | None:
    """The command that makes the row out of the match; it names only what changes, None where nothing does. The window
    for corrections is overridden: the list says what the club holds to be right. Raises ValueError for a match without
    result."""
    result = match.effective
    if result is None:
        raise ValueError(f"match {match.number} has no result to correct")
    row, before = change.row, change.before
    sides = result.sides if set(entries) == set(result.sides) else entries
    is_other_result = entries != (result.winner, result.loser) or row[3:] != before.row[3:]
    changed: dict[str, Any] = {
        "sides": sides if sides != result.sides else None,
        "length": row.length if row.length != result.length else None,
        "result": _other_result(result, sides, entries[0], row) if is_other_result else None,
        "played_at": row.played_at if row.played_at != result.played_at else None,
        "place_in_rating_order": change.place if change.place != result.place else None,
    }
    if not any(one is not None for one in changed.values()):
        return None
    return match_commands.CorrectResult(
        match=match.number, seen=match.revision, reason=reason, override=True, score_checked=True, **changed
    )


def _other_result(result: Effective, sides: Entries, winner: int, row: Row) -> WinnerOnly | FinalScore | None:
    """The result of the row, where it is not what is recorded already."""
    wanted = _result(row, "first" if sides[0] == winner else "second")
    return wanted if result.result != wanted else None


def _result(row: Row, winner: Side) -> WinnerOnly | FinalScore:
    """The result that the row says, won by that side."""
    return _result_of(row.score, winner)


@lru_cache
def _result_of(score: tuple[int, int] | None, winner: Side) -> WinnerOnly | FinalScore:
    if score is None:
        return WinnerOnly(winner=winner)
    first, second = score if winner == "first" else score[::-1]
    return FinalScore(first=first, second=second)
