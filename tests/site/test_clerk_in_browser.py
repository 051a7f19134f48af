"""A clerk puts last week's list in again after the office has changed three things, by clicks alone (TD-9, REG-4)."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from api.examples.lists import ListKind
from tests.api.support import Client, Service
from tests.site import browser as real

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

NAMES = ("Clerk Ida", "Clerk Kaj", "Clerk Lena", "Clerk Mo")
PERSONS = "name,birth_year,country,reference\n" + "".join(f"{one},198{n},DK,{n}\n" for n, one in enumerate(NAMES))


@dataclass(frozen=True)
class Task:
    """A list, what is said of it, the same a week later with one line changed that the office has changed too, and how
    many lines the first one tells that stay as they are here."""

    text: str
    name: str
    later: str
    stay: int = 3


TASKS: Mapping[ListKind, Task] = {
    "persons": Task(PERSONS, "Clerks", PERSONS.replace("Clerk Ida,1980", "Clerk Ida,1979")),
}


def change_persons(office: Client) -> None:
    """Another year of birth, and two other countries."""
    for name, changed in (("Ida", {"birth_year": 1990}), ("Kaj", {"country": "SE"}), ("Lena", {"country": "NO"})):
        (person,) = office.read("/v1/persons", search=f"Clerk {name}")["items"][:1]
        known = {one: person[one] for one in ("name", "birth_year", "country") if person.get(one)}
        office.change(f"/v1/persons/{person['id']}", "details", {**known, **changed})


@contextmanager
def clerk(browser: "Browser", service: Service, **options: Any) -> Iterator["Page"]:  # noqa: ANN401 -- playwright's
    """Somebody of the office with a window."""
    with real.visitor(browser, service.url, **options) as visitor:
        visitor.page.set_default_timeout(30_000)
        yield visitor.logs_in(service.key("administrator", service.register("Clara of the office")))


def put_in(page: "Page", kind: ListKind, task: Task, text: str) -> None:
    """Chooses the file, and has it checked."""
    page.goto(f"/office/list/{kind}")
    page.locator("input[type=file]").set_input_files(
        {"name": "list", "mimeType": "text/plain", "buffer": text.encode()}
    )
    if task.name:
        page.locator("input[name=name]").fill(task.name)
    press(page, "try")


def press(page: "Page", step: str) -> None:
    with page.expect_navigation():
        page.locator(f"button[value={step}]").first.click()


@pytest.mark.rule("TD-9", "REG-4")
@pytest.mark.parametrize("kind", TASKS)
def test_clerk_puts_last_weeks_list_in_again_after_the_office_changed_three_things(
    browser: "Browser", service: Service, kind: ListKind
) -> None:
    task, office = TASKS[kind], service.administrator()
    with clerk(browser, service, viewport={"width": 1280, "height": 900}) as page:
        put_in(page, kind, task, task.text)
        press(page, "send")
        change_persons(office)
        put_in(page, kind, task, task.text)
        stay = page.locator("span.tag", has_text="changed here, and kept")
        assert stay.count() == task.stay
        assert "nothing new" in page.inner_text("p[role=status]")
        press(page, "send")
        assert "nothing new" in page.inner_text("p[role=status]")
        put_in(page, kind, task, task.later)
        assert page.locator("span.tag", has_text="changed on both sides").count() == 1
        page.get_by_label("Use what the list says").check()
        press(page, "send")
        assert "You have changed something since the check" in page.inner_text("main")
        press(page, "send")
        assert "Recorded:" in page.inner_text("p[role=status]")
        put_in(page, kind, task, task.later)
        assert page.locator("span.tag", has_text="changed on both sides").count() == 0
