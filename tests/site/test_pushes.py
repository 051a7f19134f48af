"""Players are told by web push who they play, where they have asked for it: by the queue that mails wait in.

The push service is one of the test's own, and the browser's keys are; the real browser is in the last test.
"""

import io
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from PIL import Image

from api.http.mails import MOST_PUSHES, Mails, Subscription
from api.site.pictures.icon import icon
from api.site.players.pushes import is_subscription
from api.site.players.telling import telling
from ops.database import DatabaseUrls
from ops.mails.process import LASTS, PAUSES, send_due
from ops.mails.text import Message
from ops.pushes.encryption import encrypted
from ops.pushes.keys import shown_key
from ops.pushes.sending import Sender
from ops.webhooks.key_file import write_webhook_settings
from ops.webhooks.sending import Sender as WebhookSender
from tests.api.played import Played
from tests.api.support import WEBHOOK_KEY, Service
from tests.domain.test_branding import WHOLE, logo
from tests.site import browser as real
from tests.site.browsing import Browser, browsing
from tests.site.push_service import ENDPOINT, PushService, Subscribed, claims_of, raw, text
from tests.site.test_mails_to_players import begin, begun, queued, told
from tests.site.test_office import at_the_office
from tests.webhooks.receiver import hangs_up, receiving, status

COMPRESSED = (
    ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
)
CONTACT = "mailto:club@example.org"
TABLES = ("mails", "mail_requests", "mail_asks", "mailed_matches")


@pytest.fixture
def evening(service: Service) -> Played:
    write_webhook_settings(service.owner, WEBHOOK_KEY, (), sends_pushes=True)
    for table in TABLES:
        service.owner.execute(f"DELETE FROM public.{table}")  # noqa: S608 -- our own names
    service.owner.commit()
    return begun(service)


@pytest.fixture
def pushes() -> Iterator[PushService]:
    with receiving() as receiver:
        yield PushService(receiver)


@contextmanager
def phone(service: Service, evening: Played, entry: int = 1) -> Iterator[Browser]:
    with browsing(service, service.key("player", evening.persons[entry - 1])) as found:
        found.open(page_of(evening))
        yield found


def page_of(evening: Played) -> str:
    return f"{evening.path.removeprefix('/v1')}/play/push"


def send(urls: DatabaseUrls, pushes: PushService, later: timedelta = timedelta()) -> None:
    """What the process does once that sends messages."""
    sender = Sender(CONTACT, WEBHOOK_KEY, pushes.sender)
    with psycopg.connect(urls.webhooks, autocommit=True) as connection, closing(sender):
        send_due(connection, WEBHOOK_KEY, sender, lambda: datetime.now(UTC) + later)


def subscribes(service: Service, evening: Played) -> Subscribed:
    own = Subscribed()
    with phone(service, evening) as shown:
        assert "tells you who you play" in shown.done("/play/push", **own.form)
    return own


def waiting(service: Service) -> list[tuple[str, int]]:
    rows = service.owner.execute("SELECT state, tries FROM public.mails WHERE kind = 'match'").fetchall()
    service.owner.commit()
    return rows


