"""An event keeps its shape whatever kinds and versions of a format, of conditions, ratings or stages come to be."""

import json
from typing import Annotated, Any, ClassVar, Literal

import pytest
from pydantic import BaseModel, ValidationError

from domain.application.catalogue import FAMILIES
from domain.formats.contract.protocol import Options
from domain.formats.registry import SETTINGS, AnyOptions
from domain.formats.swiss import SwissOptions
from domain.kernel.envelope import Event
from domain.kernel.families import Family, Form
from domain.kernel.values import Value
from domain.kernel.visibility import PUBLIC, Part
from domain.rating.pinned import CONSTANTS
from domain.rating.policy import POLICIES
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import CONDITIONS, RATING, STAGES, ConditionsChanged, LaterStage, RatingTerms
from tests.histories.shapes import shape_of

SWISS = SwissOptions(kind="swiss", lengths=(3,))


class Lights(Value):
    """What a hall's lights are like."""

    bright: bool
    warm: bool


class LightsAtFirst(Value):
    """As they were said at first."""

    bright: bool


def _read_first(said: LightsAtFirst) -> Lights:
    return Lights(bright=said.bright, warm=False)


FIRST = Form(LightsAtFirst, _read_first)
NOW = Family("lights", Lights, {("hall", 1): FIRST, ("hall", 2): Form(Lights)}, lambda _: ("hall", 2))
BEFORE = Family("lights", LightsAtFirst, {("hall", 1): Form(LightsAtFirst)}, lambda _: ("hall", 1))


class LightsChanged(Event):
    """There are other lights."""

    TOPIC: ClassVar[str] = "test.lights-changed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    lights: Annotated[Lights, NOW]


class LightsChangedBefore(Event):
    """There are other lights."""

    TOPIC: ClassVar[str] = "test.lights-changed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    lights: Annotated[LightsAtFirst, BEFORE]


@pytest.mark.rule("ALL-1")
def test_an_event_keeps_its_shape_when_what_it_holds_has_a_field_more() -> None:
    assert shape_of(LightsChanged) == shape_of(LightsChangedBefore)
    stored = LightsChangedBefore(lights=LightsAtFirst(bright=True)).model_dump_json()
    assert json.loads(stored) == {"lights": {"kind": "hall", "version": 1, "bright": True}}
    assert LightsChanged.model_validate_json(stored).lights == Lights(bright=True, warm=False)
    now = LightsChanged(lights=Lights(bright=True, warm=True))
    assert json.loads(now.model_dump_json())["lights"] == {"kind": "hall", "version": 2, "bright": True, "warm": True}
    assert LightsChanged.model_validate_json(now.model_dump_json()) == now


@pytest.mark.rule("ALL-11")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        (None, "a lights is an object with its kind and version"),
        ({"bright": True}, "a lights is an object with its kind and version"),
        ({"kind": "hall", "version": 3, "bright": True}, "there is no lights of kind 'hall' and version 3"),
        ({"kind": "hall", "version": True, "bright": True}, "there is no lights of kind 'hall' and version True"),
        ({"kind": ["hall"], "version": 1, "bright": True}, "there is no lights of kind ['hall'] and version 1"),
        ({"kind": "hall", "version": 1, "bright": True, "warm": True}, "Extra inputs are not permitted"),
        ({"kind": "hall", "version": 2, "bright": True}, "Field required"),
    ],
)
def test_an_object_is_refused_that_has_not_the_shape_of_its_version(said: object, why: str) -> None:
    with pytest.raises(ValidationError) as refused:
        LightsChanged.model_validate_json(json.dumps({"lights": said}))
    assert why in str(refused.value)


@pytest.mark.rule("ALL-11")
def test_a_new_format_needs_no_new_topic() -> None:
    class Darts(Options):
        kind: Literal["darts"]
        legs: int

    more = dict(SETTINGS.forms) | {("darts", 1): Form(Darts, names=("kind", "rules_version"))}
    family = Family[Any]("format", (Options,), more, lambda one: (one.kind, one.rules_version))

    class FormatTold(Event):
        SEEN: ClassVar[Part] = PUBLIC
        format: Annotated[AnyOptions, family]

    class FormatToldBefore(Event):
        SEEN: ClassVar[Part] = PUBLIC
        format: Annotated[AnyOptions, SETTINGS]

    assert shape_of(FormatTold)["fields"]["properties"] == shape_of(FormatToldBefore)["fields"]["properties"]
    stored = family.store(Darts(kind="darts", legs=5))
    assert stored == {"kind": "darts", "version": 1, "legs": 5}
    assert family.read(stored) == Darts(kind="darts", legs=5)


def test_stored_state_is_read_again_in_every_family() -> None:
    stage = LaterStage(format=SWISS, qualifiers=4)
    rating = RatingTerms(pool="price", policy="room", policy_version=1)
    values: dict[Family[Any], BaseModel] = {
        SETTINGS: SWISS,
        RATING: rating,
        CONSTANTS: POLICIES["room", 1].constants,
        CONDITIONS: Conditions(venue="Hall 2"),
        STAGES: stage,
    }
    assert set(FAMILIES) == set(values)
    for family in FAMILIES:
        assert family.read(family.store(values[family])) == values[family]
    assert STAGES.store(stage)["format"]["version"] == 1


@pytest.mark.parametrize(
    ("told", "version"),
    [
        ({"edition": "wbgf"}, 4),
        ({"edition": "wbgf", "replays_shown": "to-everybody"}, 5),
        ({"edition": "wbgf", "boards": 4}, 7),
        ({}, 8),
        ({"edition": "wbgf", "break_terms": {}}, 8),
        ({"edition": "wbgf", "publish_error_rates": True}, 9),
    ],
    ids=str,
)
def test_conditions_say_their_kind_and_version_where_they_are_stored(told: dict[str, Any], version: int) -> None:
    """The first that can say all of it."""
    stored = json.loads(ConditionsChanged(conditions=Conditions(**told), reason=None).model_dump_json())
    assert (stored["conditions"]["kind"], stored["conditions"]["version"]) == ("contest", version)


_AGAIN = ("reentries", "reentries_close_at", "reentry_price")


@pytest.mark.parametrize(
    ("version", "unknown"),
    [(1, ("directors_link_confirms", "round_minutes", *_AGAIN)), (2, ("round_minutes", *_AGAIN)), (3, _AGAIN)],
)
def test_conditions_of_earlier_versions_know_fewer_fields(version: int, unknown: tuple[str, ...]) -> None:
    """They had the same fields but these; what they say means the same."""
    stored = CONDITIONS.store(Conditions(venue="Hall 2", edition="wbgf"))
    earlier = {name: said for name, said in stored.items() if name not in unknown} | {"version": version}
    assert CONDITIONS.read(earlier) == Conditions(venue="Hall 2", edition="wbgf")
    with pytest.raises(ValidationError):
        CONDITIONS.read(stored | {"version": version})
