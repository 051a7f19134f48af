"""Many commands in one request: persons with opening ratings, entries, whole evenings.

Each row is what a command of its own would be, and is decided as that; all rows are recorded together, or none.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Depends, Path
from pydantic import Discriminator, FailFast, Field, Tag, model_validator
from starlette.responses import Response

from api.documents.bulk import BulkAnswer
from api.examples import bulk as examples
from api.http import parameters
from api.http.bodies import LIST_LIMIT
from api.http.command_requests import Accepts, Incoming
from api.http.routing import new_router
from api.routes.person.newcomers import Newcomers, NewPerson
from api.routes.tournament.previews import Trial, command_of
from domain.application import bulk
from domain.kernel.ids import MatchNumber, PersonId
from domain.kernel.values import Colour, Value
from domain.tournament.command import Choosing
from domain.tournament.decisions.hall.arranging import match_of_round
from domain.tournament.entries.commands import ApproveEntry, Entering, EntryTerms, RequestEntry
from domain.tournament.hall.events import Table
from domain.tournament.lifecycle.commands import Announcement, AnnounceTournament
from domain.tournament.matches.commands import ReportedResult, ReportResult
from domain.tournament.state import Tournament

router = new_router("bulk")


class InBulk(Value):
    """Rows that are recorded together, or of which a dry run says what each would do."""

    dry_run: bool = False


class NewPersons(InBulk):
    """Persons to register."""

    persons: Annotated[tuple[NewPerson, ...], Field(min_length=1, max_length=bulk.MOST_ROWS), FailFast()]


class EntryRow(EntryTerms):
    """An entry to request, of a person in the register or of a new one, and whether it is approved at once."""

    person: PersonId | None = None
    new_person: NewPerson | None = None
    approved: bool = True
    colour: Colour | None = None

    @model_validator(mode="after")
    def _is_of_one_person(self) -> "EntryRow":
        if (self.person is None) == (self.new_person is None):
            raise ValueError("choose a person from the register, or add a new one")
        if self.colour is not None and not self.approved:
            raise ValueError("a colour can only be given with the approval")
        return self


class Entry(Value):
    """A row that enters somebody."""

    entry: EntryRow


def _kind_of(row: Any) -> str:  # noqa: ANN401 -- JSON, or a row
    return "entry-row" if ("entry" in row if isinstance(row, dict) else isinstance(row, Entry)) else "command-row"


BulkRow = Annotated[Annotated[Trial, Tag("command-row")] | Annotated[Entry, Tag("entry-row")], Discriminator(_kind_of)]
Rows = Annotated[tuple[BulkRow, ...], Field(min_length=1, max_length=bulk.MOST_ROWS), FailFast()]


class BulkCommands(InBulk):
    """Rows on one tournament, in their order."""

    rows: Rows


class WholeEvening(InBulk):
    """A tournament to announce, and the rows on it, in their order."""

    announcement: Announcement
    rows: Rows


class RoundResult(ReportedResult, Choosing):
    """A result of a match of the round, named by its number or by the table at which it is being played. `seen` is the
    match's revision, as its sender saw it."""

    match: MatchNumber | None = None
    table: Table | None = None
    seen: int | None = None

    @model_validator(mode="after")
    def _names_one_match(self) -> "RoundResult":
        if (self.match is None) == (self.table is None):
            raise ValueError("name the match, or the table at which it is played")
        return self


class RoundResults(InBulk):
    """Results of one round."""

    results: Annotated[tuple[RoundResult, ...], Field(min_length=1, max_length=bulk.MOST_ROWS), FailFast()]

    @model_validator(mode="after")
    def _names_each_once(self) -> "RoundResults":
        named = [(row.match, row.table) for row in self.results]
        if len(set(named)) < len(named):
            raise ValueError("name each match and each table once")
        return self


PERSONS = Accepts(NewPersons, limit=LIST_LIMIT, examples=examples.PERSONS)
COMMANDS = Accepts(BulkCommands, limit=LIST_LIMIT, examples=examples.COMMANDS)
RESULTS = Accepts(RoundResults, limit=LIST_LIMIT, examples=examples.RESULTS)
EVENING = Accepts(WholeEvening, limit=LIST_LIMIT, examples=examples.EVENING)


@router.post("/persons/bulk", response_model=BulkAnswer)
def register_persons(incoming: Annotated[Incoming[NewPersons], Depends(PERSONS)]) -> Response:
    """Register up to 500 persons (TD-2, REG-4, ELO-1)

    By anyone who may register one; opening ratings are for administrators to set. Who is likely registered already, or
    is in another row, is refused without `even_though_known`. All are registered, or nobody: where
    one is refused, the answer is that refusal, with its `row`, and `rows` tells of all that are. With `dry_run`
    nothing is recorded, and each row says what it would do.
    """
    makes, body, newcomers = incoming.makes_rows, incoming.body, Newcomers(incoming)
    rows = [makes.registration(newcomers.in_row(row, one)) for row, one in enumerate(body.persons, 1)]
    return incoming.in_bulk(rows, dry_run=body.dry_run)


