"""What a command of the command line names, as the log has it: tournaments and persons, which must be there, and
days; and names that are typed."""

from typing import Protocol, cast

import typer
from pydantic import TypeAdapter, ValidationError

from domain.federation.state import Federation
from domain.kernel.calendar import Calendar
from domain.kernel.ids import FEDERATION, PersonId, StreamName, TournamentId, person_stream, tournament_stream
from domain.kernel.values import GivenName, Label
from domain.person.state import Person
from domain.ports.command_handling import State
from ops.errors import NotThereError

_NAME: TypeAdapter[str] = TypeAdapter(GivenName)
_LABEL: TypeAdapter[str] = TypeAdapter(Label)


class Log(Protocol):
    """The part of the journal that is used here."""

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


def typed_name(text: str | None) -> str | None:
    """The name as it was typed, if one was. Raises BadParameter where it is none."""
    return None if text is None else _checked(_NAME, text)


def typed_label(text: str) -> str:
    """The note as it was typed, which may be empty. Raises likewise."""
    return _checked(_LABEL, text)


def _checked(kind: TypeAdapter[str], text: str) -> str:
    try:
        return kind.validate_python(text)
    except ValidationError as error:
        raise typer.BadParameter(error.errors()[0]["msg"].removeprefix("Value error, ")) from error
