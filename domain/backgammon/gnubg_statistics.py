"""What GNU Backgammon says of a match that it has analysed, in English: what both sides lost by their errors [3.8].

The error rate is that of most programs (PR): 500 times the equity lost in a decision, of moves that were not forced and
of cube decisions that were close or made. GNU Backgammon prints a thousand times, rounded; so it is worked out again
from what was lost and from the decisions, and held against what is printed.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TypeVar

from domain.backgammon.mat_reading import TranscriptError

T = TypeVar("T")

_FIRST_COLUMN, _SECOND_COLUMN = 41, 65
_OF_A_MATCH, _OF_A_GAME = "Match statistics", "Game statistics for game"
_OVERALL = "Overall statistics"
_THOUSANDTH = Decimal("0.001")
_BEST = re.compile(r"^\*? +1\. Cube(?:ful|less) ([0-9])-ply ", re.MULTILINE)
_ROLLED_OUT = re.compile(r"^\*? +1\. Rollout ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Errors:
    """A side's decisions, and the equity that it lost in them, in points of a game at cube 1 (EMG)."""

    decisions: int
    lost: Decimal

    @property
    def rate(self) -> Decimal:
        """The loss per decision, times 500; less is better."""
        each = 500 * self.lost / self.decisions if self.decisions else Decimal(0)
        return each.quantize(_THOUSANDTH, ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class MatchStatistics:
    """Both sides' names and errors, and how deep every decision was looked at, as far as the text says so: `2-ply`."""

    names: tuple[str, str]
    first: Errors
    second: Errors
    level: str | None


def read_statistics(text: str) -> MatchStatistics:
    """The statistics of the match in a text that was exported or printed. Raises TranscriptError."""
    whole = text.replace("\r\n", "\n")
    if _OF_A_MATCH not in whole and _OF_A_GAME in whole:
        raise TranscriptError("It has statistics of games, and none of the match: take the file of its last game.")
    lines = whole.rpartition(_OF_A_MATCH)[2].split("\n")
    names = _columns(lines, "Player", str.strip)
    forced, cube = (_columns(lines, label, int) for label in ("Unforced moves", "Close or actual cube decisions"))
    overall = lines[_place_of(lines, _OVERALL) :]
    lost, printed = (_columns(overall, label, _decimal) for label in ("Error total EMG", "Error rate mEMG"))
    first, second = (Errors(forced[one] + cube[one], lost[one]) for one in (0, 1))
    _require_sum(first, printed[0])
    _require_sum(second, printed[1])
    return MatchStatistics(names, first, second, _level(whole))


def _columns(lines: list[str], label: str, read: Callable[[str], T]) -> tuple[T, T]:
    line = lines[_place_of(lines, label)]
    try:
        return read(line[_FIRST_COLUMN:_SECOND_COLUMN]), read(line[_SECOND_COLUMN:])
    except ValueError:
        raise TranscriptError(f"The line “{label}” can't be read.") from None


def _place_of(lines: Iterable[str], label: str) -> int:
    place = next((number for number, line in enumerate(lines) if line.startswith(label)), None)
    if place is None:
        raise TranscriptError(f"It is no analysis by GNU Backgammon in English: the line “{label}” is missing.")
    return place


def _decimal(column: str) -> Decimal:
    """The number without its sign: a loss is printed below 0. Raises ValueError."""
    found = re.match(r" *-?([0-9]{1,6}\.[0-9]{1,3})(?![0-9])", column)
    if found is None:
        raise ValueError(column)
    return Decimal(found[1])


def _require_sum(errors: Errors, printed: Decimal) -> None:
    """Both are rounded: to a thousandth what was lost, to a tenth the rate."""
    apart = abs(1000 * errors.lost - printed * errors.decisions)
    if apart > Decimal("0.5") + Decimal("0.0501") * errors.decisions:
        detail = f"What was lost, {errors.lost}, is not {printed} a decision in {errors.decisions} decisions."
        raise TranscriptError(detail)


def _level(text: str) -> str | None:
    plies = _BEST.findall(text)
    if not plies:
        return "rollout" if _ROLLED_OUT.search(text) else None
    return f"{min(map(int, plies))}-ply"
