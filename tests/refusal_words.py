"""The words of a refusal: they contradict neither themselves nor what the tournament is."""

import re

from domain.kernel.refusal import Refused
from domain.tournament.derived.progress import next_of
from domain.tournament.derived.stage import current_stage
from domain.tournament.state import Tournament

_SAME_TWICE = re.compile(r"(?<!\w)(\w(?:.*\w)?),? (?:and|but)? ?not (?:an? |the )?\1(?!\w)")
_MADE = re.compile(r"The matches of stage (\d+) come from its field")
_WAITING = re.compile(r"still waiting for a result: (\d+)")
_STAGE_CLOSED = re.compile(r"Stage (\d+) has to be opened")
_STAGE_OPEN = re.compile(r"Stage (\d+) has been opened")
_NO_ROUND = re.compile(r"There is no round (\d+) here")


def check_not_same_twice(detail: str) -> None:
    """It does not say that something is 3, not 3."""
    found = _SAME_TWICE.search(detail)
    assert found is None, detail


def check_cause(refusal: Refused, state: Tournament) -> None:
    """What it says of the tournament's rounds and stages is so."""
    detail, stage = refusal.detail, current_stage(state).facts.stage
    rounds = {one.round for one in state.matches.values() if not one.void} - {None}
    check_not_same_twice(detail)
    if waiting := _WAITING.search(detail):
        assert int(waiting[1]) > 0, detail
    if closed := _STAGE_CLOSED.search(detail):
        assert int(closed[1]) > stage, detail
    if opened := _STAGE_OPEN.search(detail):
        assert int(opened[1]) <= stage, detail
    if made := _MADE.search(detail):
        assert int(made[1]) == stage, detail
    if unknown := _NO_ROUND.search(detail):
        assert int(unknown[1]) not in rounds, detail
    if detail.startswith("No round has been drawn"):
        assert not rounds, detail
    if detail.startswith("The tournament already has its result"):
        assert type(next_of(state)).__name__ == "Done", detail
