"""The office's first page, the list of imports, and when a key was used last."""

import re
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from api.http.services import Services
from api.site.office.rooms import ROOMS
from domain.tournament.state import Tournament
from tests.api.played import started
from tests.api.support import Service
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import OWN_PAGE, Browser
from tests.site.test_office import at_the_office
from tests.site.test_office_imports import HEADER, sent


@pytest.fixture
def office(service: Service) -> Browser:
    """Somebody who has logged in by a key that was made today."""
    http = httpx.Client(base_url=service.url, headers={**OWN_PAGE, "Accept-Language": "en"}, timeout=PATIENCE_SECONDS)
    browser = Browser(http)
    browser.open("/login")
    browser.done("/login", key=service.key("administrator", service.register("An officer")))
    return browser


def test_office_lists_each_room_once_under_its_job(office: Browser) -> None:
    page = office.open("/office")
    found = re.findall(r'<li><a href="/office/([a-z-]+)">', page)
    assert sorted(found) == sorted(ROOMS)
    jobs = re.findall(r"<section>\s*<h2>([^<]+)</h2>", page)
    assert jobs == ["People", "Tournaments and series", "Ratings", "Rules", "Log and feeds"]


def test_person_is_found_from_the_first_page(service: Service, office: Browser) -> None:
    officer = service.officer()
    officer.done("/v1/persons", {"name": "Quirina Quist"})
    officer.read("/v1/persons", search="quirina")
    assert "Quirina Quist" in office.open("/office/persons?search=quirina")


def test_key_that_a_session_stands_for_was_used_today(service: Service, office: Browser) -> None:
    """Its last day is set back, as if the login had been on another."""
    with service.owner.cursor() as cursor:
        cursor.execute("UPDATE public.api_keys SET last_used = NULL")
    office.open("/office")
    with service.owner.cursor() as cursor:
        cursor.execute("SELECT last_used FROM public.api_keys WHERE last_used IS NOT NULL")
        assert datetime.now(UTC).date() in {day for (day,) in cursor.fetchall()}


def test_list_of_imports_reads_no_tournament(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it tells of each, and what it is called, comes from the tables."""
    text = f"{HEADER}2025-02-08;Table Ann;Table Ben;5;5;3\n"
    read: list[object] = []

    def noted(services: Services, tournament: str) -> Tournament:
        read.append(tournament)
        return whole(services, tournament)

    with at_the_office(service) as office:
        sent(office, "matches", text.encode(), name="Kept elsewhere", source="A book")
        sent(office, "matches", step="send", name="Kept elsewhere", source="A book", list=text)
        whole = Services.tournament
        monkeypatch.setattr(Services, "tournament", noted)
        page = office.open("/office/reviews")
    assert "Kept elsewhere" in page
    assert read == []


@pytest.mark.parametrize("by", ["nothing", "topic", "stream"])
def test_log_read_newest_first_is_the_log_turned_around(service: Service, by: str) -> None:
    """Page by page, with a page that is full to its end and one that is not."""
    officer, made = service.officer(), started(service, {"kind": "open"}, 3)
    stream = f"tournament-{made.path.rpartition('/')[2]}"
    sought = {"nothing": {}, "topic": {"topic": "person.registered.v1"}, "stream": {"stream": stream}}[by]
    until = service.services.journal.position()

    def walked(**query: str | int) -> list[int]:
        found: list[int] = []
        cursor: dict[str, str] = {}
        while True:
            asked: dict[str, Any] = {**sought, **query, **cursor, "to": until}
            answer = officer.get("/v1/log/events", **asked)
            assert answer.is_success, answer.text
            found += [one["position"] for one in answer.json()["items"]]
            if "next" not in answer.links:
                return found
            cursor = {"cursor": httpx.URL(answer.links["next"]["url"]).params["cursor"]}

    in_order = walked(limit=200)
    assert len(in_order) > 2
    for limit in (7, 200):
        assert walked(limit=limit, sort="newest") == in_order[::-1]


def test_office_shows_the_newest_of_a_history_first(service: Service, office: Browser) -> None:
    for name in ("Newest Nan", "Newest Ned", "Newest Nia"):
        service.register(name)
    page = office.open("/office/history")
    positions = [int(found) for found in re.findall(r'<td class="figure">(\d+)</td>', page)]
    newest = service.officer().read("/v1/log/events", sort="newest", limit=1)["items"][0]["position"]
    assert max(positions) >= newest - 2
    first_of_rows = [int(found) for found in re.findall(r'<tr[^>]*><td class="figure">(\d+)</td>', page)]
    assert first_of_rows == sorted(first_of_rows, reverse=True)
    assert len(first_of_rows) > 2


def test_mails_of_a_service_without_a_mail_server_say_that_none_are_sent(office: Browser) -> None:
    assert "This service sends no mails" in office.open("/office/mails")
