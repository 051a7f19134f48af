"""Buchholz of a field in which not everybody meets everybody (TB-10 to TB-14), in match points, a draw's being 1.

An opponent's score counts as it is, but rounds that they sat out, and only sat out from then on, count as drawn. A
round without a match counts as one against an opponent with the own score, at most a draw in each round; one that was
decided by default at most as the opponent's score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from domain.standings.virtual import DRAWN, Record, Turn

_ASKED_OFF = ("BR", None)
"""Rounds that were asked off, or had no part of the entrant."""


@dataclass(frozen=True, slots=True)
class Share:
    """The part of a total that one round gives. `voluntary` says that the entrant sat it out, or lost it by default;
    `drawn` is the part of an opponent's score for rounds after they left. `opponent` is None where there was none."""

    round: int
    score: int
    opponent: int | None
    match: int | None
    voluntary: bool
    drawn: int = 0


class Buchholz:
    """The Buchholz of everybody after `closed` of the `rounds` announced. `records` holds every entrant by number.
    Where rounds without play are not `capped` they count as one against an opponent with the own score, as they did
    before 2026 (TB-6, TB-13)."""

    def __init__(self, records: Mapping[int, Record], closed: int, rounds: int, *, capped: bool = True) -> None:
        self._records = records
        self._closed = closed
        self._most = DRAWN * rounds
        self._capped = capped
        self._known: dict[int, Sequence[Share]] = {}
        self._known_rest: dict[int, int] = {}

    @cached_property
    def points(self) -> Mapping[int, int]:
        """Everybody's match points."""
        return {entry: sum(turn.points for turn in record.turns) for entry, record in self._records.items()}

    def shares(self, entry: int) -> Sequence[Share]:
        """The share of each round that has a part of the entrant, or is over."""
        known = self._known.get(entry)
        return known or self._known.setdefault(entry, self._shares(entry))

    def _shares(self, entry: int) -> Sequence[Share]:
        turns = {turn.round: turn for turn in self._records[entry].turns}
        rounds = sorted({*turns, *range(1, self._closed + 1)})
        return [self._share(entry, turns.get(round_, Turn(round_, None))) for round_ in rounds]

    def total(self, entry: int) -> int:
        """Of all rounds."""
        return sum(share.score for share in self.shares(entry))

    def cut(self, entry: int) -> Share | None:
        """The round that the cut leaves out: the least of those sat out, or else the least of all (TB-14)."""
        return self.shares_and_cut(entry)[1]

    def shares_and_cut(self, entry: int) -> tuple[Sequence[Share], Share | None]:
        """All of them, and the one that the cut leaves out."""
        shares = self.shares(entry)
        sat_out = [share for share in shares if share.voluntary]
        return shares, min(sat_out or shares, key=lambda share: (share.score, share.round), default=None)

    def _share(self, entry: int, turn: Turn) -> Share:
        if turn.opponent is None:
            score = min(self.points[entry], self._most) if self._capped else self.points[entry]
            return Share(turn.round, score, None, None, voluntary=turn.code in _ASKED_OFF)
        drawn = self._rest_of(turn.opponent)
        score = self.points[turn.opponent] + drawn
        if turn.code in ("WD", "LD") and (score > self.points[entry] or not self._capped):
            score, drawn = self.points[entry], 0
        return Share(turn.round, score, turn.opponent, turn.match, turn.code == "LD", drawn)

    def _rest_of(self, entry: int) -> int:
        known = self._known_rest.get(entry)
        return self._known_rest.setdefault(entry, self._sat_out_at_the_end(entry)) if known is None else known

    def _sat_out_at_the_end(self, entry: int) -> int:
        """The sum that rounds add which count as drawn for opponents (TB-12)."""
        turns = {turn.round: turn for turn in self._records[entry].turns}
        added = 0
        for round_ in range(self._closed, 0, -1):
            turn = turns.get(round_, Turn(round_, None))
            if turn.opponent is not None:
                if turn.code == "LD":
                    continue
                break
            if turn.code not in _ASKED_OFF:
                break
            added += DRAWN - turn.points
        return added
