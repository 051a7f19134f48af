"""Pictures of several brackets: no place is on another."""

import pytest

from api.site.pictures import bracket
from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.brackets.placement import PlacementOptions
from domain.formats.brackets.stepladder import StepladderOptions
from domain.formats.registry import FormatOptions
from domain.tournament.derived.stage import current_stage
from tests.formats.brackets_play import play_on
from tests.formats.brackets_play import started as on_a_desk
from tests.formats.knockout_play import KnockoutDesk


@pytest.mark.rule("DE-6", "DE-7")
@pytest.mark.parametrize(("better", "shown"), [(True, ["grand-1-1"]), (False, ["grand-1-1", "grand-2-1"])])
def test_both_matches_of_the_winners_are_drawn_as_far_as_they_are_played(better: bool, shown: list[str]) -> None:
    """Three, A to C. The better wins all: A beats the lower bracket's winner at once. Where the worse wins, C loses
    nothing, and meets the second; so the lower bracket's winner has to win twice, as B then does."""
    desk = on_a_desk(3, DoubleEliminationOptions(kind="double-elimination", seeding="entry-order"))
    play_on(desk) if better else twice(desk)
    stage = current_stage(desk.state)
    chart = stage.rules.chart(stage.options, stage.facts)
    assert chart is not None
    [grand] = [one for one in bracket.all_drawn(chart.model_dump(mode="json")) if one.name == "grand"]
    assert [box.slot["slot"] for box in grand.picture.boxes] == shown
    assert len(grand.picture.lines) == len(shown) - 1


def twice(desk: KnockoutDesk) -> None:
    """A wins the upper bracket, and B the lower, and then B beats A."""
    for said in ("B beats C", "A beats B", "B beats C", "B beats A"):
        desk.act(said)


@pytest.mark.rule("DE-2", "CON-2")
@pytest.mark.parametrize(
    "options",
    [
        DoubleEliminationOptions(kind="double-elimination"),
        DoubleEliminationOptions(kind="double-elimination", lives=3, merge=(1, 1, 1)),
        ConsolationOptions(kind="consolation", shape="short", join="second-place", last_chance="progressive"),
        ConsolationOptions(kind="consolation", comes_in="drawn", last_chance="drawn"),
        StepladderOptions(kind="stepladder", start=5),
        PlacementOptions(kind="placement", played_out=4),
    ],
)
@pytest.mark.parametrize("entrants", [2, 7, 32])
def test_picture_has_no_place_on_another(options: FormatOptions, entrants: int) -> None:
    stage = current_stage(on_a_desk(entrants, options).state)
    chart = stage.rules.chart(stage.options, stage.facts)
    assert chart is not None
    for one in bracket.all_drawn(chart.model_dump(mode="json")):
        boxes = one.picture.boxes
        assert len({(box.x, box.y) for box in boxes}) == len(boxes)
        assert all(0 <= box.y <= one.picture.height - bracket.HEIGHT for box in boxes)
        assert all(abs(a.y - b.y) >= bracket.HEIGHT for a in boxes for b in boxes if a.x == b.x and a is not b)


def test_a_ladder_goes_up_a_step_with_each_round() -> None:
    desk = on_a_desk(5, StepladderOptions(kind="stepladder"))
    stage = current_stage(desk.state)
    chart = stage.rules.chart(stage.options, stage.facts)
    assert chart is not None
    [ladder] = bracket.all_drawn(chart.model_dump(mode="json"))
    heights = [box.y for box in ladder.picture.boxes]
    assert len(heights) == 4
    assert heights == sorted(heights, reverse=True)
    assert len({*heights}) == len(heights)
