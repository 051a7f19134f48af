"""Links in mails: anyone who reads the mail plays as its person, and is nothing else. Nobody learns who has an address.

The attack: a link that is forged, used twice, too old, or sent to somebody who should come in as another; an address
that is malformed, huge or somebody else's; and a session by mail that reaches for what is the staff's.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import psycopg
import pytest
from fastapi.routing import APIRoute
from starlette.routing import Route

from api.http.mails import Letter
from api.http.sessions import login_mails
from api.http.sessions.login_mails import (
    MOST_IN_ALL,
    MOST_OF_ADDRESS,
    MOST_OF_PERSON,
    MOST_OF_VISITOR,
    LoginMails,
    hint_of,
)
from api.http.sessions.passwords import slow_digest
from api.site.rooms import ROOMS
from domain.kernel.envelope import Role
from ops.database import DatabaseUrls
from ops.mails.process import LASTS, send_due
from ops.mails.sending import Sender
from ops.webhooks.key_file import write_webhook_settings
from tests.api.conftest import service
from tests.api.support import WEBHOOK_KEY, Service, end_key, season
from tests.security.test_sessions import browser, is_in, logged_in
from tests.site.mail_server import Post, post_office

__all__ = ["service"]

LINKS = "https://club.example"
ADDRESS = "ada@example.org"
SENT = "a mail with a link is on its way"


@pytest.fixture
def post() -> Iterator[Post]:
    with post_office() as found:
        yield found


@pytest.fixture(autouse=True)
def mailing(service: Service) -> None:
    """A service that sends mails, of which none was sent yet."""
    write_webhook_settings(service.owner, WEBHOOK_KEY, (), LINKS)
    for table in ("mails", "mailed_links", "login_addresses", "shared"):
        service.owner.execute(f"DELETE FROM public.{table}")
    service.owner.commit()


def send(urls: DatabaseUrls, post: Post, later: timedelta = timedelta()) -> None:
    """What the process does once that sends mails."""
    with psycopg.connect(urls.webhooks, autocommit=True) as connection, closing(Sender(post.server)) as sender:
        send_due(connection, WEBHOOK_KEY, sender, lambda: datetime.now(UTC) + later)


def link_in(mail: Any) -> str:  # noqa: ANN401 -- an email of any kind
    found = re.search(rf"{LINKS}(/login/\S+)\s*$", mail.get_content())
    assert found, mail.get_content()
    return found[1]


def mails(service: Service) -> list[tuple[str, str]]:
    """The kind and the state of each, the first first."""
    rows = service.owner.execute("SELECT kind, state FROM public.mails ORDER BY made_at, id").fetchall()
    service.owner.commit()
    return rows


def asks(opened: httpx.Client, address: str = ADDRESS) -> httpx.Response:
    return opened.post("/login/mail", data={"address": address})


class Office:
    """Persons whose addresses are confirmed, and the links that are sent there."""

    def __init__(self, service: Service, urls: DatabaseUrls, post: Post) -> None:
        self.service, self.urls, self.post = service, urls, post

    def adds(self, key: str, address: str = ADDRESS) -> str:
        """The link that confirms the address."""
        with browser(self.service) as opened:
            logged_in(opened, key)
            answer = opened.post("/login/address", data={"address": address})
            assert (answer.status_code, answer.headers.get("Location")) == (303, "/login/address"), answer.text
        send(self.urls, self.post)
        return link_in(self.post.got[-1])

    def confirmed(self, key: str, address: str = ADDRESS) -> None:
        link = self.adds(key, address)
        with browser(self.service) as opened:
            assert "From now on" in opened.post(link).text

    def known(self, role: Role = "director", name: str = "Ada Ask", address: str = ADDRESS) -> tuple[str, str]:
        """Somebody who logs in by that address, and their key."""
        person = self.service.register(name)
        key = self.service.key(role, person)
        self.confirmed(key, address)
        return person, key

    def link(self, address: str = ADDRESS) -> str:
        """A link that logs in, as it is in the mail."""
        with browser(self.service) as opened:
            assert SENT in asks(opened, address).text
        send(self.urls, self.post)
        return link_in(self.post.got[-1])


@pytest.fixture
def office(service: Service, module_database: DatabaseUrls, post: Post) -> Office:
    return Office(service, module_database, post)


def offered(opened: httpx.Client, link: str) -> list[str]:
    """As whom the link logs in."""
    return re.findall(r'name="as" value="([0-9a-f]{16})"', opened.get(link).text)


def comes_in(opened: httpx.Client, link: str, nth: int = 0) -> httpx.Response:
    return opened.post(link, data={"as": offered(opened, link)[nth]})


def test_link_in_a_mail_logs_in_once_by_its_button(service: Service, office: Office) -> None:
    person, _ = office.known("player")
    link = office.link()
    mail = office.post.got[-1]
    assert (mail["To"], mail["Subject"], mail["List-Unsubscribe"]) == (ADDRESS, "Your link to log in", None)
    with browser(service) as opened, browser(service) as second:
        for _ in range(2):
            page = opened.get(link)
            assert "Log in as Ada Ask" in page.text, "opening it uses nothing up"
        account = offered(opened, link)[0]
        assert comes_in(opened, link).headers["Location"] == "/play"
        found = service.services.sessions.find(opened.cookies["session"])
        assert found
        assert (found.key.person, found.key.role, found.key.by_mail) == (person, "player", True)
        again = second.post(link, data={"as": account})
        assert (again.status_code, "used already" in again.text, is_in(second)) == (401, True, False)


def test_unused_links_of_an_address_end_with_the_first_that_is_used(service: Service, office: Office) -> None:
    office.known()
    first, second = office.link(), office.link()
    with browser(service) as opened:
        account = offered(opened, first)[0]
        comes_in(opened, second)
        assert opened.post(first, data={"as": account}).status_code == 401


def test_link_ends_after_a_quarter_of_an_hour(service: Service, office: Office) -> None:
    office.known()
    link = office.link()
    assert login_mails.LASTS == LASTS["login"] == timedelta(minutes=15)
    service.owner.execute("UPDATE public.mailed_links SET expires_at = expires_at - interval '15 minutes'")
    service.owner.commit()
    with browser(service) as opened:
        assert opened.get(link).status_code == 401
        assert opened.post(link, data={"as": "0" * 16}).status_code == 401


def test_mail_that_could_not_be_sent_in_time_is_not_sent_late(service: Service, office: Office) -> None:
    office.known()
    with browser(service) as opened:
        asks(opened)
    send(office.urls, office.post, timedelta(minutes=16))
    assert mails(service)[-1] == ("login", "late")


@pytest.mark.parametrize("code", ["0" * 64, "f" * 64])
def test_forged_link_is_none(service: Service, office: Office, code: str) -> None:
    office.known()
    with browser(service) as opened:
        for place in (f"/login/mail/{code}", f"/login/address/{code}"):
            assert opened.get(place).status_code == 401
            assert opened.post(place, data={"as": "0" * 16}).status_code == 401


def test_one_kind_of_link_is_not_taken_for_the_other(service: Service, office: Office) -> None:
    adds = office.adds(service.key("player", service.register("Bo Bek")), "bo@example.org")
    office.known()
    logs_in = office.link()
    with browser(service) as opened:
        assert opened.get(adds.replace("address", "mail")).status_code == 401
        assert opened.post(logs_in.replace("mail", "address")).status_code == 401
        assert offered(opened, logs_in), "it was not used up"


def test_link_logs_in_only_as_those_who_have_the_address(service: Service, office: Office) -> None:
    office.known(name="Cy Cox", address="cy@example.org")
    others = office.link("cy@example.org")
    office.known()
    link = office.link()
    with browser(service) as opened:
        account = offered(opened, others)[0]
        assert opened.post(link, data={"as": account}).status_code == 401
        assert not is_in(opened)
        assert len(offered(opened, link)) == 1, "it was not used up"


def test_two_of_one_household_share_an_address(service: Service, office: Office) -> None:
    office.known("player")
    bo, _ = office.known("player", "Bo Bek")
    link = office.link()
    with browser(service) as opened:
        assert [one for one in ("Ada Ask", "Bo Bek") if f"Log in as {one}" in opened.get(link).text] == [
            "Ada Ask",
            "Bo Bek",
        ]
        comes_in(opened, link, 1)
        found = service.services.sessions.find(opened.cookies["session"])
        assert found
        assert found.key.person == bo


def test_link_from_elsewhere_logs_nobody_in_silently(service: Service, office: Office) -> None:
    """Login CSRF: a page elsewhere has the browser send the form of the attacker's own link."""
    office.known(name="Eve Evil")
    link = office.link()
    with browser(service) as opened, browser(service, **{"Sec-Fetch-Site": "cross-site"}) as elsewhere:
        account = offered(opened, link)[0]
        assert elsewhere.post(link, data={"as": account}).status_code == 403
        logged_in(opened, service.key("director", service.register("Dee Dun")))
        page = opened.get(link).text
        assert "Log in as Eve Evil" in page
        assert "You are logged in here as Dee Dun; that ends." in page


