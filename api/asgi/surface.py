"""What clients rely on, a line for each operation, for what it takes and gives, and for each field: `api/surface.txt`.

`python -m api.asgi.surface` writes it. Lines come and stay: one that goes, or a field that begins to be required,
breaks clients, and is only written with `--breaking`. Limits of values, texts and examples are no part of it.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from api.asgi.described import described
from api.asgi.documents import documents_of
from api.asgi.field_texts import undescribed

FILE = Path(__file__).parents[1] / "surface.txt"
_SCHEMAS = "#/components/schemas/"
_NAME = re.compile(r"[^ .:]+")
_KINDS = re.compile(r"\b[A-Z]\w+")
Json = dict[str, Any]


def surface(document: Json) -> list[str]:
    """The lines of that OpenAPI document, sorted. What has to be sent is `required`, what is always there `always`."""
    schemas, shared = document["components"]["schemas"], document["components"]["parameters"]
    asked, told = set[str](), set[str]()
    lines: list[str] = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            _reach(operation.get("requestBody", {}), schemas, asked)
            _reach(operation["responses"], schemas, told)
            lines += _operation(f"{method.upper()} {path}", operation, shared)
    for name, schema in schemas.items():
        lines += _fields(name, schema, (" required" if name in asked else "") + (" always" if name in told else ""))
    return sorted({*lines})


def _reach(part: object, schemas: Json, found: set[str]) -> None:
    """Adds the schemas that the part leads to."""
    if isinstance(part, list):
        for one in part:
            _reach(one, schemas, found)
    elif isinstance(part, dict):
        name = str(part.get("$ref", "")).removeprefix(_SCHEMAS)
        if name in schemas and name not in found:
            found.add(name)
            _reach(schemas[name], schemas, found)
        _reach([*part.values()], schemas, found)


def _operation(address: str, operation: Json, shared: Json) -> Iterator[str]:
    name = operation["operationId"]
    yield f"{name}: {address}"
    for parameter in operation.get("parameters", ()):
        told = shared[parameter["$ref"].rpartition("/")[2]] if "$ref" in parameter else parameter
        required = " required" if told.get("required") else ""
        yield from _lines(f"{name} {told['in']} {told['name']}", told["schema"], required)
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"{name} takes {media}: {_type(content.get('schema', {}))}"
    for status, answer in operation["responses"].items():
        if status < "300":  # what is refused is told in one way everywhere
            for media, content in answer.get("content", {}).items():
                yield f"{name} gives {status} {media}: {_type(content.get('schema', {}))}"


def _fields(name: str, schema: Json, needed: str) -> Iterator[str]:
    for field, told in schema.get("properties", {}).items():
        yield from _lines(f"{name}.{field}", told, needed if field in schema.get("required", ()) else "")


def _lines(name: str, schema: Json, required: str) -> Iterator[str]:
    """One for the type, and one for each value where they are listed: further values break nobody."""
    yield f"{name}: {_type(schema)}{required}"
    yield from (f"{name} = {_text(value)}" for value in _values_listed(schema))


def _values_listed(schema: Json) -> Iterator[object]:
    yield from schema.get("enum", ())
    for one in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), schema.get("items")):
        if isinstance(one, dict):
            yield from _values_listed(one)


def _type(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for together in ("anyOf", "oneOf", "allOf"):
        if together in schema:
            return " | ".join(sorted({_type(one) for one in schema[together]}))
    if "const" in schema:
        return _text(schema["const"])
    if schema.get("type") == "array":
        return f"[{_items(schema)}]"
    if schema.get("type") == "object":
        return f"{{{_values(schema)}}}"
    kind = schema.get("type", "anything")
    return f"{kind} {schema['format']}" if "format" in schema else str(kind)


def _items(schema: Json) -> str:
    if "prefixItems" in schema:
        return ", ".join(_type(one) for one in schema["prefixItems"])
    return _type(schema.get("items", {}))


def _values(schema: Json) -> str:
    further = [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")]
    return " | ".join(sorted({_type(one) for one in further if isinstance(one, dict)})) or "anything"


def _text(value: object) -> str:
    return orjson.dumps(value).decode()


def breaking(former: Iterable[str], now: Iterable[str]) -> list[str]:
    """The changes that break clients of the former surface: lines that are gone, but for a demand that was dropped, and
    demands that were added to what was there. Further kinds of an object break nobody, as further values don't."""
    had, has = set(former), set(now)
    known = {_subject_of(line) for line in had}
    wider = {line: more for line in had - has for more in has - had if _is_wider(line, more)}
    gone = [line for line in had - has if line.replace(" required", "") not in has and line not in wider]
    came = has - had - {*wider.values()}
    demanded = [line for line in came if " required" in line and _subject_of(line) in known]
    return sorted([*(f"- {line}" for line in gone), *(f"+ {line}" for line in demanded)])


def _is_wider(line: str, more: str) -> bool:
    """Whether that line only has more kinds of an object, where there were several."""
    (name, _, kinds), (same, _, further) = line.partition(": "), more.partition(": ")
    had, has = ({*_KINDS.findall(told)} for told in (kinds, further))
    rest, left = (_KINDS.sub("", told).replace(" | ", "") for told in (kinds, further))
    return name == same and rest == left and len(had) > 1 and had < has


def _subject_of(line: str) -> str:
    """The operation or the schema that the line is about."""
    return str(_NAME.findall(line)[0])


def of_this_program() -> list[str]:
    """The surface of the program as it is."""
    return surface(orjson.loads(documents_of(described()).openapi))


def kept() -> list[str]:
    """The surface as it is committed."""
    return FILE.read_text(encoding="utf-8").splitlines()


def main(arguments: Sequence[str]) -> None:
    """Writes the file. Ends with what says nothing of itself, or would break, and writes nothing, unless that is
    wanted."""
    document = orjson.loads(documents_of(described()).openapi)
    now, silent = surface(document), undescribed(document["components"]["schemas"])
    if silent:
        sys.exit("\n".join([*silent, "Say in api/documents/fields/ what these mean."]))
    broken = breaking(kept(), now) if FILE.exists() else []
    if broken and arguments != ["--breaking"]:
        told = "\n".join(broken)
        sys.exit(
            f"{told}\nThese break clients. Keep them, or write them with --breaking and name them in CHANGELOG.md."
        )
    FILE.write_text("".join(f"{line}\n" for line in now), encoding="utf-8")
    sys.stdout.write(f"{FILE}: {len(now)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
