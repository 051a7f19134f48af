"""What an OpenAPI document says many times is said once, among its components."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import orjson

Json = dict[str, Any]


def share_parameters(document: Json) -> None:
    """Each parameter that several operations take is a component, named after itself; the second of that name that is
    described otherwise has a number."""
    uses = Counter(_bytes(one) for operation in operations(document) for one in operation.get("parameters", []))
    names: dict[bytes, str] = {}
    components: Json = {}
    for operation in operations(document):
        taken = operation.get("parameters", [])
        for place, one in enumerate(taken):
            said = _bytes(one)
            if uses[said] > 1:
                name = names.setdefault(said, _free(one["name"], components))
                components[name] = one
                taken[place] = {"$ref": f"#/components/parameters/{name}"}
    document["components"]["parameters"] = dict(sorted(components.items()))


def operations(document: Json) -> Iterator[Json]:
    """Every operation."""
    return (operation for methods in document["paths"].values() for operation in methods.values())


def _bytes(value: Json) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def _free(name: str, components: Json) -> str:
    taken = {name, *(f"{name}-{number}" for number in range(2, len(components) + 3))}
    return min(taken - set(components), key=lambda one: (len(one), one))


def without_titles(value: Any) -> Any:  # noqa: ANN401 -- any JSON
    """The same schemas without the titles that are made of the names of fields, and say nothing more."""
    if isinstance(value, list):
        return [without_titles(one) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {name: one for name, one in value.items() if not (name == "title" and isinstance(one, str))}
    return {name: one if name in ("default", "const", "enum") else without_titles(one) for name, one in kept.items()}
