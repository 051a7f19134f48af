"""Which known name somebody may have meant who sent an unknown one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

_LONGEST = 60
"""Longer than any name there is, and short enough to be compared with all of them."""

Schema = Mapping[str, Any]


def meant(name: str, known: Iterable[str]) -> str:
    """The end of a sentence that refuses the name: the nearest known one, if any is near."""
    near = get_close_matches(name, sorted(known), 1) if len(name) <= _LONGEST else []
    return f"; did you mean {near[0]}?" if near else ""


def fields_at(schema: Schema, path: Sequence[object], value: object) -> set[str]:
    """The names that an object at this place of a document may have, by its JSON Schema. Where a schema has
    alternatives, those go out that the value there contradicts by a constant, such as its `kind`."""
    here = list(_alternatives(schema, schema, value))
    if not path:
        return {name for one in here for name in one.get("properties", {})}
    step, *rest = path
    inner = value[step] if isinstance(value, dict | list) and _has(value, step) else None  # type: ignore[call-overload]  # it has
    below = [{**one, "$defs": schema.get("$defs", {})} for each in here for one in _below(each, step)]
    return set().union(*(fields_at(one, rest, inner) for one in below))


def _has(value: dict[Any, Any] | list[Any], step: object) -> bool:
    return step in value if isinstance(value, dict) else isinstance(step, int) and step < len(value)


def _below(schema: Schema, step: object) -> Iterator[Schema]:
    found = schema.get("properties", {}).get(step), schema.get("additionalProperties"), schema.get("items")
    places = found[:1] if found[0] else found[1:]
    yield from (one for one in places if isinstance(one, dict))


def _alternatives(whole: Schema, schema: Schema, value: object) -> Iterator[Schema]:
    """The schema, or what it stands for, one by one."""
    if "$ref" in schema:
        yield from _alternatives(whole, whole["$defs"][schema["$ref"].rpartition("/")[2]], value)
        return
    inner = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())]
    for one in inner:
        yield from _alternatives(whole, one, value)
    if not inner and not _contradicts(schema, value):
        yield schema


def _contradicts(schema: Schema, value: object) -> bool:
    constants = {name: one["const"] for name, one in schema.get("properties", {}).items() if "const" in one}
    return isinstance(value, dict) and any(value.get(name, const) != const for name, const in constants.items())
