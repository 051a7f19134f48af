"""What was stored in one shape is read in it for ever: a topic never changes its shape (ALL-1)."""

import json
import re
from typing import ClassVar

import pytest

from domain.application.catalogue import EVENTS, UPCASTS
from domain.kernel.envelope import Event
from domain.kernel.values import Name
from tests.histories.shapes import SHAPES_FILE, shapes, written

TOPIC = re.compile(r"(person|tournament|series|federation)\.[a-z]+(-[a-z]+)*\.v[1-9]\d*")
# Once histories are frozen the first sentence stays, and the second says nothing of writing the file anew.
CHANGED = (
    "Events of {topics} would be stored in another shape than those before. Give the new shape a topic of its own, "
    "{next}, with an upcast from the old one in domain/application/catalogue.py; or, as long as histories are not "
    "frozen, run `python -m tests.histories.shapes` and record the histories anew."
)


def changed(now: dict[str, object], committed: dict[str, object]) -> str | None:
    """What to do where a topic that was committed has another shape now, or is gone without an upcast; else None."""
    topics = [one for one in committed if one not in UPCASTS and now.get(one) != committed[one]]
    return CHANGED.format(topics=", ".join(topics), next=_next(topics[0])) if topics else None


def _next(topic: str) -> str:
    name, _, version = topic.rpartition(".v")
    return f"{name}.v{int(version) + 1}"


def committed() -> dict[str, object]:
    found: dict[str, object] = json.loads(SHAPES_FILE.read_text())
    return found


@pytest.mark.rule("ALL-1")
def test_no_topic_has_changed_its_shape() -> None:
    problem = changed(json.loads(written(shapes())), committed())
    assert problem is None, problem


@pytest.mark.rule("ALL-1")
def test_every_topic_is_committed() -> None:
    assert SHAPES_FILE.read_text() == written(shapes())


def test_every_event_says_its_topic_itself() -> None:
    assert [event.__name__ for event in EVENTS if not TOPIC.fullmatch(event.__dict__.get("TOPIC", ""))] == []


class Started(Event):
    TOPIC: ClassVar[str] = "tournament.started.v1"
    by: Name


def test_another_shape_is_told_with_what_to_do() -> None:
    problem = changed(committed() | dict(shapes([Started])), committed())
    assert problem is not None
    assert problem.startswith(
        "Events of tournament.started.v1 would be stored in another shape than those before. Give"
    )
    assert "tournament.started.v2, with an upcast" in problem
