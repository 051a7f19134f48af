"""A tournament on a desk: commands in, events out, no database. Players are letters, results are lines of a table."""

import hashlib
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Self

from domain.kernel.chance import Commitment, commitment_to
from domain.kernel.envelope import Actor, Event, Recorded
from domain.kernel.ids import PersonId, StreamName, person_stream, tournament_stream
from domain.kernel.refusal import Refused
from domain.match import validity
from domain.person.decide import require_registered
from domain.person.details import Details
from domain.person.state import Person
from domain.scoring.games import Outcome
from domain.scoring.result import FinalScore, Result
from domain.tournament.answers import tournament_answer
from domain.tournament.command import Command
from domain.tournament.decide import decide
from domain.tournament.derived.stage import current_stage
from domain.tournament.derived.stage_facts import StageFacts
from domain.tournament.entries import commands as entry_commands
from domain.tournament.evolve.tournament import evolve
from domain.tournament.guards.context import Context, outcome_of
from domain.tournament.guards.permissions import capacity
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.matches.events import ResultReported
from domain.tournament.rulings.commands import CastVote
from domain.tournament.state import Tournament, initial
from projections.views.tournaments import StandingsView, standings_view
from tests.refusal_words import check_not_same_twice
from tests.when import When, ask

TOURNAMENT = "00000000-0000-0000-0000-000000000000"
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
OFFICE = Actor(key="office", role="administrator")


def person(letter: str) -> PersonId:
    """The id of the person called by that letter."""
    return f"00000000-0000-0000-0000-{ord(letter):012x}"


def player(letter: str) -> Actor:
    """The player themselves, by their own key."""
    return Actor(key=f"key-{letter}", role="player", person=person(letter))


def director(letter: str) -> Actor:
    """A person with a director's key; where they direct, the tournament says."""
    return Actor(key=f"key-{letter}", role="director", person=person(letter))


def sender(command: Command, by: Actor) -> Actor:
    """Who sends a command where only the office was named: a vote is sent by the member whose it is."""
    if by == OFFICE and isinstance(command, CastVote):
        return Actor(key="own", role="player", person=command.member)
    return by


def recorded(event: Event, stream: StreamName, version: int, actor: Actor, now: datetime) -> Recorded[Any]:
    """An event in its envelope."""
    return Recorded[Any](
        stream=stream,
        version=version,
        topic=event.TOPIC,
        actor=actor,
        recorded_at=now,
        happened_at=now,
        command="0" * 64,
        salt="0" * 32,
        event=event,
    )


def reported(state: Tournament, match: int, result: Result, played_at: datetime) -> ResultReported:
    """A result as it is recorded, announced at once."""
    outcome = outcome_of(state, state.matches[match], result, state.matches[match].as_played[1])
    return ResultReported(match=match, result=result, outcome=outcome, played_at=played_at, verified=True)


def registered(id_: PersonId) -> Person:
    """Anyone who has a letter is registered; everybody else is unknown."""
    state = Person(person_stream(id_))
    if int(id_[-4:], 16) in range(ord("A"), ord("z") + 1):
        state = replace(state, version=1, status="registered", details=Details(name=chr(int(id_[-4:], 16))))
    return require_registered(state)


@dataclass
class Drawer:
    """Holds the secrets; the nth is the SHA-256 of `seed` and n, so that every run draws alike."""

    seed: str = "desk"
    kept: dict[str, bytes] = field(default_factory=dict)

    def commit(self) -> Commitment:
        secret = hashlib.sha256(f"{self.seed} {len(self.kept)}".encode()).digest()
        self.kept[commitment_to(secret)] = secret
        return commitment_to(secret)

    def secret(self, commitment: Commitment) -> bytes:
        return self.kept[commitment]


@dataclass(frozen=True)
class Step:
    """A command that was carried out, by whom, what was before and after it, and what it was answered with."""

    command: Command
    by: Actor
    before: Tournament
    events: tuple[Event, ...]
    after: Tournament
    answer: Mapping[str, Any]
    at: datetime


