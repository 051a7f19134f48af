"""What rounds are called: the last three of a bracket have names, in every format that has one, and others numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.brackets.placement import PlacementOptions
from domain.formats.brackets.stepladder import StepladderOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.tournament.derived.round_names import RoundNames, round_names
from domain.tournament.derived.stage import current_stage
from tests.formats.brackets_play import play_on
from tests.formats.brackets_play import started as on_a_desk
from tests.reaching import reached

KNOCKOUT = KnockoutOptions(kind="knockout", third_place=True)
ALL = (
    KNOCKOUT,
    DoubleEliminationOptions(kind="double-elimination"),
    DoubleEliminationOptions(kind="double-elimination", lives=3, merge=(1, 1, 1)),
    ConsolationOptions(kind="consolation", last_chance="progressive"),
    StepladderOptions(kind="stepladder", start=5),
    PlacementOptions(kind="placement", played_out=4),
)


def names_of(entrants: int, options: FormatOptions, *, played: bool = True) -> RoundNames:
    desk = on_a_desk(entrants, options)
    if played:
        play_on(desk)
    return round_names(desk.state)


@pytest.mark.rule("SEL-3")
@pytest.mark.parametrize(
    ("entrants", "names"),
    [
        (2, {1: "final"}),
        (4, {1: "semifinal", 2: "final"}),
        (9, {2: "quarterfinal", 3: "semifinal", 4: "final"}),
    ],
)
def test_last_rounds_of_a_knockout_have_their_names_before_they_are_made(entrants: int, names: dict[int, str]) -> None:
    assert names_of(entrants, KNOCKOUT, played=False).rounds == names


@pytest.mark.rule("SEL-4")
def test_match_for_the_third_place_has_a_name_of_its_own_beside_the_final() -> None:
    found = names_of(4, KNOCKOUT)
    assert (found.rounds[2], found.places[2, "2-1"], found.places[2, "third"]) == ("final", "final", "third-place")


@pytest.mark.rule("DE-2")
def test_rounds_of_two_brackets_have_numbers_and_their_matches_names() -> None:
    """Eight. Upper: four, two, one. Lower: two (round 2), two (3), one (4), one (5). The winners meet in round 6."""
    found = names_of(8, DoubleEliminationOptions(kind="double-elimination"))
    assert found.rounds == {1: "quarterfinal", 6: "final"}
    assert found.places[2, "upper-2-1"] == "semifinal"
    assert (2, "lower-1-1") not in found.places
    assert (found.places[3, "upper-3-1"], found.places[5, "lower-4-1"]) == ("bracket-final", "bracket-final")


@given(st.sampled_from(ALL), st.integers(2, 17))
def test_match_is_called_what_its_column_of_the_picture_is(options: FormatOptions, entrants: int) -> None:
    desk = on_a_desk(entrants, options)
    play_on(desk)
    stage = current_stage(desk.state)
    chart, found = stage.rules.chart(stage.options, stage.facts), round_names(desk.state)
    assert chart is not None
    told = chart.model_dump(mode="json")
    brackets = told.get("brackets", [told])
    slots = [slot for one in brackets for slots in one["rounds"] for slot in slots]
    slots += [one["third"] for one in brackets if one.get("third")]
    names = {slot["slot"]: slot["round_name"] for slot in slots}
    for match in desk.matches():
        if match.slot is not None and match.round is not None:
            reached()
            assert names[match.slot] == found.places.get((match.round, match.slot))
