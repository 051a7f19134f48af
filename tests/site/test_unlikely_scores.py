"""An unlikely score is asked once more on each page where results are typed, and taken as typed by one button."""

import pytest

from tests.api.support import Service
from tests.site.test_desk import at_the_desk
from tests.site.test_players_links import came_in, link_for, phone

RIGHT = "The score is right"


@pytest.mark.rule("GAM-3", "TD-14", "ALL-3")
def test_unlikely_scores_are_taken_once_they_are_said_to_be_right(service: Service) -> None:
    with at_the_desk(service) as desk, phone(service) as own:
        assert desk.client is not None
        desk.announced("knockout", 5, ["Ada Ahl", "Bo Berg", "Cy Carl", "Di Dahl"])
        desk.open(desk.at)
        desk.done("/seeding", seeding="entry-order")
        desk.started()
        assert desk.press("/results", quick="1 7-2").status_code == 409
        assert RIGHT in desk.page
        desk.done("/results")
        assert desk.client.read(f"{desk.api}/matches/1")["points"] == [7, 2]
        desk.open(f"{desk.at}?match=1")
        assert desk.press("/correction", score="2-7").status_code == 409
        desk.done("/correction")
        desk.done("/correction", card="")
        assert desk.client.read(f"{desk.api}/matches/1")["points"] == [2, 7]
        came_in(own, link_for(desk, 2))
        assert own.press("/play/2/result", own="8", other="0").status_code == 409
        assert RIGHT in own.page
        own.done("/play/2/result")
        assert "You have reported: 8–0" in own.page
