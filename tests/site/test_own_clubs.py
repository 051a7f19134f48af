"""A person's clubs on the page for players: offers accepted and declined there, and a club left."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from tests.api.support import Client, Service
from tests.api.test_clubs import kept_club
from tests.site.browsing import Browser, browsing


@pytest.mark.rule("REG-5")
def test_own_page_offers_memberships_that_are_accepted_declined_and_left(service: Service) -> None:
    person, today = service.register("Asked"), datetime.now(UTC)
    clubs = [offered_by(service, person, today) for _ in range(2)]
    key = service.key("player", person)
    with browsing(service, key) as own:
        assert own.open("/play").count("Accept the membership") == 2
        assert "<h1>My matches</h1>" in own.page
        assert "autofocus" not in own.page, "no code is asked of anyone who is logged in"
        own.done(f"/play{clubs[0].removeprefix('/v1')}/answer", accepted="yes")
        own.done(f"/play{clubs[1].removeprefix('/v1')}/answer", accepted="no")
        assert "Accept the membership" not in own.page
        assert own.page.count("Valley, a member since") == 1
        too_early = own.press("/leaving", until=f"{today - timedelta(days=9):%Y-%m-%d}")
        assert too_early.status_code == 422
        assert 'role="alert"' in own.page
        own.done("/leaving", until=f"{today:%Y-%m-%d}")
        assert "a member since" not in own.page
        assert "You have entered no tournament yet." in own.page


def offered_by(service: Service, person: str, since: datetime) -> str:
    """A club whose officer offers the person a membership."""
    office, officer, club = kept_club(service)
    keeper: Client = service.player(officer)
    keeper.position = office.position
    keeper.done(f"{club}/members", {"person": person, "since": f"{since:%Y-%m-%d}"})
    return club


def test_page_for_players_asks_anyone_without_a_key_for_their_code(service: Service) -> None:
    with browsing(service) as anybody:
        assert "Your code" in anybody.open("/play")
        assert anybody.press("/play", code="abcd-efgh-jkmn").status_code == 401
        assert 'role="alert"' in anybody.page


@pytest.mark.rule("REG-5")
def test_person_asks_a_club_on_their_page_and_an_officer_answers_on_theirs(service: Service) -> None:
    office, officer, club = kept_club(service)
    person, today = service.register("Wishes"), datetime.now(UTC)
    name, place = office.read(club)["name"], f"/play{club.removeprefix('/v1')}/requests"
    with logged_in(service, person) as own, logged_in(service, officer) as keeper:
        assert "Join a club" in own.open("/play")
        own.done("/play/requests", club=club.rpartition("/")[2], since=f"{today:%Y-%m-%d}")
        assert "have yet to answer" in own.page
        assert "Wishes asks for a membership" in keeper.open("/play")
        assert 'href="/play">a request for a membership' in keeper.open("/desk")
        keeper.open("/play")
        keeper.done(f"{place}/1/answer", accepted="no")
        assert "asks for a membership" not in keeper.page
        assert f"{name} has declined your request" in own.open("/play")
        own.done("/play/requests", club=club.rpartition("/")[2], since=f"{today:%Y-%m-%d}")
        own.done(f"{place}/2/withdrawal")
        assert "have yet to answer" not in own.page
        own.done("/play/requests", club=club.rpartition("/")[2], since=f"{today:%Y-%m-%d}")
        keeper.open("/play")
        keeper.done(f"{place}/3/answer", accepted="yes")
        assert f"{name}, a member since" in own.open("/play")


@contextmanager
def logged_in(service: Service, person: str) -> Iterator[Browser]:
    with browsing(service, service.key("player", person)) as browser:
        yield browser


@pytest.mark.rule("REG-5")
def test_member_shows_their_club_and_keeps_it_private_again(service: Service) -> None:
    office, _, club = kept_club(service)
    person, today = service.register("Shows Their Club"), datetime.now(UTC)
    office.done(f"{club}/members", {"person": person, "since": f"{today:%Y-%m-%d}"})
    with logged_in(service, person) as own:
        assert "is private: the public is not told" in own.open("/play")
        own.done("/consent", granted="yes")
        assert "is named on your page and in lists of ratings" in own.page
        assert ">Valley</a>" in service.http.get(f"/persons/{person}").text
        own.done("/consent", granted="no")
        assert ">Valley</a>" not in service.http.get(f"/persons/{person}").text
