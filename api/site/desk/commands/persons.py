"""Persons in forms: typed by their names, found in the register."""

from collections.abc import Mapping

from api.http.problems import Problem
from api.routes.person.persons_read import list_persons
from api.site.desk import typed
from api.site.desk.commands.reading import ID
from api.site.frame.forms import WrongTypedError
from api.site.frame.visit import Json, Visit

_MOST = 20
_NOBODY: Mapping[str, str] = {}


def meant(visit: Visit, text: str, entered: Mapping[str, str] = _NOBODY) -> str:
    """The id of whom the text means: an id in it, or the one person of that name, first among those who have entered.
    Raises WrongTypedError."""
    found = ID.search(text)
    if found:
        return found[0]
    called = typed.name(text).casefold()
    alike = {one for one, name in entered.items() if name.casefold() == called}
    alike = alike or {one["id"] for one in _of_register(visit, text) if (one["name"] or "").casefold() == called}
    if len(alike) != 1:
        raise WrongTypedError("person", text)
    return alike.pop()


def candidates(visit: Visit, refused: Json | None) -> list[Json]:
    """Who may have been meant, where a form was refused since its text means nobody, or several."""
    return _of_register(visit, refused["text"]) if refused and refused.get("what") == "person" else []


def _of_register(visit: Visit, text: str) -> list[Json]:
    """Persons of the register whose names are like that, as far as the visitor may look there."""
    try:
        found: list[Json] = visit.asks(list_persons, search=text, limit=_MOST)["items"]
    except Problem:
        return []
    return found
