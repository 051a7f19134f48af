"""Persons are offered while a name is typed: with rating, club and where they played last; without JavaScript too."""

import httpx
import pytest

from tests.api.played import announced
from tests.api.support import Service
from tests.patience import PATIENCE_SECONDS
from tests.site import browser as real
from tests.site.browsing import OWN_PAGE
from tests.site.test_check_in import helper
from tests.site.test_signing_up import desk_of

KIND = {"kind": "swiss", "rounds": 2, "lengths": [5]}


@pytest.mark.parametrize("typed", ["quis", "xaver", "Xaver Quistgard"])
def test_person_is_found_by_a_part_of_the_name_or_a_slip(service: Service, typed: str) -> None:
    person = service.register("Xaver Quistgaard")
    evening = announced(service, KIND, name="Autumn Cup")
    evening.enter_all([person])
    evening.read("entries")
    with helper(service, evening) as desk:
        page = desk.open(f"/desk/persons?search={typed}")
        assert f'data-person="{person}"' in page
        assert "Autumn Cup" in page


def test_persons_are_found_by_the_staff_alone(service: Service) -> None:
    person = service.register("Yrsa Ytterdal")
    with httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS) as http:
        assert http.get("/desk/persons?search=yrsa").status_code == 401
        http.post("/login", data={"key": service.key("player", person)})
        answer = http.get("/desk/persons?search=yrsa")
        assert answer.status_code == 403
        assert "Yrsa" not in answer.text


@pytest.mark.browser
def test_player_is_entered_by_two_letters_and_enter(service: Service) -> None:
    person = service.register("Zacharias Zahle")
    evening = announced(service, KIND)
    with real.opened() as browser, real.visitor(browser, service.url) as visitor:
        visitor.logs_in(evening.director.key or "")
        page = visitor.sees(desk_of(evening))
        field = page.get_by_label("One player")
        field.press_sequentially("zah")
        page.get_by_role("option").first.wait_for()
        field.press("ArrowDown")
        assert page.get_by_role("option", selected=True).count() == 1
        with page.expect_navigation():
            field.press("Enter")
    (entry,) = evening.read("entries")["items"]
    assert (entry["person"], entry["status"]) == (person, "approved")


def test_one_player_is_looked_up_without_javascript(service: Service) -> None:
    person = service.register("Wilma Westergaard")
    evening = announced(service, KIND)
    evening.director.read(evening.path)
    with helper(service, evening) as desk:
        desk.open(desk_of(evening))
        desk.done("/list", 0, list="Wilma Westergaard")
        desk.done("/enter")
        assert [one["person"] for one in evening.read("entries")["items"]] == [person]
