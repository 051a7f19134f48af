"""A made-up evening that goes on by what comes next in it, so that one that was interrupted goes on where it stood."""

from collections.abc import Sequence
from typing import Any

from domain.formats.contract.steps import Ask, Done, Due, Wait
from domain.kernel.envelope import Actor
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Side
from domain.match.record import Match
from domain.scoring.result import FinalScore, Result, WinnerOnly
from domain.tournament.command import Command
from domain.tournament.derived.progress import Next, StageDue, next_of
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.state import Tournament
from ops.demonstration.seeded import SeededClerk

LINK = "demonstration"
"""What acts of the demonstration are known by; no key has this id."""


class Host:
    """Runs one tournament of the demonstration as its director."""

    def __init__(self, clerk: SeededClerk, name: str, director: PersonId) -> None:
        self._clerk = clerk
        self._name = name
        self._director = Actor(key=LINK, role="director", person=director)
        self.id: TournamentId = clerk.id_of(f"tournament {name}")

    @property
    def state(self) -> Tournament:
        """The tournament as it is."""
        return self._clerk.tournament_state(self.id)

    @property
    def played(self) -> int:
        """The number of its matches that have a result."""
        return sum(match.outcome is not None for match in self.state.matches.values())

    def do(self, key: str, command: Command, by: PersonId | None = None) -> None:
        """Carries a command out, once under this key; of a player where one is named. Raises Refused."""
        actor = self._director if by is None else Actor(key=LINK, role="player", person=by)
        self._clerk.tournament(self.id, f"{self._name} {key}", command, actor)

    def begin(self, announced: dict[str, Any], persons: Sequence[PersonId], *, starts: bool = True) -> None:
        """Announces it, enters these persons, and starts it unless it is still to come."""
        told = {"name": self._name, "director": self._director.person, **announced}
        self._clerk.tournament(self.id, f"tournament {self._name}", _announcement(told))
        for number, person in enumerate(persons, 1):
            self.do(f"enters {number}", entry_commands.RequestEntry(person=person))
            self.do(f"approves {number}", entry_commands.ApproveEntry(entry=number))
        if starts:
            self.do("starts", lifecycle_commands.StartTournament())

    def play(self, results: int) -> None:
        """Goes on until that many matches have a result and the next round is drawn, or all is played."""
        step = next_of(self.state)
        while isinstance(step, Due | Ask | StageDue) or (isinstance(step, Wait) and self.played < results):
            self.do(f"goes on at {self.state.version}", self._next(step))
            step = next_of(self.state)

    def complete(self) -> None:
        """Plays it to its end, and completes it."""
        if self.state.settings is not None and self.state.settings.status == "started":
            self.play(10_000)
            self.do("is completed", lifecycle_commands.CompleteTournament())

    def _next(self, step: Next) -> Command:
        match step:
            case Wait(matches=matches):
                found = self.state.matches[matches[len(matches) // 2]]
                return match_commands.ReportResult(match=found.number, result=made_up(found))
            case Due(round=number):
                return round_commands.DrawRound(round=number)
            case StageDue(stage=number):
                return round_commands.OpenStage(stage=number)
            case Ask(question=question, choices=choices):
                answer = next(one for one in choices if not one.command)
                entry, reason = next(iter(answer.entries), None), "As the house has it."
                return round_commands.DecideQuestion(question=question, choice=answer.name, entry=entry, reason=reason)
            case _:
                raise ValueError(f"nothing is to be done at {step}")


def _announcement(told: dict[str, Any]) -> lifecycle_commands.AnnounceTournament:
    return lifecycle_commands.AnnounceTournament.model_validate(told)


def champion_of(state: Tournament) -> int | None:
    """The entry that has won it, where one has."""
    step = next_of(state)
    return step.champion if isinstance(step, Done) else None


def made_up(match: Match) -> Result:
    """A result that is the same every time: the lower number wins two of three matches."""
    first_wins = (match.sides[0] < match.sides[1]) == (match.number % 3 != 0)
    winner: Side = "first" if first_wins else "second"
    if match.form != "points":
        return WinnerOnly(winner=winner)
    points = match.length, match.number % match.length
    first, second = points if first_wins else points[::-1]
    return FinalScore(first=first, second=second)
