"""Stepladders worked by hand (LAD-1, LAD-2, ALL-4)."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.brackets.stepladder import StepladderOptions
from domain.formats.contract.steps import Done
from tests.formats.brackets_play import placed, play_on, ranks, started
from tests.formats.conformance import Conformance
from tests.formats.knockout_play import KnockoutDesk
from tests.formats.machine import director_of
from tests.reaching import reached


def ladder(entrants: int, **told: object) -> KnockoutDesk:
    return started(entrants, StepladderOptions.model_validate({"kind": "stepladder", "lengths": (1,), **told}))


@pytest.mark.rule("LAD-1")
def test_the_winner_meets_the_next_seed_up() -> None:
    """Five: D-E, and E wins; C-E, C wins; B-C, C wins; A-C, A wins. One after another."""
    desk = ladder(5)
    assert placed(desk) == {"ladder-1-1": "D-E"}
    assert ranks(desk) == "-A in, -B in, -C in, -D in, -E in"
    for said in ("E beats D", "C beats E", "C beats B"):
        desk.act(said)
    assert placed(desk)["ladder-4-1"] == "A-C"
    # Who is still in comes first, by seed: A has a better place than C for sure (SE-13).
    assert ranks(desk) == "-A in, -C in, B out, E out, D out"
    desk.act("A beats C")
    assert ranks(desk) == "A champion, C finalist, B out, E out, D out"
    assert desk.step() == Done(champion=desk.entry("A"))


@pytest.mark.rule("LAD-2")
def test_several_seeds_share_the_first_step() -> None:
    """Seven, of whom D to G share it: D-G and E-F, then D-E; then C, B and A wait for the winner, one after another."""
    desk = ladder(7, start=4)
    play_on(desk, better=False)
    assert placed(desk) == {
        "ladder-1-1": "D-G",
        "ladder-1-2": "E-F",
        "ladder-2-1": "G-F",
        "ladder-3-1": "C-G",
        "ladder-4-1": "B-G",
        "ladder-5-1": "A-G",
    }
    assert ranks(desk) == "G champion, A finalist, B out, C out, F out, D=E out"
    few = ladder(3, start=8)
    assert placed(few) == {"ladder-1-1": "A alone", "ladder-1-2": "B-C"}


@pytest.mark.rule("LAD-1", "ALL-3", "ALL-4")
@pytest.mark.parametrize(("choice", "then"), [("rewind", {"ladder-2-1": "B-D"}), ("stand", {"ladder-2-1": "B-C"})])
def test_result_is_changed_after_the_next_step_was_played(choice: str, then: Mapping[str, str]) -> None:
    desk = ladder(4)
    for said in ("C beats D", "C beats B", f"D beat C, {choice}"):
        desk.act(said)
    assert {name: placed(desk)[name] for name in then} == then
    play_on(desk)
    assert isinstance(desk.step(), Done)


@pytest.mark.rule("LAD-1", "DE-9")
def test_player_who_leaves_before_their_step_leaves_it_to_the_opponent() -> None:
    desk = ladder(4)
    desk.resign("B")
    desk.act("D beats C")
    assert placed(desk)["ladder-2-1"] == "D alone"
    assert placed(desk)["ladder-3-1"] == "A-D"
    play_on(desk)
    assert ranks(desk) == "A champion, D finalist, B resigned, C out"


@pytest.mark.rule("LAD-1")
@given(st.integers(2, 12), st.integers(2, 5), st.booleans())
def test_everybody_but_one_is_beaten_once(entrants: int, start: int, better: bool) -> None:
    desk = ladder(entrants, start=start)
    play_on(desk, better)
    reached()
    assert len(desk.matches()) == entrants - 1
    if start == 2:
        assert [row.rank for row in desk.standings().rows] == [*range(1, entrants + 1)]


class TestStepladder(Conformance):
    """Three share the first step."""

    options = StepladderOptions(kind="stepladder", start=3)


TestRandomDirector = director_of([StepladderOptions(kind="stepladder")], tried=3)