def test_session_is_a_new_one_whatever_the_browser_brought(service: Service, office: Office) -> None:
    office.known()
    link = office.link()
    fixed = "a" * 64
    with browser(service) as opened:
        opened.cookies.set("session", fixed)
        told = comes_in(opened, link).headers["Set-Cookie"]
        assert fixed not in told
        assert service.services.sessions.find(fixed) is None


def test_no_address_of_a_page_is_taken_from_the_sender(service: Service, office: Office) -> None:
    """Neither where the link leads, by a forged host, nor where it goes on to."""
    office.known()
    with browser(service, Host="evil.example", Origin="http://evil.example") as opened:
        opened.post("/login/mail?next=https://evil.example", data={"address": ADDRESS, "next": "https://evil.example"})
    send(office.urls, office.post)
    mail = office.post.got[-1].as_string()
    assert "evil" not in mail
    link = link_in(office.post.got[-1])
    with browser(service) as opened:
        account = offered(opened, link)[0]
        answer = opened.post(f"{link}?next=https://evil.example", data={"as": account, "next": "//evil.example"})
        assert answer.headers["Location"] == "/desk" or answer.headers["Location"] == "/play"


WRONG = {
    "nothing": "",
    "no host": "ada",
    "a second receiver": "ada@example.org,eve@example.org",
    "another header": "ada@example.org\r\nBcc: eve@example.org",
    "another header by a bare line": "ada@example.org\nBcc: eve@example.org",
    "a name around it": "Ada <ada@example.org>",
    "a domain of other letters": "ada@ex\u0430mple.org",
    "a wide sign": "ada\uff20example.org",
    "a sign that folds to another": "\u0130da@example.org",
    "NUL": "ada@example.org\0",
    "huge": "a" * 60_000 + "@example.org",
    "quoted": '"ada ask"@example.org',
    "an address of a machine": "ada@[127.0.0.1]",
}


