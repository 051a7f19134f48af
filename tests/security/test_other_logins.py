"""Passkeys and accounts at an identity provider: each stands for the key of anyone who added it, and for no longer.

The attack: a passkey or an account that nobody has added, or whose key was revoked; an answer for another service, for
another login, or sent a second time; tokens that somebody else has signed, or that are for somebody else.
"""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from joserfc.jwk import ECKey

from api.http.api_keys import id_of
from api.http.sessions.logins import IdentityProvider, Logins
from tests.api.conftest import service
from tests.api.support import Service, end_key
from tests.patience import PATIENCE_SECONDS
from tests.security.authenticator import Authenticator, as_text
from tests.security.identity_provider import CLIENT, SECRET, Provider, running
from tests.security.test_sessions import browser, is_in, key_of_director, logged_in

__all__ = ["service"]

SESSIONS = "/login/sessions"


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with running() as found:
        yield found


@pytest.fixture(autouse=True)
def ways(service: Service, provider: Provider) -> Iterator[None]:
    service.app.state.logins = Logins(passkeys=True, provider=IdentityProvider(provider.address, CLIENT, SECRET))
    yield
    service.app.state.logins = Logins()
    provider.account, provider.lies, provider.tells, provider.answers = "account-1", {}, None, {}


def authenticator(service: Service, name: str) -> Authenticator:
    """One that, as most do, does not count its uses: so a count can't be what refuses an answer sent again."""
    return Authenticator(httpx.URL(service.url).host, service.url, name.encode())


def asked(page: str) -> tuple[str, str]:
    """What a page asks of the browser: the options, and what is to be sent with the answer."""
    options = re.search(r'data-options="([^"]*)"', page)
    attempt = re.search(r'name="attempt" value="([^"]*)"', page)
    assert options
    assert attempt
    return html.unescape(options[1]), attempt[1]


def adds(opened: httpx.Client, passkey: Authenticator) -> httpx.Response:
    options, attempt = asked(opened.get(SESSIONS).text)
    return opened.post("/login/passkeys", data={"attempt": attempt, "credential": passkey.adds(options)})


def shows(opened: httpx.Client, passkey: Authenticator) -> httpx.Response:
    options, attempt = asked(opened.get("/login").text)
    return opened.post("/login/passkey", data={"attempt": attempt, "credential": passkey.shows(options)})


def director_with(service: Service, passkey: Authenticator) -> str:
    """The key of a director who has added the passkey."""
    key = key_of_director(service)
    with browser(service) as opened:
        logged_in(opened, key)
        assert adds(opened, passkey).headers["Location"] == SESSIONS
        assert "A passkey" in opened.get(SESSIONS).text
    return key


def test_a_passkey_logs_in_as_the_key_that_it_was_added_to_and_ends_with_it(service: Service) -> None:
    passkey = authenticator(service, "ends with its key")
    key = director_with(service, passkey)
    with browser(service) as opened:
        assert shows(opened, passkey).headers["Location"] == "/desk"
        found = service.services.sessions.find(opened.cookies["session"])
        assert found
        assert found.key.id == id_of(key)
        end_key(service.owner_url, key)
        assert not is_in(opened)
        assert shows(opened, passkey).status_code == 401


def test_a_device_that_has_one_is_asked_for_no_second(service: Service) -> None:
    first, second = (authenticator(service, name) for name in ("the first device", "the second device"))
    key = director_with(service, first)
    director_with(service, authenticator(service, "of somebody else"))
    with browser(service) as opened:
        logged_in(opened, key)
        for known in ([first], [first, second]):
            options, _ = asked(opened.get(SESSIONS).text)
            told = json.loads(options)["excludeCredentials"]
            assert told == [{"id": as_text(one.id), "type": "public-key"} for one in known]
            adds(opened, second)


def test_its_owner_ends_a_passkey(service: Service) -> None:
    passkey = authenticator(service, "ended by its owner")
    key = director_with(service, passkey)
    with browser(service) as other, browser(service) as opened:
        logged_in(opened, key)
        ends = re.findall(r'action="(/login/others/[0-9a-f]{16}/end)"', opened.get(SESSIONS).text)
        logged_in(other, key_of_director(service))
        assert other.post(ends[0]).status_code == 404, "it is somebody else's"
        assert opened.post(ends[0]).status_code == 303
        assert shows(opened, passkey).status_code == 401


