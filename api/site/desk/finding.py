"""Persons of the register, found while their name is typed."""

from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from api.http.parameters import Id
from api.routes.person.persons_read import list_persons
from api.routes.tournament.standings import list_entries
from api.site.desk import showing
from api.site.desk.meant import alike, particulars
from api.site.frame.routing import new_pages
from api.site.frame.visit import Visit, Visiting

router = new_pages()

_MOST, _FEWEST_LETTERS = 8, 2
Typed = Annotated[str, Query(max_length=200)]


@router.get("/desk/persons")
def show_persons(visit: Visiting, search: Typed = "", tournament: Annotated[Id | None, Query()] = None) -> Response:
    """Those whose names have these words or nearly so, with rating, club and where they played last; and who has
    entered that tournament."""
    showing.require_login(visit)
    visit.asks(list_persons, search=search, limit=1)
    wanted = " ".join(search.split())
    found, entered = _find_persons(visit, wanted), _entered_persons(visit, tournament) if tournament else set()
    return visit.page("desk/persons.html", search=wanted, found=found, entered=entered)


def _entered_persons(visit: Visit, tournament: str) -> set[str]:
    """The persons who have an entry there that was neither refused nor withdrawn."""
    listed = visit.asks_all(list_entries, tournament=tournament)["items"]
    return {
        person for one in listed if one["status"] not in showing.GONE for person in (one["person"], *one["members"])
    }


def _find_persons(visit: Visit, wanted: str) -> list[dict[str, object]]:
    if len(wanted) < _FEWEST_LETTERS:
        return []
    persons = [one for one in alike(visit, wanted) if one["name"]][:_MOST]
    known = particulars(visit, [one["id"] for one in persons]) if persons else {}
    return [{**one, **known.get(one["id"], {})} for one in persons]
