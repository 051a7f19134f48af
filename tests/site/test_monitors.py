"""A monitor records what they see of a match at their own phone, without JavaScript (TD-3) [1.3.3]."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from httpx import Response

from tests.api.support import Service
from tests.site.browsing import Browser
from tests.site.test_desk import Desk, at_the_desk
from tests.site.test_players_links import desk

__all__ = ["desk"]


def entrant(desk: Desk, of: int, place: int) -> str:
    """The person of an entry of a match."""
    assert desk.client is not None
    number = desk.client.read(f"{desk.api}/matches/{of}")["sides"][place]
    return str(desk.client.read(f"{desk.api}/entries/{number}")["person"])


def record(desk: Desk) -> dict[str, Any]:
    assert desk.client is not None
    found: dict[str, Any] = desk.client.read(f"{desk.api}/matches/1/record")
    return found


@contextmanager
def watching(desk: Desk, service: Service) -> Iterator[tuple[Browser, str]]:
    """Who plays match 2 watches match 1: their phone, and the address of the page."""
    person = entrant(desk, 2, 0)
    assert desk.client is not None
    desk.client.done(f"{desk.api}/matches/1/monitors", {"person": person})
    desk.client.read(f"{desk.api}/matches/1/record")
    with at_the_desk(service, person, desk.at) as found:
        yield found, f"{desk.at.replace('/desk/', '/tournaments/')}/matches/1/monitor"


def sent(phone: Browser, at: str, *said: tuple[str, str], **typed: str) -> Response:
    """The answer to the first form of the page that says so."""
    phone.open(at)
    form = next(one for one in phone.forms("/monitor") if set(said) <= set(one.fields))
    return phone.send(form, **typed)


@pytest.mark.rule("TD-3", "TD-7", "TD-8")
@pytest.mark.source("ausbgf 1.3.3")
def test_monitor_records_breaks_clocks_sheets_and_alerts_at_their_phone(desk: Desk, service: Service) -> None:
    with watching(desk, service) as (phone, at):
        phone.open(at)
        assert phone.page.count("takes a break") == 2
        assert phone.page.index('name="in_game"') < phone.page.index("takes a break"), "what is ticked comes first"
        shown = sent(phone, at, ("seen", "break"), ("side", "first"))
        assert (shown.text.count("takes a break"), shown.text.count('name="seen" value="back"')) == (1, 1)
        shown = sent(phone, at, ("seen", "back"))
        assert (shown.text.count("takes a break"), shown.text.count('name="seen" value="back"')) == (2, 0)
        clock = ("seen", "clock")
        wrong = sent(phone, at, clock, action="read", first="soon", second="9:00")
        assert (wrong.status_code, 'value="soon"' in wrong.text) == (422, True)
        shown = sent(phone, at, clock, action="paused", first="12:05", second="9:00", paused_for="illegal-move")
        assert "12:05 – 9:00" in shown.text
        for seen, told in (("sheet", {"reference": "7-5, in the box"}), ("alert", {"reason": "Bo moved two hands."})):
            assert 'role="alert"' not in sent(phone, at, ("seen", seen), **told).text
        assert "taken back" in sent(phone, at, ("kind", "clock"), reason="I read it wrong.").text
    seen_now = record(desk)
    assert [(one["side"], one["ended_at"] is not None) for one in seen_now["breaks"]] == [("first", True)]
    assert [one["retracted_at"] is not None for one in seen_now["clocks"]] == [True]
    assert [(one["kind"], one["reference"]) for one in seen_now["attachments"]] == [("score-sheet", "7-5, in the box")]
    assert desk.client is not None
    (asked,) = desk.client.read(f"{desk.api}/match-record")["requests"]
    assert (asked["kind"], asked["match"], asked["reason"]) == ("spectator-alert", 1, "Bo moved two hands.")


@pytest.mark.rule("TD-3", "TD-9")
@pytest.mark.source("ausbgf 1.3.3")
def test_page_of_a_monitor_is_for_them_and_shows_the_staff_its_code(desk: Desk, service: Service) -> None:
    at = f"{desk.at.replace('/desk/', '/tournaments/')}/matches/1/monitor"
    desk.open(at)
    assert ("QR of this page" in desk.page, "takes a break" in desk.page) == (True, False)
    with at_the_desk(service, service.register("A spectator"), desk.at) as stranger:
        assert stranger.http.get(at).status_code == 403
    with watching(desk, service) as (phone, _):
        phone.open(at.removesuffix("/monitor"))
        assert f'href="{at}"' in phone.page
        phone.open(at)
        form = next(one for one in phone.forms("/monitor") if ("seen", "alert") in one.fields)
        assert desk.client is not None
        desk.client.done(f"{desk.api}/matches/1/monitors/1/release")
        assert phone.send(form, reason="Too late.").status_code == 403
