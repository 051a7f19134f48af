"""Players are told by mail who they play, where they have asked for it: once for each match, nothing of what is past.

The server of the mails is one of the test's own; the queue and all rights are the real ones.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import psycopg
import pytest

from api.http.mails import MOST_OF_PERSON, is_address
from api.http.services import Services
from api.site.players.telling import telling
from ops.database import DatabaseUrls
from ops.mails.process import LASTS, send_due
from ops.mails.sending import Sender
from ops.mails.server import server_at
from ops.mails.text import Message
from ops.webhooks.key_file import write_webhook_settings
from tests.api.played import Played, announced
from tests.api.support import WEBHOOK_KEY, Service
from tests.patience import eventually
from tests.site.browsing import Browser, browsing
from tests.site.mail_server import Post, post_office
from tests.site.test_office import at_the_office

LINKS = "https://club.example"
NAMES = ["Ada Ask", "Bo Bek"]
ADDRESS = "ada@example.org"
HALL = {"rooms": [{"name": "Salen", "first_table": 5, "last_table": 6}]}


@pytest.fixture
def evening(service: Service) -> Played:
    """Two are entered, and sit at table 5 once it has begun."""
    write_webhook_settings(service.owner, WEBHOOK_KEY, (), LINKS)
    for table in ("mails", "mail_requests", "mail_asks", "mailed_matches"):
        service.owner.execute(f"DELETE FROM public.{table}")  # noqa: S608 -- our own names
    service.owner.commit()
    return begun(service)


def begun(service: Service, **further: Any) -> Played:  # noqa: ANN401 -- JSON
    made = announced(service, {"kind": "swiss", "rounds": 2, "lengths": [5]}, **further)
    made.enter_all(service.register_all(NAMES))
    made.do("hall", HALL)
    made.read("entries")
    return made


@pytest.fixture
def post() -> Iterator[Post]:
    with post_office() as found:
        yield found


@contextmanager
def phone(service: Service, evening: Played, entry: int = 1) -> Iterator[Browser]:
    """The player's own, on the page of their mails."""
    with browsing(service, service.key("player", evening.persons[entry - 1])) as found:
        found.open(f"{evening.path.removeprefix('/v1')}/play/mail")
        yield found


def send(urls: DatabaseUrls, post: Post, later: timedelta = timedelta()) -> None:
    """What the process does once that sends mails."""
    with psycopg.connect(urls.webhooks, autocommit=True) as connection, closing(Sender(post.server)) as sender:
        send_due(connection, WEBHOOK_KEY, sender, lambda: datetime.now(UTC) + later)


def queued(service: Service) -> list[tuple[str, str]]:
    """The kind and the state of each mail, the first first."""
    rows = service.owner.execute("SELECT kind, state FROM public.mails ORDER BY made_at, id").fetchall()
    service.owner.commit()
    return rows


def told(service: Service, number: int) -> bool:
    """Whether so many mails about matches come to be there."""
    return eventually(lambda: sum(kind == "match" for kind, _ in queued(service)) == number)


def link_in(mail: Any) -> str:  # noqa: ANN401 -- an email of any kind
    found = re.search(rf"{LINKS}(/mail/[0-9a-f]{{64}})\s*$", mail.get_content())
    assert found, mail.get_content()
    return found[1]


def asks(service: Service, evening: Played, urls: DatabaseUrls, post: Post, entry: int = 1) -> str:
    """A player who asks and confirms; the path of their link."""
    with phone(service, evening, entry) as own:
        own.done("/play/mail", address=ADDRESS)
        send(urls, post)
        link = link_in(post.got[-1])
        own.open(link)
        assert "You get mails" in own.done(link, **{"is": "confirmed"})
    return link


def begin(evening: Played) -> None:
    evening.do("start")
    evening.step(lambda _: {})


