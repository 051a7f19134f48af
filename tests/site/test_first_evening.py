"""From an empty register to the first evening, as PAGES.md says: in a browser, by what is on the pages."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from api.http.sessions.logins import Logins
from tests.api.support import Service
from tests.site import browser as real

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

LIST = "name\nDora Dahl\nAnna Abel\nBert Brix\n"


def follow(page: "Page", *names: str) -> None:
    for name in names:
        page.get_by_role("link", name=name, exact=True).first.click()
        page.wait_for_load_state()


def press(page: "Page", name: str) -> None:
    with page.expect_navigation():  # a form first looks whether the service can be reached
        page.get_by_role("button", name=name, exact=True).last.click()


def registers(page: "Page", name: str) -> str:
    """The id of a new person, as their page has it in its address."""
    follow(page, "Office", "Register of persons", "Register a person")
    page.get_by_label("Name", exact=True).fill(name)
    press(page, "Register a person")
    page.get_by_role("heading", name=name).first.wait_for()
    address: str = page.url
    return urlsplit(address).path.rpartition("/")[2]


def makes_a_key(page: "Page", role: str, person: str, own: str) -> str:
    """The link for the person that the key is for."""
    follow(page, "Office", "Keys", "Make a key")
    page.get_by_label("Role").select_option(role)
    page.get_by_label("Person", exact=True).fill(person)
    page.get_by_label("Your key").fill(own)
    press(page, "Make a key")
    codes: list[str] = page.locator("code").all_inner_texts()
    return next(text for text in codes if text.startswith("http"))


def takes_the_key(page: "Page", link: str) -> None:
    """Exchanges what was made, and is let in with what nobody else has seen."""
    page.goto(link)
    press(page, "Take my key")
    page.get_by_role("status").filter(has_text="This is your key").wait_for()
    follow(page, "Desk")


def enters_a_list(page: "Page") -> None:
    follow(page, "Office", "Imports", "Register persons from a list")
    page.get_by_label("or the list itself").fill(LIST)
    press(page, "Check the list")
    press(page, "Record all of it")


def announces(page: "Page") -> None:
    follow(page, "Desk")
    page.get_by_label("Name", exact=True).fill("First evening")
    press(page, "Create it")
    page.get_by_label("Names, one on each line").fill("Anna Abel\nBert Brix\nCarla Cox")
    press(page, "Look them up")
    press(page, "Enter them all")
    follow(page, "Now")
    press(page, "Start the tournament")
    press(page, "Draw round 1")


def test_two_keys_and_a_browser_are_enough_for_the_first_evening(service: Service) -> None:
    with real.opened() as browser, real.visitor(browser, service.url) as first:
        olga = registers(first.logs_in(service.key("administrator")), "Olga Office")
        own = service.key("administrator", olga)
        with real.visitor(browser, service.url) as office, real.visitor(browser, service.url) as director:
            enters_a_list(office.logs_in(own))
            takes_the_key(director.page, makes_a_key(office.page, "director", "Dora Dahl", own))
            announces(director.page)
            assert director.page.locator(".tile").count() == 1


def test_people_log_in_and_act_in_a_hall_without_a_certificate(service: Service) -> None:
    hall = service.url.replace("127.0.0.1", "hall.example")
    service.app.state.logins = Logins(plain_http=True)
    try:
        named = real.opened("--host-resolver-rules=MAP hall.example 127.0.0.1")
        with named as browser, real.visitor(browser, hall) as visitor:
            assert registers(visitor.logs_in(service.key("administrator")), "Hanna Hall")
    finally:
        service.app.state.logins = Logins()
