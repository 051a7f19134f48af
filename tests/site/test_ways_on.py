"""Nobody at a page is stuck there or told what does not hold: players, committees, two directors at once."""

import re

import pytest

from tests.api.support import Service
from tests.site.browsing import Browser, links
from tests.site.test_desk import Desk, at_the_desk
from tests.site.test_players_links import announced, came_in, link_for, phone, sides


def evening(desk: Desk, **conditions: object) -> None:
    """An evening of four, drawn."""
    announced(desk, **conditions)
    desk.open(f"{desk.at}/entries")
    desk.done("/list", list="Ada Ask\nBo Bek\nCia Cox\nDan Dyr")
    desk.done("/enter")
    desk.started()
    desk.done("/draw")
    desk.open(f"{desk.at}/rounds")


def menu(page: Browser) -> list[str]:
    """Where the head of the page leads."""
    return links(page.page.partition("<main")[0])


def test_anyone_who_is_at_the_rulings_has_a_way_back_and_none_that_is_refused(service: Service) -> None:
    """A player comes to their matches, an administrator to the office; nobody to pages that are not for them."""
    with at_the_desk(service) as desk, phone(service) as own:
        evening(desk)
        came_in(own, link_for(desk, sides(desk)[0]))
        desk.open(f"{desk.at}/matters")
        assert {f"{desk.at}/entries", f"{desk.at}/finish"} <= set(links(desk.page))
        for page in ("matters", "do/open-dispute?match=1"):
            own.open(f"{desk.at}/{page}")
            assert ("/play" in menu(own), "/desk" in menu(own)) == (True, False)
            for one in links(own.page):
                assert one.startswith("#") or own.http.get(one, follow_redirects=True).status_code == 200, one
        office = Browser(own.http)
        own.http.cookies.clear()
        office.open("/login")
        office.done("/login", key=service.key("administrator"))
        for page in ("matters", "matches/1"):
            office.open(f"{desk.at}/{page}")
            assert "/office" in menu(office)


@pytest.mark.rule("TD-12")
def test_a_member_of_a_committee_finds_the_appeal_among_their_own(service: Service) -> None:
    """They have no link of a tournament, and are shown what waits for them where players are."""
    members = {name: service.register(name) for name in ("Mo Moe", "Nan Noe", "Odd Oak")}
    with at_the_desk(service) as desk, at_the_desk(service, members["Mo Moe"]) as member:
        evening(desk)
        assert desk.client is not None
        assert "an appeal" not in member.open("/play")
        warned = {"kind": "warning", "to": {"kind": "entry", "entry": sides(desk)[0]}}
        ruling = {"about": {"kind": "match", "number": 1}, "clause": "4.2", "facts": "Seen.", "reasons": "So it is."}
        desk.client.ruled(desk.api, {**ruling, "remedies": [warned]})
        desk.open(f"{desk.at}/do/lodge-appeal?ruling=1")
        desk.done("/do/lodge-appeal?ruling=1", step="send", entry=str(sides(desk)[0]), reason="Not so.")
        desk.open(f"{desk.at}/do/form-committee?appeal=1")
        desk.done("/do/form-committee?appeal=1", step="send", members="\n".join(members))
        assert "your vote on an appeal" in member.open("/play")
        assert f"{desk.at}/matters" in links(member.page)


def test_a_score_that_somebody_else_was_faster_with_is_shown_beside_theirs(service: Service) -> None:
    """Two directors enter the same match otherwise: who is later sees both, and the way to put it right."""
    with at_the_desk(service) as desk:
        evening(desk)
        form = list(desk.forms("/results"))[-1]
        desk.send(form, **{"score-1": "5-2"})
        desk.shown = desk.send(form, **{"score-1": "2-5", "score-2": "5-4", "once": "another"})
        assert desk.shown.status_code == 412
        told = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", desk.page))
        assert "5–2 · you typed 2-5" in told
        assert "result reported · Match 1" in told
        assert ('value="5-4"' in desk.page, f"{desk.at}/matches/1" in links(desk.page)) == (True, True)
        assert "· you typed" not in desk.done("/results", -1)


def test_nobody_has_won_by_a_report_that_is_still_to_be_verified(service: Service) -> None:
    with at_the_desk(service) as desk, phone(service) as own:
        evening(desk)
        first, _ = sides(desk)
        came_in(own, link_for(desk, first))
        own.done("/play/1/result", own="5", other="1")
        assert " has won</td>" not in desk.open(f"{desk.at}/rounds")
        desk.done("/verify-all")
        assert " has won</td>" in desk.page


@pytest.mark.rule("OPN-1")
def test_a_season_is_played_to_the_points_that_were_typed_when_it_was_announced(service: Service) -> None:
    """Nobody types them again."""
    with at_the_desk(service) as desk, phone(service) as own:
        desk.announced("open", 7, ["Uta Ulv", "Vic Vig"])
        desk.started()
        assert desk.client is not None
        assert desk.client.read(desk.api)["format"]["lengths"] == [7]
        came_in(own, link_for(desk, 1))
        own.done("/play/match", opponent="2", own="7", other="5")
        desk.open(f"{desk.at}/rounds")
        desk.done("/match", first="1", second="2", score="2-7")
        matches = desk.client.read(f"{desk.api}/matches")["items"]
        assert [one["points"] for one in matches] == [[7, 5], [2, 7]]


def test_player_who_is_out_is_told_so(service: Service) -> None:
    with at_the_desk(service) as desk, phone(service) as own:
        desk.announced("knockout", 5, ["Wes Wie", "Xan Xia", "Yul Yde", "Zoe Zaa"])
        desk.started()
        assert desk.client is not None
        loser = desk.client.read(f"{desk.api}/matches/1")["sides"][1]
        came_in(own, link_for(desk, loser))
        desk.open(f"{desk.at}/rounds")
        assert "You are out" not in own.open("/play")
        desk.done("/results", quick="1 5-0")
        assert "You are out" in own.open("/play")


def test_anyone_who_announces_a_champion_tournament_without_a_series_is_told_who_makes_one(service: Service) -> None:
    with at_the_desk(service) as desk:
        assert "There is no series yet" in desk.open("/desk/announcement/settings?begins=format-champion")
        assert "There is no series yet" not in desk.open("/desk/announcement/settings?begins=format-knockout")
