"""Who may be meant by the names of a list, and what tells persons of one name apart, for anyone who has to choose.

Where a name alone does not tell, nobody is chosen for the director, and of each who may be meant all that tells them
apart is shown that is public.
"""

from collections.abc import Callable, Mapping, Sequence

from api.routes.person.details import list_particulars
from api.routes.person.persons_read import list_persons
from api.site.frame.visit import Json, Visit
from domain.person.likeness import differ_by_a_letter

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
    told = ([{**one, **known.get(one["id"], {})} for one in line["persons"]] for line in lines)
    return [{**line, "persons": _told_apart(persons)} for line, persons in zip(lines, told, strict=True)]


_MARKS: tuple[Callable[[Json], str], ...] = (
    lambda one: ", ".join(one.get("clubs") or ()),
    lambda one: one.get("last_tournament_name") or "",
    lambda one: one["id"][:8],
)
"""What tells two of one name apart, the plainest first."""


def _told_apart(persons: list[Json]) -> list[Json]:
    """The persons; each of those of one name with the name and what the others lack."""
    called: dict[str, list[Json]] = {}
    for one in persons:
        called.setdefault((one["name"] or "").casefold(), []).append(one)
    return [{**one, "told_apart": _name_apart(one, called[(one["name"] or "").casefold()])} for one in persons]


def _name_apart(person: Json, namesakes: list[Json]) -> str | None:
    """The name with the first mark that each of them has and no two have alike; None where nobody else is called so."""
    if len(namesakes) == 1:
        return None
    told = (mark for mark in _MARKS if len({mark(one) for one in namesakes} - {""}) == len(namesakes))
    return f"{person['name']} ({next(told)(person)})"


def _particulars_of(visit: Visit, persons: Sequence[str]) -> Mapping[str, Json]:
    """What tells these persons apart; their years of birth are told to administrators alone."""
    hidden = {} if visit.reader.caller.role == "administrator" else {"birth_year": None}
    return {id_: {**told, **hidden} for id_, told in particulars(visit, persons).items()} if persons else {}


def alike(visit: Visit, name: str) -> list[Json]:
    """Who of the register is called so, who else has these words in their name, and who is called nearly so."""
    found: list[Json] = visit.asks(list_persons, search=name, limit=_MOST)["items"]
    there = {one["id"] for one in found}
    close = [
        {"id": one["person"], "name": one["name"], "is_close": True, "is_other": differ_by_a_letter(name, one["name"])}
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
    close = () if exact else [one for one in persons if one.get("is_close")]
    is_open = again or len(exact) > 1 or (not exact and _may_be_short(name, persons))
    is_open |= not all(one["is_other"] for one in close)
    preset, is_close = "" if is_open else exact[0] if exact else "new", bool(close)
    unclear = is_open or is_close
    told = {"name": name, "persons": persons, "again": again, "unclear": unclear, "is_close": is_close}
    return {**told, "preset": preset}