@pytest.mark.parametrize(
    "wrong",
    [{"origin": "https://elsewhere.example"}, {"host": "elsewhere.example"}, {"verifies": False}, {"id": b"unknown"}],
)
def test_a_passkey_counts_for_this_service_alone_and_in_its_owners_hands(
    service: Service, wrong: dict[str, object]
) -> None:
    passkey = authenticator(service, f"of one service, {wrong}")
    director_with(service, passkey)
    with browser(service) as opened:
        assert shows(opened, replace(passkey, **wrong)).status_code == 401  # type: ignore[arg-type]  # its fields
        logged_in(opened, key_of_director(service))
        if "id" not in wrong:
            assert adds(opened, replace(passkey, **{"id": b"new", **wrong})).status_code == 409  # type: ignore[arg-type]  # its fields


def test_an_answer_to_another_question_or_of_another_passkey_is_none(service: Service) -> None:
    passkey = authenticator(service, "asked twice")
    director_with(service, passkey)
    with browser(service) as opened:
        first, second = asked(opened.get("/login").text), asked(opened.get("/login").text)
        shown = passkey.shows(first[0])
        assert opened.post("/login/passkey", data={"attempt": second[1], "credential": shown}).status_code == 401
        other = replace(passkey, secret=authenticator(service, "").secret)
        assert shows(opened, other).status_code == 401
        first = asked(opened.get("/login").text)
        shown = passkey.shows(first[0])
        assert opened.post("/login/passkey", data={"attempt": first[1], "credential": shown}).status_code == 303
        again = opened.post("/login/passkey", data={"attempt": first[1], "credential": shown})
        assert again.status_code == 401, "what was sent once"


@pytest.mark.parametrize(
    "public_key",
    [{}, {1: 2}, {1: 2, 3: -7, -1: 99, -2: bytes(32), -3: bytes(32)}, {1: 2, 3: -7, -1: 1, -2: "x", -3: 1}, [1], "x"],
)
def test_a_passkey_whose_key_nobody_can_read_lets_nobody_in(service: Service, public_key: object) -> None:
    class Broken(Authenticator):
        def public_key(self) -> object:
            return public_key

    right = authenticator(service, f"broken, {public_key}")
    passkey = Broken(right.host, right.origin, right.id)
    with browser(service) as opened:
        logged_in(opened, key_of_director(service))
        assert adds(opened, passkey).status_code in (303, 409)
        assert shows(opened, passkey).status_code == 401


def test_requests_that_no_browser_sends_are_a_problem(service: Service) -> None:
    with browser(service) as opened:
        right = asked(opened.get("/login").text)[1]
        logged_in(opened, key_of_director(service))
        adding = asked(opened.get(SESSIONS).text)[1]
        for attempt in ("", "x", "gAAAAAB", "\0", right, adding):
            for credential in ("", "{", "[]", "null", '{"rawId": 1}', '{"rawId": "\\u0000"}', '{"rawId": "!"}'):
                sent = {"attempt": attempt, "credential": credential}
                assert opened.post("/login/passkey", data=sent).status_code in (401, 409, 422), sent
                assert opened.post("/login/passkeys", data=sent).status_code in (409, 422), sent


def through_the_provider(opened: httpx.Client, path: str = "/login/provider") -> httpx.Response:
    """What the browser is answered in the end."""
    sent = opened.get(path)
    assert sent.status_code == 302, sent.text
    back = httpx.get(sent.headers["Location"], timeout=PATIENCE_SECONDS).headers["Location"]
    return opened.get(back)


def director_at(service: Service, provider: Provider, account: str) -> str:
    """The key of a director who has added that account."""
    provider.account, key = account, key_of_director(service)
    with browser(service) as opened:
        logged_in(opened, key)
        assert through_the_provider(opened, "/login/provider/add").headers["Location"] == SESSIONS
        assert "An account at the identity provider" in opened.get(SESSIONS).text
    return key


