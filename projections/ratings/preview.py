"""What a command would make of ratings, of this tournament and of all that were rated later; or in the past would have.

Where few matches were played since what is tried, those are rated again from the tables. For older ones pools are kept
between previews and brought on with what is new in the log, so that only the first takes as long as there are rated
matches. What is tried in them is taken out again.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from domain.journal.abandonment import wanted_by_others
from domain.kernel.ids import PersonId
from domain.kernel.values import LARGEST_INTEGER, POOLS, Pool
from domain.rating.lines import LedgerMatch
from domain.tournament.state import Tournament
from projections.engine.log import Log
from projections.engine.states import Batch, Touched
from projections.ratings.pools import FollowingPools, Match, PoolLedger, Pools, pools_at, rated_in, to_look_at
from projections.ratings.rated_then import Played, Then, begun, nothing_told

MOST_FROM_TABLES = 5_000
"""Matches that are rated again from the tables; reading one takes longer than rating it."""


@dataclass(frozen=True, slots=True)
class Rerating:
    """What a change of a tournament would do to ratings: each player's in a pool before and after, in micropoints, and
    how many matches of which tournaments would be rated otherwise."""

    players: Sequence[tuple[Pool, PersonId, int, int]]
    matches: Mapping[str, int]


NOTHING = Rerating((), {})


class ForeseenRatings:
    """May be used from any thread. `then` gives what the tables tell of a position; what they don't, the log does."""

    def __init__(self, log: Log, then: Then = nothing_told) -> None:
        self._log = log
        self._then = then
        self._working = Lock()
        self._following: FollowingPools | None = None

    def would_change(self, before: Tournament, after: Tournament, position: int) -> Rerating:
        """What it would do to the ratings as they stand at `position`, or by now, if `before` became `after`.

        Raises what reading the log raises, `Corrupt` and `Unavailable`.
        """
        touched = _touched(before, after)
        if not _is_rated(after):
            return NOTHING
        with self._working, wanted_by_others():
            found = self._from_tables(touched, position, MOST_FROM_TABLES)
            return tried(self._newest(position), touched) if found is None else found

    def would_have_changed(self, before: Tournament, after: Tournament, position: int) -> Rerating:
        """What it would have done to the ratings as they stood at `position`. Raises likewise."""
        touched = _touched(before, after)
        if not _is_rated(after):
            return NOTHING
        with self._working:
            found = self._from_tables(touched, position, LARGEST_INTEGER)
            return tried(pools_at(self._log, position), touched) if found is None else found

    def _from_tables(self, touched: Touched, position: int, most: int) -> Rerating | None:
        """None where the tables have not come so far, or more was played since than `most` matches."""
        former = () if touched.before is None else _rated(_touched(touched.state, touched.before))
        lines = [*_rated(touched), *former]
        with self._then(position) as tables:
            if tables is None or tables.position < position:
                return None
            since = min([tables.since(), *(line.played_at for _, line in lines)])
            return None if tables.is_longer(since, most) else tried(tables.tail(since, lines), touched)

    def _newest(self, position: int) -> Pools:
        try:
            self._following = self._following or FollowingPools(self._log, *begun(self._then, position))
            return self._following.follow(position)
        except BaseException:
            self._following = None  # something half taken in must not stay
            raise


def tried(pools: Pools, touched: Touched) -> Rerating:
    """What it would do to these pools, which are as they were afterwards."""
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


def _is_rated(state: Tournament) -> bool:
    return state.settings is not None and state.settings.rating is not None


def _touched(before: Tournament, after: Tournament) -> Touched:
    """What one state has done to another."""
    numbers = {number for number, match in after.matches.items() if before.matches.get(number) is not match}
    return Touched(after, before, set(), numbers)


def _rated(touched: Touched) -> Iterator[Played]:
    return ((pool, line) for pool, _, line in rated_in(touched) if line is not None)


def _put_back(pool: PoolLedger, former: Mapping[Match, LedgerMatch | None]) -> None:
    for match, known in former.items():
        if known is None:
            pool.remove(match)
        else:
            pool.put(known)
    pool.settle()
