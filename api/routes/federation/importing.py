"""Lists kept elsewhere, imported: looked over in a dry run, and then recorded as one, or not at all (TD-9, REG-4)."""

from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Annotated, Any, cast

from fastapi import Depends
from pydantic import FailFast, Field, StringConstraints, model_validator
from starlette.responses import Response

from api.documents.imports import ImportAnswer
from api.examples.imports import LISTS
from api.http.bodies import LIST_LIMIT
from api.http.command_requests import Accepts, Incoming
from api.http.problems import NOT_YET, Problem
from api.http.routing import new_router
from api.http.services import Services
from api.http.spreadsheets import csv_of
from domain.application.details import details_of
from domain.federation.decide import require_administrator
from domain.importing.errors import ListUnreadableError
from domain.importing.lists import ListKind, count_recorded, look_over, refusal_of, require_right
from domain.importing.looked_at import Listed, Looked
from domain.importing.match_lists.club import CLUB_TERMS, FEDERATION_TERMS
from domain.importing.together import Together
from domain.importing.whom import Chosen, Register, register_of
from domain.journal import abandonment
from domain.kernel.ids import MatchNumber, PersonId, TournamentId, person_stream
from domain.kernel.values import GivenName, Length, Value
from domain.lists.events import Choice
from domain.lists.reading import DayOrder, Decimals, Encoding, NamedColumn, Reading, RowOrder
from domain.person.details import Details
from domain.person.likeness import Likeness
from domain.person.state import Person
from domain.tournament.lifecycle.events import RatingTerms
from projections.registry.catalogue import READ

router = new_router("federation")

_FOUND_WITHIN_SECONDS = 10.0
_LOOKED_OVER_SECONDS = 60.0
"""A list that is longer than that is looked over in parts."""

ListText = Annotated[str, StringConstraints(min_length=1, max_length=LIST_LIMIT)]
Packed = Annotated[
    str,
    StringConstraints(min_length=1, max_length=LIST_LIMIT, pattern=r"^[A-Za-z0-9+/]+={0,2}$"),
    Field(json_schema_extra={"contentEncoding": "base64"}),
]


class WhoIsMeant(Value):
    """Who a name of the list stands for: a person of the register, or the same as another name of the list; neither:
    somebody new."""

    name: GivenName
    person: PersonId | None = None
    same_as: GivenName | None = None


class WhatHolds(Value):
    """What holds of a match, or of a person, that the list and this service have both changed."""

    match: MatchNumber | None = None
    person: PersonId | None = None
    choice: Choice

    @model_validator(mode="after")
    def _is_of_one(self) -> "WhatHolds":
        if (self.match is None) == (self.person is None):
            raise ValueError("name a match or a person")
        return self

    @property
    def subject(self) -> int | PersonId:
        """What it is of."""
        return self.match or self.person or 0


class ListToImport(Value):
    """A list, by its `kind`: its `text`, or the `spreadsheet` that holds matches, persons or entries; the `name` of the
    list, and of the tournament that it becomes, or goes on with; the `tournament` that it enters players into, instead.
    `source` tells where it comes from, `persons` who names stand for, `choices` what holds where a match or a person
    was changed on both sides.
    How it is read is kept with the list, so that the next import says none of it again: `columns` says what columns are
    that the file calls otherwise, `decimals` what parts fractions, `encoding` in which the file was, `day_order` which
    comes first in days such as 03/04/2026, `row_order` which match of one day a list has first that begins with its
    newest day, `length` to how many points the matches of a report file count as played, 1 until it is said.
    `rating` says by which pool and policy the matches of a new list are rated: where it is left out a club's own list
    by its policy, a list of matches by the federation's, and a report file likewise, where it is `rated`; null: not at
    all. `day` is when a report file was played that tells no day."""

    kind: ListKind
    text: ListText | None = None
    spreadsheet: Packed | None = None
    name: GivenName | None = None
    source: GivenName | None = None
    tournament: TournamentId | None = None
    persons: Annotated[tuple[WhoIsMeant, ...], Field(max_length=2000), FailFast()] = ()
    choices: Annotated[tuple[WhatHolds, ...], Field(max_length=2000), FailFast()] = ()
    rated: bool = False
    columns: Annotated[tuple[NamedColumn, ...], Field(max_length=100)] = ()
    encoding: Encoding | None = None
    decimals: Decimals | None = None
    day_order: DayOrder | None = None
    row_order: RowOrder | None = None
    length: Length = 1
    rating: RatingTerms | None = None
    day: date | None = None
    dry_run: bool = False

    @property
    def rates(self) -> RatingTerms | None:
        """By what the matches of a new list are rated."""
        if "rating" in self.model_fields_set or (self.kind == "report-file" and not self.rated):
            return self.rating
        return CLUB_TERMS if self.kind == "club" else FEDERATION_TERMS

    @property
    def says(self) -> Reading:
        """How it is read, as far as that was said."""
        return Reading.from_attributes(self, length=self.length if "length" in self.model_fields_set else None)

    def read(self) -> str:
        """The list's text. Raises Refused for a spreadsheet that can't be read."""
        if self.spreadsheet is None:
            return self.text or ""
        try:
            return csv_of(b64decode(self.spreadsheet))
        except ListUnreadableError as error:
            raise refusal_of(error) from error

    @model_validator(mode="after")
    def _is_sent_once(self) -> "ListToImport":
        if (self.text is None) == (self.spreadsheet is None):
            raise ValueError("send the list as text, or as a spreadsheet")
        if self.spreadsheet is not None:
            if self.kind not in ("matches", "entries", "persons"):
                raise ValueError("a spreadsheet holds matches, persons or entries; send other lists as text")
            b64decode(self.spreadsheet, validate=True)
        return self

    @model_validator(mode="after")
    def _is_of_a_tournament(self) -> "ListToImport":
        if self.kind == "entries" and self.tournament is None:
            raise ValueError("entries need a tournament: give its id")
        if self.kind in ("matches", "club") and self.name is None:
            raise ValueError("give the tournament a name")
        return self


