"""Documents of a trial of a rating policy (ELO-8)."""

from collections.abc import Sequence
from fractions import Fraction

from domain.kernel.ids import PersonId
from domain.kernel.values import Value
from projections.ratings.trials import Bar, Change, ClassChange, PoolTrial
from projections.views.ratings import points


class TriedPlayerView(Value):
    """A player's rating as it is and as it would be, in points. Null: they are not rated then."""

    person: PersonId
    before: str | None
    after: str | None
    change: str | None


class TriedBarView(Value):
    """The number of players that would change by that much: from `lowest` on, in points, and by less than `beyond`."""

    lowest: str | None
    beyond: str | None
    players: int


class TriedClassView(Value):
    """A rating class, by the ratings as they are: who is in it and who would be, and who of it gains and loses."""

    name: str
    players: int
    players_after: int
    gain: int
    lose: int
    stay: int
    mean_change: str | None
    changes: tuple[TriedBarView, ...]


class PoolTrialView(Value):
    """A pool, compared with what it would be. `left_out` players, who change least, are not listed."""

    pool: str
    matches: int
    matches_after: int
    classes: tuple[TriedClassView, ...]
    changes: tuple[TriedBarView, ...]
    players: tuple[TriedPlayerView, ...]
    left_out: int


def pool_trial_view(trial: PoolTrial, most: int) -> PoolTrialView:
    """The pool, with the players who change most, so many of them, in the order of what they gain."""
    listed = _most_changed(trial.changes, most)
    return PoolTrialView(
        pool=trial.pool,
        matches=trial.matches,
        matches_after=trial.matches_after,
        classes=tuple(map(_class, trial.classes)),
        changes=tuple(map(_bar, trial.bars)),
        players=tuple(map(_player, listed)),
        left_out=len(trial.changes) - len(listed),
    )


def _most_changed(changes: Sequence[Change], most: int) -> Sequence[Change]:
    """In their order. Who is rated in one of the two alone counts as changed most."""
    if len(changes) <= most:
        return changes
    by_size = sorted(changes, key=lambda one: (one.difference is not None, -abs(one.difference or 0), one.person))
    kept = {one.person for one in by_size[:most]}
    return [one for one in changes if one.person in kept]


def _class(found: ClassChange) -> TriedClassView:
    told = found.gain + found.lose + found.stay
    mean = points(round(Fraction(found.sum_of_differences, told))) if told else None
    counts = {name: getattr(found, name) for name in ("players", "players_after", "gain", "lose", "stay")}
    return TriedClassView(name=found.name, mean_change=mean, changes=tuple(map(_bar, found.bars)), **counts)


def _bar(bar: Bar) -> TriedBarView:
    return TriedBarView(lowest=_points(bar.lowest), beyond=_points(bar.beyond), players=bar.players)


def _player(change: Change) -> TriedPlayerView:
    before, after, difference = map(_points, (change.before, change.after, change.difference))
    return TriedPlayerView(person=change.person, before=before, after=after, change=difference)


def _points(micropoints: int | None) -> str | None:
    return None if micropoints is None else points(micropoints)
