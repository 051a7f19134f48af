"""The catalogue of events: of each topic a JSON Schema (2020-12), made from its class; and one of each version of what
they name by kind and version. The keyword `family` says of which family such an object is: the schema of
`{"kind": "swiss", "version": 1}` in the family `format` is called `format.swiss.v1`.

A schema says of the data of an event what its fields are and their ranges; by the keywords `sealed` and `seenBy`, which
check nothing, which of them are sealed when they are recorded, and who sees them. Sealed text is in its box where
it is recorded; to readers it is the text, or null where it can't be opened any more.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from domain.application.catalogue import EVENTS, FAMILIES
from domain.kernel.envelope import Event
from domain.kernel.families import Family
from domain.kernel.personal_text import Sealed, sealed_fields
from domain.kernel.visibility import Part, audiences

DIALECT = GenerateJsonSchema.schema_dialect
_BOX = {"$ref": "#/$defs/Sealed"}
_NOTHING = {"type": "null"}
PATH = "/v1/schemas"
"""Where schemas are read."""

READERS: Mapping[Part, str] = {
    Part.ANYBODY: "anybody",
    Part.RESULT_TOLD: "anybody, of an announced result",
    Part.REPORTS_TOLD: "anybody, once all reports are announced",
    Part.PLAYER: "player concerned",
    Part.PARTY: "parties and committee",
    Part.STAFF: "staff",
    Part.AUDITOR: "auditor",
    Part.AUDITOR_OF_TEXTS: "auditor with `personal`",
    Part.ADMINISTRATOR: "administrator",
}
"""What readers can be to what is read, in words."""


def address_of(topic: str) -> str:
    """Where the schema of that topic is read, which is its `$id`, too."""
    return f"{PATH}/{topic}"


def schemas(events: Iterable[type[Event]] = EVENTS) -> Mapping[str, Mapping[str, Any]]:
    """The schema of each kind of event, by topic in their order."""
    return {event.TOPIC: schema_of(event) for event in sorted(events, key=lambda one: one.TOPIC)}


def schemas_of_families(families: Iterable[Family[Any]] = FAMILIES) -> Mapping[str, Mapping[str, Any]]:
    """The schema of each version of what events name by kind and version, by its name."""
    made = {name: schema for family in families for name, schema in family.schemas().items()}
    return {
        name: {"$schema": DIALECT, "$id": address_of(name), **schema, "title": name} for name, schema in made.items()
    }


def schema_of(event: type[Event]) -> dict[str, Any]:
    """The schema of the data of events of that kind."""
    made = event.model_json_schema(mode="serialization")
    seen, sealed = audiences(event), sealed_fields(event)
    for name, field in made.get("properties", {}).items():
        made["properties"][name] = {**(_sealed_field(field) if name in sealed else field), "seenBy": _words(seen[name])}
    if sealed:
        made.setdefault("$defs", {}).update(_boxes())
    return {
        "$schema": DIALECT,
        "$id": address_of(event.TOPIC),
        **made,
        "title": event.TOPIC,
        "doneBy": {"seenBy": _words(event.SEEN)},
    }


def _sealed_field(field: Mapping[str, Any]) -> dict[str, Any]:
    """A field that is sealed: what was said, its box, or nothing."""
    beside = {name: value for name, value in field.items() if name in ("title", "description", "default")}
    said = {name: value for name, value in field.items() if name not in beside}
    kinds = [one for one in said.get("anyOf", [said]) if one not in (_BOX, _NOTHING)]
    return {**beside, "anyOf": [*kinds, _BOX, _NOTHING], "sealed": True}


def _boxes() -> Mapping[str, Any]:
    """The definitions of a box and of what is in it."""
    made = Sealed.model_json_schema(mode="serialization")
    return {**made.pop("$defs"), "Sealed": made}


def _words(seen: Part) -> list[str]:
    """The readers who a mark names, in words; of what anybody sees nobody else needs to be."""
    return [word for part, word in READERS.items() if part & seen and (part is Part.ANYBODY or not seen & Part.ANYBODY)]
