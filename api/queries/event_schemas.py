"""The JSON Schemas of events and of what they name by kind and version, as they are committed."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from api.http.problems import TOPIC_UNKNOWN, Problem
from domain.application.catalogue import EVENTS
from domain.application.upcasts import UPCASTS

FOLDER = Path(__file__).parents[1] / "schemas"
"""A file for each topic, made by `python -m api.asgi.schemas`."""


@cache
def files() -> Mapping[str, bytes]:
    """Each schema by its topic; read once."""
    return {path.name.removesuffix(".json"): path.read_bytes() for path in sorted(FOLDER.glob("*.json"))}


def require_topic(topic: str) -> bytes:
    """The schema of that name. Raises Problem (404) where there is none."""
    if topic not in files():
        raise Problem(TOPIC_UNKNOWN, f"No event is called {topic}.", topic=topic)
    return files()[topic]


def require_event(topic: str) -> None:
    """Raises Problem (404) where no event has that topic, today or in an earlier version."""
    if topic not in UPCASTS and topic not in {event.TOPIC for event in EVENTS}:
        raise Problem(TOPIC_UNKNOWN, f"No event is called {topic}.", topic=topic)
