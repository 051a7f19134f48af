"""Where an import is at work: it lays the commands that everybody sends on a log, in somebody's name, to be recorded
together."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from domain.application.requests import CommandOrigin, of_person, of_tournament
from domain.importing.together import Together
from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import CommandId, PersonId, StreamName, TournamentId, person_stream, tournament_stream
from domain.kernel.replacing import replace
from domain.person import commands as person_commands
from domain.person.state import Person
from domain.ports.command_handling import About, CommandOutcome, Decision, Request, Write
from domain.tournament.command import Command
from domain.tournament.guards.context import Ratings, no_ratings
from domain.tournament.imports.events import ImportContinued, Origin
from domain.tournament.state import Tournament

DrawId = Callable[[], str]
"""Draws the id of something new: the shell does, once, and the event holds it."""

_LAID: CommandId = "0" * 64
"""What is laid is no command of its own; all of it is recorded as one, which has an id."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Lays commands on `log` as acts of `actor`, or of the import itself where that is nobody (`acting_as`); `draw`
    draws new ids. `ratings` are those that are recorded, `origin` is that of an import whose tournament it is."""

    log: Together
    draw: DrawId
    actor: Actor | None = None
    ratings: Ratings = no_ratings
    origin: Origin | None = None

    def acting_as(self, key: str) -> "Desk":
        """The desk at which nobody else acts than anyone who has that key."""
        return self if self.actor else replace(self, actor=Actor(key=key, role="administrator"))

    @property
    def acts_as(self) -> Actor:
        """Anyone who acts here. Raises ValueError where nobody does."""
        if self.actor is None:
            raise ValueError("nobody acts at this desk")
        return self.actor

    def person(self, person: PersonId, command: person_commands.Command) -> None:
        """Lays a command on a person. Raises Refused."""
        self.log.execute(of_person(self._asked, person, command))

    def tournament(self, tournament: TournamentId, command: Command) -> CommandOutcome:
        """Lays a command on a tournament, which first says so where another person goes on with its import (TD-9).
        Raises Refused."""
        if self.origin is not None:
            self._continue(tournament, self.origin)
        ratings = self.log.ratings(self.ratings)
        return self.log.execute(of_tournament(self._asked, tournament, command, ratings))

    def tell(self, stream: StreamName, event: Event, about: About | None = None) -> None:
        """Lays an event of the import itself."""
        decided = Decision((Write(stream, (event,), about=about),), {})
        self.log.execute(Request(_LAID, b"", self.acts_as, lambda _, __: decided))

    def tournament_state(self, tournament: TournamentId) -> Tournament:
        """The tournament, with what was laid on it."""
        return cast("Tournament", self.log.state(tournament_stream(tournament)))

    def person_state(self, person: PersonId) -> Person:
        """The person, likewise."""
        return cast("Person", self.log.state(person_stream(person)))

    def known_id(self, person: PersonId) -> PersonId:
        """The id under which the person is known, whose record may have been merged (REG-1)."""
        return self.person_state(person).merged_into or person

    def is_registered(self, person: PersonId) -> bool:
        """Whether somebody is registered under that id, and neither merged nor erased."""
        return self.person_state(person).status == "registered"

    def is_erased(self, person: PersonId) -> bool:
        """Whether the person was erased."""
        return self.person_state(person).status == "erased"

    def _continue(self, tournament: TournamentId, origin: Origin) -> None:
        imported = self.tournament_state(tournament).imported
        if imported is not None and origin.in_name_of not in (None, imported.in_name_of):
            continued = ImportContinued(source=origin.source, in_name_of=origin.in_name_of)
            self.tell(tournament_stream(tournament), continued)

    @property
    def _asked(self) -> CommandOrigin:
        return CommandOrigin(_LAID, b"", self.acts_as)
