"""Of who in a list it is chosen who is meant: what was chosen in a form, and what is to be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from api.site.desk.commands.reading import ID
from api.site.frame.forms import Form
from api.site.frame.visit import Json

NAMED, MEANT, AMONG, FOUND, LIKE, HOLDS = "named-", "meant-", "among-", "found-", "like-", "holds-"
"""Begin the names of fields: what somebody is called in the list, who that means, among who that is to be chosen, who
was found, which other name of the list may mean the same; and what holds of a match or a person that was changed on
both sides."""
KEPT = (NAMED, MEANT, AMONG, FOUND, LIKE, HOLDS)
"""What of a form is kept while its list is looked over."""
NEW, SAME, ASKED = "new", "same", "?"
"""What may be chosen of a name but a person; and what is put in the place of a like name where none is, and it is asked
all the same."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A name of the list: `among` who it is to be chosen who is meant, or another name of the list that it is `like`,
    or who was `found` of that name, and who is `meant`, as far as that was chosen."""

    name: str
    among: tuple[str, ...] = ()
    found: str = ""
    meant: str = ""
    like: str = ""

    @property
    def is_asked(self) -> bool:
        """Whether it is to be chosen."""
        return bool(self.among or self.like)

    @property
    def is_open(self) -> bool:
        """Whether it is still to be chosen."""
        return self.is_asked and not self.meant

    @property
    def told(self) -> Json:
        """The same, as the API is shown of it."""
        if self.meant == SAME:
            return {"name": self.name, "same_as": self.like}
        return {"name": self.name, "person": None if self.meant == NEW else self.meant}


def chosen(form: Form) -> list[Choice]:
    """The questions of a form, and the choices made there."""
    return [_choice(form, one.removeprefix(NAMED)) for one in form if one.startswith(NAMED)]


def _choice(form: Form, place: str) -> Choice:
    among = tuple(ID.findall(form.get(f"{AMONG}{place}", "")))
    meant, found, like = (form.get(f"{of}{place}", "") for of in (MEANT, FOUND, LIKE))
    return Choice(form[f"{NAMED}{place}"], among, found, meant, like)


def holding(form: Form) -> list[Json]:
    """The choices for matches and persons that were changed on both sides, as the API is shown of it."""
    said = ((one.removeprefix(HOLDS), text) for one, text in form.multi_items() if one.startswith(HOLDS) and text)
    return [_choice_field(one, text) for one, text in sorted(said) if one.isdigit() or ID.fullmatch(one)]


def _choice_field(one: str, choice: str) -> Json:
    return {"match": int(one), "choice": choice} if one.isdigit() else {"person": one, "choice": choice}


def to_choose(before: Sequence[Choice], persons: Sequence[Json], most: int) -> list[Choice]:
    """The questions about these persons of a list, as the API tells of them: first of whom it is still to be chosen."""
    known = {one.name: one for one in before}
    told = ("candidates", "person", "like", "is_asked")
    asked = [_choice_asked(one, known) for one in persons if one["name"] in known or any(one[name] for name in told)]
    return sorted(dict.fromkeys(asked), key=lambda one: (not one.is_open, not one.is_asked))[:most]


def _choice_asked(one: Json, known: Mapping[str, Choice]) -> Choice:
    like = next(iter(one["like"]), ASKED if one["is_asked"] else "")
    fresh = Choice(one["name"], tuple(one["candidates"]), one["person"] or "", like=like)
    return known.get(one["name"], fresh)
