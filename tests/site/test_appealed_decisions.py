"""On the page of disputes and rulings a decision of a director is appealed, by the staff or by the player (5.2)."""

import pytest

from tests.api.support import Season, Service, season
from tests.site.browsing import Browser, links
from tests.site.test_desk import Desk, at_the_desk


def resigned(service: Service, **conditions: object) -> Season:
    """A season in which the director has recorded match 1, between entries 1 and 2, and that entry 1 leaves."""
    made = season(service, conditions=conditions)
    made.play()
    made.director.change(f"{made.path}/entries/1", "resignation", {"reason": "Was not to be found."})
    return made


def ways(page: str) -> list[str]:
    """Where decisions are appealed, the newest first."""
    return [one.partition("/do/")[2] for one in links(page) if "/do/appeal-decision" in one]


def lodged(browser: Browser, at: str, way: str, **said: str) -> None:
    browser.open(f"{at}/do/{way}")
    browser.done(f"/do/{way}", step="send", **said)


def of_staff(desk: Desk, made: Season) -> Browser:
    """The director who announced it, at the desk."""
    browser = Browser(desk.http)
    desk.http.cookies.clear()
    browser.open("/login")
    browser.done("/login", key=made.service.key("director", made.director_id))
    return browser


@pytest.mark.rule("TD-11")
@pytest.mark.source("ausbgf 5.2")
def test_decision_is_appealed_from_the_page_by_its_player_and_by_the_staff(service: Service) -> None:
    made = resigned(service)
    at = f"/desk/{made.id}"
    with at_the_desk(service, made.persons[0]) as own, at_the_desk(service, made.persons[2]) as other:
        assert ways(other.open(f"{at}/matters")) == [], "none of it is about them"
        left, reported = ways(own.open(f"{at}/matters"))
        assert "Was not to be found." in own.page
        assert left.endswith("&entry=1")
        lodged(own, at, left, reason="I was.")
        assert ways(own.open(f"{at}/matters")) == [reported]
        staff = of_staff(other, made)
        (way,) = ways(staff.open(f"{at}/matters"))
        assert "entry=" not in way, "either side may appeal: the staff say which one"
        lodged(staff, at, way, entry="2", reason="They told us that the score was another.")
        assert ways(staff.open(f"{at}/matters")) == []
    appeals = made.director.read(f"{made.path}/appeals")["items"]
    assert [(one["entry"], one["reason"]) for one in appeals] == [
        (1, "I was."),
        (2, "They told us that the score was another."),
    ]


@pytest.mark.rule("TD-11")
def test_decision_whose_time_to_appeal_is_over_is_not_on_the_page(service: Service) -> None:
    made = resigned(service, appeal_window_minutes=0)
    assert len(made.director.read(f"{made.path}/directors-decisions")["items"]) == 2
    with at_the_desk(service, made.persons[0]) as own:
        assert ways(own.open(f"/desk/{made.id}/matters")) == []
