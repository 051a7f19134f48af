"""Wins, losses and points of each entry, kept up to date by difference."""

from dataclasses import dataclass

from domain.match.record import Effective


@dataclass(frozen=True, slots=True)
class Tally:
    """What one entry's counting matches add up to. `unscored` are the matches without a known score."""

    wins: int = 0
    losses: int = 0
    points_for: int = 0
    points_against: int = 0
    unscored: int = 0
    draws: int = 0

    def plus(self, result: Effective, entry: int, sign: int = 1) -> "Tally":
        """This tally with the entry's share of a result added (sign 1) or taken away (sign -1)."""
        mine, theirs = _points(result, entry)
        ended = result.ended
        return Tally(
            self.wins + sign * (ended.winner == entry),
            self.losses + sign * ended.lost(entry),
            self.points_for + sign * mine,
            self.points_against + sign * theirs,
            self.unscored + sign * (result.outcome.points is None),
            self.draws + sign * (ended.how in ("drawn", "drawn-by-default")),
        )


def _points(result: Effective, entry: int) -> tuple[int, int]:
    first, second = result.outcome.points or (0, 0)
    return (first, second) if result.sides[0] == entry else (second, first)
