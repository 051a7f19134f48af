"""Lines of a list of persons, as CSV, with what they bring to a rating pool.

Needed is `name`, or `family_name` and `given_name` beside it. What else is known of a person is in `contact`, `note`,
`legal_name`, `birth_year`, `country` and `federation`; an opening rating in `rating`, `experience` and `pool`.
`reference` is what the list itself calls them by, such as a number of membership: by it, else by the name, the same
line is the same person whenever the list is imported. A line with a `person` who is registered is left out, so that
`persons.csv` is taken as it is given out.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from domain.kernel.csv_lines import Columns, Said, cells_by_line, valid
from domain.kernel.ids import PersonId
from domain.person.commands import RegisterPerson, SetOpeningRating
from domain.rating.policy import MICROPOINTS

_COUNTRY, _FEDERATION = re.compile("[A-Z]{2}"), re.compile("[A-Z][A-Z0-9-]{1,19}")
"""Their codes; see `domain.person.details`."""
_WHOLE = re.compile(r"([0-9]{1,15})(?:[.,]0+)?")
"""A whole number; spreadsheets write some with decimals that are nought."""
DETAILS = ("name", "contact", "note", "legal_name", "birth_year", "country", "federation")
NEW = (*DETAILS, "rating", "experience", "pool", "reference")
"""The columns that tell of a person who is in no register yet."""
COLUMNS = Columns((("name", "family_name"),), ("given_name", *NEW[1:], "person", "erased", "resignations"))
Registered = Callable[[PersonId], bool]
Numbered = Iterable[tuple[int, Said | str]]
"""Lines by their numbers, as `cells_by_line` has them."""


@dataclass(frozen=True, slots=True)
class NewPerson:
    """A person in no register yet, with what they bring along, and the `key` by which they are known again."""

    key: str
    details: RegisterPerson
    opening: SetOpeningRating | None = None


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A line of the list: who it registers; or `problem`, why nobody is. `name` is what is there as the name."""

    number: int
    new: NewPerson | None = None
    problem: str | None = None
    name: str = ""

    @property
    def is_left_out(self) -> bool:
        """Whether nothing is to be taken, and nothing is wrong."""
        return self.new is None and self.problem is None


def person_lines(lines: Numbered, registered: Registered, source: str) -> Iterator[PersonLine]:
    """Each line as read; the reason of an opening rating names the `source`."""
    seen: dict[str, int] = {}
    for number, said in lines:
        line = _line(number, said, registered, source)
        if line.new and (first := seen.setdefault(line.new.key, number)) != number:
            told = f"it is of the same person as line {first}; give each a reference of its own"
            line = PersonLine(number, problem=told, name=line.name)
        yield line


def persons_in(text: Iterable[str], registered: Registered, source: str) -> Iterator[PersonLine]:
    """The same of a text. Raises CsvUnreadableError where it is no list of persons."""
    return person_lines(cells_by_line(text, COLUMNS), registered, source)


def _line(number: int, said: Said | str, registered: Registered, source: str) -> PersonLine:
    if isinstance(said, str):
        return PersonLine(number, problem=said)
    try:
        if said.get("person"):
            require_known(said["person"], registered)
            return PersonLine(number)
        return PersonLine(number, new_person(said, source), name=_name(said))
    except ValueError as problem:
        return PersonLine(number, problem=str(problem), name=_name(said))


def _name(said: Said) -> str:
    """The name, which may be in two columns."""
    return said.get("name") or " ".join(filter(None, (said.get(one) for one in ("given_name", "family_name"))))


def require_known(person: PersonId, registered: Registered) -> PersonId:
    """The id, under which somebody is registered. Raises ValueError."""
    if not registered(person):
        raise ValueError(f"there is no person {person[:60]}; leave the column empty for a new one")
    return person


def new_person(said: Said, source: str) -> NewPerson:
    """The person that a line describes. Raises ValueError."""
    details = {name: said[name] for name in DETAILS if said.get(name)}
    details |= {"name": _name(said), **_codes(said)}
    year = {"birth_year": _whole(said["birth_year"], "birth_year")} if said.get("birth_year") else {}
    found: RegisterPerson = valid(RegisterPerson, {**details, **year}, "name")
    return NewPerson(said.get("reference") or found.name, found, _opening(said, source))


def _codes(said: Said) -> dict[str, str]:
    """Country and federation, as far as they are there. Raises ValueError."""
    codes = {name: said[name].upper() for name in ("country", "federation") if said.get(name)}
    for name, code in codes.items():
        _require_code(name, code, said[name])
    return codes


def _require_code(name: str, code: str, written: str) -> None:
    """Raises ValueError."""
    if name == "country" and not _COUNTRY.fullmatch(code):
        raise ValueError(f"{name} must be a code of two letters such as DK, not {written[:40]!r}")
    if name == "federation" and not _FEDERATION.fullmatch(code):
        raise ValueError(f"{name} must be a code such as AUT or WBGF, not {written[:40]!r}")


def _opening(said: Said, source: str) -> SetOpeningRating | None:
    if not said.get("rating"):
        if said.get("experience") or said.get("pool"):
            raise ValueError("experience and pool stand beside a rating, and it has none")
        return None
    opening: SetOpeningRating = valid(
        SetOpeningRating,
        {
            "pool": said.get("pool") or "normal",
            "rating_millionths": _millionths(said["rating"], "rating"),
            "experience": _whole(said.get("experience") or "0", "experience"),
            "reason": f"Imported from {source}",
        },
    )
    return opening


def _millionths(text: str, name: str) -> int:
    try:
        millionths = Decimal(text.replace(",", ".")) * MICROPOINTS
        whole = int(millionths)
    except (InvalidOperation, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be a number such as 1623.5, not {text[:40]!r}") from error
    if whole != millionths:
        raise ValueError(f"{name} has more than six decimal places")
    return whole


def _whole(text: str, name: str) -> int:
    found = _WHOLE.fullmatch(text)
    if found is None:
        raise ValueError(f"{name} must be a whole number, not {text[:40]!r}")
    return int(found[1])
