"""Sessions: what a login is worth, how it ends, and which forms count as sent by anyone who is logged in.

The attack: another page has the browser send a form; a link is opened twice, or elsewhere; a session outlives its key,
or the office that it came from; a key made for somebody shows and ends what they do by keys of their own.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta

import httpx
import psycopg
import pytest
from starlette.requests import Request

from api.http.api_keys import Key, id_of
from api.http.sessions import cookies
from api.http.sessions.logins import Logins
from api.http.sessions.store import make_link
from tests.api.conftest import service
from tests.api.support import Client, Season, Service, end_key, exchange, season
from tests.patience import PATIENCE_SECONDS

__all__ = ["service"]

OWN_PAGE = {"Sec-Fetch-Site": "same-origin"}


@contextmanager
def browser(service: Service, **headers: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service.url, headers=OWN_PAGE | headers, timeout=PATIENCE_SECONDS) as opened:
        yield opened


def logged_in(opened: httpx.Client, key: str) -> httpx.Response:
    return opened.post("/login", data={"key": key})


def is_in(opened: httpx.Client) -> bool:
    return opened.get("/login/sessions").status_code == 200


def key_of_director(service: Service) -> str:
    return service.key("director", service.register("A director"))


def link(service: Service, key: str, lasts: timedelta = timedelta(minutes=10), *, here: bool = False) -> str:
    with psycopg.connect(service.owner_url) as connection:
        return f"/login/{make_link(connection, id_of(key), lasts, is_for_loopback=here)}"


def test_a_session_narrows_to_its_key_and_ends_with_it(service: Service) -> None:
    key = key_of_director(service)
    with browser(service) as opened:
        assert not is_in(opened)
        assert logged_in(opened, key).headers["Location"] == "/desk"
        assert is_in(opened)
        assert opened.get("/v1/waiting").status_code == 401, "a cookie says nothing to the API"
        end_key(service.owner_url, key)
        assert not is_in(opened)


@pytest.mark.parametrize("wrong", ["", "scoresheet_0", "scoresheet_" + "0" * 16 + "_" + "0" * 64, "<script>", "\0"])
def test_text_that_is_no_key_begins_no_session(service: Service, wrong: str) -> None:
    with browser(service) as opened:
        answer = logged_in(opened, wrong)
        assert (answer.status_code, 'role="alert"' in answer.text, "set-cookie" in answer.headers) == (401, True, False)


def test_the_cookie_is_kept_from_scripts_and_from_plain_http(service: Service) -> None:
    key = key_of_director(service)
    with browser(service, Host="club.example") as opened:
        told = logged_in(opened, key).headers["Set-Cookie"]
    assert told.startswith("__Host-session=")
    assert {"Secure", "HttpOnly", "SameSite=lax", "Path=/", "Max-Age=604800"} <= set(told.split("; "))


def test_browser_that_would_keep_no_session_is_told_why_and_no_link_used_up(service: Service) -> None:
    key = key_of_director(service)
    made = link(service, key)
    with browser(service, Host="club.example", Origin="http://club.example") as opened:
        told = logged_in(opened, key), opened.post(made)
    for answer in told:
        assert (answer.status_code, "Set-Cookie" in answer.headers) == (401, False)
        assert "begins with http" in answer.text
    with browser(service, Host="club.example", Origin="https://club.example") as opened:
        assert opened.post(made).headers["Set-Cookie"].startswith("__Host-session=")


@pytest.fixture
def plain(service: Service) -> Iterator[Service]:
    service.app.state.logins = Logins(plain_http=True)
    yield service
    service.app.state.logins = Logins()


def test_setting_allows_plain_http_in_a_hall_without_a_certificate(plain: Service) -> None:
    with httpx.Client(
        base_url=plain.url, headers={"Host": "192.0.2.7", "Origin": "http://192.0.2.7"}, timeout=PATIENCE_SECONDS
    ) as hall:
        told = logged_in(hall, key_of_director(plain)).headers["Set-Cookie"]
        assert told.startswith("session=")
        assert "Secure" not in told
        assert "This network has no certificate" in hall.get("/", headers={"Cookie": told.partition(";")[0]}).text


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "own"}, 403),
        ({"Origin": "own"}, 303),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Host": "club.example", "Origin": "https://club.example"}, 303),
        ({"Host": "club.example", "Origin": "http://club.example"}, 403),
        ({"Host": "club.example", "Origin": "ftp://club.example"}, 403),
        ({"Host": "club.example", "Origin": "https://club.example:8443"}, 403),
        ({"Origin": "null"}, 403),
        ({}, 403),
    ],
)
def test_a_form_counts_only_from_a_page_of_this_service(service: Service, told: Mapping[str, str], status: int) -> None:
    headers = {name: service.url if text == "own" else text for name, text in told.items()}
    answer = httpx.post(
        f"{service.url}/login", data={"key": key_of_director(service)}, headers=headers, timeout=PATIENCE_SECONDS
    )
    assert answer.status_code == status


def test_a_link_logs_in_once(service: Service) -> None:
    path = link(service, key_of_director(service))
    with browser(service) as first, browser(service) as second:
        assert first.get(path).status_code == second.get(path).status_code == 200, "looking does not use it up"
        assert first.post(path, data={}).status_code == 303
        assert second.post(path, data={}).status_code == 401
        assert (is_in(first), is_in(second)) == (True, False)


def test_a_link_for_this_machine_works_nowhere_else(service: Service) -> None:
    path = link(service, key_of_director(service), here=True)
    with browser(service, Host="club.example") as elsewhere, browser(service) as here:
        assert elsewhere.post(path, data={}).status_code == 401
        assert here.post(path, data={}).status_code == 303


def test_a_link_that_is_too_old_or_whose_key_has_ended_is_refused(service: Service) -> None:
    key = key_of_director(service)
    paths = [link(service, key, timedelta(seconds=-1)), link(service, key)]
    end_key(service.owner_url, key)
    with browser(service) as opened:
        assert [opened.post(path, data={}).status_code for path in paths] == [401, 401]


def test_sessions_are_listed_and_ended_by_their_owner_alone(service: Service) -> None:
    key = key_of_director(service)
    with browser(service) as one, browser(service) as other, browser(service) as stranger:
        logged_in(one, key), logged_in(other, key), logged_in(stranger, key_of_director(service))
        ends = re.findall(r'action="(/login/sessions/[0-9a-f]{16}/end)"', one.get("/login/sessions").text)
        assert len(ends) == 2
        assert stranger.post(ends[1], data={}).status_code == 404
        assert one.post(ends[1], data={}).status_code == 303
        assert (is_in(one), is_in(other)) == (True, False)
        assert one.post(ends[0], data={}).headers["Location"] == "/"
        assert not is_in(one)


def ends_listed(opened: httpx.Client) -> list[str]:
    """Where each session that is listed there is ended."""
    return re.findall(r'action="(/login/sessions/[0-9a-f]{16}/end)"', opened.get("/login/sessions").text)


def key_made_for(administrator: Client, person: str) -> tuple[str, str]:
    """A key that an administrator makes for somebody, and the code it is exchanged by."""
    made = administrator.done("/v1/keys", {"role": "director", "person": person}).json()
    return made["key"], made["code"]


@pytest.mark.rule("TD-9")
def test_nobody_else_keeps_the_pages_of_anyone_who_has_logged_in(service: Service) -> None:
    with browser(service) as opened:
        assert "private" not in opened.get("/").headers["Cache-Control"]
        logged_in(opened, key_of_director(service))
        for path in ("/", "/desk", "/login/sessions"):
            assert opened.get(path).headers["Cache-Control"] == "private, no-cache"
        ends = re.findall(r'action="(/login/sessions/[0-9a-f]{16}/end)"', opened.get("/login/sessions").text)
        assert opened.post(ends[0]).headers["Clear-Site-Data"] == '"cache"', "the way back in the browser shows nothing"
        assert not is_in(opened)


def test_maker_of_a_key_for_somebody_neither_sees_nor_ends_their_sessions(service: Service) -> None:
    """The person sees anyone who has logged in as them, and ends that."""
    person, office = service.register("A director"), service.officer()
    (first, code), (second, _) = (key_made_for(office, person) for _ in range(2))
    body = exchange(code)
    service.client(first).done("/v1/keys/exchange", body)
    with browser(service) as own, browser(service) as made:
        logged_in(own, body["successor"]), logged_in(made, second)
        seen = ends_listed(own)
        assert len(seen) == 2
        assert len(ends_listed(made)) == 1
        hidden = next(one for one in seen if one not in ends_listed(made))
        assert made.post(hidden, data={}).status_code == 404
        assert is_in(own)
        assert own.post(ends_listed(made)[0], data={}).status_code == 303
        assert (is_in(own), is_in(made)) == (True, False)


def players_link(director: Client, evening: Season, entry: int) -> str:
    """Where a link leads that this director issues to the player of that entry."""
    issued: str = director.done(f"{evening.path}/entries/{entry}/links", {}).json()["link"]
    return issued


@pytest.mark.rule("TD-9", "ALL-1")
def test_links_that_a_director_has_issued_end_with_the_office(service: Service) -> None:
    """Those that were not opened, and those that were, perhaps by the director; those that others issued go on."""
    evening = season(service, 3)
    other, other_id = service.director()
    evening.director.change(evening.path, "directors", {"person": other_id})
    opened_link, unopened = (players_link(other, evening, entry) for entry in (1, 2))
    of_who_stays = players_link(evening.director, evening, 3)
    with browser(service) as theirs, browser(service) as late, browser(service) as stays:
        assert theirs.post(opened_link, data={}).status_code == 303
        assert is_in(theirs)
        evening.director.change(evening.path, f"directors/{other_id}/release")
        assert not is_in(theirs)
        assert late.post(unopened, data={}).status_code == 401
        assert stays.post(of_who_stays, data={}).status_code == 303
        assert is_in(stays)
    assert other.post(f"{evening.path}/entries/1/links", {}).status_code == 403


@pytest.mark.parametrize(
    ("column", "hours", "goes_on"), [("used_at", 11, True), ("used_at", 13, False), ("began_at", 169, False)]
)
def test_a_session_ends_unused_or_old_and_is_forgotten(
    service: Service, column: str, hours: int, goes_on: bool
) -> None:
    with browser(service) as opened, psycopg.connect(service.owner_url, autocommit=True) as owner:
        key = key_of_director(service)
        logged_in(opened, key)
        moved = f"UPDATE sessions SET {column} = now() - make_interval(hours => %s) WHERE key = %s"
        owner.execute(moved.encode(), (hours, id_of(key)))
        service.services.readings.forget()
        left = owner.execute("SELECT count(*) FROM sessions WHERE key = %s", (id_of(key),)).fetchone()
        assert left == (int(goes_on),)
        assert is_in(opened) is goes_on


def test_the_key_of_a_session_is_read_as_every_key(service: Service) -> None:
    """The columns are named once; a session that mixed them up would act as somebody else."""
    key = key_of_director(service)
    token = service.services.sessions.begin(key)
    assert token is not None
    assert service.services.sessions.find(token) is not None, "it notes the day, which the next has"
    found = service.services.sessions.find(token)
    assert found is not None
    assert isinstance(found.key, Key)
    assert found.key.last_used is not None
    assert found.key == service.services.keys.read([id_of(key)])[id_of(key)]


@pytest.mark.parametrize(
    ("host", "sender", "is_here"),
    [
        ("localhost:8000", "127.0.0.1", True),
        ("[::1]:8000", "::1", True),
        ("localhost", "203.0.113.7", False),
        ("club.example", "127.0.0.1", False),
    ],
)
def test_this_machine_is_known_by_its_name_and_its_address(host: str, sender: str, is_here: bool) -> None:
    """Anyone who asks from elsewhere says any name, and a proxy on this machine hands requests from elsewhere on."""
    scope = {"type": "http", "headers": [(b"host", host.encode())], "client": (sender, 1)}
    assert cookies.is_on_loopback(Request(scope)) is is_here
