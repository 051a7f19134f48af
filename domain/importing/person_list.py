"""A list of persons, as CSV, registered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from domain.application.person_lines import NewPerson, PersonLine
from domain.importing.clerk import Clerk
from domain.importing.errors import ImportStoppedError
from domain.importing.steps import person_key
from domain.journal.errors import IDEMPOTENCY_KEY_REUSED
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused


@dataclass(slots=True)
class PersonsImported:
    """How many were registered now, and how many had been."""

    registered: int = 0
    before: int = 0


def import_persons(
    clerk: Clerk, lines: Sequence[PersonLine], advance: Callable[[int], None] = lambda _: None
) -> PersonsImported:
    """Registers those who are not registered yet; interrupted, it goes on the next time. Raises ImportStoppedError,
    with the line, where somebody was imported otherwise before, and what `Journal.execute` raises else."""
    done = PersonsImported()
    for line in lines:
        if line.new is not None:
            _, before = register(clerk, line.number, line.new)
            done.before += before
            done.registered += not before
        advance(1)
    return done


def register(clerk: Clerk, line: int, new: NewPerson) -> tuple[PersonId, bool]:
    """The id of the person of that line, and whether they were registered before. Raises ImportStoppedError where they
    were imported otherwise before, or are refused."""
    key = person_key(new.key)
    person = clerk.id_of(key)
    try:
        outcome = clerk.person(person, key, new.details)
        if new.opening is not None:
            clerk.person(person, f"opening rating {new.opening.pool} {new.key}", new.opening)
    except Refused as refused:
        raise ImportStoppedError(f"line {line}: {_why(new, refused)}") from refused
    return person, outcome.repeated


def _why(new: NewPerson, refused: Refused) -> str:
    if refused.problem != IDEMPOTENCY_KEY_REUSED:
        return refused.detail
    return f"{new.details.name} was imported otherwise before; correct that in the register, and take the line out"
