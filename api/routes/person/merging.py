"""Two records of one person: merged, and the merge taken back (REG-1 to REG-3)."""

from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from api.documents.answers import PersonChanged
from api.documents.persons import EntrySince, MergeDocument
from api.examples import registry
from api.http import parameters
from api.http.command_requests import Accepts, Incoming
from api.http.etags import PERSON
from api.http.problems import NOT_YET, Problem
from api.http.read_requests import Reader, Reads
from api.http.routing import new_router
from api.http.services import Services
from api.routes.person.persons_read import shows_person
from domain.application.merging import Naming, entered_since, of_merge, of_taking_back
from domain.kernel.ids import PersonId
from domain.kernel.values import Reason, Value
from domain.kernel.visibility import FOR_ADMINISTRATORS
from domain.person.commands import EntryBelongs, MergePerson, WithdrawMerge
from domain.person.merging import require_merged

router = new_router("persons")

WAIT_SECONDS = 10.0


class Merging(Value):
    """The record of the same person that is kept, and why."""

    merged_into: PersonId
    reason: Reason


class TakingBack(Value):
    """To who each entry belongs that was made since, and why the merge is taken back."""

    entered_since: tuple[EntryBelongs, ...] = ()
    reason: Reason


MERGING = Accepts(Merging, "person", examples=registry.MERGING)
TAKING_BACK = Accepts(TakingBack, "person", examples=registry.TAKING_BACK)


@router.post("/persons/{person}/merge", response_model=PersonChanged)
def merge_person(person: parameters.Person, incoming: Annotated[Incoming[Merging], Depends(MERGING)]) -> Response:
    """Merge a record into another one of the same person (REG-1)

    By administrators, with the reason, but not of their own records. Entries with their results, ratings, credits,
    resignations, bans and settlements are one person's from then on, under the id that is kept, and so is what they
    direct, and which clubs they belong to; a match between the two is no longer rated. Records that were merged into
    this one go with it. The keys of this record end, and its id leads to the one that is kept. Refused where both have
    an entry in a tournament that is not over. It can be taken back.
    """
    command = MergePerson(**incoming.fields(), seen=incoming.seen)
    naming = _naming(incoming.services, person)
    return incoming.on_records(command, of_merge(incoming.asked, person, command, naming), shows_person)


@router.post("/persons/{person}/merge/withdrawal", response_model=PersonChanged)
def withdraw_merge(
    person: parameters.Person, incoming: Annotated[Incoming[TakingBack], Depends(TAKING_BACK)]
) -> Response:
    """Take a merge back (REG-3)

    By administrators, with the reason. Each entry goes to the record it was made for. `entered_since` says of each
    entry made after the merge to whom it belongs; where one is missing, it is refused with the list. Bans and opening
    ratings of the time since stay with the record that was kept, and so do its keys.
    """
    command = WithdrawMerge(**incoming.fields(), seen=incoming.seen)
    kept = incoming.services.person(person).merged_into
    naming = Naming() if kept is None else _naming(incoming.services, kept, person)
    return incoming.on_records(command, of_taking_back(incoming.asked, person, command, naming), shows_person)


@router.get("/persons/{record}/merge", response_model=MergeDocument)
def read_merge(reader: Annotated[Reader, Depends(Reads(FOR_ADMINISTRATORS))], record: parameters.Person) -> Response:
    """Read of a merged record what is asked where the merge is taken back (REG-3)

    For administrators and auditors: the entries that were made since.
    """
    services = reader.services
    position, merged = services.journal.position(), services.person(record)
    kept = services.person(require_merged(merged))
    since = [
        EntrySince(tournament=tournament, entry=number)
        for tournament in _naming(services, kept.id).tournaments
        for number in entered_since(services.tournament(tournament), merged)
    ]
    shown = MergeDocument.from_attributes(
        merged, record=record, merged_into=kept.id, entered_since=tuple(since), revision=merged.revision
    )
    return reader.having(reader.caller.part).answer(shown, position, etag=PERSON.etag(merged.revision))


def _naming(services: Services, person: PersonId, record: PersonId | None = None) -> Naming:
    """What names the person, and what that record was merged in, once the tables have come as far as the log. Raises
    Problem (503)."""
    position = services.journal.position()
    if not services.readings.wait_for(position, WAIT_SECONDS, ["tournaments"]):
        raise Problem(NOT_YET, f"Position {position} is not shown yet.", position=position)
    readings = services.readings
    return Naming(readings.tournaments_naming(person, record), readings.series_naming(person, record))