TAKING = Accepts(ListToImport, limit=LIST_LIMIT, may=require_administrator, examples=LISTS)


@router.post("/imports", response_model=ImportAnswer)
def import_list(incoming: Annotated[Incoming[ListToImport], Depends(TAKING)]) -> Response:
    """Import a list that was kept elsewhere (TD-9, TD-14, REG-4)

    By administrators: matches, persons or entries as CSV or as a spreadsheet's own file (.xlsx), a club's list with
    its revisions as JSON Lines, a report file (FIDE's TRF). Try it with `dry_run` first: that tells what would become
    of each line, and who each name stands for.
    All of it is recorded as one, or nothing, by the rules of the commands that it stands for. Of a list of matches the
    tournament is its own, and is reviewed as an import. The same `name` again goes on with it: each line is compared
    with what the list said before and with what is here. What the list has changed is taken, what was changed here
    stands, and what was changed on both sides waits until `choices` says what holds. Where it is unclear who is meant
    nothing is recorded until `persons` says so. Nobody imports matches of their own.
    """
    services = incoming.services
    if incoming.body.dry_run:
        abandonment.given_up_after(_LOOKED_OVER_SECONDS)
    wait_for_register(services)
    log, position = Together(services.journal, datetime.now(UTC)), services.journal.position()
    looked = look_over(incoming.body.kind, listed(incoming, incoming.body), log)
    counts = asdict(count_recorded(log))
    if incoming.body.dry_run:
        told = {"tournament": told_tournament(incoming.body.kind, looked, services), **counts}
        return incoming.answered(outcome_told(looked, told, position, dry_run=True))
    require_right(looked)
    return incoming.together(ImportAnswer, log.request(incoming.asked, {"tournament": looked.tournament, **counts}))


def told_tournament(kind: ListKind, looked: Looked, services: Services) -> TournamentId | None:
    """The tournament that a dry run tells: one that is new has none yet, and persons never have one."""
    return looked.tournament or (None if kind == "persons" else services.draw_id())


def wait_for_register(services: Services) -> None:
    """Until all who are registered are found. Raises Problem."""
    position = services.journal.position()
    if not services.readings.wait_for(position, _FOUND_WITHIN_SECONDS, READ):
        raise Problem(NOT_YET, f"Position {position} is not shown yet.", position=position)


def listed(incoming: Incoming[Any], body: ListToImport) -> Listed:
    """The list that was sent, in the name of anyone who sends this."""
    asked, services = incoming.asked, incoming.services
    name = body.name or ""
    return Listed(
        text=body.read(),
        name=name,
        file=name or "A list",
        actor=asked.actor,
        person=asked.actor.person,
        register=_register(services, {one.name: Chosen(one.person, one.same_as) for one in body.persons}),
        ratings=services.readings.current_ratings,
        now=datetime.now(UTC),
        tournament=body.tournament,
        draw=services.draw_id,
        choices={one.subject: one.choice for one in body.choices},
        says=body.says,
        rating=body.rates,
        day=body.day,
    )


def _register(services: Services, chosen: Mapping[str, Chosen]) -> Register:
    journal = services.journal

    def person(one: PersonId) -> Person:
        return cast("Person", journal.state(person_stream(one)))

    def known(persons: Iterable[PersonId]) -> Mapping[PersonId, Details]:
        return details_of(map(person, persons), journal)

    def alike(details: Details) -> Sequence[PersonId]:
        return services.readings.alike(Likeness.of(details), "")

    return register_of(lambda one: person(one).status in ("registered", "merged"), alike, known, chosen)


def outcome_told(looked: Looked, answer: Mapping[str, Any], position: int, *, dry_run: bool) -> ImportAnswer:
    """What has become of the list, or would."""
    lines, persons = [asdict(one) for one in looked.lines], [asdict(one) for one in looked.persons]
    looked_over = {"lines": lines, "persons": persons, "rating": looked.rating, "reading": looked.reading}
    told = {**answer, "position": position, "dry_run": dry_run, **looked_over}
    return ImportAnswer.model_validate(told)
