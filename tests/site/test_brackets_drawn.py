"""Pictures of several brackets: no place stands on another."""

import pytest

from api.site.pictures import bracket
from domain.formats.brackets.consolation import ConsolationOptions
from domain.formats.brackets.double_elimination import DoubleEliminationOptions
from domain.formats.registry import FormatOptions
from domain.tournament.derived.stage import current_stage
from tests.formats.brackets_play import started as on_a_desk


@pytest.mark.rule("DE-2", "CON-2")
@pytest.mark.parametrize(
    "options",
    [
        DoubleEliminationOptions(kind="double-elimination"),
        ConsolationOptions(kind="consolation", shape="short", join="second-place"),
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
