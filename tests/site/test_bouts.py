"""A knockout of bouts at the desk: each match is reported as any other, and pages show the score (SER-1)."""

import pytest

from tests.api.played import announced
from tests.api.support import Service
from tests.site.test_desk import Desk, at_the_desk
from tests.site.test_transcript_uploads import browsing

LEAGUE = {"kind": "round-robin", "seeding": "entry-order", "lengths": [5]}
CUP = {"kind": "knockout", "seeding": "entry-order", "lengths": [5], "bout_matches": [3]}


def reported(desk: Desk, match: int, first: int, second: int) -> None:
    assert desk.client is not None
    result = {"result": {"kind": "score", "first": first, "second": second}}
    desk.client.change(f"{desk.api}/matches/{match}", "result", result)


@pytest.mark.rule("SER-1", "SER-3", "SER-5")
def test_bout_is_played_match_by_match_and_its_score_is_shown(service: Service) -> None:
    """Ada has the bye. Bo wins 5-2, loses 3-5 and wins 5-4: each match is made with the result before it, and the final
    after all of them."""
    with at_the_desk(service) as desk:
        assert desk.client is not None
        made = {"name": "Cup", "format": CUP, "conditions": {"verification": "by-director"}}
        desk.at = f"/desk/{desk.client.done('/v1/tournaments', made).json()['tournament']}"
        desk.client.read(desk.api)
        desk.open(f"{desk.at}/entries")
        desk.done("/list", list="Ada Aas\nBo Bak\nCia Cro")
        desk.done("/enter")
        desk.started()
        public = f"/tournaments/{desk.at.rpartition('/')[2]}"
        reported(desk, 1, 5, 2)
        assert "match 2, best of 3" in desk.open(f"{desk.at}/matches/2")
        shown = desk.client.read(f"{desk.api}/matches/2")["bout"]
        assert shown == {
            "first": 1,
            "match_of_bout": 2,
            "counted": "best-of",
            "matches": 3,
            "points": None,
            "half_points": [0, 2],
            "out_of_order": [],
        }
        assert "(0–1)" in desk.open(f"{public}/matches/2")
        reported(desk, 2, 5, 3)
        reported(desk, 3, 5, 4)
        chart = desk.open(f"{public}/chart")
        assert '<td class="short">2–1</td>' in chart
        assert "match 1, best of 3" in desk.open(f"{public}/matches/4")


@pytest.mark.rule("TEA-1")
def test_board_of_two_teams_says_everywhere_who_sits_there(service: Service) -> None:
    """The second of each team meet at board 2, on which the sides are the other way round."""
    made = announced(service, LEAGUE, name="Teams", conditions={"boards": 2})
    for number, (captain, member) in enumerate((("Ann", "Abe"), ("Bea", "Ben")), 1):
        first, second = service.register_all([captain, member])
        team = {"person": first, "members": [second], "team_name": f"Team {captain}"}
        made.director.done(f"{made.path}/entries", team)
        made.do(f"entries/{number}/approval", {})
    made.do("start")
    made.read("matches")
    public = made.path.removeprefix("/v1")
    with browsing(service, made.director.key or "") as reader:
        places = ("/matches/2", "", "/rounds", "/matches", "/screen/tables", "/print/tables", "/print/slips")
        shown = {f"{public}{one}" for one in places}
        desk = public.replace("/tournaments", "/desk")
        for place in sorted({*shown, desk, f"{desk}?match=2", f"{desk}/rounds", f"{desk}/matches/2"}):
            page = reader.open(place)
            assert "Abe" in page, place
            assert page.rindex("Ben") < page.rindex("Abe"), place
        for place in (f"{public}/rounds", f"{desk}/rounds"):
            assert "board 2 of 2" in reader.open(place), place


@pytest.mark.rule("TEA-1")
def test_line_up_is_named_at_the_desk_and_shown_to_all(service: Service) -> None:
    """The form begins with the whole team. A reserve comes in for the captain, and the order is marked."""
    with at_the_desk(service) as desk:
        assert desk.client is not None
        made = {"name": "Teams", "format": LEAGUE, "conditions": {"boards": 2}}
        desk.at = f"/desk/{desk.client.done('/v1/tournaments', made).json()['tournament']}"
        for number, names in enumerate((["Ann", "Abe", "Ari"], ["Bea", "Ben"]), 1):
            captain, *members = service.register_all(names)
            team = {"person": captain, "members": members, "team_name": f"Team {names[0]}"}
            desk.client.done(f"{desk.api}/entries", team)
            desk.client.change(f"{desk.api}/entries/{number}", "approval")
        desk.client.read(desk.api)
        desk.open(desk.at)
        desk.started()
        assert "do/name-line-up?match=1&amp;entry=1" in desk.open(f"{desk.at}/matches/1")
        form = desk.open(f"{desk.at}/do/name-line-up?match=1&entry=1")
        assert "Ann\nAbe\nAri" in form
        desk.done("?match=1&entry=1", step="send", players="Ari\nAbe")
        public = f"/tournaments/{desk.at.rpartition('/')[2]}"
        shown = desk.open(f"{public}/matches/1")
        assert "Ari" in shown
        assert "Team Ann plays out of its order" in shown
        assert "Team Ann plays out of its order" in desk.open(f"{desk.at}/matches/2")
        assert "Ari" in desk.open(f"{public}/print/slips")


@pytest.mark.rule("TEA-4")
def test_board_that_nobody_played_names_no_players(service: Service) -> None:
    """Bea plays board 1, and is not at board 2, for which her team has nobody."""
    made = announced(service, LEAGUE, name="Teams", conditions={"boards": 3})
    for number, names in enumerate((["Ann", "Abe", "Ari"], ["Bea", "Ben"]), 1):
        first, *members = service.register_all(names)
        made.director.done(f"{made.path}/entries", {"person": first, "members": members, "team_name": f"Team {first}"})
        made.do(f"entries/{number}/approval", {})
    made.do("start")
    made.read("matches")
    public = made.path.removeprefix("/v1")
    with browsing(service, made.director.key or "") as reader:
        for place in (f"{public}/matches/3", f"{public.replace('/tournaments', '/desk')}/matches/3"):
            assert "Bea" not in reader.open(place), place
        for place in (f"{public}/rounds", f"{public}/matches", f"{public}/screen/tables"):
            assert reader.open(place).count("Bea") == 1, place
