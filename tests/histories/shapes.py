"""The shape of every kind of event, as its events are stored: `python -m tests.histories.shapes` writes it to
`tests/histories/shapes.json`, as long as histories are not frozen (`ops/decisions/0020-frozen-histories.md`)."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from domain.application.catalogue import EVENTS
from domain.kernel.envelope import Event
from domain.kernel.personal_text import sealed_fields

SHAPES_FILE = Path(__file__).parent / "shapes.json"
_SAID = ("title", "description", "examples")


def shape_of(event: type[Event]) -> Mapping[str, Any]:
    """What is stored of an event of that kind: its fields, and which of them are sealed."""
    return {"fields": _bare(event.model_json_schema(mode="serialization")), "sealed": sealed_fields(event)}


def _bare(schema: Any) -> Any:  # noqa: ANN401 -- any JSON
    """The schema without what is only said of it."""
    match schema:
        case dict():
            named = {"properties", "$defs"}
            return {
                key: {name: _bare(one) for name, one in inner.items()} if key in named else _bare(inner)
                for key, inner in schema.items()
                if key not in _SAID
            }
        case list():
            return [_bare(one) for one in schema]
        case _:
            return schema


def shapes(events: Iterable[type[Event]] = EVENTS) -> dict[str, Mapping[str, Any]]:
    """By topic."""
    return {event.TOPIC: shape_of(event) for event in events}


def written(by_topic: Mapping[str, Mapping[str, Any]]) -> str:
    """A line for each topic, so that a change shows where it is."""
    lines = (f"{json.dumps(topic)}: {json.dumps(by_topic[topic], sort_keys=True)}" for topic in sorted(by_topic))
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    SHAPES_FILE.write_text(written(shapes()))
