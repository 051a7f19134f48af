"""A player who does not come is left out of the next rounds at the desk, until they are here again (SWX-4)."""

import pytest

from tests.api.played import announced
from tests.api.support import Service
from tests.site.browsing import browsing


@pytest.mark.rule("SWX-4")
def test_absent_player_is_left_out_at_the_desk_until_they_are_here_again(service: Service) -> None:
    with browsing(service) as desk:
        made = announced(service, {"kind": "monrad", "lengths": [5], "order": "lots", "rounds": 3})
        made.enter_all(service.register_all([f"Player {number}" for number in range(1, 6)]))
        desk.open("/login")
        desk.done("/login", key=made.director.key or "")
        at = made.path.replace("/v1/tournaments", "/desk")
        made.do("start")
        assert "do/mark-absent?entry=5" in desk.open(f"{at}/entries")
        desk.open(f"{at}/do/mark-absent?entry=5")
        desk.done("?entry=5", step="send")
        made.do("rounds/1/draw")
        (drawn,) = made.read("rounds")["rounds"]
        assert 5 not in {side for one in drawn["pairings"] for side in one["sides"]}
        assert not drawn["byes"]
        page = desk.open(f"{at}/rounds")
        assert "Absent" in page
        assert "do/end-absence?entry=5" in page
        assert "do/end-absence?entry=5" in desk.open(f"{at}/entries")
        desk.open(f"{at}/do/end-absence?entry=5")
        desk.done("?entry=5", step="send")
        assert made.read("rounds")["absent"] == []
        for one in drawn["pairings"]:
            made.do(f"matches/{one['match']}/result", {"result": {"kind": "winner", "winner": "first"}})
        assert set(made.read("rounds")["next"]["contenders"]) == {1, 2, 3, 4, 5}


@pytest.mark.rule("SWX-4")
def test_absent_player_reads_at_their_page_that_no_match_comes_and_says_that_they_are_here(service: Service) -> None:
    made = announced(service, {"kind": "monrad", "lengths": [5], "order": "lots", "rounds": 3})
    made.enter_all(service.register_all([f"Player {number}" for number in range(1, 6)]))
    made.do("start")
    own = f"{made.path.removeprefix('/v1')}/play"
    with browsing(service, service.key("player", made.persons[4])) as phone:
        assert "The next one will appear here." in phone.open(own)
        for command, told in (("mark-absent", "You are marked as absent."), ("end-absence", "No match at present.")):
            link = f"{own.replace('/tournaments', '/desk').removesuffix('/play')}/do/{command}?entry=5"
            assert link in phone.open(own)
            phone.open(link)
            page = phone.done("?entry=5", step="send")
            assert str(phone.shown and phone.shown.url).endswith(own)
            assert told in page
            assert ("The next one will appear here." in page) == (command == "end-absence")


@pytest.mark.rule("SWX-4", "ALL-9")
def test_player_who_did_not_come_loses_and_is_left_out_by_one_click(service: Service) -> None:
    with browsing(service) as desk:
        made = announced(service, {"kind": "monrad", "lengths": [5], "order": "lots", "rounds": 3})
        made.enter_all(service.register_all([f"Player {number}" for number in range(1, 7)]))
        made.do("start")
        made.do("rounds/1/draw")
        desk.open("/login")
        desk.done("/login", key=made.director.key or "")
        at = made.path.replace("/v1/tournaments", "/desk")
        pairing = made.read("rounds")["rounds"][0]["pairings"][0]
        missing = pairing["sides"][1]
        page = desk.open(f"{at}?match={pairing['match']}")
        assert f'value="second-{missing}"' in page
        page = desk.done("/no-show", **{"not-come": f"second-{missing}"})
        assert "Left out of the next round" in page
        told = made.match(pairing["match"])
        assert told["winner"] == pairing["sides"][0]
        assert told["result"]["play_began"] is False
        assert made.read("rounds")["absent"] == [missing]
