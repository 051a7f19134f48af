"""The shape of every kind of event, of the envelope around it, and of every version of what events name by kind and
version, as they are stored.

`python -m tests.histories.shapes` writes them to `tests/histories/shapes.json`; once histories are frozen it only adds
topics (`ops/decisions/0020-frozen-histories.md`).
"""

import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from domain.application.catalogue import EVENTS, FAMILIES
from domain.application.upcasts import UPCASTS
from domain.kernel.envelope import Event, Recorded
from domain.kernel.families import Family
from domain.kernel.personal_text import sealed_fields
from ops.origin import FROZEN_SHAPE

FROZEN = FROZEN_SHAPE is not None
"""Whether histories are frozen: from then on this stays true, and no topic changes its shape."""

ENVELOPE = "envelope.v1"
SHAPES_FILE = Path(__file__).parent / "shapes.json"
_SAID = ("title", "description", "examples")


def shape_of(event: type[Event]) -> Mapping[str, Any]:
    """What is stored of an event of that kind: its fields, and which of them are sealed."""
    return {"fields": bare(event.model_json_schema(mode="serialization")), "sealed": sealed_fields(event)}


def bare(schema: Any) -> Any:  # noqa: ANN401 -- any JSON
    """The schema without what is only said of it."""
    match schema:
        case dict():
            named = {"properties", "$defs"}
            return {
                key: {name: bare(one) for name, one in inner.items()} if key in named else bare(inner)
                for key, inner in schema.items()
                if key not in _SAID
            }
        case list():
            return [bare(one) for one in schema]
        case _:
            return schema


def shapes(
    events: Iterable[type[Event]] = EVENTS, families: Iterable[Family[Any]] = FAMILIES
) -> dict[str, Mapping[str, Any]]:
    """By topic; of the envelope that every event is recorded in; and of what events name by kind and version."""
    by_topic = {event.TOPIC: shape_of(event) for event in events}
    return {ENVELOPE: _envelope()} | by_topic | shapes_of_families(families)


def shapes_of_families(families: Iterable[Family[Any]] = FAMILIES) -> dict[str, Mapping[str, Any]]:
    """By the name of each version, such as `format.swiss.v1`. None of it is sealed."""
    made = {name: schema for family in families for name, schema in family.schemas().items()}
    return {name: {"fields": bare(schema), "sealed": []} for name, schema in made.items()}


def _envelope() -> Mapping[str, Any]:
    return {"fields": bare(Recorded[Event].model_json_schema(mode="serialization")), "sealed": []}


def written(by_topic: Mapping[str, object]) -> str:
    """A line for each topic, so that a change shows where it is."""
    lines = (f"{json.dumps(topic)}: {json.dumps(by_topic[topic], sort_keys=True)}" for topic in sorted(by_topic))
    return "{\n" + ",\n".join(lines) + "\n}\n"


Shapes = Mapping[str, object]
_CHANGED = (
    "Events of {topics} would be stored in another shape than those before. Give the new shape a topic of its own, "
    "{next}, with an upcast from the old one in domain/application/catalogue.py"
)
_NOT_FROZEN = "; or, as long as histories are not frozen, run `python -m {module}` and record the histories again"


def changed(now: Shapes, before: Shapes, upcasts: Collection[str] = UPCASTS, *, frozen: bool = FROZEN) -> str | None:
    """What to do where a topic that was committed has another shape now, or is gone without an upcast; else None."""
    topics = [one for one in before if one not in upcasts and now.get(one) != before[one]]
    if not topics:
        return None
    ways = _CHANGED if frozen else _CHANGED + _NOT_FROZEN
    return ways.format(topics=", ".join(topics), next=_next(topics[0]), module="tests.histories.shapes") + "."


def _next(topic: str) -> str:
    name, _, version = topic.rpartition(".v")
    return f"{name}.v{int(version) + 1}"


def committed(file: Path = SHAPES_FILE) -> dict[str, object]:
    """The shapes that the file holds, by topic."""
    found: dict[str, object] = json.loads(file.read_text())
    return found


def all_shapes(file: Path = SHAPES_FILE) -> dict[str, object]:
    """Those of today, and as they were committed those of topics that are no longer written."""
    earlier = {topic: shape for topic, shape in committed(file).items() if topic in UPCASTS}
    return {**earlier, **shapes()}


def write(now: str, file: Path = SHAPES_FILE, *, frozen: bool = FROZEN) -> None:
    """Writes the file. Raises ValueError where histories are frozen, and a topic in it has changed or is gone without
    an upcast."""
    problem = changed(json.loads(now), committed(file), frozen=True)
    if frozen and problem is not None:
        raise ValueError(problem)
    file.write_text(now)


if __name__ == "__main__":
    write(written(all_shapes()))
