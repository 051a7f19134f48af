"""Lines of a list of entries, as CSV, for one tournament.

A line enters a `person` of the register, by their id, or a new one, who it describes as a list of persons does. Of a
team there is the `team_name`, and `members` are the ids of the others, with a space between them; `club` is the one
that the entry stands for. It is approved with its `colour`, but for one whose `status` is requested; one that is
refused, withdrawn or resigned is left out. So `entries.csv` is taken as a tournament gives it out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.application.person_lines import NEW, NewPerson, Numbered, Registered, new_person, require_known
from domain.kernel.csv_lines import Columns, Said, cells_by_line, valid
from domain.kernel.ids import PersonId
from domain.tournament.entries.commands import ApproveEntry, RequestEntry
from domain.tournament.state import LEFT

COLUMNS = Columns(
    (("person", "name", "family_name"),),
    (
        *("given_name", *NEW[1:], "team_name", "members", "club", "colour", "status", "reason"),
        *("entry", "entrant", "credits", "excluded"),
    ),
)
_TAKEN = ("", "approved", "waiting", "requested")
_LEFT_OUT = ("refused", "withdrawn", *LEFT)
_UNKNOWN = "00000000-0000-0000-0000-000000000000"
"""Stands for a new person until they have their id."""


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A line of the list: what it requests, for a `new` person or one of the register, and whether that is approved;
    or `problem`, why it is not taken."""

    number: int
    request: RequestEntry | None = None
    new: NewPerson | None = None
    approval: ApproveEntry | None = None
    problem: str | None = None

    @property
    def is_left_out(self) -> bool:
        """Whether nothing is to be taken, and nothing is wrong."""
        return self.request is None and self.problem is None

    def request_of(self, person: PersonId) -> RequestEntry:
        """The request, where the person has that id."""
        if self.request is None:
            raise ValueError(f"line {self.number} enters nobody")
        return self.request.model_copy(update={"person": person})

    def approval_of(self, entry: int) -> ApproveEntry:
        """The approval, where the entry has that number."""
        if self.approval is None:
            raise ValueError(f"line {self.number} approves nobody")
        return self.approval.model_copy(update={"entry": entry})


def entry_lines(lines: Numbered, registered: Registered, source: str) -> Iterator[EntryLine]:
    """Each line as read; the reason of an opening rating names the `source`."""
    seen: dict[str, int] = {}
    for number, said in lines:
        line = _line(number, said, registered, source)
        twice = {seen.setdefault(who, number) for who in _who(line)} - {number}
        if twice:
            line = EntryLine(number, problem=f"line {min(twice)} enters the same person")
        yield line


def entries_in(text: Iterable[str], registered: Registered, source: str) -> Iterator[EntryLine]:
    """The same of a text. Raises CsvUnreadableError where it is no list of entries."""
    return entry_lines(cells_by_line(text, COLUMNS), registered, source)


def _who(line: EntryLine) -> tuple[str, ...]:
    if line.request is None:
        return ()
    return (line.new.key if line.new else line.request.person, *line.request.members)


def _line(number: int, said: Said | str, registered: Registered, source: str) -> EntryLine:
    if isinstance(said, str):
        return EntryLine(number, problem=said)
    status = said.get("status", "")
    if status in _LEFT_OUT:
        return EntryLine(number)
    try:
        _require_status("status", status)
        new = None if said.get("person") else new_person(said, source)
        request = _request(said, registered)
        return EntryLine(number, request, new, None if status == "requested" else _approval(said))
    except ValueError as problem:
        return EntryLine(number, problem=str(problem))


def _require_status(name: str, status: str) -> None:
    """Raises ValueError."""
    if status not in _TAKEN:
        raise ValueError(f"{name} must be one of {', '.join(_TAKEN[1:] + _LEFT_OUT)}, not {status[:40]!r}")


def _request(said: Said, registered: Registered) -> RequestEntry:
    named = [said["person"]] if said.get("person") else []
    members = said.get("members", "").split()
    for person in (*named, *members):
        require_known(person, registered)
    whole = {name: said[name] for name in ("team_name", "club", "reason") if said.get(name)}
    request: RequestEntry = valid(
        RequestEntry, {**whole, "person": named[0] if named else _UNKNOWN, "members": tuple(members)}, "the entry"
    )
    return request


def _approval(said: Said) -> ApproveEntry:
    colour = {"colour": said["colour"]} if said.get("colour") else {}
    approval: ApproveEntry = valid(ApproveEntry, {"entry": 1, **colour})
    return approval
