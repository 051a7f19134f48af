"""What many commands sent as one are answered with, row by row."""

from typing import Annotated

from api.documents.answers import RecordedThing, Revision
from domain.kernel.ids import PersonId, SeriesId, TournamentId
from domain.kernel.visibility import PUBLIC, ForSender


class RowProblem(ForSender):
    """Why a row is refused, as it would be if its command were sent by itself."""

    type: Annotated[str, PUBLIC]
    title: Annotated[str, PUBLIC]
    status: int
    detail: Annotated[str, PUBLIC]
    rule: Annotated[str | None, PUBLIC]
    advice: Annotated[str, PUBLIC]


class RowAnswer(ForSender):
    """What a row has done, or would do, as its command answers it: the person it registers or changes and their
    revision; the tournament's version after it, and what it changes there. `problem` says why it would be refused."""

    row: int
    person: PersonId | None = None
    revision: int | None = None
    tournament: TournamentId | None = None
    version: int | None = None
    entries: tuple[Revision, ...] = ()
    matches: tuple[Revision, ...] = ()
    disputes: tuple[Revision, ...] = ()
    rulings: tuple[Revision, ...] = ()
    appeals: tuple[Revision, ...] = ()
    recorded: tuple[RecordedThing, ...] = ()
    series: SeriesId | None = None
    not_rated: tuple[int, ...] = ()
    left_open: tuple[int, ...] = ()
    problem: RowProblem | None = None


class BulkAnswer(ForSender):
    """What all rows have done together; or of a dry run, what each would do. Where one would be refused, nothing of any
    row would be recorded. `position` is the log's."""

    rows: tuple[RowAnswer, ...]
    position: int
    dry_run: bool = False
