"""The first start: one link, two names, and a first draw; others by invitation; names and passwords."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx
import pytest

from api.http.sessions import first_link
from api.http.sessions.passwords import MOST_TRIES, fits, hash_of
from ops.database import DatabaseUrls
from tests.api.support import Service, running_service
from tests.patience import PATIENCE_SECONDS
from tests.site import browser as real
from tests.site.browsing import OWN_PAGE, Browser, browsing, links

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOST_ACTIONS = 12
PASSWORD = "two pips and a gammon"  # noqa: S105 -- made up for the test
WRONG = PASSWORD[1:]
SIXTEEN = "\n".join(f"Player {chr(65 + one)}{chr(97 + one)}" for one in range(16))


@pytest.fixture
def empty(database: DatabaseUrls) -> Iterator[Service]:
    """A service in which nothing is registered and nobody has a key."""
    told: list[str] = []
    with running_service(database, told) as running:
        yield running
    assert told == []


def link_of(service: Service) -> str:
    """A link as the service prints it."""
    code = first_link.make_link(service.owner)
    service.owner.commit()
    assert code is not None
    return f"/begin/{code}"


@pytest.fixture
def window(empty: Service) -> Iterator[Browser]:
    with browsing(empty) as found:
        yield found


def begun(window: Browser, link: str) -> None:
    window.open(link)
    window.done(link, club="Havn Backgammon", name="Dora Dahl")


def test_first_link_makes_an_administrator_with_a_club(empty: Service, window: Browser) -> None:
    begun(window, link_of(empty))
    (club,) = empty.http.get("/v1/clubs").json()["items"]
    assert club["name"] == "Havn Backgammon"
    keys = empty.owner.execute("SELECT role, person, maker FROM public.api_keys").fetchall()
    assert keys == [("administrator", club["officers"][0], None)]
    assert window.open("/office")
    window.open("/invite")
    (own,) = window.forms("/password/choice")
    assert dict(own.fields)["name"] == empty.http.get(f"/v1/persons/{club['officers'][0]}").json()["name"]


def test_first_page_sets_the_time_zone_and_the_club_of_the_first_evening(empty: Service, window: Browser) -> None:
    link = link_of(empty)
    window.open(link)
    window.done(link, club="Havn Backgammon", name="Dora Dahl", zone="Europe/Copenhagen")
    assert empty.http.get("/v1/federation").json()["time_zone"] == "Europe/Copenhagen"
    (club,) = empty.http.get("/v1/clubs").json()["items"]
    window.open("/desk")
    window.done("/announcement")
    (made,) = empty.http.get("/v1/tournaments").json()["items"]
    assert (made["club"], made["time_zone"]) == (club["id"], "Europe/Copenhagen")


@pytest.mark.parametrize("typed", [{"zone": "Nowhere/Atall"}, {"name": " "}])
def test_first_page_keeps_what_was_typed_where_something_is_wrong(
    empty: Service, window: Browser, typed: dict[str, str]
) -> None:
    """The link stays good."""
    link = link_of(empty)
    told = {"club": "Havn Backgammon", "name": "Dora Dahl", "zone": "Europe/Oslo", **typed}
    answer = window.http.post(link, data=told)
    assert (answer.status_code, "Havn Backgammon" in answer.text) == (422, True)
    begun(window, link)
    assert empty.http.get("/v1/federation").json()["time_zone"] == "UTC"


def test_start_page_names_the_printed_link_until_somebody_has_come(empty: Service, window: Browser) -> None:
    link = link_of(empty)
    assert "the link that the service printed" in window.open("/")
    assert link not in window.page
    begun(window, link)
    assert "the link that the service printed" not in window.open("/")


def test_start_page_of_no_tournament_says_who_announces_one(empty: Service, window: Browser) -> None:
    """Nothing is searched for where there is nothing."""
    assert "search" not in window.open("/").partition("<main")[2]
    begun(window, link_of(empty))
    assert "/desk#announce" in links(window.open("/"))
    assert "search" not in window.page.partition("<main")[2]
    others = empty.http.get("/", headers={"Accept-Language": "en"}).text
    assert "Directors log in to announce one." in others


def test_first_link_is_good_once(empty: Service, window: Browser) -> None:
    link = link_of(empty)
    begun(window, link)
    with httpx.Client(base_url=empty.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS) as http:
        answer = http.post(link, data={"club": "Another", "name": "Eve"})
        assert (answer.status_code, http.get(link).status_code) == (401, 401)
    assert len(empty.http.get("/v1/clubs").json()["items"]) == 1


def test_first_link_dies_after_an_hour(empty: Service, window: Browser) -> None:
    link = link_of(empty)
    empty.owner.execute("UPDATE public.first_links SET expires_at = expires_at - interval '61 minutes'")
    empty.owner.commit()
    assert window.http.post(link, data={"club": "Late", "name": "Eve"}).status_code == 401


def test_first_link_dies_with_any_administrators_key(empty: Service, window: Browser) -> None:
    link = link_of(empty)
    empty.key("administrator")
    assert window.http.post(link, data={"club": "Late", "name": "Eve"}).status_code == 401
    assert first_link.make_link(empty.owner) is None


def test_first_page_is_opened_by_its_link_alone(empty: Service, window: Browser) -> None:
    """Not by the address that somebody comes from: behind a proxy all come from the machine itself."""
    link_of(empty)
    assert window.http.get(f"/begin/{'0' * 64}").status_code == 401
    assert window.http.post(f"/begin/{'0' * 64}", data={"club": "Mine", "name": "Eve"}).status_code == 401


def test_first_link_is_not_used_up_by_a_wrong_name(empty: Service, window: Browser) -> None:
    link = link_of(empty)
    window.open(link)
    assert window.press(link, club="Club", name=" ").status_code == 422
    window.done(link, club="Club", name="Dora Dahl")


def test_invitation_lets_a_director_in_who_sets_a_password(empty: Service, window: Browser) -> None:
    begun(window, link_of(empty))
    window.done("/invite", name="Carl Cox")
    link = window.page.partition('<input class="link" value="')[2].partition('"')[0]
    with browsing(empty) as other:
        other.open("/login/key")
        other.done("/login/key", link=link.partition("#")[2])
        other.done("/login/password/choice", name="Carl", password=PASSWORD)
        assert other.shown is not None
        assert other.shown.url.path == "/desk"
    with browsing(empty) as later:
        later.open("/login")
        refused = later.press("/login/password", name="carl", password=WRONG)
        assert (refused.status_code, 'name="name" value="carl"' in refused.text, WRONG in refused.text) == (
            401,
            True,
            False,
        )
        later.done("/login/password", name=" CARL ", password=PASSWORD)
        assert "Evening of" in later.page


def test_name_is_tried_so_often_and_no_more(empty: Service, window: Browser) -> None:
    begun(window, link_of(empty))
    window.done("/login/password/choice", name="Dora", password=PASSWORD)
    with browsing(empty) as other:
        other.open("/login")
        form = next(other.forms("/login/password"))
        tried = [other.send(form, name="Dora", password=f"wrong {one}").status_code for one in range(MOST_TRIES)]
        assert tried == [401] * MOST_TRIES
        assert other.send(form, name="Dora", password=PASSWORD).status_code == 429
        assert other.send(form, name="Somebody else", password=PASSWORD).status_code == 401


def test_session_that_is_an_hour_old_invites_nobody(empty: Service, window: Browser) -> None:
    begun(window, link_of(empty))
    window.open("/invite")
    form = next(window.forms("/invite"))
    made_old(empty)
    assert window.send(form, name="Carl Cox").status_code == 403
    assert "Log in once more" in window.open("/invite")
    assert not list(window.forms("/invite"))


def made_old(service: Service) -> None:
    service.owner.execute("UPDATE public.sessions SET began_at = began_at - interval '61 minutes'")
    service.owner.commit()


def test_session_that_is_an_hour_old_makes_no_way_in_until_it_is_begun_again(empty: Service, window: Browser) -> None:
    begun(window, link_of(empty))
    window.done("/login/password/choice", name="Dora", password=PASSWORD)
    window.open("/login/password")
    form = next(window.forms("/login/password/choice"))
    made_old(empty)
    refused = window.send(form, name="Dora", password=PASSWORD[::-1])
    assert (refused.status_code, "Log in once more" in refused.text) == (403, True)
    window.open("/login/password")
    assert not list(window.forms("/login/password/choice"))
    window.open("/login?then=password")
    window.done("/login/password", name="Dora", password=PASSWORD)
    assert window.shown is not None
    assert window.shown.url.path == "/login/password"
    window.done("/login/password/choice", name="Dora", password=PASSWORD[::-1])


def test_login_leads_to_no_address_of_elsewhere(empty: Service, window: Browser) -> None:
    begun(window, link_of(empty))
    window.done("/login/password/choice", name="Dora", password=PASSWORD)
    window.open("/login?then=//elsewhere.example")
    window.done("/login/password", name="Dora", password=PASSWORD)
    assert window.shown is not None
    assert (window.shown.url.host, window.shown.url.path) == (window.http.base_url.host, "/desk")


def test_administrator_who_directs_issues_links_to_players(empty: Service, window: Browser) -> None:
    begun(window, link_of(empty))
    window.open("/desk")
    window.done("/announcement")
    at = str(window.shown.url.path).removesuffix("/entries") if window.shown else ""
    window.done("/list", list=SIXTEEN)
    window.done("/enter")
    window.open(f"{at}/links")
    window.done("/link")
    assert "spoken" in window.page


@pytest.mark.parametrize("password", ["a", "two pips and a gammon", "π" * 200])
def test_password_fits_its_own_hash_alone(password: str) -> None:
    made = hash_of(password)
    assert made.startswith("$argon2id$")
    assert fits(password, made)
    assert not fits(f"{password}x", made)
    assert hash_of(password) != made


@dataclass
class Hand:
    """Somebody at a browser whose every act counts: a page opened, a field filled in, something pressed."""

    page: "Page"
    actions: int = 0

    def opens(self, path: str) -> None:
        self.actions += 1
        self.page.goto(path)

    def fills(self, label: str, text: str) -> None:
        self.actions += 1
        self.page.get_by_label(label).fill(text)

    def presses(self, name: str) -> None:
        self._goes(self.page.get_by_role("button", name=name, exact=True).last)

    def follows(self, name: str) -> None:
        self._goes(self.page.get_by_role("link", name=name, exact=True).first)

    def _goes(self, there: "Locator") -> None:
        self.actions += 1
        with self.page.expect_navigation():
            there.click()
        assert self.page.get_by_role("alert").count() == 0, self.page.locator("main").inner_text()


@pytest.mark.browser
def test_first_draw_of_sixteen_takes_at_most_twelve_actions(empty: Service) -> None:
    """The start of the service is one of them."""
    link = link_of(empty)
    with real.opened() as browser, real.visitor(browser, empty.url) as visitor:
        hand = Hand(visitor.page, actions=1)
        hand.opens(link)
        hand.fills("Name of your club", "Havn Backgammon")
        hand.fills("Your name", "Dora Dahl")
        hand.presses("Begin")
        hand.follows("To your first evening")
        hand.presses("Create it")
        hand.fills("Names, one on each line", SIXTEEN)
        hand.presses("Look them up")
        hand.presses("Enter them all")
        hand.presses("Start the tournament")
        hand.presses("Draw round 1")
        assert visitor.page.locator(".tile").count() == 8
    assert hand.actions <= MOST_ACTIONS
