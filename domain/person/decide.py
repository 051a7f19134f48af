"""The registry of persons: commands and their decisions."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.errors import Refused
from domain.history import Actor, Event
from domain.person import events as happened
from domain.person.events import Details, Experience, Micropoints
from domain.person.state import Person
from domain.problems import NOT_ALLOWED, PERSON_ERASED, PERSON_EXISTS, PERSON_UNKNOWN, STALE
from domain.values import Pool, Reason, Value


class Command(Value):
    """Anything that can be asked of the registry. `seen` is the person's version its sender looked at."""

    seen: int | None = None


class RegisterPerson(Details, Command):
    """Adds a person to the registry."""


class CorrectDetails(Details, Command):
    """Replaces what is known of a person."""


class OpeningRating(Value):
    """A rating in millionths of a point and the experience that goes with it, for one pool (ELO-1)."""

    pool: Pool
    rating: Micropoints
    experience: Experience
    reason: Reason


class SetOpeningRating(OpeningRating, Command):
    """Every later rated match of the person is rated again from it."""


class ErasePerson(Command):
    """Destroys the key of the person's sealed fields, for good."""


def decide(state: Person, command: Command, actor: Actor) -> tuple[Event, ...]:
    """The events that carry the command out. Raises Refused, and then nothing of it happens."""
    if not _may(state, command, actor):
        raise Refused(NOT_ALLOWED, _WHO[type(command)], person=state.id)
    if not isinstance(command, RegisterPerson):
        require_registered(state)
    if command.seen is not None and command.seen != state.version:
        raise Refused(STALE, f"The person is at revision {state.version} now.", revision=state.version)
    return _DECIDE[type(command)](state, command)


_WHO: Mapping[type[Command], str] = {
    RegisterPerson: "Administrators and directors register persons.",
    CorrectDetails: "A person's details are for administrators and for the person to change.",
    SetOpeningRating: "Administrators set opening ratings.",
    ErasePerson: "Administrators erase persons.",
}


def _may(state: Person, command: Command, actor: Actor) -> bool:
    if isinstance(command, RegisterPerson):
        return actor.role in ("administrator", "director")
    if isinstance(command, CorrectDetails) and actor.role in ("player", "director"):
        return actor.person == state.id
    return actor.role == "administrator"


def require_registered(state: Person) -> Person:
    """The person, if registered and not erased; else raises Refused."""
    if state.status is None:
        raise Refused(PERSON_UNKNOWN, f"There is no person {state.id}.", person=state.id)
    if state.status == "erased":
        raise Refused(PERSON_ERASED, f"Person {state.id} was erased.", person=state.id)
    return state


def _register(state: Person, command: RegisterPerson) -> tuple[Event, ...]:
    if state.status is not None:
        raise Refused(PERSON_EXISTS, f"Person {state.id} was registered before.", person=state.id)
    return (happened.PersonRegistered(person=state.id, details=_details(command)),)


def _correct(state: Person, command: CorrectDetails) -> tuple[Event, ...]:
    return (happened.PersonDetailsCorrected(person=state.id, details=_details(command)),)


def _details(command: Details) -> Details:
    return Details(name=command.name, contact=command.contact, note=command.note)


def _set_opening(_: Person, command: SetOpeningRating) -> tuple[Event, ...]:
    fields = {name: getattr(command, name) for name in OpeningRating.model_fields}
    return (happened.OpeningRatingSet(**fields),)


def _erase(_: Person, __: ErasePerson) -> tuple[Event, ...]:
    return (happened.PersonErased(),)


_DECIDE: Mapping[type[Command], Callable[[Person, Any], tuple[Event, ...]]] = {
    RegisterPerson: _register,
    CorrectDetails: _correct,
    SetOpeningRating: _set_opening,
    ErasePerson: _erase,
}
