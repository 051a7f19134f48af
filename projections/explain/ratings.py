"""The course of a rating: what a player began with, and each match with n, P and K (ELO-1, ELO-3 to ELO-8)."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from domain.journal.journal import Stored
from domain.kernel.ids import PersonId
from domain.kernel.values import Pool
from domain.person.events import OpeningRatingSet
from domain.rating.lines import RatedLine
from domain.rating.policy import MICROPOINTS, Policy, radicand
from domain.rating.teams import team_id
from domain.tournament.derived.rated_pools import pools_of
from domain.tournament.state import Tournament, announced_settings
from projections.explain.causes import RATING, Trail, Watched, event_name
from projections.explain.documents import (
    MOST_EVENTS,
    EventName,
    OpeningLine,
    RatedMatchExplained,
    RatingChangeExplained,
)
from projections.ratings.pools import as_match, start_of
from projections.views.ratings import changes_view, points, rated_match_view

_WORKING = Context(prec=60, rounding=ROUND_HALF_EVEN)
_SHOWN_DIGITS = Decimal("1e-20")
"""P and changes are shown to so many places; ratings themselves are exact."""


def rated_line(pool: Pool, line: RatedLine, person: PersonId, result: EventName | None) -> RatedMatchExplained:
    """A line of the pool's ledger as one of its two players saw it, worked out again."""
    match, pinned = line.match, line.match.policy
    view = rated_match_view(pool, person, line)
    difference = line.winner_before - line.loser_before
    chance = chance_of(pinned, match.n, difference)
    ratings, experiences = (line.winner_before, line.loser_before), (line.winner_experience, line.loser_experience)
    k = pinned.ks(ratings, experiences)[0 if view.won else 1]
    unrounded = _change(pinned, match.n, k, chance)
    return RatedMatchExplained.from_attributes(
        view,
        factor=pinned.factor,
        scale=pinned.scale,
        k=as_decimal(k),
        difference=points(difference),
        chance=round_for_show(chance),
        unrounded=round_for_show(unrounded if view.won else -unrounded),
        result=result,
    )


def chance_of(pinned: Policy, n: int, difference: int) -> Decimal:
    """P of ELO-3, to 50 digits; the difference is the winner's rating minus the loser's, in micropoints."""
    per_point = Fraction(difference) / (Fraction(pinned.scale) * MICROPOINTS)
    exponent = _WORKING.multiply(as_decimal(per_point), _root(radicand(pinned.length_in_chance, n)))
    return _WORKING.divide(Decimal(1), _WORKING.add(_WORKING.power(Decimal(10), exponent), Decimal(1)))


def _change(pinned: Policy, n: int, k: Fraction, chance: Decimal) -> Decimal:
    """factor · K · q(n) · P, in points."""
    weight = as_decimal(Fraction(pinned.factor) * k)
    return _WORKING.multiply(_WORKING.multiply(weight, _root(radicand(pinned.length_in_change, n))), chance)


def _root(fourth_power: int) -> Decimal:
    return _WORKING.sqrt(_WORKING.sqrt(Decimal(fourth_power)))


def as_decimal(fraction: Fraction) -> Decimal:
    """To 60 digits."""
    return _WORKING.divide(Decimal(fraction.numerator), Decimal(fraction.denominator))


def round_for_show(value: Decimal) -> Decimal:
    """To the places that are shown."""
    return value.quantize(_SHOWN_DIGITS, context=_WORKING)


def changes_explained(state: Tournament, trail: Trail, entry: int, totals: Mapping[Pool, int]) -> RatingChangeExplained:
    """The changes of the entry's ratings over this tournament, in micropoints by pool."""
    return RatingChangeExplained(
        tournament=state.id,
        version=state.version,
        entry=entry,
        totals=changes_view(pools_of(announced_settings(state)), totals),
        rated_by=trail.names([RATING], state.version, MOST_EVENTS),
    )


def changed_line(state: Tournament, trail: Trail, entry: int, pool: Pool, line: RatedLine) -> RatedMatchExplained:
    """A line of the pool's ledger that is a match of the entry in this tournament."""
    persons = state.entries[entry].persons
    own = {*persons, team_id(persons)}
    of_match = trail.versions([Watched("match", as_match(line.match.match)[1])], state.version)
    person = line.match.winner if line.match.winner in own else line.match.loser
    return rated_line(pool, line, person, trail.name(of_match[-1]))


def opening_line(history: Sequence[Stored], pool: Pool, first: RatedLine | None) -> OpeningLine:
    """The start in the pool of the person whose events these are; `first` is their first match there, None where there
    is none."""
    for stored in reversed(history):
        match stored.recorded.event:
            case OpeningRatingSet(pool=name, rating_millionths=rating, experience=experience) if name == pool:
                return OpeningLine(rating=points(rating), experience=experience, event=event_name(stored))
    rating, experience = start_of(pool) if first is None else first.match.policy.start_in(pool)
    return OpeningLine(rating=points(rating), experience=experience, event=None)
