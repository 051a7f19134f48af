"""Until when a match is to be played (SWI-3).

Reading: a sitting has as long as its round, from when it was opened, or until the round closes, whichever is later. So
what a decision opens once the round is over can still be played. The round's length is counted from when it opens, or
came into being, or the round before closes, whichever is last; a round of so many minutes waits for no round before.
Matches made with their round have until it closes.
"""

from datetime import datetime, timedelta

from domain.match.record import Match
from domain.tournament.state import Tournament


def deadline(state: Tournament, match: Match) -> datetime | None:
    """Until when the match's newest sitting is to be played; None where its round has no closing time."""
    closes_at, again = _closing_time(state, match), _reopening_time(state, match)
    if match.round is None or closes_at is None or again is None:
        return closes_at
    opened_at = _not_before(again, _opening_time(state, match.round))
    return max(closes_at, opened_at + _length(state, match.round, closes_at))


def is_opened_late(state: Tournament, match: Match) -> bool:
    """Whether the match's newest sitting was opened when its round had closed."""
    closes_at, again = _closing_time(state, match), _reopening_time(state, match)
    return closes_at is not None and again is not None and again >= closes_at


def _reopening_time(state: Tournament, match: Match) -> datetime | None:
    """When the match was opened since its round came into being; None: it was made with it, and stays open since."""
    with_its_round = None if match.round is None else state.rounds.since.get(match.round)
    return None if match.open_since == with_its_round else match.open_since


def _closing_time(state: Tournament, match: Match) -> datetime | None:
    return None if match.round is None else state.rounds.closes_at(match.round)


def _opening_time(state: Tournament, round_: int) -> datetime | None:
    schedule = state.rounds.schedules.get(round_)
    return None if schedule is None else schedule.opens_at


def _length(state: Tournament, round_: int, closes_at: datetime) -> timedelta:
    """The time that the round is open; nothing, where it was closed before it began."""
    begins = _not_before(state.rounds.since.get(round_, closes_at), _opening_time(state, round_))
    before = state.rounds.closes_at(round_ - 1)
    if before is not None and before < closes_at and not _lasts_minutes(state):
        begins = max(begins, before)
    return max(closes_at - begins, timedelta())


def _lasts_minutes(state: Tournament) -> bool:
    """Such a round begins as it is made, however long the one before is open."""
    return state.settings is not None and state.settings.conditions.round_minutes is not None


def _not_before(moment: datetime, earliest: datetime | None) -> datetime:
    return moment if earliest is None else max(moment, earliest)
