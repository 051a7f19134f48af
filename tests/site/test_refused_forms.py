"""A form that is refused comes back filled in, with the refusal next to it: every form in which something is typed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape, unescape
from html.parser import HTMLParser

import pytest
from starlette.datastructures import Headers

from api.site.frame.forms import Answered, FormVisit
from api.site.frame.refilled import refilled
from tests.api.support import Service
from tests.site.browsing import Browser, FormThere, forms, links
from tests.site.test_desk import Desk, at_the_desk
from tests.site.test_office import at_the_office
from tests.site.test_players_links import announced, came_in, link_for, phone, sides

WHY = "Refused, as everything is in this test."
_ID = re.compile(r"[0-9a-f-]{36}|\d+|(?<==)[^&]+")
_RECORDS_NOTHING = {"/desk/…/list -add", "/desk/…/list -list", "/tournaments/…/report-decision"}
"""These look for names, or keep what was typed beside the log."""
_OF_ANOTHER_KIND = {"k.ceiling"}
"""The first kind of K has no ceiling: the page asks for it only before a kind is chosen."""
_NEVER_TYPED = {"hidden", "submit", "checkbox", "radio", "file", "password", "color"}


class _Typed(HTMLParser):
    """The fields of each form in which something is typed."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[set[str]] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "form":
            self._inside = told.get("method") == "post"
            self.found += [set()] * self._inside
        elif self._inside and (tag == "textarea" or (tag == "input" and told.get("type", "text") not in _NEVER_TYPED)):
            self.found[-1] = self.found[-1] | {told["name"] or ""}

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "form"


@dataclass(frozen=True)
class There:
    """A form of a page, and what can be typed there."""

    form: FormThere
    typed: frozenset[str]

    @property
    def purpose(self) -> str:
        return dict(self.form.fields).get("once", "")[32:]

    @property
    def kind(self) -> str:
        return f"{_ID.sub('…', self.form.action)} {_ID.sub('…', self.purpose)}".strip()


def there(page: str) -> list[There]:
    parser = _Typed()
    parser.feed(page)
    return [There(*one) for one in zip(forms(page), map(frozenset, parser.found), strict=True)]


def walked(browser: Browser, *begins: str, below: tuple[str, ...]) -> Iterator[str]:
    """The pages that can be reached from there; of those that differ by a number alone one."""
    waiting, seen = list(begins), set()
    while waiting:
        path = waiting.pop(0).partition("#")[0]
        if (kind := _ID.sub("…", path)) in seen or not path.startswith(below) or "language=" in path:
            continue
        seen.add(kind)
        answer = browser.http.get(path, follow_redirects=True)
        if answer.status_code == 200 and answer.headers["content-type"].startswith("text/html"):
            yield answer.text
            waiting += links(answer.text)


def refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on no command is carried out."""

    async def refuse(*_: object) -> Answered:
        return Answered(409, Headers(), {"type": "/problems/none", "title": WHY, "status": 409, "detail": WHY})

    monkeypatch.setattr(FormVisit, "_carry_out", refuse)


def kept(browser: Browser, one: There) -> str | None:
    """Why a form that was refused did not come back as it was sent; "" where it did, None where it was not refused."""
    typed = {name: f"7{number} typed" for number, name in enumerate(sorted(one.typed))}
    steps = {"step": "send"} if "step" in one.form.further else {}
    answer = browser.send(one.form, **typed, **steps)
    if answer.status_code < 400:
        return None
    again = [form for form in there(answer.text) if (form.form.action, form.purpose) == (one.form.action, one.purpose)]
    if not again:
        return f"{one.kind}: {answer.status_code}, not there"
    held = dict(again[0].form.fields)
    lost = {name for name, text in typed.items() if name not in held or held[name].strip() != text} - _OF_ANOTHER_KIND
    beside = re.search(r'data-refusal.*?<form[^>]* action="([^"]*)"', answer.text, re.DOTALL)
    if lost:
        return f"{one.kind}: lost {lost}"
    return "" if beside is None or unescape(beside[1]) == one.form.action else f"{one.kind}: the refusal is elsewhere"


def test_refused_form_comes_back_filled_in_wherever_something_is_typed(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, str | None] = {}

    def look(browser: Browser, *begins: str, below: tuple[str, ...]) -> None:
        for page in walked(browser, *begins, below=below):
            for one in there(page):
                if one.typed and one.kind not in seen:
                    seen[one.kind] = kept(browser, one)

    person = service.register("Loud Lea")
    service.officer().done("/v1/federation/sanctions", {"person": person, "until": None, "reason": "Shouting."})
    with (
        at_the_desk(service) as desk,
        at_the_desk(service, person) as banned,
        phone(service) as own,
        phone(service) as other,
        at_the_office(service) as office,
    ):
        later = drawn(desk)
        came_in(own, link_for(desk, sides(desk)[0]))
        came_in(other, link_for(desk, sides(desk)[1]))
        own.done("/1/result", own="5", other="3")
        refuses(monkeypatch)
        look(banned, "/play", below=("/play",))
        look(desk, desk.at, below=(desk.at,))
        look(desk, "/desk", later, below=(later, "/desk/announcement"))
        play = f"/tournaments/{desk.at.rpartition('/')[2]}"
        for player in (own, other):
            look(player, f"{play}/play", below=(play, desk.at))
        look(office, "/office", below=("/office",))
    assert [one for one in seen.values() if one] == []
    assert {kind for kind, one in seen.items() if one is None} == _RECORDS_NOTHING
    assert len(seen) >= 75, "so many kinds of forms were refused"


def drawn(desk: Desk) -> str:
    """An evening of four that is drawn; where the desk of another is, which has not begun."""
    announced(desk)
    later = desk.at
    announced(desk)
    desk.open(f"{desk.at}/entries")
    desk.done("/list", list="Ada Aas\nBo Bak\nCia Cro\nDan Due")
    desk.done("/enter")
    desk.started()
    desk.done("/draw")
    return later


@pytest.mark.rule("TD-25")
def test_form_that_is_gone_leaves_what_was_written_to_be_copied(service: Service) -> None:
    """Somebody appeals in another window first: there is nothing to fill in, and what was written is told."""
    person, written = service.register("Loud Lea"), "It was <b>somebody</b> else, and I can show it."
    service.officer().done("/v1/federation/sanctions", {"person": person, "until": None, "reason": "Shouting."})
    with at_the_desk(service, person) as own:
        own.open("/play")
        (form,) = own.forms("/appeal")
        assert "You have appealed it." in own.send(form, account="It was my twin.").text
        late = own.send(form, account=written, once="another")
        assert (late.status_code, f"<dd>{escape(written)}</dd>" in late.text) == (409, True)


def test_form_is_found_by_what_the_page_had_put_into_it() -> None:
    """Of two forms for one address the one is filled in that was sent, and its closed part opens."""
    page = "".join(
        f'<details><form method="post" action="/play"><input type="hidden" name="number" value="{number}">'
        '<textarea name="why" autofocus></textarea><input name="code" type="password"></form></details>'
        for number in (1, 2)
    )
    alert = '<div role="alert" data-refusal><div>No.</div></div>'
    told = refilled(alert + page, "/play", [("number", "2"), ("why", "<So>"), ("code", "secret")], "left")
    first, second = told.split("</details>")[:2]
    assert first == page.split("</details>")[0].replace(" autofocus", "")
    assert second.startswith(f"<details open>{alert}<form")
    assert ('<textarea name="why" autofocus>&lt;So&gt;</textarea>' in second, "secret" in told) == (True, False)
    assert "left" not in told
    assert refilled(alert + page, "/play", [("number", "3")], "left") == f"{alert}left{page}"
