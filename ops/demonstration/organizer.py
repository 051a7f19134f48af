"""Runs made-up tournaments with the commands everybody uses. Every run sends the same commands, so that a second one
repeats them and records nothing."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import TypeVar

from domain.clubs import decide as clubs
from domain.importing.clerk import COMMAND_LINE, Log
from domain.kernel.envelope import Actor
from domain.kernel.ids import ClubId, PersonId, TournamentId
from domain.kernel.values import Side
from domain.person.commands import RegisterPerson, SetOpeningRating
from domain.scoring.games import Game, GamesPlayed
from domain.scoring.result import FinalScore, Result, WinnerOnly
from domain.tournament.command import Command
from domain.tournament.decisions.imports.review import status_of
from domain.tournament.entries import commands as entry_commands
from domain.tournament.imports.commands import ConfirmImport
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from ops.demonstration.seeded import SeededClerk


@dataclass(slots=True)
class Running:
    """A tournament under way: its entries by person, how many matches it has, and who directs it."""

    id: TournamentId
    director: Actor
    entries: dict[PersonId, int] = field(default_factory=dict)
    matches: int = 0

    @property
    def players(self) -> Sequence[PersonId]:
        """Everyone with an entry, in the order of their numbers."""
        return tuple(self.entries)


class Organizer:
    """Sends one command after the other; how many there were is part of each one's key."""

    def __init__(self, log: Log, series: str) -> None:
        self.lots = Lots(series)
        self._clerk = SeededClerk(log, series)
        self._numbers = count(1)

    def register(self, name: str) -> PersonId:
        """A new person of that name."""
        key = f"person {name}"
        person = self._clerk.id_of(key)
        self._clerk.person(person, key, RegisterPerson(name=name))
        return person

    def rate(self, person: PersonId, opening: SetOpeningRating) -> None:
        """Gives a person an opening rating."""
        self._clerk.person(person, self._key(), opening)

    def found_club(self, name: str, members: Sequence[PersonId], since: datetime) -> ClubId:
        """A club with these members, each of whom consents to its being public."""
        club = self._clerk.id_of(f"club {name}")
        self._clerk.club(club, f"club {name}", clubs.FoundClub(name=name))
        for number, person in enumerate(members, 1):
            key = f"membership {number} of the club {name}"
            self._clerk.club(club, key, clubs.AdmitMember(person=person, since=since))
            consent = clubs.RecordMembershipConsent(membership=number, granted=True)
            self._clerk.club(club, f"consent to {key}", consent, _player(person))
        return club

    def announce(self, announcement: lifecycle_commands.AnnounceTournament) -> Running:
        """A tournament under its own name; anyone who is named director directs it."""
        key = f"tournament {announcement.name}"
        director = Actor(key="demonstration", role="director", person=announcement.director)
        running = Running(self._clerk.id_of(key), director)
        self._clerk.tournament(running.id, key, announcement)
        return running

    def do(self, running: Running, command: Command, actor: Actor | None = None) -> None:
        """Sends a command, from its director unless from somebody else."""
        self._clerk.tournament(running.id, self._key(), command, actor or running.director)

    def confirm(self, imported: TournamentId, administrator: PersonId) -> None:
        """Confirms an import as it is, unless that was done."""
        state = self._clerk.tournament_state(imported)
        if status_of(state) == "waiting":
            by = Actor(key="demonstration", role="administrator", person=administrator)
            confirmation = ConfirmImport(tournament_version=state.version)
            self._clerk.tournament(imported, f"confirmation of {state.version}", confirmation, by)

    def enter(self, running: Running, persons: Sequence[PersonId]) -> None:
        """Enters them by themselves, and lets the director approve."""
        for person in persons:
            self.request(running, person)
            self.do(running, entry_commands.ApproveEntry(entry=running.entries[person]))

    def request(self, running: Running, person: PersonId) -> None:
        """The person asks for an entry."""
        self.do(running, entry_commands.RequestEntry(person=person), _player(person))
        running.entries[person] = len(running.entries) + 1

    def report(self, running: Running, length: int, played_at: datetime | None) -> int:
        """Two players agree on a match, and one of them reports its result, or the director that of an evening gone by;
        the match's number."""
        sides = self.lots.two_of(running.players)
        first, second = (running.entries[person] for person in sides)
        running.matches += 1
        self.do(running, match_commands.MakeMatch(sides=(first, second), length=length), _player(sides[0]))
        report = match_commands.ReportResult(match=running.matches, result=self.result(length), played_at=played_at)
        self.do(running, report, _player(sides[0]) if played_at is None else None)
        return running.matches

    def played(self, running: Running, length: int, played_at: datetime) -> match_commands.PlayedMatch:
        """A row for a list of results."""
        first, second = self.lots.two_of(running.players)
        return match_commands.PlayedMatch(
            sides=(running.entries[first], running.entries[second]),
            length=length,
            result=self.result(length),
            played_at=played_at,
        )

    def enter_list(self, running: Running, rows: Sequence[match_commands.PlayedMatch]) -> None:
        """The office enters a list of results that was kept elsewhere."""
        self.do(running, match_commands.EnterResults(results=tuple(rows)), COMMAND_LINE)
        running.matches += len(rows)

    def result(self, length: int) -> Result:
        """A result of a match of that length: by its score, by its games, or the winner alone."""
        winner: Side = self.lots.one_of(("first", "second"))
        kind = self.lots.below(4)
        if kind == 0:
            return WinnerOnly(winner=winner)
        if kind == 1:
            return GamesPlayed(games=self._games(length))
        points = length, self.lots.below(length)
        first, second = points if winner == "first" else points[::-1]
        return FinalScore(first=first, second=second)

    def _games(self, length: int) -> tuple[Game, ...]:
        games, points = [], {"first": 0, "second": 0}
        while max(points.values()) < length:
            winner: Side = self.lots.one_of(("first", "second"))
            won = self.lots.one_of(("single", "single", "gammon"))
            game = Game.model_validate({"winner": winner, "won": won, "cube": self.lots.one_of((1, 1, 2))})
            points[winner] += game.points
            games.append(game)
        return tuple(games)

    def _key(self) -> str:
        return f"command {next(self._numbers)}"


def evening(first: datetime, number: int) -> datetime:
    """The start of the number-th match, some on each evening, a week apart."""
    weeks, later = divmod(number, 4)
    return first + timedelta(weeks=weeks, minutes=50 * later)


def _player(person: PersonId) -> Actor:
    return Actor(key="demonstration", role="player", person=person)


T = TypeVar("T")


class Lots:
    """A series of choices named by `seed`. Good enough to make something up, not to draw a tournament with."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._numbers = count()

    def below(self, end: int) -> int:
        """A whole number from 0 up to, not including, `end`."""
        digest = hashlib.sha256(f"{self._seed}/{next(self._numbers)}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % end

    def one_of(self, choices: Sequence[T]) -> T:
        """One of them."""
        return choices[self.below(len(choices))]

    def two_of(self, choices: Sequence[T]) -> tuple[T, T]:
        """Two different ones, in any order."""
        first = self.below(len(choices))
        second = (first + 1 + self.below(len(choices) - 1)) % len(choices)
        return choices[first], choices[second]
