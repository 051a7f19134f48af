"""What leads people to a tournament, and what they take away: shared links, calendars, other sites, a countdown."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from tests.api.played import announced, started
from tests.api.support import Service
from tests.site.test_frame import is_page


@pytest.mark.parametrize("path", ["/", "/ratings", "/tournaments", "/help"])
def test_shared_link_with_parameters_of_others_shows_the_page(service: Service, path: str) -> None:
    answer = service.http.get(f"{path}?fbclid=IwAR0&utm_source=club&utm_source=again")
    assert (answer.status_code, is_page(answer)) == (200, True)
    assert "fbclid" not in answer.text


def test_api_still_refuses_a_parameter_that_it_does_not_know(service: Service) -> None:
    assert service.http.get("/v1/tournaments?fbclid=IwAR0").status_code == 422


def test_known_parameter_given_twice_is_told_as_a_page(service: Service) -> None:
    answer = service.http.get("/tournaments?search=a&search=b")
    assert (answer.status_code, is_page(answer)) == (422, True)


@pytest.mark.rule("TD-21")
def test_coming_tournament_shows_date_countdown_place_and_players(service: Service) -> None:
    begins = datetime.now(UTC) + timedelta(days=3, hours=2)
    conditions = {"starts_at": begins.isoformat(), "venue": "Café Central", "places": 16}
    made = announced(service, {"kind": "swiss", "rounds": 5, "lengths": [7]}, conditions=conditions)
    made.enter(service.register("Ada Abel"))
    made.read("standings")
    page = service.http.get(made.path.removeprefix("/v1"), headers={"Accept-Language": "en"}).text
    assert "in 3 days" in page
    for told in ("Café Central", "5 rounds", "matches to 7 points", "1 player is in", "of 16 places", "Ada Abel"):
        assert told in page, told
    assert '<meta property="og:title" content="Evening">' in page


def test_calendar_has_the_start_and_no_line_of_another_property(service: Service) -> None:
    """A name may hold whatever somebody has typed."""
    conditions = {"starts_at": "2027-02-05T18:30:00+01:00", "venue": "Back room; left, then up"}
    name = "Evening\u00a0of the very long name, which goes on for more than seventy-five bytes æøå"
    made = announced(service, {"kind": "open"}, name=name, conditions=conditions)
    made.read("standings")
    answer = service.http.get(f"{made.path.removeprefix('/v1')}/calendar.ics")
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    lines = answer.content.decode().split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75
    whole = answer.text.replace("\r\n ", "").splitlines()
    assert "DTSTART:20270205T173000Z" in whole
    assert "LOCATION:Back room\\; left\\, then up" in whole
    assert all(re.match(r"[A-Z-]+:", line) for line in whole)
    assert whole.count("BEGIN:VEVENT") == whole.count("END:VEVENT") == 1


@pytest.mark.rule("SWI-3")
def test_calendar_of_an_entrant_has_their_rounds_with_the_opponent(service: Service) -> None:
    made = started(service, {"kind": "swiss", "rounds": 3, "lengths": [5]}, 4)
    made.do("rounds/1/draw")
    made.read("rounds")
    (first, second), *_ = [one["sides"] for one in made.matches()]
    told = service.http.get(f"{made.path.removeprefix('/v1')}/entries/{first}/calendar.ics").text
    assert f"against Player {second}" in told.replace("\r\n ", "")
    assert told.count("BEGIN:VEVENT") == 1


@pytest.mark.parametrize("format_", [{"kind": "knockout"}, {"kind": "swiss", "rounds": 2}, {"kind": "dual-ring"}])
def test_only_the_embedded_page_may_be_shown_within_others(service: Service, format_: dict[str, object]) -> None:
    made = started(service, format_, 4)
    made.read("standings")
    at = made.path.removeprefix("/v1")
    embedded, page = service.http.get(f"{at}/embed"), service.http.get(at)
    assert "frame-ancestors *" in embedded.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert "Player 1" in embedded.text
    assert "<form" not in embedded.text
