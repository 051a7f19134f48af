"""Decisions told by events: what has happened, what somebody asks, and what then happens.

    given(*evening("DAB"), made(1, 2)).when(VoidMatch(match=1, reason="Slip"), by=director("D")).then(MatchVoided(...))

The events have been recorded a minute apart, the command comes a minute later.
"""

from dataclasses import dataclass
from datetime import timedelta

from domain.kernel.envelope import Actor, Event
from domain.kernel.values import Side
from domain.scoring.outcome import outcome
from domain.scoring.result import FinalScore, Result, WinnerOnly
from domain.tournament.command import Command
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import TournamentStarted
from domain.tournament.matches.events import MatchMade, ResultReported
from tests.desk import NOON, OFFICE, Desk, entered, person
from tests.when import When


@dataclass(frozen=True)
class Given:
    """What has happened, and by whom."""

    events: tuple[tuple[Event, Actor], ...]

    def done(self, *events: Event, by: Actor) -> "Given":
        """And what that actor has done then."""
        return Given((*self.events, *((event, by) for event in events)))

    def when(self, command: Command, by: Actor = OFFICE) -> When[Desk]:
        """What somebody asks then; nothing is left of it here, so that one beginning can have several ends."""
        desk = Desk()
        for event, actor in self.events:
            desk.now += timedelta(minutes=1)
            desk.lay((event,), actor)
        return desk.when(command, by)


def given(*events: Event) -> Given:
    """After these events, which are the office's doing."""
    return Given(()).done(*events, by=OFFICE)


def before_the_start(
    letters: str = "", directors: str = "", by: Actor = OFFICE, **announced: object
) -> tuple[Event, ...]:
    """A tournament, an open one where nothing else is `announced`, in which these players have entered; entries are
    numbered as the letters."""
    desk = Desk()
    fields = {"name": "Evening", "format": {"kind": "open"}, **announced}
    desk.do(lifecycle_commands.AnnounceTournament.model_validate(fields), by)
    entered(desk, letters)
    for letter in directors:
        desk.do(lifecycle_commands.AppointDirector(person=person(letter)))
    return tuple(one.event for one in desk.history)


def evening(letters: str, directors: str = "", **conditions: object) -> tuple[Event, ...]:
    """An open evening of these players, directed by these, has been started."""
    return (*before_the_start(letters, directors, conditions=conditions), TournamentStarted())


def made(first: int, second: int, match: int = 1) -> MatchMade:
    """A match to five points between two entries."""
    return MatchMade(match=match, sides=(first, second), length=5)


def reported(winner: Side, match: int = 1, *, verified: bool = True) -> ResultReported:
    """One side has won the match."""
    return _reported(WinnerOnly(winner=winner), match, verified=verified)


def scored(first: int, second: int, match: int = 1, *, verified: bool = True) -> ResultReported:
    """The match to five points has ended so."""
    return _reported(FinalScore(first=first, second=second), match, verified=verified)


def _reported(result: Result, match: int, *, verified: bool) -> ResultReported:
    return ResultReported(match=match, result=result, outcome=outcome(result, 5), played_at=NOON, verified=verified)
