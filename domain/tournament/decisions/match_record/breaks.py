"""Breaks taken in a match: when a side is due back, and the award where it is late (TD-8, TD-5) [2.2.2, 2.2.4].

Readings: breaks of the two sides are combined where the later one begins while the earlier one lasts, by its length and
its end. Nobody waits for anybody then: neither is late before all of them are over. Each is late up to when it is back
itself.
"""

from collections.abc import Iterator

from domain.kernel.values import Length
from domain.scoring.clock import BREAKS, BreakReview, BreakTerms, Taken, review_break
from domain.scoring.lateness import Lateness, own_lateness
from domain.scoring.result import Form
from domain.tournament.match_record.state import MatchRecord, TakenBreak, standing


def review_nth_break(
    of: MatchRecord, length: Length, number: int, form: Form = "points", terms: BreakTerms = BREAKS
) -> BreakReview:
    """The nth break of a match: when the side is due back, and what it has left. Departures from the rules are shown,
    unless it was taken back. In a best of three breaks are permitted between matches only [2.2.2]."""
    one = of.breaks[number - 1]
    before = [earlier.begun.break_taken for earlier in _earlier(of, one)]
    others = [_break_as_taken(of, length, another, terms) for another in _combined_breaks(of, length, one, terms)]
    review = review_break(length, before, one.begun.break_taken, others, terms)
    if one.retracted:
        return review.model_copy(update={"flags": ()})
    if form == "best-of-three" and not one.begun.break_taken.between_matches:
        return review.model_copy(update={"flags": (*review.flags, "during-match")})
    return review


def late_from_break(of: MatchRecord, length: Length, number: int, terms: BreakTerms = BREAKS) -> Lateness | None:
    """The lateness of a side that is back too late from its break; None while it is not back, and of a break that was
    taken back."""
    one = of.breaks[number - 1]
    if one.ended_at is None or one.retracted:
        return None
    due_back = review_nth_break(of, length, number, terms=terms).due_back
    return own_lateness(due_back, one.ended_at, one.begun.side)


def _earlier(of: MatchRecord, one: TakenBreak) -> list[TakenBreak]:
    """The side's own before it."""
    own = (each for each in standing(of.breaks) if each.begun.side == one.begun.side)
    return [each for each in own if each.begun.number < one.begun.number]


def _break_as_taken(of: MatchRecord, length: Length, one: TakenBreak, terms: BreakTerms) -> Taken:
    had = terms.breaks_allowed(length) - sum(each.begun.break_taken.number_of_breaks for each in _earlier(of, one))
    within = min(one.begun.break_taken.number_of_breaks, max(0, had))
    return Taken(one.begun.break_taken.started_at, within, terms.duration)


def _combined_breaks(of: MatchRecord, length: Length, one: TakenBreak, terms: BreakTerms) -> Iterator[TakenBreak]:
    """The opponent's that it is combined with."""
    for another in standing(of.breaks):
        is_opposed = another.begun.side != one.begun.side and not one.retracted
        if is_opposed and _overlap(of, length, one, another, terms):
            yield another


def _overlap(of: MatchRecord, length: Length, one: TakenBreak, another: TakenBreak, terms: BreakTerms) -> bool:
    earlier, later = sorted((one, another), key=lambda each: (each.begun.break_taken.started_at, each.begun.number))
    over_at = _break_as_taken(of, length, earlier, terms).over_at
    return later.begun.break_taken.started_at < min(over_at, earlier.ended_at or over_at)
