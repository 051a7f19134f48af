"""What was typed into the inputs of a form, as the fields of its command. What is left empty is not sent.

The field `points` of the second remedy is called `remedies.2.points` in the form.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from api.site.desk import typed
from api.site.desk.commands.inputs import KIND, Input
from api.site.frame.forms import Form, WrongTypedError
from api.site.frame.visit import Json
from domain.kernel.ids import UUID_WITHIN

NOTHING = object()
"""What an input is read as that is left out."""
ID = re.compile(UUID_WITHIN)
_SEVERAL = ("lines", "persons")
_BLANKS = re.compile(r"[\s,;]+")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Typed:
    """A form; `person` finds who a name means, and `zone` is the time zone of its moments."""

    form: Form
    person: Callable[[str], str]
    zone: str

    def said(self, name: str) -> str:
        """What was typed there."""
        return self.form.get(name, "").strip()


def places(form: Iterable[str], name: str) -> list[int]:
    """The numbers of what is in the list of that name, in their order."""
    found = (re.match(rf"{re.escape(name)}\.([1-9][0-9]{{0,2}})\.", one) for one in form)
    return sorted({int(one[1]) for one in found if one})


def fields(inputs: Iterable[Input], said: Typed, before: str = "") -> Json:
    """The fields that were typed. Raises WrongTypedError."""
    read = ((one.name, _value(one, said, f"{before}{one.name}")) for one in inputs)
    return {name: value for name, value in read if value is not NOTHING}


def _value(one: Input, said: Typed, name: str) -> Any:  # noqa: ANN401 -- a value of JSON, or NOTHING
    if one.kind in _WITHIN:
        found = _WITHIN[one.kind](one, said, name)
        return ([] if one.kind == "list" else None) if found is NOTHING and one.is_null else found
    if one.kind == "entries":
        texts = " ".join(said.form.getlist(name)).strip()
        return [typed.number(text) for text in _BLANKS.split(texts)] if texts else NOTHING
    if one.kind in ("options", "clubs"):
        return [text for text in said.form.getlist(name) if text] or NOTHING
    if one.kind == "yes":
        return said.said(name) == "yes"
    text = said.said(name)
    if not text:
        return ([] if one.kind in _SEVERAL else None) if one.is_null else NOTHING
    return _PLAIN[one.kind](said, text) if one.kind in _PLAIN else text


def written(
    inputs: Iterable[Input], told: Mapping[str, Any], called: Callable[[str], str], before: str = ""
) -> Iterator[tuple[str, str]]:
    """What is in the inputs where the fields are as they are told: what `fields` reads them from. `called` is how a
    person is written, by name and id."""
    for one in inputs:
        value, name = told.get(one.name), f"{before}{one.name}"
        if one.kind in _WRITTEN_WITHIN:
            yield from _WRITTEN_WITHIN[one.kind](one, value or {}, called, name)
        elif value is None:
            yield from [(name, "")] if one.default else ()
        elif value is not False or one.kind != "yes":
            yield name, _text(one, value, called)


def _written_list(one: Input, told: Any, called: Callable[[str], str], name: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 -- JSON
    item_written = _written_one_of if one.variants else _written_group
    for place, item in enumerate(told, 1):
        yield from item_written(one, item, called, f"{name}.{place}")


def _written_group(one: Input, told: Any, called: Callable[[str], str], name: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 -- JSON
    return written(one.parts, told, called, f"{name}.")


def _written_one_of(one: Input, told: Any, called: Callable[[str], str], name: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 -- JSON
    if told:
        yield f"{name}.{KIND}", told[KIND]
        yield from written(one.variants[told[KIND]], told, called, f"{name}.")


def _written_options(_: Input, told: Any, __: Callable[[str], str], name: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 -- JSON
    return ((name, text) for text in told)


def _written_numbers(_: Input, told: Any, __: Callable[[str], str], name: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 -- JSON
    return ((name, str(number)) for number in told)


_WRITTEN_WITHIN: Mapping[str, Callable[..., Iterator[tuple[str, str]]]] = {
    "list": _written_list,
    "group": _written_group,
    "one-of": _written_one_of,
    "options": _written_options,
    "clubs": _written_options,
    "entries": _written_numbers,
}


def _text(one: Input, value: Any, called: Callable[[str], str]) -> str:  # noqa: ANN401 -- a value of JSON
    if isinstance(value, bool):
        return "yes" if value else "no"
    words = called if one.kind in ("person", "persons") else str
    return (" " if one.kind == "numbers" else "\n").join(map(words, value if isinstance(value, list) else [value]))


def _group(one: Input, said: Typed, name: str) -> Any:  # noqa: ANN401 -- a value of JSON, or NOTHING
    """A group of which nothing was typed is left out, unless it is required."""
    found = fields(one.parts, said, f"{name}.")
    is_empty = all(isinstance(value, bool) or value == _default(one, key) for key, value in found.items())
    return NOTHING if is_empty and not one.required else found


def _default(group: Input, name: str) -> Any:  # noqa: ANN401 -- a value of JSON
    part = next(one for one in group.parts if one.name == name)
    return int(part.default) if part.kind in ("number", "clock") and part.default else part.default


def _one_of(one: Input, said: Typed, name: str) -> Any:  # noqa: ANN401 -- a value of JSON, or NOTHING
    kind = said.said(f"{name}.{KIND}")
    if kind not in one.variants:
        return NOTHING
    return {KIND: kind, **fields(one.variants[kind], said, f"{name}.")}


def _list(one: Input, said: Typed, name: str) -> Any:  # noqa: ANN401 -- a value of JSON, or NOTHING
    read = _one_of if one.variants else _item
    found = [read(one, said, f"{name}.{place}") for place in places(said.form, name)]
    return [value for value in found if value is not NOTHING] or NOTHING


def _item(one: Input, said: Typed, name: str) -> Json:
    return fields(one.parts, said, f"{name}.")


def _day(_: Typed, text: str) -> str:
    """As browsers send a day. Without `strptime`: it imports a module at its first call, and by then the part that
    serves pages may have given up the right to read where Python's own modules are."""
    try:
        return date.fromisoformat(text if _DAY.fullmatch(text) else "").isoformat()
    except ValueError:
        raise WrongTypedError("day", text) from None


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _id(_: Typed, text: str) -> str:
    """The id in an address, or one that is alone."""
    found = ID.findall(text)
    if len(found) != 1:
        raise WrongTypedError("id", text)
    return str(found[0])


