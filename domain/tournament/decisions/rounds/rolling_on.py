"""Work of the service itself when its time has come, where rounds are announced to roll on (NXE-7, SWI-3, SEL-1). It
draws the round that is due, closes a round at its closing time, and opens the next stage with its field.

Reading: a match that a director has to decide is left open, and waits for one (`left_open.py`). Where nothing can be
done, nothing is, until something in the tournament has changed. Where a coin would decide who goes up, the stage is
left to the director, who may have a match played instead (SEL-2). The director takes rounds over by changing the
conditions.
"""

from collections.abc import Iterator
from datetime import datetime

from domain.formats.contract.steps import Due, Wait
from domain.tournament.command import Command
from domain.tournament.decisions.rounds.left_open import WhyLeft
from domain.tournament.derived.batches import draws_from
from domain.tournament.derived.deadline import deadline
from domain.tournament.derived.outside_value import value_awaited
from domain.tournament.derived.progress import StageDue, next_of
from domain.tournament.rounds.commands import CloseRound, DrawRound, OpenStage
from domain.tournament.state import Tournament, announced_settings

AT_ITS_TIME = "The closing time of the round has come."


def rolls_on(state: Tournament) -> bool:
    """Whether the tournament is being played, and its rounds roll on by themselves."""
    settings = state.settings
    return settings is not None and settings.status == "started" and settings.conditions.auto_draw


def due_at(state: Tournament) -> datetime | None:
    """From when on the service has something to do; None where there is nothing."""
    return min((moment for moment, _ in _coming(state)), default=None)


def due_command(state: Tournament, now: datetime) -> Command | None:
    """The service's command that is due now; None where none is yet."""
    moment, command = min(_coming(state), key=lambda one: one[0], default=(now, None))
    return command if moment <= now else None


def _coming(state: Tournament) -> Iterator[tuple[datetime, Command]]:
    if not rolls_on(state):
        return
    can_draw = state.commitment is not None and not value_awaited(state)
    match next_of(state):
        case Due(round=round_) as due if can_draw:
            schedule = state.rounds.schedules.get(round_)
            moments = (None if schedule is None else schedule.opens_at, draws_from(state, due))
            said = [moment for moment in moments if moment is not None]
            yield max(said, default=announced_settings(state).announced_at), DrawRound(round=round_)
        case StageDue(stage=stage, at_the_cut=(), tied=tied) if can_draw or not tied:
            yield announced_settings(state).announced_at, OpenStage(stage=stage)
        case Wait(matches=awaited):
            why = WhyLeft(state)
            for match in (state.matches[number] for number in awaited if number in state.awaiting):
                until = deadline(state, match)
                if match.round is not None and until is not None and why.because(match) is None:
                    yield until, CloseRound(round=match.round, reason=AT_ITS_TIME)
