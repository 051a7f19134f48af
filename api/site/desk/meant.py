"""Who may be meant by the names of a list, and what tells persons of one name apart, for anyone who has to choose.

Where a name alone does not tell, nobody is chosen for the director, and of each who may be meant all that tells them
apart is shown that is public.
"""

from collections.abc import Mapping, Sequence

from api.routes.person.details import list_particulars
from api.routes.person.persons_read import list_persons
from api.site.frame.visit import Json, Visit

_MOST, _MOST_TOLD_APART = 20, 500


def particulars(visit: Visit, persons: Sequence[str]) -> Mapping[str, Json]:
    """Of the first five hundred of these persons, by id, all read together."""
    found = visit.asks(list_particulars, persons=",".join(persons[:_MOST_TOLD_APART]))["items"]
    return {one["person"]: one for one in found}


def candidates(visit: Visit, names: list[str]) -> list[Json]:
    """Of each name, who of the register may be meant, who is `preset`, and whether it is in the list before."""
    called = [name.casefold() for name in names]
    found = {name: alike(visit, name) for name in dict.fromkeys(names)}
    lines = [_line(name, found[name], called[place] in called[:place]) for place, name in enumerate(names)]
    unclear = [one["id"] for line in lines if line["unclear"] for one in line["persons"]]
    known = _particulars_of(visit, list(dict.fromkeys(unclear)))
    return [{**line, "persons": [{**one, **known.get(one["id"], {})} for one in line["persons"]]} for line in lines]


def _particulars_of(visit: Visit, persons: Sequence[str]) -> Mapping[str, Json]:
    """What tells these persons apart; their years of birth are told to administrators alone."""
    hidden = {} if visit.reader.caller.role == "administrator" else {"birth_year": None}
    return {id_: {**told, **hidden} for id_, told in particulars(visit, persons).items()} if persons else {}


def alike(visit: Visit, name: str) -> list[Json]:
    """Who of the register is called so, who else has these words in their name, and who is called nearly so."""
    found: list[Json] = visit.asks(list_persons, search=name, limit=_MOST)["items"]
    there = {one["id"] for one in found}
    close = [
        {"id": one["person"], "name": one["name"], "is_close": True}
        for one in visit.asks(list_particulars, alike=name)["items"]
        if one["person"] not in there and one["name"]
    ]
    return sorted([*found, *close], key=lambda one: not _is_called(one, name))


def _is_called(person: Json, name: str) -> bool:
    return (person["name"] or "").casefold() == name.casefold()


def _may_be_short(name: str, persons: list[Json]) -> bool:
    """Whether it may be the first name alone of somebody who is there."""
    return " " not in name and bool(persons)


def _line(name: str, persons: list[Json], again: bool) -> Json:
    exact = [one["id"] for one in persons if _is_called(one, name)]
    is_close = not exact and any(one.get("is_close") for one in persons)
    unclear = again or len(exact) > 1 or (not exact and (is_close or _may_be_short(name, persons)))
    preset = "" if unclear else exact[0] if exact else "new"
    told = {"name": name, "persons": persons, "again": again, "unclear": unclear, "is_close": is_close}
    return {**told, "preset": preset}
