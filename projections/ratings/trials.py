"""Ratings under another policy: the same matches rated once more beside those in force, and nothing of it recorded
(ELO-8)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from domain.kernel.ids import PersonId
from domain.person.state import Person
from domain.rating.classes import CLASSES, ClassName, rating_class
from domain.rating.policy import MICROPOINTS, Policy
from domain.tournament.lifecycle.events import PinnedTerms, RatingTerms
from domain.tournament.state import Tournament
from projections.engine.log import Log, pages_of
from projections.engine.states import Batch, States, Touched
from projections.ratings.pools import PoolLedger, Pools

Listed = frozenset[PersonId] | None
"""Those listed; None: everybody."""

_BATCH = 5_000
STEPS = tuple(points * MICROPOINTS for points in (-200, -100, -50, -25, -10, 0, 10, 25, 50, 100, 200))
"""Where the bars of a chart of changes begin, but for the first; micropoints."""


@dataclass(frozen=True, slots=True)
class Change:
    """A player's rating in micropoints as it is, and as it would be; None: no match of theirs is rated then."""

    person: PersonId
    before: int | None
    after: int | None

    @property
    def difference(self) -> int | None:
        """Their gain; None where there is nothing to compare."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class Bar:
    """The number of players that would change by so much: from `lowest` on to below `beyond`, in micropoints; None: no
    bound."""

    lowest: int | None
    beyond: int | None
    players: int


@dataclass(frozen=True, slots=True)
class ClassChange:
    """A class by the ratings as they are (ELO-9): who is in it and who would be; of those who are and would be rated,
    how many gain, lose and stay, by how much, and the sum of their differences in micropoints."""

    name: ClassName
    players: int
    players_after: int
    gain: int
    lose: int
    stay: int
    sum_of_differences: int
    bars: Sequence[Bar]


@dataclass(frozen=True, slots=True)
class PoolTrial:
    """A pool, compared. `changes` are in the order of what is gained, the most first, then of persons; last come those
    who are rated in one of the two alone."""

    pool: str
    matches: int
    matches_after: int
    changes: Sequence[Change]
    classes: Sequence[ClassChange]
    bars: Sequence[Bar]


def under(policy: Policy, state: Tournament) -> Tournament:
    """The tournament as if it had been announced under the policy; one that is not rated stays so."""
    settings = state.settings
    if settings is None or settings.rating is None:
        return state
    terms = RatingTerms(pool=settings.rating.pool, policy=policy.name, policy_version=policy.version)
    return replace(state, settings=replace(settings, rating=PinnedTerms.of(terms, policy)))


@dataclass(frozen=True, slots=True)
class Tried:
    """A trial: a policy, in `pool` alone or in all where it is None. Only `listed` are shown, everybody where it is
    None; all are rated. Who has no opening rating of the office in the pool begins with what they now have in the pool
    `opens_from`, and without a match there, or where it is None, as the policy says."""

    policy: Policy
    pool: str | None = None
    listed: Listed = None
    opens_from: str | None = None


class Trial:
    """The pools as they are and as they would be."""

    def __init__(self, tried: Tried) -> None:
        self._tried = tried
        self._now, self._then = Pools(), Pools()

    def take(self, batch: Batch) -> None:
        """Take in what a batch of events made."""
        self._now.take(batch)
        under_it = {stream: self._under_it(touched) for stream, touched in batch.tournaments.items()}
        self._then.take(replace(batch, tournaments=under_it))

    def pool_trials(self) -> Sequence[PoolTrial]:
        """The pools in which matches are rated, now or then, by name."""
        self._now.settle()
        self._then.settle()
        self._open()
        names = sorted({*self._now.pools, *self._then.pools})
        wanted = [name for name in names if self._tried.pool in (None, name)]
        found = [
            _compare_pools(name, self._now.pool(name), self._then.pool(name), self._tried.listed) for name in wanted
        ]
        return [one for one in found if one.changes]

    def _open(self) -> None:
        """Everybody begins with what they have in another pool, where that is tried."""
        if self._tried.opens_from is None or self._tried.pool is None:
            return
        begun, then = self._now.pool(self._tried.opens_from).ledger, self._then.pool(self._tried.pool)
        for player in then.ledger.players():
            if player not in then.openings and begun.first(player) is not None:
                then.open(player, begun.current(player).rating, begun.current(player).experience)
        then.settle()

    def _under_it(self, touched: Touched) -> Touched:
        policy = self._tried.policy
        before = touched.before and under(policy, touched.before)
        return replace(touched, state=under(policy, touched.state), before=before)


def try_on_log(log: Log, position: int, tried: Tried) -> Sequence[PoolTrial]:
    """The trials on the log up to that position, by pool. Raises what reading the log raises, and
    `BudgetSpent` where that takes longer than one may."""
    trial, states = Trial(tried), States(log)
    for stored in pages_of(log, 0, position, _BATCH):
        trial.take(states.fold(one.recorded for one in stored))
    return trial.pool_trials()


def try_with(tournaments: Sequence[Tournament], persons: Sequence[Person], tried: Tried) -> Sequence[PoolTrial]:
    """The same of tournaments and persons as they are."""
    trial = Trial(tried)
    trial.take(Batch({one.stream: Touched(one, None) for one in tournaments}, {one.stream: one for one in persons}))
    return trial.pool_trials()


def _compare_pools(name: str, now: PoolLedger, then: PoolLedger, listed: Listed) -> PoolTrial:
    everybody = {*now.ledger.players(), *then.ledger.players()}
    persons = sorted(everybody if listed is None else everybody & listed)
    found = (_change(person, now, then) for person in persons)
    changes = sorted((one for one in found if (one.before, one.after) != (None, None)), key=_by_gain)
    told = [one.difference for one in changes if one.difference is not None]
    return PoolTrial(name, len(now.ledger), len(then.ledger), changes, _classes(changes), _bars(told))


def _change(person: PersonId, now: PoolLedger, then: PoolLedger) -> Change:
    before, after = (
        one.ledger.current(person).rating if one.ledger.first(person) is not None else None for one in (now, then)
    )
    return Change(person, before, after)


def _by_gain(change: Change) -> tuple[bool, int, str]:
    difference = change.difference
    return difference is None, -(difference or 0), change.person


def _classes(changes: Sequence[Change]) -> Sequence[ClassChange]:
    now = Counter(rating_class(one.before).name for one in changes if one.before is not None)
    then = Counter(rating_class(one.after).name for one in changes if one.after is not None)
    return [_class(each.name, now, then, _differences(changes, each.name)) for each in CLASSES]


def _differences(changes: Sequence[Change], name: ClassName) -> Sequence[int]:
    both = ((one.before, one.difference) for one in changes)
    return [
        difference
        for before, difference in both
        if before is not None and difference is not None and rating_class(before).name == name
    ]


def _class(name: ClassName, now: Counter[ClassName], then: Counter[ClassName], told: Sequence[int]) -> ClassChange:
    return ClassChange(
        name=name,
        players=now[name],
        players_after=then[name],
        gain=sum(one > 0 for one in told),
        lose=sum(one < 0 for one in told),
        stay=sum(one == 0 for one in told),
        sum_of_differences=sum(told),
        bars=_bars(told),
    )


def _bars(told: Sequence[int]) -> Sequence[Bar]:
    bounds = [None, *STEPS, None]
    return [
        Bar(lowest, beyond, sum(_is_within(one, lowest, beyond) for one in told)) for lowest, beyond in pairwise(bounds)
    ]


def _is_within(difference: int, lowest: int | None, beyond: int | None) -> bool:
    return (lowest is None or lowest <= difference) and (beyond is None or difference < beyond)
