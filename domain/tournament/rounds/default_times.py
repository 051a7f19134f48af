"""When a round opens and closes where nobody has said so (SWI-3).

Reading: a round opens as it comes into being, or later where its beginning is announced, and has as many days as its
format announces, counted from when the round before closes where that is still to come: whoever plays early does not
lose time. A day ends at the same time of day in the tournament's time zone. Where the format announces the hours of a
round, it opens at its hour of that day, or at once where that is past, and closes at its hour on the last day.
"""

from collections.abc import Iterator

from domain.kernel.calendar import at_time, days_later
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
    settings = announced_settings(state)
    zone, hours = settings.time_zone, stage.hours
    opens_at = max(now, settings.conditions.begins_at(round_) or now)
    before = min(closing_time(state, round_ - 1) or now, days_later(now, days, zone))
    begins, closes = max(opens_at, before), None
    if hours is not None:
        opens_at = begins = max(begins, at_time(begins, hours.opens, zone))
        closes = hours.closes
    closes_at = days_later(begins, days, zone)
    closes_at = closes_at if closes is None else at_time(closes_at, closes, zone)
    yield RoundScheduled(round=round_, opens_at=opens_at, closes_at=closes_at, by_default=True)
