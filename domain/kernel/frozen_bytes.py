"""Frozen values as bytes and back: the same value gives the same bytes, in whatever order it was made.

Written are the values that it consists of, each once, however often it occurs: texts, numbers and truths as they are,
and whatever has parts as its kind and the places of these, which are before it. Kinds are named, and only frozen
values of the domain are known: anyone who writes such bytes makes values, and nothing runs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple

import orjson
from pydantic import BaseModel
from rpds import HashTrieMap, HashTrieSet, List

from domain.kernel.replacing import maker_of


class _Kind(NamedTuple):
    """The ways to take a value apart, and to make it of its parts."""

    apart: Callable[[Any], Iterable[Any]]
    made: Callable[..., Any]


def to_bytes(value: object) -> bytes:
    """The value's bytes. Raises TypeError for what is no frozen value of the domain."""
    writing = _Writing()
    writing.place(value)
    return orjson.dumps([list(writing.kinds), writing.values])


def from_bytes(content: bytes) -> Any:  # noqa: ANN401 -- whatever was written
    """The value again. Raises ValueError for bytes that are none."""
    try:
        names, written = orjson.loads(content)
        return _read_values([_kinds()[name].made for name in names], written)
    except (LookupError, TypeError) as problem:
        raise ValueError("these are no bytes of a value") from problem


def _read_values(made: Sequence[Callable[..., Any]], written: Iterable[Any]) -> Any:  # noqa: ANN401 -- whatever was written
    values: list[Any] = []
    for one in written:
        values.append(made[one[0]](*[values[part] for part in one[1:]]) if type(one) is list else one)
    return values[-1]


class _Writing:
    """The bytes written so far: the kinds by name, and the values."""

    def __init__(self) -> None:
        self.kinds: dict[str, int] = {}
        self.values: list[object] = []
        self._places: dict[object, int] = {}
        self._of_kept: dict[int, int] = {}

    def place(self, value: Any) -> int:  # noqa: ANN401 -- any frozen value
        """Where it stands, written now if it has not been."""
        kind = type(value)
        if kind in _LEAVES:
            return self._place((kind, value), value)
        known = self._of_kept.get(id(value))
        if known is None:
            name = _NAMES.get(kind) or _name(kind)
            number = self.kinds.setdefault(name, len(self.kinds))
            node = (number, *map(self.place, _kind(name).apart(value)))
            known = self._of_kept[id(value)] = self._place(node, node)
        return known

    def _place(self, key: object, written: object) -> int:
        known = self._places.get(key)
        if known is None:
            known = self._places[key] = len(self.values)
            self.values.append(written)
        return known


def _sort_by_text(values: Iterable[object]) -> list[object]:
    return sorted(values, key=repr)


def _entries(one: Mapping[object, object]) -> Iterator[object]:
    entries = sorted(one.items(), key=lambda entry: repr(entry[0]))
    return chain.from_iterable(entries)


def _tree_map(*parts: object) -> HashTrieMap[Any, Any]:
    return HashTrieMap(dict(_pairs(parts)))


def _pairs(parts: tuple[object, ...]) -> Iterator[tuple[object, object]]:
    return zip(parts[::2], parts[1::2], strict=True)


_LEAVES = frozenset({str, int, bool, type(None)})
_NAMES = {
    tuple: "tuple",
    dict: "mapping",
    frozenset: "set",
    List: "list",
    HashTrieSet: "tree set",
    HashTrieMap: "tree map",
    datetime: "time",
    date: "day",
    Decimal: "decimal",
}
_GIVEN = {
    "mapping": _Kind(lambda one: chain.from_iterable(one.items()), lambda *parts: dict(_pairs(parts))),
    "tuple": _Kind(iter, lambda *parts: parts),
    "set": _Kind(_sort_by_text, lambda *parts: frozenset(parts)),
    "tree set": _Kind(_sort_by_text, lambda *parts: HashTrieSet(parts)),
    "tree map": _Kind(_entries, _tree_map),
    "list": _Kind(iter, lambda *parts: List(parts)),
    "time": _Kind(lambda one: (one.isoformat(),), datetime.fromisoformat),
    "day": _Kind(lambda one: (one.isoformat(),), date.fromisoformat),
    "decimal": _Kind(lambda one: (str(one),), Decimal),
}


def _kind(name: str) -> _Kind:
    try:
        return _kinds()[name]
    except KeyError:
        raise TypeError(f"{name} is no frozen value of the domain") from None


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


@cache
def _kinds() -> Mapping[str, _Kind]:
    """By name; those of the domain are looked for in the modules that are loaded."""
    modules = [module for name, module in sys.modules.items() if name.startswith("domain.")]
    classes = {one for module in modules for one in vars(module).values() if isinstance(one, type)}
    found = {_name(one): _of_fields(one) for one in classes if one.__module__.startswith("domain.")}
    return {**{name: kind for name, kind in found.items() if kind is not None}, **_GIVEN}


def _of_fields(kind: type) -> _Kind | None:
    if issubclass(kind, tuple):
        return _Kind(iter, kind)
    if is_dataclass(kind):
        return _Kind(partial(_field_values, [one.name for one in fields(kind)]), maker_of(kind))
    if issubclass(kind, BaseModel):
        names = tuple(kind.model_fields)
        return _Kind(partial(_field_values, names), partial(_make_by_names, kind.model_construct, names))
    return None


def _field_values(names: Iterable[str], one: object) -> list[object]:
    return [getattr(one, name) for name in names]


def _make_by_names(make: Callable[..., object], names: Sequence[str], *parts: object) -> object:
    return make(**dict(zip(names, parts, strict=True)))
