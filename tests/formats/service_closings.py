"""What the service has closed of itself, looked at by the steps alone: it never closes over a match that was opened
after its round had closed, nor over one that a ruling, a dispute or an open appeal is on (SWI-4)."""

from collections.abc import Sequence
from datetime import datetime

from domain.tournament.rounds.events import RoundClosed
from domain.tournament.state import Tournament
from tests.desk import Step


def check_service_closings(steps: Sequence[Step]) -> int:
    """Looks at the last of these steps; gives the number of matches that the service closed by it."""
    last, before = steps[-1], steps[-1].before
    closed = [event for event in last.events if isinstance(event, RoundClosed) and last.by.role == "service"]
    numbers = [number for event in closed for number in event.matches]
    for number in numbers:
        round_ = before.matches[number].round
        closes_at = None if round_ is None else before.rounds.closes_at(round_)
        assert closes_at is not None
        assert closes_at <= steps[-1].at
        assert opened_at(steps, number) < closes_at, number
        assert number not in touched(before), number
        assert before.matches[number].phase in ("open", "reported"), number
    return len(numbers)


def opened_at(steps: Sequence[Step], number: int) -> datetime:
    """Since when the match has awaited a result in the sitting that is its newest now."""
    newest, since = _sitting(steps[-1].before, number), steps[-1].at
    for step in reversed(steps[:-1]):
        if _sitting(step.after, number) != newest:
            break
        since = step.at
    return since


def _sitting(state: Tournament, number: int) -> object:
    """Which of its sittings is open, where one is."""
    match = state.matches.get(number)
    return (match.sitting.opened_by,) if match is not None and number in state.awaiting else None


def touched(state: Tournament) -> set[int]:
    """The matches that a ruling is on which was not taken back, or a dispute that nobody has ruled on."""
    rulings = [one for one in state.directing.rulings.values() if one.status != "withdrawn"]
    on = [one.on for one in rulings] + [state.directing.disputes[number].on for number in state.directing.undecided]
    ordered = {match for one in rulings for match in one.orders.matches}
    return ordered | {one.number for one in on if one.kind == "match" and one.number is not None}
