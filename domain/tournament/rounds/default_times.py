"""When a round opens and closes where nobody has said so (SWI-3).

Reading: a round opens as it comes into being, and has as many days as its format announces, counted from when the round
before closes where that is still to come: whoever plays early does not lose time. A day ends at the same time of day in
the tournament's time zone.
"""

from collections.abc import Iterator

from domain.kernel.calendar import days_later
from domain.tournament.derived.stage import current_stage
from domain.tournament.guards.context import Context
from domain.tournament.rounds.deadlines import closing_time
from domain.tournament.rounds.events import RoundScheduled
from domain.tournament.state import Tournament, announced_settings


def default_times(state: Tournament, round_: int, context: Context) -> Iterator[RoundScheduled]:
    """The times of a round that has come into being now; none where its format announces none."""
    stage, now = current_stage(state), context.now
    days = stage.days_of(round_)
    if days is None:
        return
    zone = announced_settings(state).time_zone
    before = min(closing_time(state, round_ - 1) or now, days_later(now, days, zone))
    closes_at = days_later(max(now, before), days, zone)
    yield RoundScheduled(round=round_, opens_at=now, closes_at=closes_at, by_default=True)
