"""No page shows English to readers of other languages: all of it went through the words that are translated."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.site.frame.written import in_lines
from ops.database import DatabaseUrls
from ops.demonstration.demo import demonstrate
from tests.api.played import started
from tests.api.support import Service, running_service
from tests.demonstration.test_demo import ADDRESS, no_ban
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import OWN_PAGE, Browser, forms
from tests.site.marking import LANGUAGE, marking, unmarked
from tests.site.test_desk import at_the_desk
from tests.site.test_office import at_the_office
from tests.site.world import HALL, made

AN_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{16}\b")
_ADDRESSES = re.compile(r'(?:href|action)="(/[^"]*)"')
_NO_PAGES = re.compile(
    r"/(static|v1|docs)\b|.*(language=|/live$|\.(zip|csv|json|xlsx|ics|png|webmanifest)$|/example$)|/login/sessions/"
)
_STEP = re.compile(r'name="step" value="([^"]+)"')
_ENDS_IT = re.compile(r"^/login|/(revoke-key|end)$")
"""Forms that end the login by which they are sent."""
_STARTS = (
    *("/", "/ratings", "/play", "/help", "/login", "/desk", "/office", "/screen", "/login/sessions", "/nowhere"),
    *("/play/ABCD-EFGH-JKLM", "/screen/ABCD-EFGH-JKLM", "/login/ABCD", "/login/key", "/lists/1"),
)
_RULE = re.compile(r"\([A-Z]{3}-[0-9]+\)")
NO_TEXT_OF_PAGES = (
    "Scoresheet",
    "English",
    "ABCD-EFGH-JKLM",
    "command-line",
    "demonstration",
    "UTC",
    "An officer",
    "A director",
    "normal",
    "price",
)
"""A name, another page’s language, how a code looks, names of keys, who tests register later, keys of pools."""


LONGEST_NAME, SHORTEST_LINE = 80, 16
"""Of names that pictures break into two lines, and of these."""


def test_untranslated_texts_are_found() -> None:
    page = (
        "<p title='Nobody'>⟦Round ⟧3⟦ of ⟧9, <b>drawn</b> <bdi>Bo Berg</bdi> 5. nov. 2026 Bo Berg</p><i lang=nl>uit</i>"
    )
    assert unmarked(page, re.compile("Bo Berg")) == {"Nobody", "drawn"}


def texts_in(value: Any) -> Iterator[str]:  # noqa: ANN401 -- JSON
    """Every text in it that somebody has typed: programs write theirs without capitals and spaces."""
    if isinstance(value, str):
        yield from [value] if re.search(r"[A-Z ]|[^\x00-\x7f]", value) else []
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts_in(one)


def typed(service: Service) -> "re.Pattern[str]":
    """Matches what is no text of pages: names and whatever else was typed, as the log has it, whole or cut off."""
    auditor = service.client(service.key("auditor", service.register("An auditor"), personal=True))
    auditor.position = service.services.journal.position()
    address, found = "/v1/log/events?limit=500", set(NO_TEXT_OF_PAGES)
    while address:
        answer = auditor.get(address)
        found |= set(texts_in([one["data"] for one in answer.json()["items"]]))
        address = answer.links.get("next", {}).get("url", "")
    names = sorted(found, key=len, reverse=True)
    cut = (re.escape(name[:at]) + "…" for name in names for at in range(len(name) - 1, 15, -1))
    lines = (re.escape(line) for name in names if len(name) < LONGEST_NAME for line in _in_two_lines(name))
    known = (*map(re.escape, names), *cut, *lines, f"({AN_ID.pattern})(/[a-z]+/[0-9]+)?", _RULE.pattern)
    return re.compile("|".join(known))


def _in_two_lines(name: str) -> set[str]:
    """What pictures break the name into where it does not fit, long enough to be no text of pages."""
    broken = (in_lines(name, letters) for letters in range(SHORTEST_LINE, len(name)))
    return {line.strip() for lines in broken for line in lines if len(line) >= SHORTEST_LINE}


def kind_of(address: str) -> str:
    """The address without what it names."""
    path, _, query = AN_ID.sub("ID", address).partition("?")
    return re.sub(r"/[0-9]+", "/N", path) + re.sub(r"=[^&]*", "=", query)


def pages(http: httpx.Client, of_a_kind: int) -> Iterator[tuple[str, str]]:
    """All kinds of pages that links and forms lead to, so many of each."""
    waiting, seen, times = list(_STARTS), set[str](), Counter[str]()
    while waiting:
        address = waiting.pop(0)
        if address in seen or _NO_PAGES.match(address) or times[kind_of(address)] == of_a_kind:
            continue
        seen.add(address)
        times[kind_of(address)] += 1
        page = http.get(address, follow_redirects=True).text
        waiting += [unescape(one).partition("#")[0] for one in _ADDRESSES.findall(page)]
        waiting += [f"{address}/report"] if kind_of(address) == "/desk/ID" else []
        waiting += [address.removeprefix("/office")] if kind_of(address) == "/office/series/ID" else []
        yield address, page


def answers(http: httpx.Client, shown: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What follows where the forms of these pages are sent as they are, one of each kind: most are refused."""
    sent, browser = set[str](), Browser(http)
    for page in shown:
        steps = _STEP.findall(page)
        for form in forms(page):
            if kind_of(form.action) not in sent and not _ENDS_IT.search(form.action):
                sent.add(kind_of(form.action))
                step = {"step": steps[0]} if steps and "step" in form.further else {}
                yield form.action, browser.send(form, **step).text


@contextmanager
def visitors(service: Service, player: str) -> Iterator[list[httpx.Client]]:
    """The public, that player, and an administrator, who all read the language of marks."""
    with (
        marking(),
        httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=PATIENCE_SECONDS) as public,
        at_the_desk(service, player) as own,
        at_the_office(service) as office,
    ):
        told = [public, own.http, office.http]
        for http in told:
            http.headers["Accept-Language"] = LANGUAGE
        yield told


def english(service: Service, player: str, of_a_kind: int, *, sends: bool) -> Mapping[str, str]:
    """By text a page that shows it and has not translated it; whether forms are sent, too."""
    known, found = typed(service), dict[str, str]()
    with visitors(service, player) as told:
        for http in told:
            shown = list(pages(http, of_a_kind))
            followed = answers(http, [page for _, page in shown]) if sends else ()
            for address, page in (*shown, *followed):
                found |= dict.fromkeys(unmarked(page, known), address)
    return found


def test_an_evening_shows_no_english(service: Service) -> None:
    evening = started(service, {"kind": "knockout", "lengths": [5], "third_place": True}, 4)
    evening.do("hall", HALL)
    evening.director.read(evening.path)
    assert english(service, evening.persons[0], 1, sends=False) == {}


@pytest.mark.proof
def test_no_page_and_no_answer_shows_english(service: Service) -> None:
    """Of tournaments of each kind, with odd names, a ruling and a dispute."""
    world = made(service)
    assert english(service, world.named_script, 2, sends=True) == {}


@pytest.mark.proof
def test_the_demonstration_shows_no_english(module_database: DatabaseUrls) -> None:
    demonstrate(module_database, ADDRESS, lambda _: None, no_ban, path=Path("/nowhere"), if_empty=True)
    with running_service(module_database, []) as service:
        assert english(service, service.register("A player"), 4, sends=False) == {}