@dataclass
class Desk:
    """Holds one tournament's state and its events; the clock moves a minute with each command."""

    state: Tournament = field(default_factory=lambda: initial(tournament_stream(TOURNAMENT)))
    now: datetime = NOON
    history: list[Recorded[Any]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    secrets: Drawer = field(default_factory=Drawer)

    def do(self, command: Command, by: Actor = OFFICE) -> tuple[Event, ...]:
        """Carries the command out and returns its events; raises Refused and then nothing has changed."""
        self.now += timedelta(minutes=1)
        by = sender(command, by)
        actor = capacity(self.state, by)
        before = self.state
        try:
            effect = decide(before, command, self.context(actor))
        except Refused as refusal:
            check_not_same_twice(refusal.detail)
            raise
        self.lay(effect.events, actor)
        answer = tournament_answer(effect)
        self.steps.append(Step(command, actor, before, effect.events, self.state, answer, self.now))
        return effect.events

    def lay(self, events: Sequence[Event], by: Actor) -> None:
        """Records the events, whatever they are."""
        for event in events:
            laid = recorded(event, self.state.stream, self.state.version + 1, by, self.now)
            self.state = evolve(self.state, laid)
            self.history.append(laid)

    def context(self, actor: Actor) -> Context:
        """What a command is decided on."""
        return Context(actor, self.now, registered, self.secrets)

    def when(self, command: Command, by: Actor = OFFICE) -> When[Self]:
        """What comes of a command, asked of a fork: this desk stays as it is, so that a beginning has several ends."""
        after = self.fork()
        asked = ask(after, lambda: after.do(command, by))
        assert asked.refusal is None or after.state is self.state
        return asked

    def fork(self) -> Self:
        """The same tournament once more, to go on with in another way."""
        other = copy(self)
        other.history, other.steps = [*self.history], [*self.steps]
        other.secrets = replace(self.secrets, kept=dict(self.secrets.kept))
        return other

    def report(self, *lines: str, by: Actor = OFFICE) -> None:
        """Reports matches written `A 5-3 B`, each to as many points as the winner has."""
        for line in lines:
            self.do(match_commands.EnterResults(results=(self.played(line),)), by)

    def played(self, line: str) -> match_commands.PlayedMatch:
        """A match and its result, from `A 5-3 B`."""
        first, score, second = line.split()
        a, b = map(int, score.split("-"))
        return match_commands.PlayedMatch(
            sides=(self.entry(first), self.entry(second)), length=max(a, b), result=FinalScore(first=a, second=b)
        )

    def entry(self, letter: str) -> int:
        """The number of the letter's entry."""
        return self.state.entry_of[person(letter)]

    @property
    def facts(self) -> StageFacts:
        """What the stage's format may look at."""
        return current_stage(self.state).facts

    def outcome(self, match: int) -> Outcome | None:
        """The effective outcome where it counts."""
        counting = validity.counting(self.state.matches[match])
        return counting.outcome if counting else None

    def standings(self) -> StandingsView:
        """The standings as readers see them."""
        return standings_view(self.state)

    def table(self) -> list[str]:
        """The standings as lines `rank letter wins-losses for:against`."""
        return [
            f"{row.rank or '-'} {chr(int(row.person[-4:], 16))} {row.values['wins']}-{row.values['losses']} "
            f"{row.values['points_for']}:{row.values['points_against']}"
            for row in self.standings().rows
        ]


def announced(
    conditions: Conditions | None = None,
    rating: RatingTerms | None = None,
    lengths: Sequence[int] | None = None,
    by: Actor = OFFICE,
) -> Desk:
    """A desk with an open tournament just announced."""
    desk = Desk()
    options = {"kind": "open", "lengths": lengths}
    desk.do(
        lifecycle_commands.AnnounceTournament.model_validate(
            {"name": "Club evening", "format": options, "rating": rating, "conditions": conditions or Conditions()}
        ),
        by,
    )
    return desk


def entered(desk: Desk, letters: str) -> Desk:
    """The desk with these players' entries approved."""
    for letter in letters:
        desk.do(entry_commands.RequestEntry(person=person(letter)))
        desk.do(entry_commands.ApproveEntry(entry=desk.entry(letter)))
    return desk


def started(letters: str = "ABCD", conditions: Conditions | None = None, rating: RatingTerms | None = None) -> Desk:
    """A desk with these players entered and the tournament started."""
    desk = entered(announced(conditions, rating), letters)
    desk.do(lifecycle_commands.StartTournament())
    return desk