@pytest.mark.parametrize("name", WRONG)
def test_text_that_is_no_address_is_refused_and_sends_nothing(service: Service, office: Office, name: str) -> None:
    _, key = office.known()
    before = len(mails(service))
    with browser(service) as opened:
        assert asks(opened, WRONG[name]).status_code == 422
        logged_in(opened, key)
        assert opened.post("/login/address", data={"address": WRONG[name]}).status_code == 422
    assert len(mails(service)) == before


def told(answer: httpx.Response, address: str) -> tuple[int, str, list[str]]:
    """What whoever asks sees of the answer: not when it was given, nor its id."""
    named = sorted(name for name in answer.headers if name not in ("date", "x-request-id"))
    return answer.status_code, answer.text.replace(address, "…"), named


def test_nobody_learns_which_addresses_are_known(service: Service, office: Office) -> None:
    office.known()
    with browser(service) as opened:
        known, unknown = asks(opened), asks(opened, "nobody@example.org")
        assert SENT in known.text
        assert told(known, ADDRESS) == told(unknown, "nobody@example.org")
    send(office.urls, office.post)
    assert [mail["To"] for mail in office.post.got].count("nobody@example.org") == 0


def test_same_is_done_for_an_address_that_nobody_has(
    service: Service, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it takes as long: one slow digest, and the same statements."""
    office.known()
    done: list[str] = []
    ask, digest = LoginMails._rows, slow_digest

    def asked(own: LoginMails, query: str, *values: object) -> list[Any]:
        done.append(query)
        return ask(own, query, *values)

    def digested(text: str, salt: bytes) -> bytes:
        done.append("a slow digest")
        return digest(text, salt)

    monkeypatch.setattr(LoginMails, "_rows", asked)
    monkeypatch.setattr(login_mails, "slow_digest", digested)
    with browser(service) as opened:
        asks(opened)
        known = done[:]
        done.clear()
        asks(opened, "nobody@example.org")
    assert known == done
    assert done.count("a slow digest") == 1


def test_links_to_one_address_are_few(service: Service, office: Office) -> None:
    office.known()
    service.owner.execute("DELETE FROM public.shared")
    service.owner.commit()
    for address in (ADDRESS, "nobody@example.org"):
        with browser(service) as opened:
            codes = [asks(opened, one).status_code for one in [address] * MOST_OF_ADDRESS + [address.upper()]]
        assert codes == [*[200] * MOST_OF_ADDRESS, 429], "whatever its case, and whether or not it is known"
    assert [kind for kind, _ in mails(service)].count("login") == MOST_OF_ADDRESS


def test_links_for_one_visitor_and_in_all_are_few(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (MOST_OF_VISITOR, MOST_IN_ALL) == (30, 300)
    found = service.services.login_mails
    monkeypatch.setattr(found._of_visitor, "_most", 2)
    with browser(service) as opened:
        codes = [asks(opened, f"one{number}@example.org").status_code for number in range(3)]
        assert codes == [200, 200, 429]
        monkeypatch.setattr(found._of_visitor, "_most", 1_000)
        monkeypatch.setattr(found._of_all, "_most", 3)
        codes = [asks(opened, f"two{number}@example.org").status_code for number in range(2)]
        assert codes == [200, 429]


def test_addresses_typed_by_one_person_are_few(service: Service) -> None:
    with browser(service) as opened:
        logged_in(opened, service.key("player", service.register("Ada Ask")))
        codes = [
            opened.post("/login/address", data={"address": f"a{number}@example.org"}).status_code
            for number in range(MOST_OF_PERSON + 1)
        ]
    assert codes == [*[303] * MOST_OF_PERSON, 429]


def test_address_counts_once_its_link_has_confirmed_it(service: Service, office: Office) -> None:
    link = office.adds(service.key("player", service.register("Ada Ask")))
    with browser(service) as opened:
        assert SENT in asks(opened).text
        assert mails(service) == [("login-address", "sent")], "it is not confirmed yet"
        page = opened.get(link).text
        assert "log in as Ada Ask by links to a…\u2060@example.org" in page
        assert "From now on" in opened.post(link).text
        assert opened.post(link).status_code == 401
        asks(opened)
    assert mails(service)[-1] == ("login", "waiting")


def test_address_is_seen_changed_and_taken_away_and_told_so(service: Service, office: Office) -> None:
    _, key = office.known()
    link = office.link()
    with browser(service) as opened, browser(service) as mailed:
        comes_in(mailed, link)
        logged_in(opened, key)
        assert "Links to a…\u2060@example.org log in as Ada Ask." in opened.get("/login/address").text
        office.confirmed(key, "new@example.org")
        assert not is_in(mailed), "who came in by the former one is out"
        assert "Links to n…\u2060@example.org log in" in opened.get("/login/address").text
        send(office.urls, office.post)
        mail = office.post.got[-1]
        assert (mail["To"], mail["Subject"]) == (ADDRESS, "Links to this address log in no more")
        assert "no longer log in as Ada Ask" in mail.get_content()
        assert opened.post("/login/address/end").status_code == 303
        assert "example.org" not in opened.get("/login/address").text
    send(office.urls, office.post)
    assert office.post.got[-1]["To"] == "new@example.org"
    assert service.owner.execute("SELECT count(*) FROM public.login_addresses").fetchone() == (0,)


def test_address_is_in_no_table_in_clear_and_goes_with_its_person(service: Service, office: Office) -> None:
    person, _ = office.known("player")
    with browser(service) as opened:
        asks(opened)
    for table in ("mails", "mailed_links", "login_addresses", "shared"):
        rows = service.owner.execute(f"SELECT t::text FROM public.{table} t").fetchall()
        assert [row for row in rows if ADDRESS in row[0] or ADDRESS.encode().hex() in row[0]] == []
    service.erase(person)
    counts = [
        service.owner.execute("SELECT count(*) FROM public.login_addresses").fetchone(),
        service.owner.execute("SELECT count(*) FROM public.mails").fetchone(),
        service.owner.execute("SELECT count(*) FROM public.mailed_links").fetchone(),
    ]
    service.owner.commit()
    assert counts == [(0,), (0,), (0,)]
    with browser(service) as opened:
        assert SENT in asks(opened).text
    assert mails(service) == []


def test_address_ends_with_its_key(service: Service, office: Office) -> None:
    _, key = office.known()
    link = office.link()
    end_key(service.owner_url, key)
    with browser(service) as opened:
        assert opened.get(link).status_code == 401
        asks(opened)
    service.owner.execute("SELECT public.scoresheet_forget()")
    assert service.owner.execute("SELECT count(*) FROM public.login_addresses").fetchone() == (0,)
    service.owner.commit()


def test_key_that_nobody_plays_by_has_no_address(service: Service) -> None:
    with browser(service) as opened:
        logged_in(opened, service.key("auditor", service.register("An auditor")))
        assert opened.post("/login/address", data={"address": ADDRESS}).status_code == 401


def test_nothing_of_it_is_shown_where_no_mails_are_sent(service: Service, office: Office) -> None:
    _, key = office.known()
    write_webhook_settings(service.owner, WEBHOOK_KEY, ())
    service.owner.commit()
    with browser(service) as opened:
        assert "by mail" not in opened.get("/login").text
        answer = asks(opened)
        assert answer.status_code == 409
        assert "SCORESHEET_MAIL_SERVER" in answer.text
        assert opened.get("/login/mail").status_code == 409
        logged_in(opened, service.key("director", service.register("Bo Bek")))
        assert "by mail" not in opened.get("/login/sessions").text
        logged_in(opened, key)
        assert "Delete my address" in opened.get("/login/address").text, "who has one takes it away"
        assert opened.post("/login/address", data={"address": ADDRESS}).status_code == 409


def forms_of_login() -> Iterator[str]:
    """Where the pages of logging in take forms."""
    routes = [route for room in ROOMS if "login" in room.__name__ for route in room.router.routes]
    yield from (
        route.path for route in routes if isinstance(route, APIRoute | Route) and "POST" in (route.methods or ())
    )


LOGS_IN = {
    "/login",
    "/login/mail",
    "/login/mail/{code}",
    "/login/address/{code}",
    "/login/password",
    "/login/passkey",
    "/login/{code}",
    "/login/sessions/{session}/end",
}
"""What anybody may send who has a browser: to log in, and out."""


@pytest.mark.parametrize("role", ["administrator", "director", "player"])
def test_session_by_mail_makes_no_other_way_in(service: Service, office: Office, role: Role) -> None:
    _, key = office.known(role)
    with browser(service) as opened:
        comes_in(opened, office.link())
        refused = {}
        for path in sorted({*forms_of_login()} - LOGS_IN):
            place = path.replace("{code}", "0" * 64).replace("{other}", "0" * 16)
            answer = opened.post(place, data={"address": "eve@example.org", "name": "Eve", "password": "long enough"})
            refused[path] = answer.status_code
            assert "Log in with your password, passkey or key" in answer.text, path
        assert set(refused.values()) == {403}, refused
        for place in ("/login/password", "/login/address", "/login/provider/add"):
            assert opened.get(place).status_code == 403, place
        found = service.services.sessions.find(opened.cookies["session"])
        assert found
        services = service.services
        assert not services.passwords.set(found, "eve", "long enough")
        assert services.passwords.name_of(found) is None
        assert not services.other_logins.add_account(found, b"1" * 32)
        assert services.login_mails.add(found, "eve@example.org", lambda _: Letter("", "")) == "ended"
        assert [one.id for one in services.sessions.of(found)] == [found.id], "it ends no other session"
        with browser(service) as other:
            logged_in(other, key)
            assert is_in(other)
            assert "by mail" in other.get("/login/sessions").text
            own = services.sessions.find(other.cookies["session"])
            assert own
            assert not services.sessions.end(found, own.id)
        assert services.sessions.end(found, found.id)


@pytest.mark.parametrize("role", ["administrator", "director"])
def test_session_by_mail_reaches_no_page_of_the_staff(service: Service, office: Office, role: Role) -> None:
    office.known(role)
    with browser(service) as opened:
        comes_in(opened, office.link())
        assert "A login by mail is for playing." in opened.get("/desk").text, "and not that nothing waits"
        answer = opened.post("/desk/announcement", data={"name": "Mine", "format": "open", "length": "5", "once": "a"})
        assert answer.status_code == 403
        assert "Log in with your password, passkey or key" in answer.text
        for place in ("/office", "/invite", "/office/keys"):
            answer = opened.get(place)
            assert (answer.status_code, "passkey or key" in answer.text) == (403, True), place


def test_officer_chooses_no_look_of_a_club_by_mail(service: Service, office: Office) -> None:
    person, key = office.known("player")
    boss = service.client(service.key("administrator", service.register("A boss")))
    club = boss.done("/v1/clubs", {"name": "A club"}).json()["club"]
    boss.done(f"/v1/clubs/{club}/officers", {"person": person})
    service.wait_for_feeds()
    with browser(service) as opened:
        comes_in(opened, office.link())
        for answer in (opened.get(f"/clubs/{club}/look"), opened.post(f"/clubs/{club}/look", data={"once": "a"})):
            assert answer.status_code == 403
            assert "Log in with your password, passkey or key" in answer.text
        logged_in(opened, key)
        assert opened.get(f"/clubs/{club}/look").status_code == 200


def pages_with_forms() -> Iterator[str]:
    """Where pages take forms, but for those of logging in and a player's own."""
    for room in ROOMS:
        routes = [] if "login" in room.__name__ else room.router.routes
        taken = [one.path for one in routes if isinstance(one, APIRoute | Route) and "POST" in (one.methods or ())]
        yield from (path for path in taken if "/play" not in path)


def test_no_form_of_a_page_does_an_act_of_staff_by_mail(service: Service, office: Office) -> None:
    """An administrator who directs the season, by mail: each form of each page, sent with what a director types."""
    made = season(service, 2)
    for role in ("administrator", "director"):
        key = made.director.key if role == "director" else service.key("administrator", service.register("A boss"))
        assert key
        office.confirmed(key, f"{role}@example.org")
        with browser(service) as opened:
            comes_in(opened, office.link(f"{role}@example.org"))
            before, told = service.services.journal.position(), {}
            for path in sorted({*pages_with_forms()}):
                place = filled(path, made.path.rpartition("/")[2])
                told[path] = opened.post(place, data=TYPED).status_code
                assert service.services.journal.position() == before, (path, told[path])
            assert {path for path, code in told.items() if code < 400 and path.startswith("/office")} == set()
            assert 500 not in told.values(), told


TYPED = {
    "once": "by-mail",
    "name": "Mine",
    "format": "open",
    "length": "5",
    "list": "Eve Evil",
    "step": "send",
    "reason": "Because",
    "seen": '"settings-1"',
    "number": "1",
    "result": "5-3",
    "role": "administrator",
}


def filled(path: str, tournament: str) -> str:
    """The address of a page of that tournament."""
    told = path.replace("{tournament}", tournament)
    for name in re.findall(r"{(\w+)}", told):
        none = "00000000-0000-4000-8000-000000000099" if name in ("person", "club", "series") else "1"
        told = told.replace(f"{{{name}}}", "0" * 64 if name in ("code", "secret") else none)
    return told


def test_address_that_nobody_confirms_goes_after_a_day(service: Service, office: Office) -> None:
    link = office.adds(service.key("player", service.register("Ada Ask")))
    with browser(service) as opened:
        asks(opened, "nobody@example.org")
        for table, column in (("login_addresses", "made_at"), ("mailed_links", "expires_at")):
            service.owner.execute(f"UPDATE public.{table} SET {column} = {column} - interval '1 day'")
        service.owner.execute("SELECT public.scoresheet_forget()")
        counts = [
            service.owner.execute(f"SELECT count(*) FROM public.{table}").fetchone()
            for table in ("login_addresses", "mailed_links")
        ]
        service.owner.commit()
        assert counts == [(0,), (0,)]
        assert opened.post(link).status_code == 401


def test_player_by_a_link_of_a_tournament_comes_back_to_it_alone(service: Service, office: Office) -> None:
    """They add an address by the key of their link, which is for that tournament."""
    made = season(service, 2)
    key = service.key("player", made.persons[0], made.id)
    with browser(service) as opened:
        logged_in(opened, key)
        assert 'href="/login/address"' in opened.get(f"/tournaments/{made.id}/play").text
    office.confirmed(key)
    link = office.link()
    with browser(service) as opened:
        assert "Log in as Player 1, in Season" in opened.get(link).text
        assert comes_in(opened, link).headers["Location"] == "/play"
        assert opened.get("/play").headers["Location"] == f"/tournaments/{made.id}/play"
        assert 'href="/login/address"' not in opened.get(f"/tournaments/{made.id}/play").text
        found = service.services.sessions.find(opened.cookies["session"])
        assert found
        assert found.key.tournament == made.id


def test_link_pressed_in_two_browsers_at_once_lets_one_in(service: Service, office: Office) -> None:
    office.known()
    link = office.link()
    code = link.rpartition("/")[2]
    account = service.services.login_mails.accounts(code)[0].id
    with ThreadPoolExecutor(8) as pool:
        begun = list(pool.map(lambda _: service.services.login_mails.log_in(code, account), range(8)))
    assert len([one for one in begun if one]) == 1


def test_hint_tells_no_more_than_its_owner_needs() -> None:
    assert hint_of("ada@example.org") == "a…\u2060@example.org"


@pytest.mark.rule("ALL-1")
def test_all_that_is_held_names_the_address_and_shows_its_owner_what_they_know_it_by(
    service: Service, office: Office
) -> None:
    person, key = office.known(name="Hanne Holm", address="hanne@example.org")
    path = f"/v1/persons/{person}/held"
    (own,) = service.client(key).read(path)["addresses"]
    assert (own["what"], own["confirmed"], own["tournament"]) == ("login", True, None)
    assert own["hint"] == hint_of("hanne@example.org")
    (told,) = service.administrator().read(path)["addresses"]
    assert (told["what"], told["hint"]) == ("login", None)
    nobody = service.register("Nis Nielsen")
    assert service.administrator().read(f"/v1/persons/{nobody}/held")["addresses"] == []
