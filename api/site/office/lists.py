"""Persons from a list kept elsewhere: looked over first, line by line, and then registered, all or nobody.

Nothing is kept on the server between the two: the list comes and goes with its form.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import Response

from api.http.problems import Problem
from api.routes.person.persons_read import read_person
from api.site.desk.typed import MOST_LINES
from api.site.frame.forms import Answered, Form, FormVisit, ListSent, WrongTypedError, once, tried
from api.site.frame.routing import new_pages
from api.site.frame.visit import Json, Visit, Visiting
from api.site.office.showing import require_administrator
from api.site.office.typed_lists import ENCODING, READ_AS, kept_in, text_of
from domain.application.person_lines import COLUMNS, NewPerson, PersonLine, persons_in
from domain.importing.encodings import ENCODINGS
from domain.kernel.csv_lines import CsvUnreadableError
from domain.rating.policy import MICROPOINTS

router = new_pages()

OTHER = "other-"
"""Begins the name of what says that the person of a line is another than those of a like name."""
_PERSON = re.compile(r"\bperson ([0-9a-f-]{36})\b")
_ROW = re.compile(r"\brow ([0-9]+)\b")
_PAGE, _ROUTE = "office/list.html", "/v1/persons/bulk"


@dataclass(frozen=True, slots=True)
class Listed:
    """A line as it was looked over: who it registers, or why nobody, as the API tells it. `is_alike`: somebody of a
    like name is known, of whom it can be said that they are another. `detail` is what is shown of the problem, in
    parts: each a text, and the person whose name it is, if any."""

    line: PersonLine
    problem: Json | None = None
    is_alike: bool = False
    detail: tuple[tuple[str, str | None], ...] = ()


@router.get("/office/list")
def show_list(visit: Visiting) -> Response:
    """Where a list is put in."""
    require_administrator(visit)
    return _shown(visit, Form())


@router.post("/office/list")
async def take_list(visit: ListSent) -> Response:
    """A step of it: `try` looks it over, `send` registers everybody on it."""
    require_administrator(visit)
    lines: list[PersonLine] = []
    wants = visit.said("step") == "send"

    async def sending() -> Answered:
        lines.extend(await run_in_threadpool(_lines, visit))
        people = [_person(visit, one.number, one.new) for one in lines if one.new]
        if not people:
            return Answered(422, Headers(), {"rows": []})
        part = "" if wants else "-preview"
        return await visit.sends(_ROUTE, {"dry_run": not wants, "persons": people}, part=part)

    answered = await tried(sending)
    if answered.done and wants:
        return visit.goes_to(f"/office/persons?done=register-person&many={len(answered.body['rows'])}")
    refused = None if answered.done or "rows" in answered.body else answered.body
    listed = await run_in_threadpool(_looked_over, visit, lines, answered.body.get("rows", []))
    others = [(name, text) for name, text in visit.form.multi_items() if name.startswith(OTHER)]
    found = kept_in(visit)
    kept = [("list", found.text), (ENCODING, found.encoding), (READ_AS, found.encoding), *others]
    return _shown(visit, Form(kept), listed, refused)


def _shown(visit: Visit, form: Form, listed: list[Listed] | None = None, refused: Json | None = None) -> Response:
    is_right = bool(listed) and all(one.problem is None for one in listed or ())
    told: Json = {"columns": COLUMNS.all, "encodings": ENCODINGS, "listed": listed or (), "is_right": is_right}
    told["refused"] = refused
    return visit.page(_PAGE, status=refused["status"] if refused else 200, form=form, once=once(), **told)


def _lines(visit: FormVisit) -> list[PersonLine]:
    """Raises WrongTypedError where that is no list of persons, or one too long."""
    try:
        text = text_of(visit)
        found = list(persons_in(text.splitlines(keepends=True), lambda one: _is_known(visit, one), "a list"))
    except CsvUnreadableError as error:
        raise WrongTypedError("csv", str(error)) from None
    if not 0 < len(found) <= MOST_LINES:
        raise WrongTypedError("list")
    return [one for one in found if not one.is_left_out]


def _is_known(visit: Visit, person: str) -> bool:
    try:
        visit.asks(read_person, person=person)
    except Problem:
        return False
    return True


def _person(visit: FormVisit, line: int, new: NewPerson) -> Json:
    """What registers them."""
    known = new.details.model_dump(mode="json", exclude={"distinct_from", "seen"}, exclude_none=True)
    ratings = []
    if new.opening is not None:
        points = Decimal(new.opening.rating_millionths) / MICROPOINTS
        told = new.opening.model_dump(mode="json", include={"pool", "experience", "reason"})
        ratings = [{**told, "rating": str(points)}]
    return {**known, "opening_ratings": ratings, "even_though_known": visit.said(f"{OTHER}{line}") == "yes"}


def _looked_over(visit: Visit, lines: list[PersonLine], rows: list[Json]) -> list[Listed]:
    """The lines with what became of each, and in it names instead of ids."""
    found = list(_listed(lines, rows))
    names = visit.names({person for one in found if one.problem for person in _PERSON.findall(one.problem["detail"])})
    return [replace(one, detail=_in_names(one.problem["detail"], names)) if one.problem else one for one in found]


def _in_names(detail: str, names: Mapping[str, str]) -> tuple[tuple[str, str | None], ...]:
    """The text with a name for each person who it tells by an id, and whose name is known."""
    parts = _PERSON.split(detail)
    return tuple((names[part], part) if part in names else (part, None) for part in parts)


def _listed(lines: list[PersonLine], rows: list[Json]) -> Iterator[Listed]:
    """The lines with what became of each. Rows are counted without the lines that register nobody."""
    wrong = {row["row"]: row.get("problem") or (row if "detail" in row else None) for row in rows}
    sent = [line.number for line in lines if line.new]
    number = 0
    for line in lines:
        if line.new is None:
            yield Listed(line, {"detail": line.problem})
            continue
        number += 1
        problem = wrong.get(number)
        if problem:
            problem = {**problem, "detail": _ROW.sub(lambda row: f"line {sent[int(row[1]) - 1]}", problem["detail"])}
        is_alike = problem is not None and problem["type"].endswith("person-likely-known")
        yield Listed(line, problem, is_alike)
