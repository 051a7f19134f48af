"""Criteria of a Swiss: match points, and the tie-breaks that opponents give (SWI-7, SEL-1)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby

from domain.standings.ranking import Criterion, rank
from domain.standings.virtual import Record, Trail, Turn, as_opponent, own, virtual_opponent


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent that a tie-break counts: the turn of the match, and the opponent's totals as they count. `virtual`:
    the bye of that turn is the opponent."""

    turn: Turn
    trail: Trail
    virtual: bool


@dataclass(frozen=True, slots=True)
class Score:
    """An entrant's numbers. `solkoff` is the sum of the opponents' match points, `cumulative` that of the entrant's
    running totals, `opponents_cumulative` that of theirs; `defaults` are the matches of which both had told the
    director that no time could be agreed (SWI-5)."""

    match_points: int
    solkoff: int
    cumulative: int
    opponents_cumulative: int
    defaults: int

    @property
    def numbers(self) -> Mapping[str, int]:
        """By their names, in this order."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


class Scores:
    """The scores of a field after `closed` rounds, with the results there are of later ones. `records` holds, by entry
    number, every entrant, each opponent among them; scores are worked out when asked for."""

    def __init__(self, records: Mapping[int, Record], closed: int) -> None:
        self._records = records
        self._closed = closed
        self._own: dict[int, Trail] = {}
        self._seen: dict[int, Trail] = {}

    def turns(self, entry: int) -> Sequence[Turn]:
        """The entrant's part in each of their rounds."""
        return self._records[entry].turns

    def trail(self, entry: int) -> Trail:
        """The entrant's own running totals."""
        if entry not in self._own:
            self._own[entry] = own(self._records[entry], self._closed)
        return self._own[entry]

    def _as_opponent(self, entry: int) -> Trail:
        """The totals that count for the entrant's opponents."""
        if not self._records[entry].left:
            return self.trail(entry)
        if entry not in self._seen:
            self._seen[entry] = as_opponent(self._records[entry], self._closed)
        return self._seen[entry]

    def opponents(self, entry: int) -> list[Opponent]:
        """The entrant's opponents, round by round: paired is met, played or not (SWI-9), and a bye is met too."""
        record = self._records[entry]
        return [self._opponent(record, turn) for turn in record.turns]

    def _opponent(self, record: Record, turn: Turn) -> Opponent:
        if turn.opponent is None:
            return Opponent(turn, virtual_opponent(record, turn, self._closed), virtual=True)
        return Opponent(turn, self._as_opponent(turn.opponent), virtual=False)

    def score(self, entry: int) -> Score:
        """The entrant's numbers."""
        trail, opponents = self.trail(entry), self.opponents(entry)
        return Score(
            match_points=trail.points,
            solkoff=sum(opponent.trail.points for opponent in opponents),
            cumulative=trail.cumulative,
            opponents_cumulative=sum(opponent.trail.cumulative for opponent in opponents),
            defaults=sum(turn.code == "DD" for turn in self.turns(entry)),
        )

    def points_among(self, tied: Collection[int]) -> Mapping[int, int]:
        """The match points each of those tied made against the others; empty unless all of them have met (SEL-1)."""
        met = {entry: [turn for turn in self.turns(entry) if turn.opponent in tied] for entry in tied}
        if any(len({turn.opponent for turn in met[entry]}) < len(tied) - 1 for entry in tied):
            return {}
        return {entry: sum(turn.points for turn in turns) for entry, turns in met.items()}


def ties(values: Mapping[int, Mapping[str, int]], criteria: Sequence[Criterion]) -> list[frozenset[int]]:
    """Those who the criteria leave equal, in groups of two or more, from the top."""
    rows = rank(values, criteria).rows
    groups = [frozenset(row.entry for row in shared) for _, shared in groupby(rows, key=lambda row: row.rank)]
    return [group for group in groups if len(group) > 1]
