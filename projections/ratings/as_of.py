"""What ratings changed by over a tournament, as of a position of the log: worked out from the log, on request.

That takes as long as the log up to there is long, so one is worked out at a time, and the latest are kept: the log
up to a position never changes.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock

from domain.kernel.ids import PersonId
from domain.kernel.values import Pool
from domain.rating.lines import RatedLine
from projections.engine.log import Log
from projections.ratings.pools import as_match, pools_at

_MOST_KEPT = 64

Changes = Mapping[PersonId, int]


class PastRatings:
    """May be used from any thread."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept: OrderedDict[tuple[Pool, str, int], Changes] = OrderedDict()
        self._working = Lock()

    def changes(self, pool: Pool, tournament: str, position: int) -> Changes:
        """Each player's change over the tournament in micropoints, in the ledger as it stood at `position`."""
        key = (pool, tournament, position)
        with self._working:
            if key not in self._kept:
                self._kept[key] = _changes(self._log, pool, tournament, position)
                if len(self._kept) > _MOST_KEPT:
                    self._kept.popitem(last=False)
            return self._kept[key]

    def lines(self, pool: Pool, tournament: str, person: PersonId, position: int) -> Sequence[RatedLine]:
        """The player's rated matches of the tournament, in the ledger as it stood at `position`."""
        with self._working:
            past = pools_at(self._log, position).pool(pool)
            past.settle()
        return [line for line in past.ledger.history(person) if as_match(line.match.match)[0] == tournament]


def _changes(log: Log, pool: Pool, tournament: str, position: int) -> Changes:
    changes: dict[PersonId, int] = {}
    past = pools_at(log, position).pool(pool)
    past.settle()
    for line in past.ledger.lines():
        if as_match(line.match.match)[0] == tournament:
            won, lost = line.winner_after - line.winner_before, line.loser_after - line.loser_before
            changes[line.match.winner] = changes.get(line.match.winner, 0) + won
            changes[line.match.loser] = changes.get(line.match.loser, 0) + lost
    return changes