def test_message_is_encrypted_as_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    own = ec.derive_private_key(int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1())
    made = encrypted(
        b"When I grow up, I want to be a watermelon",
        raw("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        raw("BTBZMqHH6r4Tts7J_aSIgg"),
        raw("DGv6ra1nlYgDCS1FRnbzlw"),
        own,
    )
    assert text(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.rule("REG-6")
def test_browser_is_told_of_each_match_once(
    service: Service, evening: Played, module_database: DatabaseUrls, pushes: PushService
) -> None:
    own = subscribes(service, evening)
    begin(evening)
    assert told(service, 1)
    telling(service.services)()
    send(module_database, pushes)
    send(module_database, pushes)
    [got] = pushes.receiver.got
    assert pushes.endpoints == [ENDPOINT]
    assert own.told(got.body) == {
        "title": "Table 5 against Bo Bek",
        "body": "Evening\nTable 5 against Bo Bek (Salen, round 1, match to 5)",
        "page": f"{evening.path.removeprefix('/v1')}/play",
    }
    assert (got.headers["content-encoding"], got.headers["ttl"], got.headers["urgency"]) == (
        "aes128gcm",
        "1800",
        "high",
    )
    claims, point = claims_of(got.headers["authorization"])
    assert (claims["aud"], claims["sub"]) == ("https://push.example.net", CONTACT)
    assert timedelta() < datetime.fromtimestamp(claims["exp"], UTC) - datetime.now(UTC) < timedelta(days=1)
    assert point == shown_key(WEBHOOK_KEY), "browsers subscribe with the key that signs"
    assert waiting(service) == [("sent", 1)]


def test_page_shows_browsers_the_key_and_the_worker_has_its_own_address(service: Service, evening: Played) -> None:
    with phone(service, evening) as own:
        found = re.search(r'data-push-key="([^"]+)"', own.page)
    assert found
    assert raw(found[1]) == shown_key(WEBHOOK_KEY)
    worker = service.http.get("/push/worker.js")
    assert (worker.status_code, worker.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert worker.headers["content-security-policy"] == "default-src 'none'"


def test_message_is_tried_again_as_the_push_service_asks(
    service: Service, evening: Played, module_database: DatabaseUrls, pushes: PushService
) -> None:
    """After 429 with a pause of 60 s, after a connection that broke off, and after 503: then it arrives."""
    subscribes(service, evening)
    begin(evening)
    assert told(service, 1)
    pushes.receiver.answer(status(429, retry_after="60"), hangs_up, status(503))
    early = -timedelta(minutes=20)
    send(module_database, pushes, early)
    row = service.owner.execute("SELECT next_at - now() + interval '20 minutes' FROM public.mails").fetchone()
    service.owner.commit()
    assert row
    assert PAUSES[0] < timedelta(seconds=50) < row[0] <= timedelta(seconds=60)
    for _ in range(3):
        send(module_database, pushes, early)
    assert (len(pushes.receiver.got), waiting(service)) == (4, [("sent", 4)])


@pytest.mark.parametrize("pause", ["999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_message_waits_no_longer_than_it_is_news(
    service: Service, evening: Played, module_database: DatabaseUrls, pushes: PushService, pause: str
) -> None:
    """However long a push service asks to wait: nothing is kept for years."""
    subscribes(service, evening)
    begin(evening)
    assert told(service, 1)
    pushes.receiver.answer(status(503, retry_after=pause))
    send(module_database, pushes)
    row = service.owner.execute("SELECT next_at - made_at FROM public.mails").fetchone()
    service.owner.commit()
    assert row == (LASTS["match"],)


@pytest.mark.parametrize(("code", "state"), [(410, "gone"), (404, "gone"), (400, "refused"), (413, "refused")])
def test_subscription_that_is_gone_is_forgotten_and_a_refused_message_shown_to_the_office(
    service: Service, evening: Played, module_database: DatabaseUrls, pushes: PushService, code: int, state: str
) -> None:
    subscribes(service, evening)
    begin(evening)
    assert told(service, 1)
    pushes.receiver.answer(status(code))
    send(module_database, pushes)
    assert waiting(service) == [(state, 1)]
    tournament = evening.path.rpartition("/")[2]
    is_kept = service.services.mails.asked(tournament, evening.persons[0], "push") is not None
    assert is_kept == (state == "refused")
    with at_the_office(service) as office:
        page = office.open("/office/mails")
        assert ("Ada Ask" in page) == (state == "refused")
        assert ENDPOINT not in page


def test_mail_and_message_are_asked_for_and_ended_apart(service: Service, evening: Played) -> None:
    write_webhook_settings(service.owner, WEBHOOK_KEY, (), "https://club.example", sends_pushes=True)
    service.owner.commit()
    subscribes(service, evening)
    with browsing(service, service.key("player", evening.persons[0])) as own:
        own.open(page_of(evening).replace("push", "mail"))
        own.done("/play/mail", address="ada@example.org")
        own.open(page_of(evening))
        assert "tells you who you play" not in own.done("/play/push", **{"is": "stop"})
    mails, tournament = service.services.mails, evening.path.rpartition("/")[2]
    assert mails.asked(tournament, evening.persons[0], "push") is None
    assert mails.asked(tournament, evening.persons[0]) is not None
    begin(evening)
    telling(service.services)()
    assert queued(service) == [("confirmation", "waiting")]


def test_subscription_is_readable_nowhere_and_gone_with_the_person(service: Service, evening: Played) -> None:
    own = subscribes(service, evening)
    begin(evening)
    assert told(service, 1)
    for table in TABLES:
        rows = str(service.owner.execute(f"SELECT t::text FROM public.{table} t").fetchall())  # noqa: S608 -- our own names
        assert not [one for one in own.form.values() if one in rows or one.encode().hex() in rows]
    assert service.erase(evening.persons[0]).is_success
    left = [service.owner.execute(f"SELECT FROM public.{table}").fetchall() for table in TABLES]
    service.owner.commit()
    assert left == [[], [], [], []]


def test_player_subscribes_so_often_a_day(service: Service, evening: Played) -> None:
    mails, tournament = service.services.mails, evening.path.rpartition("/")[2]
    to = Subscription(**Subscribed().form)
    taken = [mails.ask_for_push(tournament, evening.persons[0], to, "en", ()) for _ in range(MOST_PUSHES + 1)]
    assert taken == [True] * MOST_PUSHES + [False]
    with phone(service, evening) as own:
        assert own.press("/play/push", 1, **Subscribed().form).status_code == 429


def test_messages_are_for_those_who_play_and_where_any_are_sent(service: Service, evening: Played) -> None:
    page = page_of(evening)
    assert service.http.get(page).status_code == 401
    with phone(service, evening) as own:
        assert page in own.open(page.removesuffix("/push"))
        write_webhook_settings(service.owner, WEBHOOK_KEY, ())
        service.owner.commit()
        assert page not in own.open(page.removesuffix("/push"))
        assert own.http.get(page).status_code == 404


def test_page_of_a_player_asks_once_for_the_ways_of_messages(
    service: Service, evening: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where no messages are sent, and it may be that the player has yet to end what they asked for."""
    asked: list[str] = []
    rows = Mails._rows

    def listed_rows(mails: Mails, query: str, *values: object) -> list[Any]:
        asked.append(query)
        return rows(mails, query, *values)

    monkeypatch.setattr(Mails, "_rows", listed_rows)
    with phone(service, evening) as own:
        write_webhook_settings(service.owner, WEBHOOK_KEY, ())
        service.owner.commit()
        asked.clear()
        own.open(page_of(evening).removesuffix("/push"))
    assert len([one for one in asked if "mail_of" in one or "webhook_settings" in one]) == 1


def test_page_of_a_player_can_be_put_on_the_home_screen(service: Service, evening: Played) -> None:
    """As Safari asks for it: a manifest that opens by itself, and an icon in PNG; others take the larger ones."""
    with phone(service, evening) as own:
        manifest, apple = (
            re.search(rf'<link rel="{rel}" href="([^"]+)"', own.page) for rel in ("manifest", "apple-touch-icon")
        )
        assert manifest
        assert apple
        found = own.http.get(manifest[1])
        told = found.json()
        assert found.headers["content-type"] == "application/manifest+json"
        assert (told["name"], told["display"], told["start_url"]) == ("Scoresheet", "standalone", "/play")
        sides = {one["sizes"]: Image.open(io.BytesIO(own.http.get(one["src"]).content)).size for one in told["icons"]}
        assert sides == {"180x180": (180, 180), "192x192": (192, 192), "512x512": (512, 512)}
        assert apple[1] in {one["src"] for one in told["icons"]}
        assert own.http.get(apple[1].replace("180", "181")).status_code == 422
        assert str(own.http.get(told["start_url"], follow_redirects=True).url.path) == "/play"


@pytest.mark.parametrize(("made", "colour"), [(logo(WHOLE), (0x14, 0x57, 0x3D)), (None, (0xF6, 0xF1, 0xE4))])
def test_icon_has_the_colour_and_the_logo_of_the_club(made: str | None, colour: tuple[int, int, int]) -> None:
    """The logo in the middle, as large as a phone that cuts the corners leaves room; without one the points of a board.

    By hand: of 180 pixels a logo takes 60 of 100, from 36 on to 144."""
    with Image.open(io.BytesIO(icon("#123456", made, 180))) as found:
        shown = found.convert("RGB")
    ground = (0x12, 0x34, 0x56)
    assert {shown.getpixel(at) for at in ((0, 0), (179, 0), (0, 179), (179, 179))} == {ground}
    assert colour in {one for _, one in shown.getcolors(180 * 180) or ()}
    if made:
        assert [shown.getpixel((x, 90)) for x in (35, 36, 143, 144)] == [ground, colour, colour, ground]


def test_message_asked_for_is_ended_where_none_are_sent_any_more(service: Service, evening: Played) -> None:
    """The operator has switched them off: the page says so, offers nothing else, and is gone once it is ended."""
    page, home, own = page_of(evening), page_of(evening).removesuffix("/push"), subscribes(service, evening)
    write_webhook_settings(service.owner, WEBHOOK_KEY, ())
    service.owner.commit()
    with phone(service, evening) as shown:
        assert "This service sends no messages to phones now." in shown.page
        assert "data-push-key" not in shown.page
        form = next(shown.forms("/play/push"))
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        assert shown.http.post(page, data=dict(own.form), headers=headers).status_code == 409
        assert page in shown.open(home)
        shown.shown = shown.send(form, **{"is": "stop"})
        assert (shown.shown.url.path, page in shown.page) == (home, False)
        assert shown.http.get(page).status_code == 404
    assert service.services.mails.asked(evening.path.rpartition("/")[2], evening.persons[0], "push") is None


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": "http://push.example.net/1"},
        {"endpoint": "https://10.0.0.5/1"},
        {"endpoint": "https://localhost/1"},
        {"endpoint": "https://push.example.net:8443/1"},
        {"endpoint": ""},
        {"p256dh": text(bytes(65))},
        {"p256dh": "é"},
        {"p256dh": "!" * 9_000 + Subscribed().form["p256dh"]},
        {"p256dh": text(COMPRESSED)},
        {"auth": "AAAAAAAAAAAAAAAAAAAAAA" + "!" * 9_000},
        {"auth": "AAAA"},
        {"auth": "A"},
    ],
)
def test_subscription_is_a_public_address_and_two_keys(
    service: Service, evening: Played, changed: dict[str, str]
) -> None:
    form = dict(Subscribed().form)
    assert is_subscription(Subscription(**form))
    with phone(service, evening) as own:
        assert own.press("/play/push", **{**form, **changed}).status_code == 422


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.5", "169.254.169.254", "::1"])
def test_message_is_sent_to_public_addresses_alone(address: str) -> None:
    """A name that leads inside by the time it is dialled: nothing is connected."""
    own = Subscribed()
    message = Message("1", ENDPOINT, "Table 5", "", "", "", datetime.now(UTC), "/", own.form)
    to = partial(WebhookSender, (), lambda *_: [address])
    with closing(Sender(CONTACT, WEBHOOK_KEY, to)) as sender:
        handed = sender.send(message)
    assert (handed.outcome, handed.why) == ("refused", "address-not-public")


SUBSCRIBING = """
PushManager.prototype.subscribe = async function (options) {
  window.asked = options;
  return { toJSON: () => (SUBSCRIPTION) };
};
"""


@pytest.mark.browser
def test_phone_asks_by_one_button_and_shows_the_message(
    service: Service, evening: Played, module_database: DatabaseUrls, pushes: PushService
) -> None:
    """The browser's own push service is on the internet: the page's script is handed a subscription of the test, and
    the worker what that decrypts."""
    own = Subscribed()
    keys = {"p256dh": own.form["p256dh"], "auth": own.form["auth"]}
    made = SUBSCRIBING.replace("SUBSCRIPTION", f"{{endpoint: {ENDPOINT!r}, keys: {keys}}}")
    address = service.url.replace("127.0.0.1", "localhost")
    with real.opened() as browser, real.visitor(browser, address) as visitor:
        visitor.context.grant_permissions(["notifications"], origin=address)
        visitor.context.add_init_script(made)
        logged_in(visitor, service.key("player", evening.persons[0]))
        page = visitor.sees(page_of(evening))
        page.get_by_role("button", name="Send messages to this phone").click()
        page.get_by_text("tells you who you play and where").wait_for()
        begin(evening)
        assert told(service, 1)
        send(module_database, pushes)
        shown = shown_by_worker(visitor, address, own.read(pushes.receiver.got[-1].body).decode())
        assert shown == ["Table 5 against Bo Bek"]
        manifest = visitor.context.new_cdp_session(page).send("Page.getAppManifest")
        assert (manifest["url"].endswith("/app.webmanifest"), manifest["errors"]) == (True, [])
        page.get_by_role("button", name="Send no messages").click()
        page.get_by_role("button", name="Send messages to this phone").wait_for()
        assert visitor.complaints == []


def logged_in(visitor: real.Visitor, key: str) -> None:
    page = visitor.sees("/login")
    page.get_by_label("Your key").fill(key)
    page.get_by_role("button", name="Log in with the key", exact=True).click()
    page.wait_for_url(lambda url: not url.endswith("/login"))


def shown_by_worker(visitor: real.Visitor, origin: str, message: str) -> list[Any]:
    """The titles that the browser shows once its push service brought the message."""
    devices, found = visitor.context.new_cdp_session(visitor.page), []
    devices.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    devices.send("ServiceWorker.enable")
    visitor.page.wait_for_function("async () => (await navigator.serviceWorker.getRegistration('/push/'))?.active")
    registration = found[-1]["registrationId"]
    devices.send(
        "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": registration, "data": message}
    )
    # Read once: the browser may take a notification away a moment later.
    titles = """async () => {
        const worker = await navigator.serviceWorker.getRegistration("/push/");
        const found = (await worker.getNotifications()).map((one) => one.title);
        return found.length > 0 && found;
    }"""
    shown: list[Any] = visitor.page.wait_for_function(titles).json_value()
    return shown
