"""The catalogue of events: each schema takes what was recorded, and nothing else (ALL-1)."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar

import orjson
import pytest
from jsonschema_rs import Draft202012Validator, ValidationError, meta

from api.asgi.schemas import texts
from api.queries.event_schemas import FOLDER, files
from domain.application.catalogue import EVENTS
from domain.application.event_schemas import schema_of, schemas_of_families
from domain.application.upcasts import UPCASTS
from domain.kernel.envelope import Event
from domain.kernel.personal_text import PersonalText, sealed_fields
from domain.kernel.visibility import FOR_PARTIES, PUBLIC, Part
from projections.feeds.schemas import feed_schemas
from tests.histories.shapes import bare, committed
from tests.histories.test_v1 import FOLDER as HISTORIES
from tests.histories.test_v1 import lines, read

NAMES = sorted(path.name for path in HISTORIES.glob("*.jsonl"))


@cache
def schema(topic: str) -> Draft202012Validator:
    return Draft202012Validator(orjson.loads(files()[topic]), validate_formats=True)


def test_the_committed_schemas_are_those_of_the_classes() -> None:
    kept = {path.name.removesuffix(".json"): path.read_bytes() for path in FOLDER.iterdir()}
    current = {topic: text for topic, text in kept.items() if topic not in UPCASTS}
    assert current == texts(), "run `python -m api.asgi.schemas`"
    assert set(current) == {event.TOPIC for event in EVENTS} | set(schemas_of_families()) | set(feed_schemas())


@pytest.mark.parametrize("topic", UPCASTS)
def test_the_schema_of_an_earlier_topic_keeps_its_shape(topic: str) -> None:
    shape: Any = committed()[topic]
    fields = bare(orjson.loads(files()[topic]))["properties"]
    sealed = {name: {"sealed": True} if name in shape["sealed"] else {} for name in fields}
    stored = {name: _open({**field, **sealed[name]}) for name, field in shape["fields"]["properties"].items()}
    assert {name: _open(field) for name, field in fields.items()} == stored


def _open(field: Mapping[str, Any]) -> Mapping[str, Any]:
    """The field without its marks, and without the box in which it is sealed, or that it is empty once that is shut."""
    said = {name: value for name, value in field.items() if name not in ("seenBy", "sealed")}
    if not field.get("sealed"):
        return said
    closed = ({"$ref": "#/$defs/Sealed"}, {"type": "null"})
    return {"anyOf": [one for one in said.get("anyOf", [said]) if one not in closed]}


@pytest.mark.parametrize("name", NAMES)
def test_every_recorded_event_is_as_its_schema_says_and_a_changed_one_is_not(name: str) -> None:
    for line, opened in zip(lines(name), read(name), strict=True):
        recorded = orjson.loads(line)
        topic, stored = recorded["topic"], recorded["event"]
        schema(topic).validate(stored)
        schema(opened.topic).validate(opened.event.model_dump(mode="json"))
        assert [one for one in changed(stored) if schema(topic).is_valid(one)] == []


def changed(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The data with a field more, and with something else in each of its fields."""
    yield {**data, "more": 1}
    for name in data:
        yield {**data, name: {"unheard": "of"}}


class Tried(Event):
    """Somebody tried."""

    TOPIC: ClassVar[str] = "test.tried.v1"
    SEEN: ClassVar[Part] = PUBLIC
    times: int
    text: Annotated[PersonalText | None, FOR_PARTIES] = None


def test_a_schema_says_what_is_sealed_and_who_sees_what() -> None:
    made = schema_of(Tried)
    assert meta.is_valid(made)
    assert (made["$schema"], made["$id"]) == (
        "https://json-schema.org/draft/2020-12/schema",
        "/v1/schemas/test.tried.v1",
    )
    times, text = made["properties"]["times"], made["properties"]["text"]
    assert (times["seenBy"], times.get("sealed"), made["doneBy"]) == (["anybody"], None, {"seenBy": ["anybody"]})
    parties = ["parties and committee", "staff", "auditor with `personal`", "administrator"]
    assert (text["seenBy"], text["sealed"], made["required"]) == (parties, True, ["times"])
    assert text["anyOf"] == [{"type": "string"}, {"$ref": "#/$defs/Sealed"}, {"type": "null"}]
    with pytest.raises(ValidationError):
        Draft202012Validator(made).validate({"times": 1, "text": 5})


@pytest.mark.parametrize("event", EVENTS, ids=lambda one: one.TOPIC)
def test_every_schema_says_what_it_is_of(event: type[Event]) -> None:
    made = orjson.loads(files()[event.TOPIC])
    assert meta.is_valid(made)
    assert (made["title"], bool(made["description"])) == (event.TOPIC, True)
    sealed = {name for name, field in made.get("properties", {}).items() if field.get("sealed")}
    assert sealed == set(sealed_fields(event))
    assert all(field["seenBy"] for field in made.get("properties", {}).values())
