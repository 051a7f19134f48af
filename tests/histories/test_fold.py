"""What was recorded folds, whatever the rules say today (ALL-1, ALL-11)."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NoReturn
from zoneinfo import ZoneInfoNotFoundError

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.application.catalogue import FOLDS
from domain.formats import registry
from domain.formats.contract import protocol
from domain.kernel import calendar
from domain.kernel.envelope import Event, Recorded
from domain.kernel.refusal import Category, ProblemType, Refused
from domain.officiating import bans, committees, sanction_catalogue
from domain.ports.command_handling import State
from domain.scoring import modes
from projections.views.tournaments import standings_view
from tests.histories.test_v1 import FOLDER, read
from tests.properties import examples

NAMES = sorted(path.name for path in FOLDER.glob("*.jsonl"))
STRICTER = ProblemType("stricter", Category.INVALID, "Not allowed any more", "Ask for something else.")
NUMBERS = ("match", "entry", "ruling", "dispute", "appeal", "bye", "ban", "number", "stage", "round", "alternative")


def folded(recorded: Sequence[Recorded[Any]]) -> State:
    fold = FOLDS[recorded[0].stream.partition("-")[0]]
    state = fold.initial(recorded[0].stream)
    for one in recorded:
        state = fold.evolve(state, one)
    return state


@cache
def before(name: str) -> State:
    """The state as it was before any rule was tightened."""
    return folded(read(name))


def refusing(*_: object, **__: object) -> NoReturn:
    raise Refused(STRICTER, "This is not allowed any more.")


def refusal(*_: object, **__: object) -> Refused:
    return Refused(STRICTER, "This is not allowed any more.")


def no_score(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(protocol, "outcome", refusing)


def no_act(patch: pytest.MonkeyPatch) -> None:
    for rules in registry.FORMATS.values():
        for rule in ("refuse", "refuse_announcement", "refuse_start", "refuse_change", "admit"):
            patch.setattr(type(rules), rule, refusal)


def no_stake(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(modes, "STAKES", {})


def no_remedy(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(bans, "refuse_bans", refusal)
    patch.setattr(committees, "count", refusing)


def no_sanction(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sanction_catalogue, "CATALOGUE", {})


def no_refusal_at_all(patch: pytest.MonkeyPatch) -> None:
    """Nothing is as much as asked that could refuse."""
    patch.setattr(Refused, "__init__", lambda *_, **__: pytest.fail("the fold has asked a rule"))


@pytest.mark.rule("ALL-1", "ALL-11")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("tighten", [no_score, no_act, no_stake, no_remedy, no_sanction, no_refusal_at_all])
def test_a_stricter_rule_leaves_every_old_history_as_it_was(
    name: str, tighten: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    stood = before(name)
    tighten(monkeypatch)
    again = folded(read(name))
    assert again == stood
    if name == "tournament.jsonl":
        assert standings_view(again).rows == standings_view(stood).rows  # type: ignore[arg-type]  # a tournament


@cache
def pools() -> Mapping[str, tuple[Recorded[Any], ...]]:
    """All that was ever recorded, by kind of stream."""
    found = defaultdict[str, list[Recorded[Any]]](list)
    for name in NAMES:
        for one in read(name):
            found[one.stream.partition("-")[0]].append(one)
    return {kind: tuple(recorded) for kind, recorded in found.items()}


@st.composite
def senseless(draw: st.DrawFn) -> list[Recorded[Any]]:
    """A stream that begins like one that was recorded, and goes on with anything, about anything."""
    start = read(draw(st.sampled_from(NAMES)))
    kind = start[0].stream.partition("-")[0]
    kept = start[: draw(st.integers(0, len(start)))]
    others = draw(st.lists(st.sampled_from(pools()[kind]), min_size=1, max_size=25))
    events = [*(one.event for one in kept), *(_about_another(draw, one.event) for one in others)]
    return [
        one.model_copy(update={"stream": start[0].stream, "version": version, "topic": event.TOPIC, "event": event})
        for version, (one, event) in enumerate(zip([*kept, *others], events, strict=True), 1)
    ]


def _about_another(draw: st.DrawFn, event: Event) -> Event:
    """The event with other numbers in it, where it can be read so."""
    if not draw(st.booleans()):
        return event
    said = json.dumps(_turned(draw, event.model_dump(mode="json")))
    try:
        return type(event).model_validate_json(said)
    except ValidationError:
        return event


def _turned(draw: st.DrawFn, value: Any, name: str = "") -> Any:  # noqa: ANN401 -- any JSON
    match value:
        case dict():
            return {key: _turned(draw, inner, key) for key, inner in value.items()}
        case list():
            return [_turned(draw, inner, name) for inner in value]
        case int() if name.rstrip("s") in NUMBERS and not isinstance(value, bool):
            return draw(st.integers(1, 6))
        case _:
            return value


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", NAMES)
def test_a_history_without_its_beginning_folds(name: str) -> None:
    whole = read(name)
    cut = [one.model_copy(update={"version": version}) for version, one in enumerate(whole[len(whole) // 4 :], 1)]
    assert folded(cut).version == len(cut)


@pytest.mark.rule("ALL-1")
@examples(50, proof=500)
@given(senseless())
def test_every_readable_history_folds(recorded: list[Recorded[Any]]) -> None:
    assert folded(recorded).version == len(recorded)


def no_time_zone(*_: object, **__: object) -> NoReturn:
    raise ZoneInfoNotFoundError("there is no time zone database")


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", NAMES)
def test_every_history_folds_without_a_time_zone_database(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stood = before(name)
    monkeypatch.setattr(calendar, "ZoneInfo", no_time_zone)
    monkeypatch.setattr(calendar, "available_timezones", no_time_zone)
    for asks in ("days_later", "window_closes", "year_of", "time_zones"):
        monkeypatch.setattr(calendar, asks, no_time_zone)
    assert folded(read(name)) == stood
