"""What a command of the command line names, as the log has it: tournaments and persons, which must be there, and
days."""

from typing import Protocol, cast

from domain.federation.state import Federation
from domain.kernel.calendar import Calendar
from domain.kernel.ids import FEDERATION, PersonId, StreamName, TournamentId, person_stream, tournament_stream
from domain.person.state import Person
from domain.ports.command_handling import State
from ops.errors import NotThereError


class Log(Protocol):
    """What of the journal is used here."""

    def state(self, stream: StreamName) -> State:
        """See `domain.journal.journal.Journal.state`."""


def require_tournament(log: Log, tournament: TournamentId) -> None:
    """Raises NotThereError where no such tournament was announced."""
    if log.state(tournament_stream(tournament)).version == 0:
        raise NotThereError(f"there is no tournament {tournament}: take the id from GET /v1/tournaments")


def require_person(log: Log, person: PersonId) -> None:
    """Raises NotThereError where no such person was registered, or they were erased."""
    found = cast("Person", log.state(person_stream(person)))
    if found.status == "erased":
        raise NotThereError(f"the person {person} was erased: name somebody else")
    if found.status is None:
        raise NotThereError(f"there is no person {person}: register the person first, with POST /v1/persons")


def calendar_of(log: Log) -> Calendar:
    """The federation's days (TD-4)."""
    return Calendar(cast("Federation", log.state(FEDERATION)).time_zone)
