"""The rating pools in memory: a ledger each, fed with what tournaments and persons become.

Reading of ELO-1: anyone who has no opening rating of their own starts as the policy of their first match in the pool
says, in the order of ELO-6; so a list kept under another policy starts as that policy says.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from domain.kernel.ids import PersonId
from domain.person.state import OpeningRating
from domain.rating.foreseen import Foreseen
from domain.rating.ledger import Ledger
from domain.rating.lines import LedgerMatch
from domain.rating.policy import policy
from domain.tournament.decisions.matches.rated import RatedMatch, as_rated_match, placed_beyond, pool_of, terms_of
from projections.engine.log import Log, pages_of
from projections.engine.states import Batch, States, Touched

Start = tuple[int, int]
"""A rating in micropoints, and experience."""


Match = tuple[str, int]
"""Tournament and number: what names a match in a ledger."""

_BATCH = 5_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Rerated:
    """The changes in a pool: matches that are rated or rated otherwise, matches that no longer are, players whose
    standing may be another."""

    matches: Sequence[Match]
    removed: Sequence[Match]
    players: Sequence[PersonId]


def start_of(pool: str) -> Start:
    """The pool's start by ELO-1, where no match and no opening says otherwise."""
    return policy("room", 1).start_in(pool)


class PoolLedger:
    """One pool."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._start = start_of(name)
        self.ledger = Ledger(*self._start)
        self.openings: dict[PersonId, tuple[int, int]] = {}
        self._implied: dict[PersonId, Start] = {}  # starts by the policy of the first match
        self._removed: dict[Match, None] = {}
        self._opened: dict[PersonId, None] = {}

    def open(self, person: PersonId, rating: int, experience: int) -> None:
        """Give the person an opening rating (micropoints), and the experience that goes with it."""
        if self.openings.get(person) != (rating, experience):
            self._implied.pop(person, None)
            self.openings[person] = rating, experience
            self._opened[person] = None
            self.ledger.set_opening(person, rating, experience)

    def close(self, person: PersonId) -> None:
        """The person has no opening rating of their own any more, if they had: their record was merged, or split."""
        if self.openings.pop(person, None) is not None:
            self._opened[person] = None
            self.ledger.clear_opening(person)

    def put(self, match: LedgerMatch) -> None:
        """Rate the match, or rate it as it now is."""
        self._removed.pop(as_match(match.match), None)
        self.ledger.put(match)

    def remove(self, match: Match) -> None:
        """Rate the match no longer, if it was."""
        if match in self.ledger:
            self._removed[match] = None
            self.ledger.remove(match)

    def find_match(self, match: Match) -> LedgerMatch | None:
        """The match as it is to be rated; None where it is not."""
        return self.ledger.match(match)

    def settle(self) -> Rerated:
        """Rate what has to be rated."""
        for player in self.ledger.touched_players():
            if player not in self.openings:
                self._imply(player)
        changes = self.ledger.settle()
        players = sorted({*changes.players, *self._opened})
        settled = Rerated([as_match(match) for match in changes.matches], list(self._removed), players)
        self._removed, self._opened = {}, {}
        return settled

    def foreseen(self, changes: Mapping[Match, LedgerMatch | None]) -> Foreseen:
        """Lines that would be rated otherwise if these matches were so, or None: not rated; of the pool as it is
        settled."""
        return self.ledger.foreseen(changes.items(), self._start_with)

    def is_shown(self, player: PersonId) -> bool:
        """Whether the player is in the pool, by a rated match or an opening rating."""
        return player in self.openings or self.ledger.first(player) is not None

    def _imply(self, player: PersonId) -> None:
        start = self._start_with(player, self.ledger.first(player))
        if start == self._implied.get(player, self._start):
            return
        if start == self._start:
            del self._implied[player]
            self.ledger.clear_opening(player)
        else:
            self._implied[player] = start
            self.ledger.set_opening(player, *start)

    def _start_with(self, player: PersonId, first: LedgerMatch | None) -> Start:
        """The player's own opening; without one, as the policy of their first match says."""
        start = self._start if first is None else first.policy.start_in(self._name)
        return self.openings.get(player, start)


