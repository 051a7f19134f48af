"""A club that keeps its log in a real database: commands through the journal, and projections that follow it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, cast
from uuid import UUID

import psycopg
from psycopg import sql

from domain.application.catalogue import FOLDS, REGISTRY
from domain.application.merging import Naming, entered_since, of_merge, of_taking_back
from domain.application.requests import CommandOrigin, of_club, of_person, of_series, of_tournament
from domain.clubs import decide as clubs
from domain.journal.journal import Journal
from domain.kernel.envelope import SERVICE, Actor
from domain.kernel.ids import PersonId, SeriesId, TournamentId, person_stream, tournament_stream
from domain.person import commands as person_commands
from domain.person.merging import require_merged
from domain.person.state import Person
from domain.ports.command_handling import command_id, request_digest
from domain.scoring.result import FinalScore, WinnerOnly
from domain.series.decide import AnnounceSeries, ChangeSeries
from domain.tournament.command import Command
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from ops.database import PROJECTIONS_ROLE, SIGNER_ROLE
from projections.engine import generations
from projections.engine.log import Log
from projections.engine.session import Session
from projections.registry.catalogue import PROJECTIONS

START = datetime(2025, 9, 1, 18, tzinfo=UTC)
OFFICE = Actor(key="office", role="administrator")
AT_ONCE = Conditions(verification="at-once")
ROOM = RatingTerms(pool="normal", policy="room", policy_version=1)
CLUB = RatingTerms(pool="normal", policy="club", policy_version=1)


def person_id(number: int) -> PersonId:
    return str(UUID(int=2**64 + number))


def tournament_id(number: int) -> TournamentId:
    return str(UUID(int=2**65 + number))


def series_id(number: int) -> SeriesId:
    return str(UUID(int=2**66 + number))


def ticking(step: timedelta = timedelta(seconds=1)) -> Callable[[], datetime]:
    """A clock that moves by `step` every time it is asked."""
    ticks = count()
    return lambda: START + next(ticks) * step


class Club:
    """Persons and tournaments by number; entry n of every tournament is person n, as long as they enter in order."""

    def __init__(self, journal: Journal, name: str = "club") -> None:
        self.journal = journal
        self._name = name
        self._commands = count()

    def _asked(self, actor: Actor = OFFICE) -> CommandOrigin:
        key = f"{self._name}-{next(self._commands)}"
        return CommandOrigin(command_id("tests", key), request_digest(key, b""), actor)

    def tell(self, tournament: int, command: Command) -> int:
        """Carry a command out on a tournament; the log's position then."""
        return self._tell_as(OFFICE, tournament, command)

    def tell_by(self, person: PersonId, tournament: int, command: Command) -> int:
        """The same, by a player."""
        return self._tell_as(Actor(key="own", role="player", person=person), tournament, command)

    def _tell_as(self, actor: Actor, tournament: int, command: Command) -> int:
        request = of_tournament(self._asked(actor), tournament_id(tournament), command)
        return self.journal.execute(request).position

    def tell_of(self, person: int, command: person_commands.Command, actor: Actor = OFFICE) -> int:
        """Carry a command out on a person; the log's position then."""
        return self.journal.execute(of_person(self._asked(actor), person_id(person), command)).position

    def tell_series(self, series: int, command: AnnounceSeries | ChangeSeries) -> int:
        """Carry a command out on a series; the log's position then."""
        return self.journal.execute(of_series(self._asked(), series_id(series), command)).position

    def tell_club(self, club: str, command: clubs.Command) -> int:
        """Carry a command out on a club; the log's position then."""
        return self.journal.execute(of_club(self._asked(), club, command)).position

    def state(self, tournament: int) -> Tournament:
        """The tournament as it now is."""
        return cast("Tournament", self.journal.state(tournament_stream(tournament_id(tournament))))

    def register(self, *persons: int) -> None:
        for person in persons:
            self.tell_of(
                person, person_commands.RegisterPerson(name=f"Näme {person}", contact="a secret", note="another")
            )

    def merge(self, record: int, kept: int) -> int:
        """Merge the record into the one that is kept."""
        command = person_commands.MergePerson(merged_into=person_id(kept), reason="registered twice")
        request = of_merge(self._asked(), person_id(record), command, Naming(self._entered(record)))
        return self.journal.execute(request).position

    def split(self, record: int) -> int:
        """Take the merge of the record back; the entries made since are all said to be its own."""
        merged = self.person(record)
        tournaments = [one for one in self._tournaments() if one.entries_of(require_merged(merged))]
        belong = tuple(
            person_commands.EntryBelongs(tournament=one.id, entry=entry, person=merged.id)
            for one in tournaments
            for entry in entered_since(one, merged)
        )
        command = person_commands.WithdrawMerge(reason="two persons", entered_since=belong)
        asked = of_taking_back(self._asked(), merged.id, command, Naming([one.id for one in tournaments]))
        return self.journal.execute(asked).position

    def person(self, person: int) -> Person:
        """The record as it now is."""
        return cast("Person", self.journal.state(person_stream(person_id(person))))

    def _entered(self, person: int) -> list[TournamentId]:
        return [one.id for one in self._tournaments() if one.entries_of(person_id(person))]

    def _tournaments(self) -> list[Tournament]:
        return [state for number in range(1, 5) if (state := self.state(number)).settings is not None]

    def erase(self, person: int) -> int:
        self.tell_of(person, person_commands.RequestErasure(wait_hours=0))
        return self.tell_of(person, person_commands.ErasePerson(), SERVICE)

    def announce(self, tournament: int, rating: RatingTerms | None = ROOM, conditions: Conditions = AT_ONCE) -> None:
        command = lifecycle_commands.AnnounceTournament(
            name=f"Tournament {tournament}",
            format={"kind": "open"},  # type: ignore[arg-type]  # read by the model
            rating=rating,
            conditions=conditions,
        )
        self.tell(tournament, command)

    def enter(self, tournament: int, *persons: int) -> None:
        for entry, person in enumerate(persons, 1):
            self.tell(tournament, entry_commands.RequestEntry(person=person_id(person)))
            self.tell(tournament, entry_commands.ApproveEntry(entry=entry))

    def begin(self, tournament: int, *persons: int, rating: RatingTerms | None = ROOM) -> None:
        """Announce, enter these persons, start."""
        self.announce(tournament, rating)
        self.enter(tournament, *persons)
        self.tell(tournament, lifecycle_commands.StartTournament())

    def play(self, tournament: int, *results: tuple[int, int, int, int], length: int = 5) -> int:
        """Enter results: two entries and their points."""
        rows = [
            match_commands.PlayedMatch(
                sides=(first, second), length=length, result=FinalScore(first=mine, second=theirs)
            )
            for first, second, mine, theirs in results
        ]
        return self.tell(tournament, match_commands.EnterResults(results=tuple(rows)))

    def play_unverified(self, tournament: int, first: int, second: int) -> int:
        """The first entry, which is the person of that number, makes a match and reports it won."""
        rows = (match_commands.PlayedMatch(sides=(first, second), length=5, result=WinnerOnly(winner="first")),)
        actor = Actor(key="player", role="player", person=person_id(first))
        return self._tell_as(actor, tournament, match_commands.EnterResults(results=rows))

    def correct(self, tournament: int, match: int, **parts: Any) -> int:  # noqa: ANN401 -- any part of a result
        command = match_commands.CorrectResult(match=match, reason="a slip of the pen", override=True, **parts)
        return self.tell(tournament, command)

    def turn_over(self, tournament: int, match: int, winner: str) -> int:
        """Correct a match's winner: its first or second side."""
        return self.correct(tournament, match, result=WinnerOnly.model_validate({"winner": winner}))


