"""What a command would make of ratings, of this tournament and of all that were rated later.

The pools are kept between previews and brought on with what is new in the log, so that only the first preview takes as
long as there are rated matches, which it reads from the tables. What is tried in them is taken out again.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from domain.journal.abandonment import wanted_by_others
from domain.kernel.ids import PersonId
from domain.kernel.values import POOLS, Pool
from domain.rating.lines import LedgerMatch
from domain.tournament.state import Tournament
from projections.engine.log import Log
from projections.engine.states import Batch, Touched
from projections.ratings.pools import FollowingPools, Match, PoolLedger, Pools, to_look_at


@dataclass(frozen=True, slots=True)
class Rerating:
    """What a change of a tournament would do to ratings: each player's in a pool before and after, in micropoints, and
    how many matches of which tournaments would be rated otherwise."""

    players: Sequence[tuple[Pool, PersonId, int, int]]
    matches: Mapping[str, int]


NOTHING = Rerating((), {})


class ForeseenRatings:
    """May be used from any thread. The pools `begin` as they stood at a position; without, the log is read from its
    beginning."""

    def __init__(self, log: Log, begin: Callable[[], tuple[Pools, int]] | None = None) -> None:
        self._log = log
        self._begin = begin
        self._working = Lock()
        self._following: FollowingPools | None = None

    def would_change(self, before: Tournament, after: Tournament, position: int) -> Rerating:
        """What it would do to the ratings as they stood at `position`, or stand by now, if `before` became `after`.

        Raises what reading the log raises, `Corrupt` and `Unavailable`.
        """
        if after.settings is None or after.settings.rating is None:
            return NOTHING
        with self._working, wanted_by_others():
            try:
                self._following = self._following or FollowingPools(self._log, self._begin)
                pools = self._following.follow(position)
                return tried(pools, before, after)
            except BaseException:
                self._following = None  # something half taken in must not stay
                raise


def tried(pools: Pools, before: Tournament, after: Tournament) -> Rerating:
    """What it would do to these pools, which are as they were afterwards."""
    numbers = {number for number, match in after.matches.items() if before.matches.get(number) is not match}
    touched = Touched(after, before, set(), numbers)
    matches = [(touched.state.id, number) for number in to_look_at(touched)]
    for name in POOLS:
        pools.pool(name).settle()
    former = {name: {match: pools.pool(name).known(match) for match in matches} for name in POOLS}
    pools.take(Batch(tournaments={touched.state.stream: touched}))
    players: list[tuple[Pool, PersonId, int, int]] = []
    tournaments: Counter[str] = Counter()
    for name in POOLS:
        pool = pools.pool(name)
        settled = pool.settle()
        afterwards = {player: pool.ledger.current(player).rating for player in settled.players}
        _put_back(pool, former[name])
        ratings = ((player, pool.ledger.current(player).rating, rating) for player, rating in afterwards.items())
        players += [(name, player, before, after) for player, before, after in ratings if before != after]
        tournaments.update(tournament for tournament, _ in (*settled.matches, *settled.removed))
    return Rerating(players, dict(sorted(tournaments.items())))


def _put_back(pool: PoolLedger, former: Mapping[Match, LedgerMatch | None]) -> None:
    for match, known in former.items():
        if known is None:
            pool.remove(match)
        else:
            pool.put(known)
    pool.settle()
