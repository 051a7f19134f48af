"""Sends the commands of the command line through the one way in, each with an id that a retry repeats."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Protocol, cast

from domain.access import decide as access
from domain.application.requests import CommandOrigin, of_access, of_club, of_person, of_series, of_tournament
from domain.clubs import decide as clubs
from domain.journal.journal import Stored
from domain.kernel.envelope import Actor
from domain.kernel.ids import ClubId, CommandId, PersonId, SeriesId, StreamName, TournamentId, tournament_stream
from domain.kernel.personal_text import Sealed
from domain.kernel.values import Value
from domain.person import commands as person_commands
from domain.ports.command_handling import CommandOutcome, Request, State, command_id, request_digest
from domain.series.decide import AnnounceSeries
from domain.tournament.command import Command
from domain.tournament.guards.context import Ratings, no_ratings
from domain.tournament.state import Tournament

COMMAND_LINE = Actor(key="command-line", role="administrator")


class Log(Protocol):
    """The part of the journal that is used here."""

    def execute(self, request: Request) -> CommandOutcome:
        """See `domain.journal.journal.Journal.execute`."""

    def state(self, stream: StreamName) -> State:
        """See `domain.journal.journal.Journal.state`."""

    def whole(self, stream: StreamName) -> Iterator[Stored]:
        """See `domain.journal.journal.Journal.whole`."""

    def open_boxes(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        """See `domain.journal.journal.Journal.open_boxes`."""


class Clerk:
    """Carries out commands in the name of one series; in it, each key is used for one command. `actor` does them,
    unless others act in it (`acts_as`)."""

    def __init__(
        self,
        log: Log,
        series: str,
        actor: Actor = COMMAND_LINE,
        *,
        acts_as: Actor | None = None,
        ratings: Ratings = no_ratings,
    ) -> None:
        self.log = log
        self._series = series
        self._actor = actor
        self._acts_as = acts_as or actor
        self._ratings = ratings

    def person(self, person: PersonId, key: str, command: person_commands.Command) -> CommandOutcome:
        """Carries out a command on a person. Raises what `Journal.execute` raises."""
        return self.log.execute(of_person(self._origin_of(person, key, command), person, command))

    def tournament(
        self, tournament: TournamentId, key: str, command: Command, actor: Actor | None = None
    ) -> CommandOutcome:
        """Carries out a command on a tournament, for somebody else where one is named. Raises likewise."""
        asked = self._origin_of(tournament, key, command, actor)
        return self.log.execute(of_tournament(asked, tournament, command, self._ratings))

    def club(self, club: ClubId, key: str, command: clubs.Command, actor: Actor | None = None) -> CommandOutcome:
        """Carries out a command on a club, for somebody else where one is named. Raises likewise."""
        return self.log.execute(of_club(self._origin_of(club, key, command, actor), club, command))

    def series(self, series: SeriesId, key: str, command: AnnounceSeries) -> CommandOutcome:
        """Announces a series. Raises likewise."""
        return self.log.execute(of_series(self._origin_of(series, key, command), series, command))

    def access(self, key: str, command: access.Command) -> CommandOutcome:
        """Carries out a command on an API key. Raises likewise."""
        return self.log.execute(of_access(self._origin_of(command.key, key, command), command))

    def tournament_state(self, tournament: TournamentId) -> Tournament:
        """The tournament as it is."""
        return cast("Tournament", self.log.state(tournament_stream(tournament)))

    def _origin_of(self, subject: str, key: str, command: Value, actor: Actor | None = None) -> CommandOrigin:
        body = f"{type(command).__name__} {subject} {command.model_dump_json()}"
        return CommandOrigin(self.command(key), request_digest(key, body.encode()), actor or self._acts_as)

    def command(self, key: str) -> CommandId:
        """The id of the command that is sent under this key."""
        return command_id(self._actor.key, f"{self._series}/{key}")
