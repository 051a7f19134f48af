"""What was stored in one shape is read in it for ever: a topic never changes its shape (ALL-1)."""

import json
import re
from pathlib import Path
from typing import Annotated, ClassVar

import pytest

from domain.application.catalogue import EVENTS
from domain.application.upcasts import UPCASTS
from domain.journal.mapper import JournalMapper
from domain.journal.registry import Registry, Upcast
from domain.kernel.envelope import Event
from domain.kernel.values import Name
from domain.kernel.visibility import PUBLIC, Part
from tests.histories.shapes import ENVELOPE, SHAPES_FILE, all_shapes, changed, committed, shapes, write, written
from tests.histories.test_v1 import keys, stored

TOPIC = re.compile(r"(person|tournament|series|federation|access|clubs|webhooks|lists?)\.[a-z]+(-[a-z]+)*\.v[1-9]\d*")


@pytest.mark.rule("ALL-1")
def test_no_topic_has_changed_its_shape() -> None:
    problem = changed(json.loads(written(shapes())), committed())
    assert problem is None, problem


@pytest.mark.rule("ALL-1")
def test_every_topic_is_committed() -> None:
    assert SHAPES_FILE.read_text() == written(all_shapes())


def test_every_event_says_its_topic_itself() -> None:
    assert [event.__name__ for event in EVENTS if not TOPIC.fullmatch(event.__dict__.get("TOPIC", ""))] == []


class Started(Event):
    TOPIC: ClassVar[str] = "tournament.started.v1"
    SEEN: ClassVar[Part] = PUBLIC
    by: Annotated[Name | None, PUBLIC]


class StartedNow(Started):
    TOPIC: ClassVar[str] = "tournament.started.v2"


@pytest.mark.parametrize("frozen", [False, True])
def test_another_shape_is_told_with_what_to_do(frozen: bool) -> None:
    problem = changed(committed() | dict(shapes([Started])), committed(), frozen=frozen) or ""
    assert problem.startswith(
        "Events of tournament.started.v1 would be stored in another shape than those before. Give"
    )
    assert "tournament.started.v2, with an upcast" in problem
    assert ("record the histories again" in problem) != frozen


@pytest.mark.rule("ALL-1")
def test_the_envelope_is_held_like_a_topic() -> None:
    now = shapes([])
    fields = {**now[ENVELOPE]["fields"], "required": ["stream"]}
    problem = changed(committed() | {ENVELOPE: {**now[ENVELOPE], "fields": fields}}, committed(), frozen=True) or ""
    assert problem.startswith("Events of envelope.v1 would be stored in another shape")


@pytest.mark.rule("ALL-1")
def test_no_frozen_topic_is_written_in_another_shape_and_new_ones_are(tmp_path: Path) -> None:
    file = tmp_path / "shapes.json"
    before = SHAPES_FILE.read_text()
    file.write_text(before)
    others = [event for event in EVENTS if event.TOPIC != Started.TOPIC]
    for now in (written(shapes([*others, Started])), written(shapes(others))):
        with pytest.raises(ValueError, match=r"tournament\.started\.v2, with an upcast"):
            write(now, file, frozen=True)
        assert file.read_text() == before
    more = written(shapes([*EVENTS, StartedNow]))
    write(more, file, frozen=True)
    assert file.read_text() == more
    write(written(shapes([*others, Started])), file, frozen=False)
    assert file.read_text() == written(shapes([*others, Started]))


@pytest.mark.rule("ALL-1")
def test_a_changed_event_with_an_upcast_is_no_problem_and_what_was_stored_is_read_as_the_new_one() -> None:
    current: list[type[Event]] = [*(event for event in EVENTS if event.TOPIC != Started.TOPIC), StartedNow]
    upcasts = {Started.TOPIC: Upcast(StartedNow.TOPIC, lambda fields: {**fields, "by": None})}
    assert changed(json.loads(written(shapes(current))), committed(), {**UPCASTS, **upcasts}, frozen=True) is None
    assert changed(json.loads(written(shapes(current))), committed(), frozen=True) is not None
    name = "tournament.jsonl"
    events = JournalMapper(Registry(current, {**UPCASTS, **upcasts}), keys).read(stored(name))
    assert [one.event for one in events if one.topic == StartedNow.TOPIC] == [StartedNow(by=None)]
    assert [one.topic for one in stored(name) if one.topic.startswith("tournament.started.")] == [Started.TOPIC]
