"""The mutable records inside a ledger: nobody else holds them."""

from bisect import bisect_left, insort
from math import nan
from operator import attrgetter

from domain.rating.elo import Formula
from domain.rating.lines import LedgerMatch, RatedLine, Standing

by_match = attrgetter("match")
"""Sorts lines in the order of ELO-6."""


class Player:
    __slots__ = ("cursor", "experience", "lines", "moved", "name", "opening", "rating", "shown")

    def __init__(self, name: str, start: tuple[int, int]) -> None:
        self.name = name
        self.opening: tuple[int, int] | None = None
        self.rating, self.experience = float(start[0]), start[1]  # after the last line rated
        self.lines: list[RatingLine] = []
        self.cursor = -1
        self.moved = False  # whether something else than before may be brought to the next line
        self.shown = Standing(*start, None, None)

    def move(self, rating: float, experience: int) -> "Player":
        """Brings this to the next line that is rated. Answers the player."""
        self.moved, self.rating, self.experience = True, rating, experience
        return self

    def insert(self, line: "RatingLine") -> None:
        lines = self.lines
        if not lines or lines[-1].match < line.match:
            lines.append(line)
        else:
            insort(lines, line, key=by_match)

    def place_of(self, line: "RatingLine") -> int:
        """Where the line is among the player's; usually just after the one asked for before. Moves the cursor."""
        lines, place = self.lines, self.cursor + 1
        if place >= len(lines) or lines[place] is not line:
            place = bisect_left(lines, line.match, key=by_match)
        self.cursor = place
        return place


class RatingLine:
    """Ratings are whole micropoints in floats, which spares the loop over a million lines all conversions."""

    __slots__ = (
        "formula",
        "loser",
        "loser_after",
        "loser_before",
        "loser_experience",
        "match",
        "winner",
        "winner_after",
        "winner_before",
        "winner_experience",
    )

    def __init__(self, match: LedgerMatch, formula: Formula, winner: Player, loser: Player) -> None:
        self.match = match
        self.formula = formula
        self.winner = winner
        self.loser = loser
        self.winner_before = self.winner_after = nan  # unlike any rating, until the line is rated
        self.loser_before = self.loser_after = nan
        self.winner_experience = self.loser_experience = 0

    def before(self, player: Player) -> tuple[float, int]:
        if player is self.winner:
            return self.winner_before, self.winner_experience
        return self.loser_before, self.loser_experience

    def after(self, player: Player) -> tuple[float, int]:
        if player is self.winner:
            return self.winner_after, self.winner_experience + self.formula.n
        return self.loser_after, self.loser_experience + self.formula.n


def as_rated(line: RatingLine) -> RatedLine:
    """A stored line as the ledger has it: its ratings as whole micropoints."""
    return RatedLine(
        match=line.match,
        winner_before=int(line.winner_before),
        winner_after=int(line.winner_after),
        loser_before=int(line.loser_before),
        loser_after=int(line.loser_after),
        winner_experience=line.winner_experience,
        loser_experience=line.loser_experience,
    )
