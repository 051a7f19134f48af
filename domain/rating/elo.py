"""Exact Elo (ELO-3, ELO-4, ELO-5, ELO-7): the correctly rounded answer, the same on every machine.

With D the winner's rating minus the loser's, the winner gains and the loser loses, each with a weight of their own,

    change = weight · P    weight = factor · K · q(n)    P = 1 / (10^(D·p(n)/scale) + 1)

p(n) and q(n) being the fourth root of 1, n^2, n^3 or n^4,

and the new rating is the true value rounded half to even at one micropoint. `swift` works it out in floats and
answers only if the rounding is certain (Ziv's test); `exact` decides the rest in decimals of growing precision.

Why `swift` is right. Assumed: binary64 arithmetic, each operation rounded to nearest (u = 2^-53), square roots
within 2 ulp (a fourth root takes two of them, and is within 3 ulp: 6u), and an `exp` whose relative error is at most
4096u, which is a thousand times what any C library in use shows; fused operations inside it, or not, are its own
affair.
 1. `slope` is off by at most 11u relatively (root 6u, and four roundings), D is exact, so the argument a = D·slope
    of `exp` is off by 12u·|a|. As |dP/da| = P(1-P) and |a|·P(1-P) < 0.23 for every a, P moves by less than 3u.
 2. The error of `exp` itself moves P by at most 4096u·P(1-P) <= 1024u.
 3. Adding 1, dividing, and the product with `weight` (itself off by at most 8u) add at most 11u.
So a change is off by less than 1042u·weight, and the margin allows 2^-40·(largest weight) = 8192u·weight. That
covers the second-order terms (the argument is off by less than 2^-40, even where `exp` is about to overflow; where it
does, `exact` decides; where it underflows, P is 1 for either).
Adding and subtracting 1.5·2^52 rounds a change (below 2^30) to an integer exactly as binary64 rounds; if the
change lies nearer to that integer than half minus the margin, the true value rounds to it too and is no tie. The
subtraction which measures this is exact (Sterbenz, or both are small multiples of one ulp). Ratings stay exact
in a float: one match moves them by at most 1000 points, so 2^52 micropoints are out of a player's reach for
4 million matches.

Why `exact` ends. More digits fail to decide only where the true change is a tie, hence rational. Let
E = 10^s, s = D·p(n)/scale. If s is irrational, it is algebraic (a root of an integer times a fraction), so E is
transcendental (Gelfond-Schneider), and the change with it. If s = a/b in lowest terms with b > 1, E is irrational; a
rational change would make E + 1 the fourth root of a rational, so that E^4 + 4E^3 + 6E^2 + 4E were rational. Sorted by
the powers 10^(i/b), 0 <= i < b, which are linearly independent, its terms have positive coefficients, so the one of E
does not vanish: it is irrational. If s is an integer, D = 0 included, P is rational, and the change is rational exactly
if q(n) is: that case is decided in fractions, half to even.

Where K follows from both players (`Policy.k_is_own` is false) `swift` never answers: its margin is negative.
"""

from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import cache
from math import exp, isqrt, nan, sqrt

from domain.rating.policy import MICROPOINTS, KOfMean, Policy, radicand

LARGEST_RATING = 1_000_000 * MICROPOINTS
"""Ratings given from outside lie within ± a million points, in micropoints."""

ROUNDER = 1.5 * 2.0**52
"""Added to a float below 2^51 and subtracted again, leaves the nearest integer, half to even."""

RELATIVE_ERROR = 2.0**-40
"""How far a change in floats may be off, in terms of the largest weight; proven above with a wide reserve."""

FIRST_DIGITS = 30
"""The precision `exact` tries first; doubled until the rounding is decided."""

LN10 = 2.302585092994046


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """A policy's formula for one n, with what `swift` needs worked out once."""

    policy: Policy
    n: int
    slope: float
    """The argument of `exp` per micropoint of difference."""
    weights: tuple[float, ...]
    """factor · K · q(n) in micropoints, by experience; the last one holds from `top` on."""
    top: int
    margin: float
    """A change nearer to an integer than this rounds to it for certain; negative: never certain."""

    def weights_without_root(self, ratings: tuple[int, int], experiences: tuple[int, int]) -> tuple[Fraction, Fraction]:
        """factor · K in micropoints, exactly, of the winner and of the loser."""
        winner, loser = self.policy.ks(ratings, experiences)
        factor = Fraction(self.policy.factor) * MICROPOINTS
        return factor * winner, factor * loser


@cache
def formula(policy: Policy, n: int) -> Formula:
    """The policy's formula for matches of this n.

    Raises `ValueError` where the policy has no match of that n.
    """
    if not policy.names_n(n):
        raise ValueError(f"n = {n} is not rated under policy {policy.name} v{policy.version}")
    root = _root(radicand(policy.length_in_change, n))
    weights = tuple(each * root for each in _weights_without_root(policy))
    return Formula(
        policy=policy,
        n=n,
        slope=_root(radicand(policy.length_in_chance, n)) * LN10 / float(Fraction(policy.scale) * MICROPOINTS),
        weights=weights,
        top=len(weights) - 1,
        margin=0.5 - max(weights) * RELATIVE_ERROR if policy.k_is_own else -1.0,
    )


def _root(fourth_power: int) -> float:
    return sqrt(sqrt(fourth_power))


