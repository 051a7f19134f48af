"""The office's first page, the list of imports, and when a key was used last."""

import re
from datetime import UTC, datetime

import httpx
import pytest

from api.http.services import Services
from api.site.office.rooms import ROOMS
from domain.tournament.state import Tournament
from tests.api.support import Service
from tests.site.browsing import OWN_PAGE, Browser
from tests.site.test_office import at_the_office
from tests.site.test_office_imports import HEADER, sent


@pytest.fixture
def office(service: Service) -> Browser:
    """Somebody who has logged in by a key that was made today."""
    http = httpx.Client(base_url=service.url, headers={**OWN_PAGE, "Accept-Language": "en"}, timeout=60)
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
    service.register("Quirina Quist")
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
