"""What a list that is imported comes to."""

from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import StringConstraints

from api.documents.bulk import RowProblem
from domain.importing.lists import ListKind
from domain.importing.looked_at import Becomes, JobState
from domain.kernel.ids import UUID_PATTERN, PersonId, TournamentId
from domain.kernel.visibility import FOR_ADMINISTRATORS, ForSender, Part
from domain.lists.reading import Reading
from domain.tournament.lifecycle.events import RatingTerms


class ImportedLine(ForSender):
    """A line of a list: its number, what is there, and what becomes of it; why, where it is not simply taken. Where
    it is compared with a `match` that is here, or with a `person`, also what the list said `before` and what is `here`.
    What the list does not have any more is line 0. A club's history has a line for each row of which something is to be
    told, with the number of its revision; a report file one for each thing that is wrong or odd."""

    line: int
    text: str
    becomes: Becomes
    why: str | None
    match: int | None
    before: str | None
    here: str | None
    person: PersonId | None


class NamedPerson(ForSender):
    """Who a name of the list stands for: a `person` of the register; the same as another name of the list (`same_as`);
    one of the `candidates`, or the same as one of the names in `like`, which is still to be chosen; or else somebody
    new. `is_asked`: who it means is to be said, although nobody is likely."""

    name: str
    person: PersonId | None
    candidates: tuple[PersonId, ...]
    like: tuple[str, ...]
    same_as: str | None
    is_asked: bool


class ImportAnswer(ForSender):
    """How much of a list was recorded, or in a dry run would be, in which tournament; null for persons. That of a new
    list is drawn as it is recorded; a dry run tells another. Only a dry run tells of its lines and persons, and by what
    its matches are rated, and how it is read (`reading`). `corrected` counts matches and persons. `position` is the
    log's."""

    tournament: TournamentId | None
    registered: int
    entered: int
    results: int
    byes: int
    corrected: int
    voided: int
    position: int
    dry_run: bool = False
    rating: RatingTerms | None = None
    reading: Reading | None = None
    lines: tuple[ImportedLine, ...] = ()
    persons: tuple[NamedPerson, ...] = ()


class ImportJobDocument(ForSender):
    """An import that goes on while nobody waits for it: of which list, how many lines that has, and how many rows are
    recorded by now. Once it is `done`, `outcome` tells of its lines and persons too, as a dry run does; where it was
    `refused`, `problem` says why. What a cancelled or interrupted import has recorded stays."""

    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    id: Annotated[str, StringConstraints(pattern=UUID_PATTERN)]
    kind: ListKind
    name: str | None
    dry_run: bool
    state: JobState
    lines: int
    recorded: int
    began_at: datetime
    ended_at: datetime | None
    outcome: ImportAnswer | None
    problem: RowProblem | None
