"""A list of persons, as CSV, registered."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from domain.application.person_lines import COLUMNS, NewPerson, PersonLine, Registered, person_lines
from domain.journal.errors import IDEMPOTENCY_KEY_REUSED
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from ops.clerk import Clerk
from ops.errors import ImportStoppedError
from ops.importing.files import read_csv
from ops.importing.steps import person_key


def read_persons(path: Path, registered: Registered) -> Iterator[PersonLine]:
    """What each line comes to. Raises ListUnreadableError where this is no such file."""
    return person_lines(read_csv(path, COLUMNS), registered, path.name)


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
