"""Attachments that the conditions require and a match lacks (TD-20)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from domain.match import validity
from domain.tournament.lifecycle.conditions import Conditions, Required
from domain.tournament.match_record.state import standing
from domain.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Missing:
    """A record that the conditions require and a match lacks (TD-20)."""

    match: int
    kind: Literal["recording", "analysis"]


def missing(state: Tournament) -> Iterator[Missing]:
    """By match; of those that count and were played. None of them is looked at where nothing obliges."""
    if state.settings is None or not _obliges(state.settings.conditions):
        return
    for number, match in sorted(state.matches.items()):
        counting = validity.counting(match)
        if counting is not None and counting.outcome.play_began:
            required = state.settings.conditions.required_records(match.round, number)
            kinds = {one.added.kind for one in standing(state.match_records.of(number).attachments)}
            if required.recording == "obligation" and "recording" not in kinds:
                yield Missing(number, "recording")
            if required.analysis == "obligation" and "analysis" not in kinds:
                yield Missing(number, "analysis")


def _obliges(conditions: Conditions) -> bool:
    said: tuple[Conditions | Required, ...] = (conditions, *conditions.parts)
    return any("obligation" in (one.recording, one.analysis) for one in said)