@contextmanager
def opened(url: str, clock: Callable[[], datetime] | None = None) -> Iterator[Journal]:
    journal = Journal(url, clock or ticking(), REGISTRY, FOLDS)
    try:
        yield journal
    finally:
        journal.close()


def of_follower(url: str, name: str) -> str:
    """The projections' address, or the same with sessions in the role that follows the log with that projection."""
    return url.replace(PROJECTIONS_ROLE, SIGNER_ROLE) if name == "evidence" else url


def follow(url: str, log: Log, *names: str, largest_batch: int | None = None) -> None:
    """Bring the named projections, by default all, up to date with the log."""
    for name in names or PROJECTIONS:
        with session(url, log, name, largest_batch) as following:
            while following.step():
                pass


@contextmanager
def session(url: str, log: Log, name: str, largest_batch: int | None = None) -> Iterator[Session]:
    projection = PROJECTIONS[name]
    with psycopg.connect(of_follower(url, name), autocommit=True) as connection:
        live = generations.live(connection, projection)
        yield Session(
            connection, log, projection, live.generation, live.position, largest_batch or projection.largest_batch
        )


def contents(url: str, names: Sequence[str] = tuple(PROJECTIONS)) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every live table, in an order that rows alone decide."""
    rows: dict[str, list[tuple[Any, ...]]] = {}
    for name in names:
        with psycopg.connect(of_follower(url, name)) as connection:
            for table in PROJECTIONS[name].tables:
                view = sql.Identifier(generations.PROJECTED, table.name)
                found = connection.execute(sql.SQL("SELECT one::text FROM {} AS one").format(view)).fetchall()
                rows[table.name] = sorted(found)
    return rows
