"""Games of the playing room by forms: their points are paid, so who has won is told with how, and at which cube."""

import pytest

from tests.api.support import Client, Service
from tests.site.test_desk import Desk, at_the_desk
from tests.site.test_players_links import came_in, link_for, phone

GAMES = ["normal", "three-games", "single"]


def a_room(desk: Desk, forms: list[str]) -> Client:
    """A room with these modes for stakes, and two who play there, at its rounds; its director."""
    assert desk.client is not None
    told = {"name": "The room", "format": {"kind": "open", "forms": forms, "stakes": True}}
    desk.at = f"/desk/{desk.client.done('/v1/tournaments', told).json()['tournament']}"
    assert desk.client.read(desk.api)["status"] == "announced"
    desk.open(f"{desk.at}/entries")
    desk.done("/list", list="Rosa Rom\nStig Sal")
    desk.done("/enter")
    desk.started()
    desk.open(f"{desk.at}/rounds")
    return desk.client


@pytest.mark.rule("STK-3")
def test_a_single_game_for_a_stake_is_entered_with_its_points(service: Service) -> None:
    with at_the_desk(service) as desk:
        director = a_room(desk, ["single"])
        assert "1+2x4" in desk.page, "the page says how"
        wrong = desk.press("/match", first="1", second="2", stake="10.00", score="1+4x2")
        assert (wrong.status_code, 'value="1+4x2"' in wrong.text) == (422, True)
        desk.done("/match", first="1", second="2", stake="10.00", score="1+2x4")
        games = [{"winner": "first", "won": "gammon", "cube": 4}]
        assert director.read(f"{desk.api}/matches/1")["result"] == {"kind": "games", "games": games}
        page = desk.open(f"{desk.at}/finish")
        assert ("stakes to settle" in page, "Settlement of the stakes" in page) == (False, True)


@pytest.mark.rule("STK-4")
def test_points_that_are_the_directors_to_name_are_named_by_a_correction(service: Service) -> None:
    with at_the_desk(service) as desk:
        director = a_room(desk, ["single"])
        desk.done("/match", first="1", second="2", stake="10.00", score="1")
        director.read(f"{desk.api}/matches/1")
        assert "stakes to settle" in desk.open(f"{desk.at}/finish")
        assert "1+2x4" in desk.open(f"{desk.at}/do/correct-result?match=1")
        desk.done("?match=1", step="try", result="1+1x2", reason="It was a doubled game.")
        desk.done("?match=1", step="send")
        director.read(f"{desk.api}/matches/1")
        assert "stakes to settle" not in desk.open(f"{desk.at}/finish")


@pytest.mark.rule("STK-2")
def test_three_games_can_end_in_a_tie(service: Service) -> None:
    with at_the_desk(service) as desk:
        director = a_room(desk, ["three-games"])
        desk.done("/match", first="1", second="2", stake="5.00", score="1+1 2+2 1+1")
        assert director.read(f"{desk.api}/matches/1")["points"] == [2, 2]


def test_players_report_games_too(service: Service) -> None:
    with at_the_desk(service) as desk:
        director = a_room(desk, GAMES)
        code = link_for(desk, 2)
        with phone(service) as own:
            assert "1+2x4" in came_in(own, code)
            own.done("/play/match", opponent="1", form="normal", games="2+3x2")
        told = director.read(f"{desk.api}/matches/1")
        assert (told["sides"], told["reported_by"]) == ([2, 1], "first")
        assert told["result"] == {"kind": "games", "games": [{"winner": "second", "won": "backgammon", "cube": 2}]}


@pytest.mark.rule("GAM-5")
def test_page_of_a_match_names_who_began_each_game_and_which_was_out_of_turn(service: Service) -> None:
    with at_the_desk(service) as desk:
        director = a_room(desk, ["three-games"])
        desk.done("/match", first="1", second="2", stake="5.00", score="1+1 2+2 1+1")
        told = {"starters": ["first", "first", "second"], "reason": "As the sheet has it."}
        director.change(f"{desk.api}/matches/1", "corrections", told)
        page = desk.open(f"{desk.at.replace('/desk/', '/tournaments/')}/matches/1")
        assert "1: Rosa Rom" in page
        assert '2: Rosa Rom <span class="tag warn">out of turn</span> · 3: Stig Sal' in page
        assert page.count("out of turn") == 1
