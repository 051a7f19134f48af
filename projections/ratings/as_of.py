"""What ratings changed by over a tournament, as of a position of the log: worked out from the log, on request.

That takes as long as the log up to there is long, so one is worked out at a time, and the latest are kept: the log
up to a position never changes.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock

from domain.kernel.ids import PersonId
from domain.kernel.values import POOLS, Pool
from domain.rating.lines import RatedLine
from domain.tournament.state import Tournament
from projections.engine.log import Log
from projections.ratings.pools import Pools, as_match, pools_at
from projections.ratings.preview import NOTHING, Rerating, tried

_MOST_KEPT = 64

Changes = Mapping[PersonId, Mapping[Pool, int]]


class PastRatings:
    """May be used from any thread."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept: OrderedDict[tuple[str, int], Changes] = OrderedDict()
        self._working = Lock()

    def changes(self, tournament: str, position: int) -> Changes:
        """Each player's change over the tournament in micropoints, pool by pool, in the ledgers as they stood at
        `position`."""
        key = (tournament, position)
        with self._working:
            if key not in self._kept:
                self._kept[key] = _changes(self._log, tournament, position)
                if len(self._kept) > _MOST_KEPT:
                    self._kept.popitem(last=False)
            return self._kept[key]

    def would_change(self, before: Tournament, after: Tournament, position: int) -> Rerating:
        """What it would have done to the ratings as they stood at `position`, if `before` had become `after`."""
        if after.settings is None or after.settings.rating is None:
            return NOTHING
        with self._working:
            return tried(pools_at(self._log, position), before, after)

    def lines(self, tournament: str, person: PersonId, position: int) -> Mapping[Pool, Sequence[RatedLine]]:
        """The player's rated matches of the tournament, in the ledgers as they stood at `position`."""
        with self._working:
            past = pools_at(self._log, position)
            return {pool: list(_lines_in(past, pool, tournament, person)) for pool in POOLS}


def _lines_in(past: Pools, pool: Pool, tournament: str, person: PersonId) -> Iterator[RatedLine]:
    kept = past.pool(pool)
    kept.settle()
    return (line for line in kept.ledger.history(person) if as_match(line.match.match)[0] == tournament)


def _changes(log: Log, tournament: str, position: int) -> Changes:
    changes: dict[PersonId, Counter[Pool]] = {}
    past = pools_at(log, position)
    for pool in POOLS:
        past.pool(pool).settle()
        for line in past.pool(pool).ledger.lines():
            if as_match(line.match.match)[0] == tournament:
                changes.setdefault(line.match.winner, Counter())[pool] += line.winner_after - line.winner_before
                changes.setdefault(line.match.loser, Counter())[pool] += line.loser_after - line.loser_before
    return changes