@pytest.mark.rule("REG-6")
def test_player_is_told_of_each_match_once(
    service: Service, evening: Played, module_database: DatabaseUrls, post: Post
) -> None:
    """Two rounds of two players: the mail that asks for confirmation, and one for each match."""
    link = asks(service, evening, module_database, post)
    begin(evening)
    assert told(service, 1)
    telling(service.services)()
    send(module_database, post)
    send(module_database, post)
    assert queued(service) == [("confirmation", "sent"), ("match", "sent")]
    mail = post.got[-1]
    assert (mail["To"], mail["Subject"]) == (ADDRESS, "Table 5 against Bo Bek")
    assert mail["List-Unsubscribe"] == f"<{LINKS}{link}>"
    text = mail.get_content().replace("\r\n", "\n")
    assert "Table 5 against Bo Bek (Salen, round 1, match to 5)" in text
    assert f"{LINKS}/tournaments/{evening.path.rpartition('/')[2]}/play" in text
    assert mail["Message-ID"] != post.got[0]["Message-ID"]


def test_match_that_was_there_before_the_player_asked_is_not_told(
    service: Service, evening: Played, module_database: DatabaseUrls, post: Post
) -> None:
    begin(evening)
    asks(service, evening, module_database, post)
    telling(service.services)()
    assert queued(service) == [("confirmation", "sent")]


@pytest.mark.usefixtures("evening")
@pytest.mark.rule("ALL-2")
def test_draw_that_is_held_is_told_when_it_is_released(
    service: Service, module_database: DatabaseUrls, post: Post
) -> None:
    held = begun(service, conditions={"pairings_shown": "when-released"})
    asks(service, held, module_database, post)
    begin(held)
    telling(service.services)()
    assert queued(service) == [("confirmation", "sent")]
    held.do("release")
    assert told(service, 1)


def test_nothing_is_told_where_nothing_happened_of_late() -> None:
    """As after a restore: the version is looked at, and nobody is read, let alone told."""

    class Quiet:
        def tournaments(self) -> Mapping[str, tuple[int, bool]]:
            return {"t": (7, False)}

    class Restored:
        mails, looked_at = Quiet(), 0

        def tournament(self, _: str) -> Any:  # noqa: ANN401 -- a state
            class State:
                settings, version = None, 7

            self.looked_at += 1
            return State()

    restored = Restored()
    tell = telling(cast("Services", restored))
    tell()
    tell()
    assert restored.looked_at == 1


