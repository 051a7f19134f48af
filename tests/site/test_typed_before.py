"""A form that is sent when its session has ended: what was typed is kept, and is sent again after a login."""

import re
from html import unescape

import httpx

from tests.api.support import Service, end_key
from tests.patience import PATIENCE_SECONDS
from tests.site.browsing import Browser, forms, links
from tests.site.test_office import Office, at_the_office

NOTE = 'Plays "fast",\nand <b>well</b>.'
NOWHERE = "00000000-0000-4000-8000-000000000000"


def logged_out(service: Service, office: Office) -> None:
    """The key of anyone who is at the office is revoked elsewhere."""
    assert office.client is not None
    end_key(service.owner_url, office.client.key or "")


def logged_in_again(service: Service, office: Office, person: str) -> None:
    """In a new window of the same browser, with another key."""
    window = Browser(office.http)
    window.open("/login")
    window.done("/login", key=service.key("administrator", person))


def test_typed_text_is_sent_again_after_a_login(service: Service) -> None:
    person = service.register("Olga in the office")
    with at_the_office(service, person) as office:
        office.open("/office/do/register-person?back=persons")
        logged_out(service, office)
        refused = office.press("back=persons", step="send", name="Tess Typed", note=NOTE, contact="t@example.org")
        assert (refused.status_code, "nothing was recorded" in refused.text) == (401, True)
        logged_in_again(service, office, person)
        form = next(office.forms("back=persons"))
        assert office.send(form).status_code == 200
        assert office.send(form).status_code == 200, "and counts once"
        assert office.open("/office/persons?search=Tess Typed").count(">Tess Typed<") == 1
        office.open(next(one for one in links(office.page) if one.startswith("/office/persons/")))
        assert NOTE in unescape(office.page)


def test_typed_text_can_be_read_and_copied(service: Service) -> None:
    with at_the_office(service) as office:
        office.open("/office/do/register-person?back=persons")
        logged_out(service, office)
        office.press("back=persons", step="send", name="Tess Typed", note=NOTE, birth_year="1980")
        assert shown(office.page) == [("Name", "Tess Typed"), ("Note", NOTE), ("Year of birth", "1980")]


def test_values_typed_into_lists_and_chosen_are_told_in_words(service: Service) -> None:
    with at_the_office(service) as office:
        logged_out(service, office)
        told = {
            "once": "1234", "page": "rounds", "seen-4": '"match-4-1"', "score-4": "5-2", "score-5": "",
            "remedies.2.kind": "warning", "remedies.2.points": "3", "person-1": service.register("Nils Nobody"),
            "list": "Ada Aas\nBo Bak", "unheard": "of",
        }  # fmt: skip
        answer = office.http.post(f"/desk/{NOWHERE}/list", data=told, headers={"Accept-Language": "da"})
        assert answer.status_code == 401
        assert shown(answer.text) == [
            ("Score 4", "5-2"), ("Hvad der pålægges, 2, Slags", "advarsel"), ("Hvad der pålægges, 2, Point", "3"),
            ("Liste", "Ada Aas\nBo Bak"), ("unheard", "of"),
        ]  # fmt: skip


def shown(page: str) -> list[tuple[str, str]]:
    """What the page tells was typed: where, and what."""
    return [
        (unescape(name), unescape(text)) for name, text in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page, re.DOTALL)
    ]


def test_a_list_that_was_typed_is_kept_too(service: Service) -> None:
    person = service.register("Otto in the office")
    with at_the_office(service, person) as office:
        office.open("/office/list")
        logged_out(service, office)
        files = {"list": (None, "name\nLia Listed"), "step": (None, "try")}
        refused = office.http.post("/office/list/persons", files=files)
        assert refused.status_code == 401
        form = forms(refused.text)[-1]
        assert dict(form.fields)["list"] == "name\nLia Listed"
        logged_in_again(service, office, person)
        assert "Would be registered:" in office.send(form).text


def test_a_key_that_was_typed_is_not_said_back(service: Service) -> None:
    with at_the_office(service) as office:
        office.open("/office/do/make-key?back=keys")
        logged_out(service, office)
        typed = {"role": "auditor", "label": "For the audit", "own_key": "scoresheet_mine"}
        refused = office.press("back=keys", step="send", **typed)
        assert refused.status_code == 401
        assert ("For the audit" in refused.text, "scoresheet_mine" in refused.text) == (True, False)


def test_a_form_from_elsewhere_is_not_kept(service: Service) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Content-Type": "application/x-www-form-urlencoded"}
    path = f"{service.url}/office/do/register-person"
    for told in (headers, {**headers, "Authorization": "Bearer scoresheet_none"}):
        refused = httpx.post(path, content="name=Eve+Elsewhere", headers=told, timeout=PATIENCE_SECONDS)
        assert (refused.status_code in (401, 403), "Eve Elsewhere" in refused.text) == (True, False)


def test_a_login_that_took_too_long_leads_to_where_it_is_begun(service: Service) -> None:
    logins = service.app.state.logins
    service.app.state.logins = type(logins)(passkeys=True)
    with httpx.Client(
        base_url=service.url, headers={"Sec-Fetch-Site": "same-origin"}, timeout=PATIENCE_SECONDS
    ) as http:
        late = http.post("/login/passkey", data={"attempt": "long ago", "credential": "{}"})
    service.app.state.logins = logins
    assert (late.status_code, "Start again" in late.text, 'href="/login"' in late.text) == (409, True, True)
