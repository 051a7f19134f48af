"""Who may be meant by the names of a list that a director enters.

Where a name alone does not tell, nobody is chosen for the director, and of each who may be meant all that tells them
apart is shown that is public.
"""

from collections.abc import Iterator

from api.routes.person.found import list_matches_of_person
from api.routes.person.persons_read import list_persons, read_person
from api.site.frame.visit import Json, Visit
from api.site.public.person import rating_in
from domain.kernel.values import POOLS

_MOST = 20


def candidates(visit: Visit, names: list[str]) -> list[Json]:
    """Of each name, who of the register may be meant, who is `preset`, and whether it stands in the list before."""
    called = [name.casefold() for name in names]
    alike = {name: _alike(visit, name) for name in dict.fromkeys(names)}
    return [_line(visit, name, alike[name], called[place] in called[:place]) for place, name in enumerate(names)]


def _alike(visit: Visit, name: str) -> list[Json]:
    found: list[Json] = visit.asks(list_persons, search=name, limit=_MOST)["items"]
    return sorted(found, key=lambda one: not _is_called(one, name))


def _is_called(person: Json, name: str) -> bool:
    return (person["name"] or "").casefold() == name.casefold()


def _is_first_name(name: str) -> bool:
    """Whether it may be a first name alone, of which a register can make no use: nobody new is called so unasked."""
    return " " not in name


def _line(visit: Visit, name: str, persons: list[Json], again: bool) -> Json:
    exact = [one["id"] for one in persons if _is_called(one, name)]
    unclear = again or len(exact) > 1 or (not exact and _is_first_name(name))
    known = [{**one, **_known(visit, one["id"])} for one in persons] if unclear else persons
    preset = "" if unclear else exact[0] if exact else "new"
    return {"name": name, "persons": known, "again": again, "unclear": unclear, "preset": preset}


def _known(visit: Visit, person: str) -> Json:
    """Their ratings and the newest of their tournaments; to administrators their year of birth, too."""
    matches = visit.asks(list_matches_of_person, person=person, limit=1)["items"]
    told = visit.asks(read_person, person=person) if visit.reader.caller.role == "administrator" else {}
    return {
        "birth_year": told.get("birth_year"),
        "ratings": list(_ratings(visit, person)),
        "last_match": matches[0] if matches else None,
    }


def _ratings(visit: Visit, person: str) -> Iterator[Json]:
    return (found for pool in POOLS if (found := rating_in(visit, pool, person)) is not None)
