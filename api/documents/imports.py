"""What a list that is imported comes to."""

from domain.importing.looked_at import Becomes
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.visibility import ForSender


class ImportedLine(ForSender):
    """A line of a list: its number, what stands there, and what becomes of it; why, where it is not simply taken. A
    club's history has a line for each row that is left out, with the number of its revision; a report file one for each
    thing that is wrong or odd."""

    line: int
    text: str
    becomes: Becomes
    why: str | None


class NamedPerson(ForSender):
    """Whom a name of the list stands for: a `person` of the register; one of the `candidates`, which is still to be
    chosen; or else somebody new."""

    name: str
    person: PersonId | None
    candidates: tuple[PersonId, ...]


class ImportAnswer(ForSender):
    """How much of a list was recorded, or in a dry run would be, in which tournament. Only a dry run tells of its lines
    and persons. `position` is the log's."""

    tournament: TournamentId
    registered: int
    entered: int
    results: int
    byes: int
    corrected: int
    voided: int
    position: int
    dry_run: bool = False
    lines: tuple[ImportedLine, ...] = ()
    persons: tuple[NamedPerson, ...] = ()
