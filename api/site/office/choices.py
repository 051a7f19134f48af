"""Of whom in a list it is chosen who is meant: what was chosen in a form, and what is to be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from api.site.desk.commands.reading import ID
from api.site.frame.forms import Form
from api.site.frame.visit import Json

NAMED, MEANT, AMONG, FOUND = "named-", "meant-", "among-", "found-"
"""Begin the names of fields: what somebody is called in the list, whom that means, among whom that is to be chosen, and
who was found."""
NEW = "new"


@dataclass(frozen=True, slots=True)
class Choice:
    """A name of the list: `among` whom it is to be chosen who is meant, or who was `found` of that name, and who is
    `meant`, as far as that was chosen."""

    name: str
    among: tuple[str, ...] = ()
    found: str = ""
    meant: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it is still to be chosen."""
        return bool(self.among) and not self.meant

    @property
    def told(self) -> Json:
        """The same, as the API is told of it."""
        return {"name": self.name, "person": None if self.meant == NEW else self.meant}


def chosen(form: Form) -> list[Choice]:
    """What was asked in a form, and chosen there."""
    return [_choice(form, one.removeprefix(NAMED)) for one in form if one.startswith(NAMED)]


def _choice(form: Form, place: str) -> Choice:
    among = tuple(ID.findall(form.get(f"{AMONG}{place}", "")))
    meant, found = (form.get(f"{of}{place}", "") for of in (MEANT, FOUND))
    return Choice(form[f"{NAMED}{place}"], among, found, meant)


def to_choose(before: Sequence[Choice], persons: Sequence[Json], most: int) -> list[Choice]:
    """What is asked of these persons of a list, as the API tells of them: first of whom it is still to be chosen."""
    known = {one.name: one for one in before}
    asked = [_asked(one, known) for one in persons if one["name"] in known or one["candidates"] or one["person"]]
    return sorted(dict.fromkeys(asked), key=lambda one: (not one.is_open, not one.among))[:most]


def _asked(one: Json, known: Mapping[str, Choice]) -> Choice:
    fresh = Choice(one["name"], tuple(one["candidates"]), one["person"] or "")
    return known.get(one["name"], fresh)