class Pools:
    """All pools, by name."""

    def __init__(self) -> None:
        self.pools: dict[str, PoolLedger] = {}

    def pool(self, name: str) -> PoolLedger:
        """The pool of that name."""
        if name not in self.pools:
            self.pools[name] = PoolLedger(name)
        return self.pools[name]

    def take(self, batch: Batch) -> None:
        """Take in what a batch of events made."""
        for person in batch.persons.values():
            for name in {**self.pools, **person.openings}:
                self.take_opening(name, person.id, person.openings.get(name))
        lines = [one for touched in batch.tournaments.values() for one in matches_to_rate(touched)]
        # In the order of the ledger: each goes to the end of it, where all are new.
        for pool, match, line in sorted(lines, key=lambda one: one[2] or ()):
            self.take_match(pool, match, line)

    def load(
        self, openings: Iterable[tuple[str, PersonId, int, int]], matches: Iterable[tuple[str, LedgerMatch]]
    ) -> None:
        """Take in what tables hold, and rate it in one pass."""
        for pool, person, rating, experience in openings:
            self.pool(pool).open(person, rating, experience)
        for pool, match in matches:
            self.pool(pool).put(match)
        self.settle()

    def settle(self) -> Sequence[tuple[str, Rerated]]:
        """Rate what has to be rated, pool by pool."""
        return [(name, self.pools[name].settle()) for name in sorted(self.pools)]

    def take_opening(self, pool: str, person: PersonId, opening: OpeningRating | None) -> None:
        """The person's own opening rating in the pool is so, or None: they have none."""
        if opening is not None:
            self.pool(pool).open(person, opening.rating, opening.experience)
        elif pool in self.pools:
            self.pools[pool].close(person)

    def take_match(self, pool: str, match: Match, line: LedgerMatch | None) -> None:
        """The match is rated so, or None: no longer."""
        if line is None:
            self.pool(pool).remove(match)
        else:
            self.pool(pool).put(line)


class FollowingPools:
    """The pools as the log makes them up to where it was last followed; they begin as they stood at a position, by
    default empty."""

    def __init__(self, log: Log, pools: Pools | None = None, reached: int = 0) -> None:
        self._log = log
        self._states = States(log)
        self.pools = pools or Pools()
        self.reached = reached

    def follow(self, position: int) -> Pools:
        """The pools with the log up to `position`, or as far as they are by now; not settled.

        Raises what reading the log raises, `Corrupt` and `Unavailable`.
        """
        for stored in pages_of(self._log, self.reached, position, _BATCH):
            self.pools.take(self._states.fold(one.recorded for one in stored))
            self.reached = stored[-1].position
        return self.pools


def pools_at(log: Log, position: int) -> Pools:
    """The pools as the log up to `position` makes them, folded from its beginning; not settled yet.

    Raises what reading the log raises, `Corrupt` and `Unavailable`.
    """
    return FollowingPools(log).follow(position)


def matches_to_rate(touched: Touched) -> Iterator[tuple[str, Match, LedgerMatch | None]]:
    """The matches that may be rated otherwise, with their pools, as they now are: None where one is not rated."""
    state = touched.state
    if state.settings is None or state.settings.rating is None:
        return
    for number in to_look_at(touched):
        match = state.matches[number]
        line = as_rated_match(state, match)
        yield pool_of(state.settings.rating, match), (state.id, number), None if line is None else ledger_match(line)


def to_look_at(touched: Touched) -> Iterable[int]:
    """The matches that may be rated otherwise; cancelling, reopening and the entrant that a policy waits for reach
    every one (ALL-13, ELO-8)."""
    if touched.before is None or terms_of(touched.before) != terms_of(touched.state):
        return sorted(touched.state.matches)
    moved_on = placed_beyond(touched.state, len(touched.before.reported)) if _has_reports(touched) else ()
    return sorted({*touched.matches, *moved_on})


def _has_reports(touched: Touched) -> bool:
    """Whether results were reported since."""
    return touched.before is not None and len(touched.before.reported) < len(touched.state.reported)


def ledger_match(line: RatedMatch) -> LedgerMatch:
    """The match as the ledger takes it."""
    return LedgerMatch(
        match=(line.tournament, line.match),
        played_at=microseconds(line.played_at),
        place=line.place,
        position=microseconds(line.reported_at),
        winner=line.winner,
        loser=line.loser,
        n=line.n,
        policy=line.policy,
    )


def microseconds(moment: datetime) -> int:
    """The moment in microseconds since 1970, UTC."""
    return (moment - _EPOCH) // _MICROSECOND


def moment(microseconds: int) -> datetime:
    """The moment so many microseconds after the beginning of 1970, in UTC."""
    return _EPOCH + timedelta(microseconds=microseconds)


def as_match(match: object) -> Match:
    """The name of a match in a ledger."""
    if not isinstance(match, tuple):
        raise TypeError(f"{match!r} names no match")
    return match