@router.post("/tournaments/{tournament}/bulk", response_model=BulkAnswer)
def carry_out_in_bulk(
    tournament: parameters.Tournament, incoming: Annotated[Incoming[BulkCommands], Depends(COMMANDS)]
) -> Response:
    """Carry out up to 500 commands on a tournament as one (TD-1, TD-2, TD-14, ALL-2)

    A row is a `command` as a preview takes it, or an `entry`: it requests the entry, registers anyone who is new, and
    approves it with its colour. Rows are decided in their order, each on what those before it leave, and each by the
    rules of its own command: anyone who may send it alone may send it here. `seen` in a row is the revision its sender
    saw. All rows are recorded, or none: where one is refused, the answer is that refusal, with its `row`, and `rows`
    tells of all that are. A row that would draw by lot is refused, for what it drew would be known before it is
    recorded. With `dry_run` nothing is recorded, and each row says what it would do.
    """
    return incoming.in_bulk(_rows(incoming, tournament, incoming.body.rows), dry_run=incoming.body.dry_run)


@router.post("/tournaments/bulk", response_model=BulkAnswer, responses={201: {"model": BulkAnswer}})
def announce_evening(incoming: Annotated[Incoming[WholeEvening], Depends(EVENING)]) -> Response:
    """Announce a tournament, with its entries and whatever follows (TD-1, TD-2, TD-21, ALL-2)

    The first row of the answer is the announcement's, and those that follow are as in `tournaments/{tournament}/bulk`,
    up to 500: entries of persons old and new, the start unless it draws by lot, as that of a Swiss does, and for an
    evening that was played elsewhere its results. Entries and matches are numbered in the order of their rows. All of
    it is recorded, or nothing. The answer is 201 with the tournament's address and the ETag of its settings; with
    `dry_run` it is 200.
    """
    body, tournament = incoming.body, incoming.created
    given = {name: getattr(body.announcement, name) for name in body.announcement.model_fields_set}
    first = incoming.makes_rows.announcement(tournament, AnnounceTournament(**given))
    rows = [first, *_rows(incoming, tournament, body.rows, 2)]
    return incoming.in_bulk(rows, dry_run=body.dry_run, announces=True)


@router.post("/tournaments/{tournament}/rounds/{round}/results", response_model=BulkAnswer)
def enter_round_results(
    tournament: parameters.Tournament,
    number: Annotated[parameters.Number, Path(alias="round", description="The round's number, from 1.")],
    incoming: Annotated[Incoming[RoundResults], Depends(RESULTS)],
) -> Response:
    """Enter the results of a round, by match or by table (TD-14, REG-6, GAM-4)

    Each row is a report as `matches/{match}/result` takes it, by anyone who may send that. A row names its match, or
    the table at which the match is being played. All rows are recorded, or none: where one is refused, the answer is
    that refusal, with its `row`, and `rows` tells of all that are. With `dry_run` nothing is recorded, and each row
    says what it would do.
    """
    makes = incoming.makes_rows

    def row(result: RoundResult) -> bulk.Row:
        return makes.made_there(tournament, result, lambda state: _report(state, number, result))

    return incoming.in_bulk([row(one) for one in incoming.body.results], dry_run=incoming.body.dry_run)


def _report(state: Tournament, round_: int, row: RoundResult) -> ReportResult:
    match = match_of_round(state, round_, match=row.match, table=row.table)
    given = {name: getattr(row, name) for name in row.model_fields_set - {"table"}}
    return ReportResult(**given | {"match": match})


def _rows(incoming: Incoming[Any], tournament: str, rows: Sequence[BulkRow], first: int = 1) -> list[bulk.Row]:
    makes, newcomers = incoming.makes_rows, Newcomers(incoming)

    def made(number: int, row: BulkRow) -> bulk.Row:
        if isinstance(row, Trial):
            command = command_of(row.command)
            incoming.caller.require_reach(command)
            return makes.command(tournament, command)
        new = None if row.entry.new_person is None else newcomers.in_row(number, row.entry.new_person)
        return makes.entry(tournament, _entry(row.entry, new))

    return [made(number, row) for number, row in enumerate(rows, first)]


def _entry(row: EntryRow, new: bulk.NewPerson | None) -> bulk.EntryAsked:
    person = row.person if new is None else new.id
    request = RequestEntry(**{name: getattr(row, name) for name in Entering.model_fields} | {"person": person})
    if not row.approved:
        return bulk.EntryAsked(request, None, new)
    return bulk.EntryAsked(request, lambda entry: ApproveEntry(entry=entry, colour=row.colour), new)