def test_mail_is_stopped_by_one_click_and_by_the_player(
    service: Service, evening: Played, module_database: DatabaseUrls, post: Post
) -> None:
    link = asks(service, evening, module_database, post)
    assert service.http.get(link).status_code == 200, "who only opens the link stops nothing"
    assert service.services.mails.asked(evening.path.rpartition("/")[2], evening.persons[0])
    answer = service.http.post(link, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 303
    assert service.services.mails.asked(evening.path.rpartition("/")[2], evening.persons[0]) is None
    begin(evening)
    telling(service.services)()
    assert queued(service) == [("confirmation", "sent")]
    with phone(service, evening) as own:
        own.done("/play/mail", address=ADDRESS)
        own.done("/play/mail", **{"is": "stop"})
        assert "Your mail address" in own.page
    assert queued(service) == [("confirmation", "sent")], "what waited is gone with the address"


def test_mail_is_tried_again_and_then_sent_once(
    service: Service, evening: Played, module_database: DatabaseUrls, post: Post
) -> None:
    with phone(service, evening) as own:
        own.done("/play/mail", address=ADDRESS)
    post.answers(("RCPT", 451), ("DATA", 452))
    for _ in range(4):
        send(module_database, post, -timedelta(minutes=20))
    assert len(post.got) == 1
    assert queued(service) == [("confirmation", "sent")]


def test_mail_asked_for_is_ended_where_none_are_sent_any_more(service: Service, evening: Played) -> None:
    page = f"{evening.path.removeprefix('/v1')}/play/mail"
    with phone(service, evening) as own:
        own.done("/play/mail", address=ADDRESS)
        write_webhook_settings(service.owner, WEBHOOK_KEY, ())
        service.owner.commit()
        assert "This service sends no mails now." in own.open(page)
        assert 'name="address"' not in own.page
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        assert own.http.post(page, data={"address": ADDRESS}, headers=headers).status_code == 409
        own.shown = own.send(next(own.forms("/play/mail")), **{"is": "stop"})
        assert (own.shown.url.path, page in own.page) == (page.removesuffix("/mail"), False)
        assert own.http.get(page).status_code == 404


@pytest.mark.parametrize(
    ("answer", "state"), [(("RCPT", 550), "refused"), (("DATA", 554), "refused"), (("DATA", 0), "unclear")]
)
def test_mail_that_the_server_refuses_or_perhaps_has_is_left_and_shown_to_the_office(
    service: Service,
    evening: Played,
    module_database: DatabaseUrls,
    post: Post,
    answer: tuple[str, int],
    state: str,
) -> None:
    with phone(service, evening) as own:
        own.done("/play/mail", address=ADDRESS)
    post.answers(answer)
    for _ in range(3):
        send(module_database, post)
    assert (post.got, queued(service)) == ([], [("confirmation", state)])
    with at_the_office(service) as office:
        assert "mails to players that did not arrive" in office.open("/office")
        page = office.open("/office/mails")
        assert "Ada Ask" in page
        assert ADDRESS not in page


def test_mail_that_is_too_old_is_not_sent(
    service: Service, evening: Played, module_database: DatabaseUrls, post: Post
) -> None:
    with phone(service, evening) as own:
        own.done("/play/mail", address=ADDRESS)
    send(module_database, post, LASTS["confirmation"])
    assert (post.got, queued(service)) == ([], [("confirmation", "late")])


def test_address_is_readable_nowhere_and_gone_with_the_person(
    service: Service, evening: Played, module_database: DatabaseUrls, post: Post
) -> None:
    asks(service, evening, module_database, post)
    tables = ("mails", "mail_requests", "mail_asks", "mailed_matches")
    for table in tables:
        rows = service.owner.execute(f"SELECT t::text FROM public.{table} t").fetchall()  # noqa: S608 -- our own names
        assert ADDRESS not in str(rows)
        assert ADDRESS.encode().hex() not in str(rows)
    assert service.erase(evening.persons[0]).is_success
    left = [service.owner.execute(f"SELECT FROM public.{table}").fetchall() for table in tables]
    service.owner.commit()
    assert left == [[], [], [], []]


def test_player_asks_so_often_a_day(service: Service, evening: Played) -> None:
    with phone(service, evening) as own:
        own.done("/play/mail", address=ADDRESS)
        for _ in range(MOST_OF_PERSON - 1):
            own.done("/play/mail", 1, address=ADDRESS)
        assert own.press("/play/mail", 1, address=ADDRESS).status_code == 429
        assert own.press("/play/mail", 1, address="no address").status_code == 422
    assert queued(service) == [("confirmation", "waiting")], "the newest request takes the place of those before"


def test_mails_are_for_those_who_play_and_where_any_are_sent(service: Service, evening: Played) -> None:
    page = f"{evening.path.removeprefix('/v1')}/play/mail"
    assert service.http.get(page).status_code == 401
    with phone(service, evening) as own:
        assert f"{page}" in own.open(page.removesuffix("/mail"))
        write_webhook_settings(service.owner, WEBHOOK_KEY, ())
        service.owner.commit()
        assert f"{page}" not in own.open(page.removesuffix("/mail"))
        assert own.http.get(page).status_code == 404


@pytest.mark.parametrize(
    "text", ["", "ada", "ada@", "@example.org", "ada@host", "a b@example.org", "a@b.org\nBcc: x@y.org", "ä@b.org"]
)
def test_address_is_one_line_that_mail_can_be_sent_to(text: str) -> None:
    assert not is_address(text)
    assert is_address(ADDRESS)


@pytest.mark.parametrize("text", ["mail.example", "http://mail.example", "smtp://", "smtp://a/b", "smtp://u:p@a"])
def test_mail_server_is_named_whole(text: str) -> None:
    with pytest.raises(ValueError, match="no mail server"):
        server_at(text)
    assert server_at("smtps://mail.example").port == 465


def test_mail_holds_names_of_any_letters(post: Post) -> None:
    mail = Message("1", ADDRESS, "Bord 5 mod Åse", "Åse\n.\nØst", "Stop:", "https://x.example/mail", datetime.now(UTC))
    with closing(Sender(post.server)) as sender:
        assert sender.send(mail).outcome == "sent"
    [got] = post.got
    assert got["Subject"] == "Bord 5 mod Åse"
    assert "Åse" in got.get_content()