def test_an_account_logs_in_as_the_key_that_it_was_added_to(service: Service, provider: Provider) -> None:
    first = director_at(service, provider, "has a key")
    with browser(service) as opened:
        assert through_the_provider(opened).headers["Location"] == "/desk"
        assert is_in(opened)
        end_key(service.owner_url, first)
        assert not is_in(opened)
    with browser(service) as opened:
        assert through_the_provider(opened).status_code == 401
    director_at(service, provider, "has a key")
    with browser(service) as opened:
        assert through_the_provider(opened).headers["Location"] == "/desk", "it has changed over to the new key"


def test_an_account_that_nobody_has_added_logs_nobody_in(service: Service, provider: Provider) -> None:
    provider.account = "unknown"
    with browser(service) as opened:
        answer = through_the_provider(opened)
        assert answer.status_code == 401
        assert "belongs to no key" in answer.text
        assert opened.get("/login/provider/add").status_code == 401


@pytest.mark.parametrize(
    "lie",
    [
        {"iss": "https://elsewhere.example"},
        {"aud": "somebody else"},
        {"aud": [CLIENT, "another"], "azp": "another"},
        {"nonce": "another"},
        {"nonce": None},
        {"exp": 1},
        {"exp": None},
        {"sub": None},
    ],
)
def test_a_token_counts_for_this_service_this_login_and_now(
    service: Service, provider: Provider, lie: dict[str, object]
) -> None:
    director_at(service, provider, "lied about")
    provider.lies = lie
    with browser(service) as opened:
        assert through_the_provider(opened).status_code == 401


def test_a_token_that_the_provider_has_not_signed_counts_for_nothing(service: Service, provider: Provider) -> None:
    director_at(service, provider, "signed by another")
    provider.tells = ECKey.generate_key("P-256", {"kid": "1"})
    with browser(service) as opened:
        assert through_the_provider(opened).status_code == 401


def test_a_login_goes_on_in_the_browser_that_has_begun_it(service: Service, provider: Provider) -> None:
    director_at(service, provider, "begun elsewhere")
    with browser(service) as attacker, browser(service) as opened:
        back = httpx.get(attacker.get("/login/provider").headers["Location"], timeout=PATIENCE_SECONDS).headers[
            "Location"
        ]
        assert opened.get(back).status_code == 409
        opened.get("/login/provider")
        assert opened.get(back).status_code == 409
        assert not is_in(opened)


@pytest.mark.parametrize("query", ["", "?error=access_denied", "?code=x", "?state=&code=&error="])
def test_coming_back_with_nothing_is_a_problem(service: Service, query: str) -> None:
    with browser(service) as opened:
        assert opened.get(f"/login/provider/back{query}").status_code == 409
        state = httpx.URL(opened.get("/login/provider").headers["Location"]).params["state"]
        answer = opened.get(f"/login/provider/back{query}{'&' if query else '?'}state={state}")
        assert answer.status_code in (401, 409, 422)


def test_a_provider_that_does_not_answer_is_told_as_that(service: Service) -> None:
    away = IdentityProvider("http://127.0.0.1:9", CLIENT, SECRET)
    service.app.state.logins = Logins(provider=away)
    with browser(service) as opened:
        assert opened.get("/login/provider").status_code == 503


@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/keys", "/token"])
@pytest.mark.parametrize("body", [b"<html>", b"\xff", b"[]", b"null", b"{}", b'{"keys": 1, "id_token": 1}'])
def test_a_provider_that_does_not_answer_as_it_should_lets_nobody_in(
    service: Service, provider: Provider, path: str, body: bytes
) -> None:
    director_at(service, provider, "answers otherwise")
    provider.answers = {path: body}
    with browser(service) as opened:
        sent = opened.get("/login/provider")
        answer = through_the_provider(opened) if sent.status_code == 302 else sent
    assert answer.status_code in (401, 503)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_nobody_elsewhere_has_a_browser_add_an_account(service: Service, site: str) -> None:
    with browser(service) as opened:
        logged_in(opened, key_of_director(service))
        assert opened.get("/login/provider/add", headers={"Sec-Fetch-Site": site}).status_code == 403
        assert not opened.cookies.get("login")


def test_both_are_off_unless_they_are_set(service: Service) -> None:
    service.app.state.logins = Logins()
    with browser(service) as opened:
        page = opened.get("/login").text
        assert "passkey" not in page
        assert "/login/provider" not in page
        assert opened.get("/login/provider").status_code == 404
        assert opened.post("/login/passkey", data={"attempt": "x", "credential": "{}"}).status_code == 409
