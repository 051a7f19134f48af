"""When a round opens and closes where nobody has said so (SWI-3).

Reading: a round opens as it comes into being, and has as many days as its format announces, counted from when the round
before closes where that is still to come: whoever plays early does not lose time. A day ends at the same time of day in
the tournament's time zone.
"""

from collections.abc import Iterator

from domain.kernel.calendar import days_later
from domain.kernel.envelope import Event
from domain.tournament.derived.stage import current_stage
from domain.tournament.guards.context import Context
from domain.tournament.guards.effect import Effect
from domain.tournament.matches.events import MatchesMade
from domain.tournament.rounds.deadlines import closing_time
from domain.tournament.rounds.events import RoundDrawn, RoundPaired, RoundScheduled
from domain.tournament.state import Tournament, announced_settings


def with_default_times(effect: Effect, context: Context) -> Effect:
    """What was decided, followed by the times of each round that came into being by it and has none."""
    rounds = sorted({round_ for event in effect.events for round_ in _rounds_of(event)})
    for round_ in rounds:
        if round_ not in effect.before.rounds.schedules:
            effect = effect.then(_times(effect.after, round_, context), context)
    return effect


def _rounds_of(event: Event) -> Iterator[int]:
    match event:
        case RoundDrawn(round=round_) | RoundPaired(round=round_):
            yield round_
        case MatchesMade(matches=matches):
            yield from (made.round for made in matches if made.round is not None)


def _times(state: Tournament, round_: int, context: Context) -> Iterator[RoundScheduled]:
    stage, now = current_stage(state), context.now
    days = stage.days_of(round_)
    if days is None:
        return
    zone = announced_settings(state).time_zone
    before = min(closing_time(state, round_ - 1) or now, days_later(now, days, zone))
    closes_at = days_later(max(now, before), days, zone)
    yield RoundScheduled(round=round_, opens_at=now, closes_at=closes_at, by_default=True)
