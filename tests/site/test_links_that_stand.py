"""Players' own links that stand: whose, issued by whom and when, whether they were opened, and taken back (TD-9)."""

from collections.abc import Iterator

import pytest

from tests.api.played import Json, Played, started
from tests.api.support import Service
from tests.site.test_desk import Desk, at_the_desk
from tests.site.test_office import at_the_office
from tests.site.test_players_links import came_in, link_for, phone

KNOCKOUT = {"kind": "knockout", "lengths": [3]}


@pytest.fixture
def evening(service: Service) -> Played:
    return started(service, KNOCKOUT, 2)


@pytest.fixture
def desk(service: Service) -> Iterator[Desk]:
    with at_the_desk(service) as found:
        found.announced("swiss", 5, ["Ada Alm", "Bo Bech"])
        yield found


def issued(made: Played, entry: int) -> Json:
    return made.director.done(f"{made.path}/entries/{entry}/links").json()


@pytest.mark.rule("TD-9", "TD-14")
def test_the_staff_see_which_links_stand_and_whether_they_were_opened(service: Service, evening: Played) -> None:
    links = [issued(evening, entry) for entry in (1, 2)]
    director = evening.director.read(evening.path)["directors"][0]
    answer = evening.read("links")
    assert [(one["entry"], one["key"], one["opened"]) for one in answer["items"]] == [
        (2, links[1]["key"], False),
        (1, links[0]["key"], False),
    ]
    assert {one["key_maker"] for one in answer["items"]} == {director}
    assert set(answer["names"]) == {director, *(one["person"] for one in answer["items"])}
    assert all(one["made_at"] < one["opens_until"] < one["expires_at"] for one in answer["items"])
    with phone(service) as own:
        came_in(own, links[0]["code"])
    assert {one["entry"]: one["opened"] for one in evening.read("links")["items"]} == {1: True, 2: False}


@pytest.mark.rule("TD-9")
def test_a_link_that_is_taken_back_opens_nothing_and_ends_what_it_has_opened(service: Service, evening: Played) -> None:
    opened, unopened = (issued(evening, entry) for entry in (1, 2))
    with phone(service) as own, phone(service) as other:
        came_in(own, opened["code"])
        for link in (opened, unopened):
            evening.do(f"links/{link['key']}/revocation")
        assert own.http.get(f"{evening.path.removeprefix('/v1')}/play").status_code == 401
        other.open("/play")
        assert other.press("/play", code=unopened["code"]).status_code == 401
    assert evening.read("links")["items"] == []
    assert evening.refused(f"links/{opened['key']}/revocation")[:2] == (404, "key-unknown")
    ends = service.administrator().read("/v1/log/events", stream="access", limit=500)["items"]
    assert {opened["key"], unopened["key"]} <= {
        one["data"]["key"] for one in ends if one["topic"] == "access.key-revoked.v1"
    }


@pytest.mark.rule("TD-9")
def test_no_key_is_ended_as_a_link_that_is_none_of_the_tournament(service: Service, evening: Played) -> None:
    other, screen = started(service, KNOCKOUT, 2), evening.director.done(f"{evening.path}/screens").json()["key"]
    link = issued(evening, 1)["key"]
    own = (evening.director.key or "").split("_")[1]
    for made, key in ((evening, screen), (evening, own), (other, link)):
        assert made.refused(f"links/{key}/revocation")[:2] == (404, "key-unknown")
    assert evening.refused(f"screens/{link}/revocation")[:2] == (404, "key-unknown")
    assert other.director.post(f"{evening.path}/links/{link}/revocation").status_code == 403
    assert [one["key"] for one in evening.read("links")["items"]] == [link]


@pytest.mark.rule("TD-9", "TD-14")
def test_a_director_sees_the_links_on_the_desk_and_takes_one_back(service: Service, desk: Desk) -> None:
    codes = [link_for(desk, entry) for entry in (1, 2)]
    with phone(service) as own, at_the_office(service) as office:
        came_in(own, codes[0])
        page = desk.open(f"{desk.at}/links")
        assert (page.count("It was opened."), page.count("It was not opened yet")) == (1, 1)
        assert page.count("Issued by A director") == 2
        assert all(code not in page for code in codes)
        assert "Issued by A director" in office.open(f"{desk.at}/links")
        desk.done("/link-end")
        assert (desk.page.count("It was opened."), desk.page.count("It was not opened yet")) == (0, 1)
        own.open("/play")
        assert "Ada Alm" not in own.page
        office.open(f"{desk.at}/links")
        office.done("/link-end")
    desk.open(f"{desk.at}/links")
    assert not list(desk.forms("/link-end"))
