"""A key that an administrator has made, exchanged by its person: by the link in a browser, and without JavaScript."""

import re
from contextlib import ExitStack

import httpx
import pytest

from tests.api.support import Service
from tests.patience import PATIENCE_SECONDS
from tests.site import browser as real
from tests.site.browsing import OWN_PAGE, Browser, browsing, links

_SHOWN = re.compile(r'<code id="key">(scoresheet_[0-9a-f_]+)</code>')


def link_for(service: Service, person: str) -> str:
    """The end of a link, as an administrator is shown it."""
    office = service.officer()
    made = office.done("/v1/keys", {"role": "director", "person": person}).json()
    path, _, end = str(made["link"]).partition("#")
    assert path == f"/login/key?of={made['id']}"
    return end


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize("told", ["Somebody has made a key", "Invitation"])
def test_link_tells_who_invites_whom_from_which_club_and_logs_in_at_once(service: Service, told: str) -> None:
    boss, person = service.register("Olga Osborne"), service.register("Dora Dahl")
    office = service.client(service.key("administrator", boss))
    club = office.done("/v1/clubs", {"name": "Havn Backgammon"}).json()["club"]
    office.done(f"/v1/clubs/{club}/officers", {"person": boss})
    made = office.done("/v1/keys", {"role": "director", "person": person}).json()
    path, _, link = made["link"].partition("#")
    with browsing(service) as own:
        own.open(path if told == "Invitation" else "/login/key")
        assert told in own.page
        assert all(one in own.page for one in ("Olga Osborne", "Havn Backgammon", "Dora Dahl")) == (
            told == "Invitation"
        )
        own.done("/login/key", link=link)
        assert "You are logged in as Dora Dahl" in own.page
        assert "/desk" in links(own.page)
        assert "/login" not in links(own.page)
        own.open("/login/key?of=" + made["id"])
        assert "Olga Osborne" not in own.page


@pytest.mark.parametrize("of", ["", "0" * 16, "%00", "x" * 300, "'"])
def test_link_of_no_key_tells_nothing_about_anybody(service: Service, of: str) -> None:
    with browsing(service) as own:
        assert "Somebody has made a key" in own.open(f"/login/key?of={of}")


def taken(page: str) -> str:
    found = _SHOWN.search(page)
    assert found, page
    return found[1]


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(("language", "told"), [("en", "This is your key."), ("da", "nøgle"), ("nl", "sleutel")])
def test_a_key_is_taken_by_a_form_alone_and_once(service: Service, language: str, told: str) -> None:
    link = link_for(service, service.register("Dora Dahl"))
    with ExitStack() as stack:
        headers = {**OWN_PAGE, "Accept-Language": language}
        own, other = (
            Browser(stack.enter_context(httpx.Client(base_url=service.url, headers=headers, timeout=PATIENCE_SECONDS)))
            for _ in range(2)
        )
        own.open("/login/key")
        assert own.shown is not None
        assert own.shown.headers["Cache-Control"] == "no-store"
        assert own.shown.headers["Referrer-Policy"] == "no-referrer"
        form = next(own.forms("/login/key"))
        assert own.press("/login/key", link=link[:-3]).status_code == 422
        first = own.send(form, link=f"{service.url}/login/key#{link}")
        key = taken(first.text)
        assert told in first.text
        assert first.headers["Cache-Control"] == "no-store"
        assert link not in first.text
        assert taken(own.send(form, link=link).text) == key, "the answer may have been lost"
        other.open("/login/key")
        assert other.press("/login/key", link=link).status_code == 401
        own.open("/login")
        own.done("/login", key=key)
        assert own.http.get("/desk").status_code == 200


def test_another_site_sends_no_such_form(service: Service) -> None:
    link = link_for(service, service.register("Dan Dahl"))
    told = {"link": link, "successor": f"scoresheet_{'0' * 15}1_{'ab' * 32}", "once": "1" * 32}
    strange = {"Sec-Fetch-Site": "cross-site"}
    assert (
        httpx.post(f"{service.url}/login/key", data=told, headers=strange, timeout=PATIENCE_SECONDS).status_code == 403
    )


@pytest.mark.browser
def test_link_itself_is_enough_with_javascript_and_leaves_the_address(service: Service) -> None:
    link = link_for(service, service.register("Dina Dahl"))
    with real.opened() as browser, real.visitor(browser, service.url) as visitor:
        asked = []
        visitor.page.on("request", lambda request: asked.append((request.url, request.headers.get("referer", ""))))
        page = visitor.sees(f"/v1/keys/link#{link}")
        assert page.url == f"{service.url}/login/key"
        assert not page.get_by_label("The link, as it was given to you").is_visible()
        drawn = page.locator("input[name=successor]").input_value()
        page.get_by_role("button", name="Take my key").click()
        page.get_by_role("status").filter(has_text="This is your key").wait_for()
        assert page.locator("#key").inner_text() == drawn
        assert not [one for one in asked if link[-64:] in "".join(one)]
