"""Documents as one reader is shown them: what isn't for them is left blank, by the marks that the fields bear.

A field without a mark is for whoever the document is for; a kind of value with `SEEN` of its own is left out of a list
of those who are shown less. Marks and parts are told in `domain/kernel/visibility.py`.
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


def shown_to(part: Part, document: object, audience: Part = PUBLIC, inside: PartIn = lambda _: Part(0)) -> Shown:
    """What a reader with this part is shown of a document that is for that audience. `document` is a value, or what a
    body is put together from: lists and mappings of values, and what was shown before."""
    return Shown(_Reading(part, inside).of(document, audience)[0])


@cache
def withholds(kind: type[BaseModel]) -> bool:
    """Whether anything in values of this kind is not for everybody whom they are for."""
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
def _opened(kind: type[BaseModel]) -> frozenset[str]:
    """The fields in which something may be withheld."""
    fields = kind.model_fields.items()
    return frozenset(name for name, field in fields if any(map(withholds, kinds_in(field.annotation))))


@cache
def _looked_at(kind: type[BaseModel]) -> tuple[str, ...]:
    """The fields that not everybody sees whole who sees the rest."""
    return tuple(name for name, mark in marks(kind).items() if mark != PUBLIC or name in _opened(kind))


def kinds_in(annotation: Any) -> tuple[type[BaseModel], ...]:  # noqa: ANN401 -- any type
    """The kinds of values that may stand where this type is asked for."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return (annotation,)
    inner = (one for one in get_args(annotation) if not isinstance(one, str))
    return tuple(dict.fromkeys(kind for one in inner for kind in kinds_in(one)))


@dataclass(frozen=True, slots=True)
class _Reading:
    """One reader's part. What was left blank is named for the next document around it that tells it (`withheld`)."""

    part: Part
    inside: PartIn

    def of(self, value: object, audience: Part) -> tuple[Any, tuple[str, ...]]:
        match value:
            case Shown(content=content):
                return content, ()
            case BaseModel():
                return self._model(value, audience) if withholds(type(value)) else (value.model_dump(mode="json"), ())
            case Mapping():
                return {name: self.of(one, audience)[0] for name, one in value.items()}, ()
            case list() | tuple():
                return self._list(value, audience)
            case _:
                return value, ()

    def _model(self, value: BaseModel, audience: Part) -> tuple[dict[str, Any], tuple[str, ...]]:
        kind, fields, withheld = type(value), value.model_dump(mode="json"), list[str]()
        reading = _Reading(self.part | self.inside(value), self.inside)
        for name in _looked_at(kind) if reading.part & audience else kind.model_fields:
            field, held, seen = kind.model_fields[name], getattr(value, name), audience & marks(kind)[name]
            if not reading.part & seen & seen_by_kind(held):
                withheld += [name] if fields[name] != blank(field) else []
                fields[name] = blank(field)
            elif name in _opened(kind):
                fields[name], inner = reading.of(held, seen)
                withheld += [f"{name}.{one}" if one else name for one in inner]
        if "withheld" not in fields:
            return fields, tuple(withheld)
        fields["withheld"] = [*fields["withheld"], *withheld]
        return fields, ()

    def _list(self, values: Sequence[object], audience: Part) -> tuple[list[Any], tuple[str, ...]]:
        kept = [one for one in values if self.part & audience & seen_by_kind(one)]
        shown = [self.of(one, audience) for one in kept]
        left_out = ("",) if len(kept) < len(values) else ()
        return [one for one, _ in shown], (*left_out, *dict.fromkeys(name for _, names in shown for name in names))


def seen_by_kind(value: object) -> Part:
    """The part of a reader that sees values of that kind, wherever they stand."""
    seen = getattr(type(value), "SEEN", PUBLIC)
    return seen if isinstance(seen, Part) else PUBLIC
