"""From when on a round can be drawn, where draws are so many minutes apart (MON-10)."""

from datetime import datetime, timedelta

from domain.formats.contract.steps import Due
from domain.tournament.derived.stage import current_stage
from domain.tournament.state import Tournament


def draws_from(state: Tournament, due: Due) -> datetime | None:
    """So many minutes after the draw before it; None where it can be drawn at once."""
    stage = current_stage(state)
    minutes = stage.minutes_between_draws
    if minutes is None or due.round - 1 == stage.facts.rounds_before:
        return None
    before = state.rounds.since.get(due.round - 1)
    return None if before is None else before + timedelta(minutes=minutes)
