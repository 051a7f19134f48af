"""Persons to register, as CSV, with what they bring to a rating pool.

Needed is `name`. What else is known of a person stands in `contact`, `note`, `legal_name`, `birth_year`, `country` and
`federation`; an opening rating in `rating`, `experience` and `pool`. `reference` is what the list itself calls them by,
such as a number of membership: by it, else by the name, the same line is the same person whenever the list is imported.
A line with a `person` who is registered is left out, so that `persons.csv` is taken as it is given out.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path

from domain.journal.errors import IDEMPOTENCY_KEY_REUSED
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.person.commands import RegisterPerson, SetOpeningRating
from domain.rating.policy import MICROPOINTS
from ops.clerk import Clerk
from ops.errors import ImportStoppedError, ListUnreadableError
from ops.importing.csv_lines import Columns, Said, read_csv, valid
from ops.importing.steps import person_key

_DETAILS = ("name", "contact", "note", "legal_name", "birth_year", "country", "federation")
COLUMNS = Columns(
    (("name",),),
    (*_DETAILS, "rating", "experience", "pool", "reference", "person", "erased", "resignations"),
)
Registered = Callable[[PersonId], bool]


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A line of the file: whom it registers, with which opening rating, and the `key` by which they are known again; or
    `problem`, why nobody is. `is_left_out`: nothing is to be taken from it."""

    number: int
    key: str = ""
    person: RegisterPerson | None = None
    opening: SetOpeningRating | None = None
    problem: str | None = None

    @property
    def is_left_out(self) -> bool:
        """Whether nothing is to be taken, and nothing is wrong."""
        return self.person is None and self.problem is None


def read_persons(path: Path, registered: Registered) -> Iterator[PersonLine]:
    """What each line comes to. Raises ListUnreadableError where this is no such file."""
    seen: dict[str, int] = {}
    for number, said in read_csv(path, COLUMNS):
        line = _line(number, said, registered, path.name)
        if line.key and (first := seen.setdefault(line.key, number)) != number:
            line = PersonLine(number, problem=f"it is of the same person as line {first}; give each a reference")
        yield line


def _line(number: int, said: Said | str, registered: Registered, source: str) -> PersonLine:
    if isinstance(said, str):
        return PersonLine(number, problem=said)
    if person := said.get("person"):
        problem = None if registered(person) else f"there is no person {person}; leave the column empty for a new one"
        return PersonLine(number, problem=problem)
    try:
        details = {name: said[name] for name in _DETAILS if said.get(name)}
        year = {"birth_year": _whole(said["birth_year"], "birth_year")} if said.get("birth_year") else {}
        found: RegisterPerson = valid(RegisterPerson, {**details, **year}, "name")
        key = said.get("reference") or found.name
        return PersonLine(number, key, found, _opening(said, source))
    except ValueError as problem:
        return PersonLine(number, problem=str(problem))


def _opening(said: Said, source: str) -> SetOpeningRating | None:
    if not said.get("rating"):
        if said.get("experience") or said.get("pool"):
            raise ValueError("experience and pool stand beside a rating, and it has none")
        return None
    try:
        millionths = Decimal(said["rating"]) * MICROPOINTS
        whole = int(millionths)
    except (InvalidOperation, ValueError, OverflowError) as error:
        raise ValueError(f"rating must be a number, and is {said['rating'][:40]!r}") from error
    if whole != millionths:
        raise ValueError("rating has more than six places")
    opening: SetOpeningRating = valid(
        SetOpeningRating,
        {
            "pool": said.get("pool") or "normal",
            "rating_millionths": whole,
            "experience": _whole(said.get("experience") or "0", "experience"),
            "reason": f"Imported from {source}",
        },
    )
    return opening


def _whole(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise ValueError(f"{name} must be a whole number, and is {text[:40]!r}")
    return int(text)


def require_right(lines: Sequence[PersonLine]) -> Sequence[PersonLine]:
    """The lines. Raises ListUnreadableError where one is wrong, naming the first of those."""
    wrong = [line for line in lines if line.problem]
    if wrong:
        more = f", and {len(wrong) - 1} lines more are wrong" if len(wrong) > 1 else ""
        raise ListUnreadableError(f"line {wrong[0].number}: {wrong[0].problem}{more}; see all of it with --dry-run")
    return lines


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
        if line.person is not None:
            try:
                if _take(clerk, line, line.person):
                    done.before += 1
                else:
                    done.registered += 1
            except Refused as refused:
                raise ImportStoppedError(f"line {line.number}: {_why(line.person, refused)}") from refused
        advance(1)
    return done


def _why(person: RegisterPerson, refused: Refused) -> str:
    if refused.problem != IDEMPOTENCY_KEY_REUSED:
        return refused.detail
    return f"{person.name} was imported otherwise before; correct that in the register, and take the line out"


def _take(clerk: Clerk, line: PersonLine, command: RegisterPerson) -> bool:
    """Whether the person was registered before."""
    key = person_key(line.key)
    person = clerk.id_of(key)
    outcome = clerk.person(person, key, command)
    if line.opening is not None:
        clerk.person(person, f"opening rating {line.opening.pool} {line.key}", line.opening)
    return outcome.repeated
