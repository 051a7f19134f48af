"""What is known of persons: registered, corrected, and who may be registered twice (REG-4)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Self

from fastapi import Depends
from pydantic import model_validator
from starlette.responses import Response

from api.documents.answers import PersonChanged
from api.documents.lists import Page
from api.documents.persons import DuplicateDocument, ParticularsDocument
from api.examples import registry
from api.http import parameters
from api.http.command_requests import Accepts, Incoming
from api.http.paging import DUPLICATES, Paged
from api.http.read_requests import Reader, Reads
from api.http.routing import new_router
from api.queries.particulars import particulars
from api.routes.person.persons_read import shows_person
from domain.application.details import details_of
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.kernel.visibility import FOR_ADMINISTRATORS, FOR_STAFF, TEXT
from domain.person import commands
from domain.person.decide import may_register, require_registered
from domain.person.details import Details, SomeDetails
from domain.person.likeness import Likeness
from domain.problems.persons import PERSON_LIKELY_KNOWN

router = new_router("persons")


class Registration(Details):
    """A person who is in no register yet. `even_though_known`: the person is another than those of a like name."""

    even_though_known: bool = False


class DetailsChange(SomeDetails):
    """What is to be known of a person from now on: what is named changes, and null or an empty list removes it."""

    @model_validator(mode="after")
    def _has_a_name(self) -> Self:
        if "name" in self.model_fields_set and self.name is None:
            raise ValueError("a name can't be removed: leave `name` out, or give a new one")
        return self


REGISTRATION = Accepts(Registration, examples=registry.REGISTRATION)
CORRECTION = Accepts(DetailsChange, "person", examples=registry.CORRECTION)


@router.post("/persons", response_model=PersonChanged, status_code=201)
def register_person(incoming: Annotated[Incoming[Registration], Depends(REGISTRATION)]) -> Response:
    """Register a person (TD-2, REG-4)

    By administrators and directors. The name is shown in tables; all else is for the staff and the person. Where a
    registered person is likely the same, by their names and years of birth, it is refused with their ids; sent with
    `even_though_known` it registers another person, and the two are not listed as duplicates.
    """
    return incoming.registers(registration(incoming, incoming.body), shows_person)


def registration(
    incoming: Incoming[Any], body: Registration, in_rows: Mapping[int, PersonId] = MappingProxyType({})
) -> commands.RegisterPerson | Refused:
    """The command that registers the person; `in_rows` are those like them in other rows of the request. It is refused
    where somebody is likely the same, and its sender does not know that they are others (REG-4).

    For a sender who may not register, nobody is looked for: the command is refused, and tells of nobody.
    """
    known = {name: getattr(body, name) for name in Details.model_fields}
    if not may_register(incoming.asked.actor):
        return commands.RegisterPerson(**known)
    alike = incoming.services.readings.alike(Likeness.of(body), "")
    if (alike or in_rows) and not body.even_though_known:
        named = [*(f"person {one}" for one in alike), *(f"row {row}" for row in in_rows)]
        return Refused(PERSON_LIKELY_KNOWN, f"Likely the same: {', '.join(named)}.", persons=list(alike))
    return commands.RegisterPerson(**known, distinct_from=(*alike, *in_rows.values()))


@router.patch("/persons/{person}/details", response_model=PersonChanged)
def correct_details(
    person: parameters.Person, incoming: Annotated[Incoming[DetailsChange], Depends(CORRECTION)]
) -> Response:
    """Correct what is known of a person (TD-2)

    By administrators, and the name alone by the director who has registered the person, for 30 days. What is not named
    stays as it is. It answers the person's request for a correction, if there is one.
    """
    state = require_registered(incoming.services.person(person))
    known: dict[str, Any] = dict(details_of([state], incoming.services.journal)[person])
    given = incoming.given()
    kind = commands.CorrectName if set(given) == {"name"} else commands.CorrectDetails
    command = kind(**known | given, seen=incoming.seen)
    return incoming.on_person(person, command, shows_person)


@router.get("/persons/particulars", response_model=Page[ParticularsDocument])
def list_particulars(
    reader: Annotated[Reader, Depends(Reads(FOR_STAFF & TEXT))],
    persons: parameters.Persons = "",
    alike: parameters.Alike = None,
) -> Response:
    """List what tells persons apart: the year of birth, the country, the clubs, and where they have played last (REG-4)

    For administrators, directors and auditors with the right `personal`: of the persons that are named, in their order;
    who is unknown is left out. With `alike` also of those who may be called so, be it with a slip of the pen.
    """
    reader, shown = reader.having(reader.caller.part_in_register), reader.reached()
    close = reader.services.readings.near_persons(Likeness.of(Details(name=alike))) if alike else ()
    named = ",".join([persons, *close])
    found = particulars(reader.services, named, reader.now())
    body = reader.page([reader.shown(one).content for one in found], {one.person for one in found})
    return reader.answer_page(body, shown.position, incomplete=shown.lacks_any("person"))


@router.get("/persons/duplicates", response_model=Page[DuplicateDocument])
def list_duplicates(reader: Annotated[Reader, Depends(Reads(FOR_ADMINISTRATORS))], paging: Paged) -> Response:
    """List persons who are likely one, two by two (REG-4)

    For administrators and auditors: names that are alike whatever the accents, the order and the nicknames, where the
    years of birth do not differ. A page may hold more than `limit`. Two who are known to be two are left out.
    """
    reader, shown = reader.having(reader.caller.part), reader.reached()
    after = DUPLICATES.read(paging.cursor)
    pairs, last = reader.services.readings.duplicates(str(after[0]) if after else None, paging.limit)
    items = [DuplicateDocument(persons=pair) for pair in pairs]
    following = DUPLICATES.write((last,) if last else None)
    body = reader.page(items, {person for pair in pairs for person in pair})
    return reader.answer_page(body, shown.position, incomplete=shown.lacks_any("person"), next_cursor=following)
