"""Documents as one reader is shown them: what isn't for them is left blank, by the marks that the fields bear.

A field without a mark is for anyone who the document is for; a kind of value with `SEEN` of its own is left out of a
list of those who are shown less. Marks and parts are told in `domain/kernel/visibility.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel

from domain.kernel.visibility import PUBLIC, Part, blank, marks

PartIn = Callable[[BaseModel], Part]
"""What a reader is besides to a value inside a document."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A document, or a part of one, as its reader is shown it. Made by `shown_to` alone."""

    content: Any

    def beside(self, **told: object) -> "Shown":
        """The same with what is told beside it, to anyone who is shown it."""
        return Shown({**self.content, **told})


def shown_to(part: Part, document: object, audience: Part = PUBLIC, inside: PartIn = lambda _: Part(0)) -> Shown:
    """What a reader with this part is shown of a document that is for that audience. `document` is a value, or what a
    body is put together from: lists and mappings of values, and what was shown before."""
    return Shown(_Reading(part, inside).of(document, audience)[0])


@cache
def withholds(kind: type[BaseModel]) -> bool:
    """Whether anything in values of this kind is not for everybody who they are for."""
    kinds = [one for one in reached_from(kind) if one.model_fields]
    return any(hasattr(one, "SEEN") or set(marks(one).values()) != {PUBLIC} for one in kinds)


def reached_from(kind: type[BaseModel]) -> Sequence[type[BaseModel]]:
    """The kind, and all kinds of values in it."""
    found, waiting = dict[type[BaseModel], None](), [kind]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = None
            waiting += [inner for field in one.model_fields.values() for inner in kinds_in(field.annotation)]
    return list(found)


@cache
def _fields_to_open(kind: type[BaseModel]) -> frozenset[str]:
    """The fields in which something may be withheld."""
    fields = kind.model_fields.items()
    return frozenset(name for name, field in fields if any(map(withholds, kinds_in(field.annotation))))


def kinds_in(annotation: Any) -> tuple[type[BaseModel], ...]:  # noqa: ANN401 -- any type
    """The kinds of values that may stand where this type is asked for."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return (annotation,)
    inner = (one for one in get_args(annotation) if not isinstance(one, str))
    return tuple(dict.fromkeys(kind for one in inner for kind in kinds_in(one)))


@cache
def _plan(kind: type[BaseModel], part: Part, audience: Part) -> tuple[tuple[str, Part | None], ...]:
    """What becomes of the fields of a value that is for that audience, where not all of them are shown as they are: a
    reader with this part sees one that is to be looked into as one of those given; None: it is left blank."""
    seen = {name: audience & mark for name, mark in marks(kind).items()}
    plan = [(name, seen[name] if part & seen[name] else None) for name in kind.model_fields]
    return tuple((name, mark) for name, mark in plan if mark is None or name in _fields_to_open(kind))


def _sees(value: object, part: Part, audience: Part) -> bool:
    """Whether a reader with this part sees the value, where it is for that audience."""
    return _sees_kind(type(value), part, audience) if isinstance(value, BaseModel) else bool(part & audience)


@cache
def _sees_kind(kind: type[BaseModel], part: Part, audience: Part) -> bool:
    seen = getattr(kind, "SEEN", PUBLIC)
    return bool(part & audience & (seen if isinstance(seen, Part) else PUBLIC))


Told = tuple[Any, tuple[str, ...]]
"""What is shown of something, and what in it was left blank."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """One reader's part. What was left blank is named for the next document around it that tells it (`withheld`)."""

    part: Part
    inside: PartIn

    def of(self, value: object, audience: Part) -> Told:
        match value:
            case Shown(content=content):
                return content, ()
            case BaseModel():
                return self._within(value, value.model_dump(mode="json"), audience)
            case Mapping():
                return {name: self.of(one, audience)[0] for name, one in value.items()}, ()
            case list() | tuple():
                kept = [one for one in value if _sees(one, self.part, audience)]
                return _together([self.of(one, audience) for one in kept], value)
            case _:
                return value, ()

    def _within(self, value: object, written: Any, audience: Part) -> Told:  # noqa: ANN401 -- JSON
        """The same of a value that is written as JSON already, with all that is in it."""
        match value:
            case BaseModel():
                return self._model(value, written, audience) if withholds(type(value)) else (written, ())
            case Mapping():
                both = zip(value.values(), written.items(), strict=True)
                return {name: self._within(one, told, audience)[0] for one, (name, told) in both}, ()
            case list() | tuple():
                both = zip(value, written, strict=True)
                kept = [each for each in both if _sees(each[0], self.part, audience)]
                return _together([self._within(one, told, audience) for one, told in kept], value)
            case _:
                return written, ()

    def _model(self, value: BaseModel, fields: dict[str, Any], audience: Part) -> Told:
        kind, withheld, further = type(value), list[str](), self.inside(value)
        reading = _Reading(self.part | further, self.inside) if further else self
        for name, seen in _plan(kind, reading.part, audience):
            held = getattr(value, name)
            if seen is None or not _sees(held, reading.part, seen):
                was, fields[name] = fields[name], blank(kind.model_fields[name])
                withheld += [name] if was != fields[name] else []
                continue
            fields[name], inner = reading._within(held, fields[name], seen)
            withheld += [f"{name}.{one}" if one else name for one in inner]
        if "withheld" not in fields:
            return fields, tuple(withheld)
        fields["withheld"] = [*fields["withheld"], *withheld]
        return fields, ()


def _together(shown: Sequence[Told], of: Sequence[object]) -> Told:
    """A list of what is shown of these."""
    left_out = ("",) if len(shown) < len(of) else ()
    return [one for one, _ in shown], (*left_out, *dict.fromkeys(name for _, names in shown for name in names))