@cache
def _weights_without_root(policy: Policy) -> tuple[float, ...]:
    """By experience; the largest alone where K is not by one's own."""
    if isinstance(policy.k, KOfMean):
        return (float(Fraction(policy.factor) * policy.largest_k * MICROPOINTS),)
    steps = policy.k.floor_from() if policy.k else 0
    exactly = (Fraction(policy.factor) * policy.k_at(experience) for experience in range(steps + 1))
    return tuple(float(each * MICROPOINTS) for each in exactly)


def swift(
    formula: Formula, winner: float, loser: float, winner_experience: int, loser_experience: int
) -> tuple[float, float] | None:
    """Both ratings after the match, or None if floats can't tell how to round.

    Ratings are whole micropoints held in floats, before and after; experiences those before the match.
    """
    try:
        share = 1.0 / (exp((winner - loser) * formula.slope) + 1.0)
    except OverflowError:
        share = nan
    top, weights, margin = formula.top, formula.weights, formula.margin
    gain = weights[winner_experience if winner_experience < top else top] * share
    loss = weights[loser_experience if loser_experience < top else top] * share
    whole_gain = gain + ROUNDER - ROUNDER
    whole_loss = loss + ROUNDER - ROUNDER
    if -margin < gain - whole_gain < margin and -margin < loss - whole_loss < margin:
        return winner + whole_gain, loser - whole_loss
    return None


def exact(formula: Formula, winner: int, loser: int, winner_experience: int, loser_experience: int) -> tuple[int, int]:
    """Both ratings after the match, in micropoints, by exact arithmetic alone."""
    difference = winner - loser
    gain, loss = formula.weights_without_root((winner, loser), (winner_experience, loser_experience))
    return _move_rating(formula, winner, 1, difference, gain), _move_rating(formula, loser, -1, difference, loss)


def rate(
    policy: Policy, n: int, winner: int, loser: int, winner_experience: int, loser_experience: int
) -> tuple[int, int]:
    """The winner's and the loser's rating after a match (ELO-5).

    Ratings are in micropoints, within ± a million points; experiences are those before the match, from 0.
    Raises `ValueError` for an n which the policy does not rate and for numbers out of range.
    """
    check_bounds(winner, winner_experience)
    check_bounds(loser, loser_experience)
    terms = formula(policy, n)
    after = swift(terms, float(winner), float(loser), winner_experience, loser_experience)
    if after is None:
        return exact(terms, winner, loser, winner_experience, loser_experience)
    return int(after[0]), int(after[1])


def check_bounds(rating: int, experience: int) -> None:
    """Raises `ValueError` for a rating beyond ± a million points or a negative experience."""
    if abs(rating) > LARGEST_RATING:
        raise ValueError(f"ratings lie within {LARGEST_RATING} micropoints of zero")
    if experience < 0:
        raise ValueError("experience is never negative")


def _move_rating(formula: Formula, rating: int, sign: int, difference: int, weight: Fraction) -> int:
    """rating ± change, rounded half to even; `weight` is without the root."""
    digits = FIRST_DIGITS
    while True:
        low, high = change_bounds(formula, difference, weight, digits)
        if low == high:
            return rating + sign * low
        rational = rational_change(formula, difference, weight)
        if rational is not None:
            return round(rating + sign * rational)
        digits *= 2


def change_bounds(formula: Formula, difference: int, weight_without_root: Fraction, digits: int) -> tuple[int, int]:
    """Bounds of the rounded change in micropoints, as far as so many digits (12 or more) can tell: low, high.

    Decimal's operations are correctly rounded, each off by at most half of v = 10^(1-digits) relatively. As in the
    proof for floats, the argument's roundings, `exp` and what follows come to less than 10v of the weight;
    1000v are allowed.
    """
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN, Emin=MIN_EMIN, Emax=MAX_EMAX)
    policy, n = formula.policy, formula.n
    per_point = Fraction(difference) / (Fraction(policy.scale) * MICROPOINTS)
    exponent = _times_root(context, per_point, radicand(policy.length_in_chance, n))
    odds = context.exp(context.multiply(exponent, context.ln(Decimal(10))))
    weight = _times_root(context, weight_without_root, radicand(policy.length_in_change, n))
    change = context.divide(weight, context.add(odds, Decimal(1)))
    reserve = context.scaleb(weight, 4 - digits)
    low, high = context.subtract(change, reserve), context.add(change, reserve)
    return int(context.to_integral_value(low)), int(context.to_integral_value(high))


def _times_root(context: Context, ratio: Fraction, fourth_power: int) -> Decimal:
    quotient = context.divide(Decimal(ratio.numerator), Decimal(ratio.denominator))
    return context.multiply(quotient, context.sqrt(context.sqrt(Decimal(fourth_power))))


def rational_change(formula: Formula, difference: int, weight_without_root: Fraction) -> Fraction | None:
    """The change in micropoints where it is a rational number, else None."""
    policy, n = formula.policy, formula.n
    steepness = _whole_root(radicand(policy.length_in_chance, n)) if difference else 0
    stake = _whole_root(radicand(policy.length_in_change, n))
    if steepness is None or stake is None:
        return None
    exponent = Fraction(difference * steepness) / (Fraction(policy.scale) * MICROPOINTS)
    if exponent.denominator != 1:
        return None
    return weight_without_root * stake / (Fraction(10) ** exponent.numerator + 1)


def _whole_root(fourth_power: int) -> int | None:
    root = isqrt(isqrt(fourth_power))
    return root if root**4 == fourth_power else None