def _pairs(_: Typed, text: str) -> list[list[int]]:
    """Two numbers on each line. Raises WrongTypedError."""
    found = [[typed.number(one) for one in _BLANKS.split(line)] for line in _lines(text)]
    if any(len(one) != len(("first", "second")) for one in found):
        raise WrongTypedError("pairs", text)
    return found


_PLAIN: Mapping[str, Callable[[Typed, str], Any]] = {
    "number": lambda _, text: typed.whole(text),
    "numbers": lambda _, text: [typed.number(one) for one in _BLANKS.split(text)],
    "digits": lambda _, text: _BLANKS.sub("", text),
    "pairs": _pairs,
    "clock": lambda _, text: typed.clock(text),
    "entry": lambda _, text: typed.number(text),
    "day": _day,
    "moment": lambda said, text: typed.moment(text, said.zone),
    "yes-or-no": lambda _, text: text == "yes",
    "score": lambda _, text: typed.score(text),
    "person": lambda said, text: said.person(text),
    "persons": lambda said, text: [said.person(line) for line in _lines(text)],
    "lines": lambda _, text: _lines(text),
    "id": _id,
}
_WITHIN: Mapping[str, Callable[[Input, Typed, str], Any]] = {"group": _group, "one-of": _one_of, "list": _list}


UNCLEAR = "unclear"
"""What was typed, and means nobody or several."""


def changed(form: Form, step: str) -> Form:
    """The form with a place more in a list, or one less: `add remedies warning`, `drop remedies.2`, `add votes`; or
    with whom an unclear name means: `mean` and their name and id; after any other step as it is."""
    what, _, rest = step.partition(" ")
    if what == "mean":
        return Form([(key, _with_meant(text, form.get(UNCLEAR, ""), rest)) for key, text in form.multi_items()])
    name, _, kind = rest.partition(" ")
    if what == "drop":
        return Form([(key, text) for key, text in form.multi_items() if not f"{key}.".startswith(f"{name}.")])
    if what != "add":
        return form
    place = f"{name}.{max(places(form, name), default=0) + 1}"
    return Form([*form.multi_items(), (f"{place}.{KIND}", kind or form.get(f"{name}-new", ""))])


def _with_meant(text: str, unclear: str, who: str) -> str:
    return "\n".join(who if line.strip() == unclear else line for line in text.split("\n"))
