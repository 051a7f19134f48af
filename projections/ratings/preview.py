"""What a command would make of ratings, of this tournament and of all that were rated later; or in the past would have.

Where few matches were played since what is tried, those are rated again from the tables. For older ones pools are kept
between previews and brought on with what is new in the log, so that only the first takes as long as there are rated
matches. Nothing is changed in them by what is tried.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from domain.journal.abandonment import wanted_by_others
from domain.kernel.ids import PersonId
from domain.kernel.values import LARGEST_INTEGER, Pool
from domain.tournament.preview import Tried
from domain.tournament.state import Tournament, initial
from projections.engine.log import Log
from projections.engine.states import Touched
from projections.ratings.pools import FollowingPools, Pools, as_match, matches_to_rate, pools_at
from projections.ratings.rated_then import Played, Then, nothing_told, pools_so_far

MOST_FROM_TABLES = 5_000
"""Matches that are rated again from the tables; reading one takes longer than rating it."""


@dataclass(frozen=True, slots=True)
class Rerating:
    """The effect that a change of a tournament would have on ratings: each player's in a pool before and after, in
    micropoints, and how many matches of which tournaments would be rated otherwise."""

    players: Sequence[tuple[Pool, PersonId, int, int]]
    matches: Mapping[str, int]


NOTHING = Rerating((), {})


def touched_tournament(tried: Tried) -> Touched:
    """The tournament before and after a command that is tried."""
    return Touched(tried.after, tried.before, matches=set(tried.matches))


class ForeseenRatings:
    """May be used from any thread. `then` gives what the tables tell of a position; what they don't, the log does."""

    def __init__(self, log: Log, then: Then = nothing_told) -> None:
        self._log = log
        self._then = then
        self._working = Lock()
        self._following: FollowingPools | None = None

    def would_change(self, touched: Touched, position: int) -> Rerating:
        """The changes that it would make to the ratings as they are at `position`, or by now.

        Raises what reading the log raises, `Corrupt` and `Unavailable`.
        """
        if not _is_rated(touched.state):
            return NOTHING
        with self._working, wanted_by_others():
            found = self._from_tables(touched, position, MOST_FROM_TABLES)
            return rerating(self._newest(position), touched) if found is None else found

    def would_have_changed(self, touched: Touched, position: int) -> Rerating:
        """The changes that it would have made to the ratings at `position`. Raises likewise."""
        if not _is_rated(touched.state):
            return NOTHING
        with self._working:
            found = self._from_tables(touched, position, LARGEST_INTEGER)
            return rerating(pools_at(self._log, position), touched) if found is None else found

    def _from_tables(self, touched: Touched, position: int, most: int) -> Rerating | None:
        """None where the tables have not come so far, or more was played since than `most` matches."""
        lines = concerned_matches(touched)
        with self._then(position) as tables:
            if tables is None or tables.position < position:
                return None
            since = tables.since(lines)
            return None if tables.is_longer(since, most) else rerating(tables.tail(since, lines), touched)

    def _newest(self, position: int) -> Pools:
        try:
            self._following = self._following or FollowingPools(self._log, *pools_so_far(self._then, position))
            return self._following.follow(position)
        except BaseException:
            self._following = None  # something half taken in must not stay
            raise


def rerating(pools: Pools, touched: Touched) -> Rerating:
    """The changes that it would make in these pools, which stay as they are."""
    rated = list(matches_to_rate(touched))
    players: list[tuple[Pool, PersonId, int, int]] = []
    tournaments: Counter[str] = Counter()
    for name in sorted({pool for pool, _, _ in rated}):
        pool = pools.pool(name)
        pool.settle()
        foreseen = pool.foreseen({match: line for other, match, line in rated if other == name})
        ratings = ((one, pool.ledger.current(one).rating, rating) for one, rating in sorted(foreseen.ratings.items()))
        players += [(name, player, before, after) for player, before, after in ratings if before != after]
        tournaments.update(tournament for tournament, _ in map(as_match, foreseen.matches))
    return Rerating(players, dict(sorted(tournaments.items())))


def concerned_matches(touched: Touched) -> list[Played]:
    """The matches that it may have rated otherwise, as they are after it and as they were before."""
    return [*_rated_lines(touched), *_rated_lines(_before_change(touched))]


def _is_rated(state: Tournament) -> bool:
    return state.settings is not None and state.settings.rating is not None


def _before_change(touched: Touched) -> Touched:
    """The matches as they were before."""
    before = touched.before or initial(touched.state.stream)
    return Touched(before, touched.state, matches={number for number in touched.matches if number in before.matches})


def _rated_lines(touched: Touched) -> Iterator[Played]:
    return ((pool, line) for pool, _, line in matches_to_rate(touched) if line is not None)
