"""Phones for all: one code on the wall, the player picks their name, and a director nods to the number."""

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from psycopg_pool import ConnectionPool

from api.http.phones import MOST_OF_ENTRY, OPEN_SECONDS, WAITING_SECONDS, Phones
from domain.kernel.ids import TournamentId
from tests.api.played import Played, announced
from tests.api.support import Service
from tests.site.browsing import Browser, browsing
from tests.site.test_check_in import helper

HALL = TournamentId("00000000-0000-4000-8000-000000000000")
OTHER_HALL = TournamentId("00000000-0000-4000-8000-000000000002")


@pytest.fixture
def evening(service: Service) -> Played:
    made = announced(service, {"kind": "swiss", "rounds": 2, "lengths": [5]})
    made.enter_all(service.register_all(["Ada Ask", "Bo Bek"]))
    made.read("entries")
    return made


@pytest.fixture
def desk(service: Service, evening: Played) -> Iterator[Browser]:
    with helper(service, evening) as found:
        found.open(phones_of(evening))
        yield found


@contextmanager
def phone(service: Service, evening: Played) -> Iterator[Browser]:
    """A phone that was pointed at the wall."""
    with browsing(service) as found:
        found.open(f"{evening.path.removeprefix('/v1')}/phone")
        yield found


def phones_of(evening: Played) -> str:
    return evening.path.replace("/v1/tournaments", "/desk") + "/phones"


def shows_numbers(page: str) -> list[str]:
    return re.findall(r'class="spoken">([0-9]{3})<', page)


def shows_number(page: str) -> str:
    found = shows_numbers(page)
    assert found, page
    return found[0]


def address_of(one: Browser) -> str:
    assert one.shown is not None
    return one.shown.url.path


@pytest.mark.rule("TD-14")
def test_phone_is_let_in_by_the_nod_to_its_number(service: Service, evening: Played, desk: Browser) -> None:
    """Two taps and a button for the player, one button for the director."""
    desk.done("/phones")
    with phone(service, evening) as own:
        own.done("/phone", entry="2")
        number, waits_at = shows_number(own.page), address_of(own)
        page = desk.open(phones_of(evening))
        assert shows_number(page) == number
        assert "Bo Bek" in page
        desk.done("/phone-nod")
        own.open(waits_at)
        own.done(waits_at)
        assert address_of(own).endswith("/play")
        assert "Bo Bek" in own.page
        links = evening.director.read(f"{evening.path}/links")["items"]
        assert [(one["entry"], one["opened"]) for one in links] == [(2, True)]
        assert own.http.post(waits_at).status_code == 200, "the phone was used, and its name is to be picked again"
        assert "Pick your name again" in own.http.get(waits_at).text


PRESS_SECONDS = 5
"""For a director to compare a number on a phone, and to press the button beside it."""
MOST_SECONDS = 180


@pytest.mark.rule("TD-14")
def test_24_phones_are_let_in_within_three_minutes_by_a_press_each(service: Service) -> None:
    """All 24 ask at once. What the service works for all of them counts in full, as if nobody pressed meanwhile."""
    made = announced(service, {"kind": "swiss", "rounds": 2, "lengths": [5]})
    made.enter_all(service.register_all([f"Phone Player {number}" for number in range(1, 25)]))
    made.read("entries")
    with helper(service, made) as desk, ExitStack() as pockets:
        began, presses = time.process_time(), 1
        desk.open(phones_of(made))
        desk.done("/phones")
        phones = [pockets.enter_context(phone(service, made)) for _ in range(24)]
        for entry, own in enumerate(phones, 1):
            own.done("/phone", entry=str(entry))
        waiting = [address_of(own) for own in phones]
        desk.open(phones_of(made))
        while list(desk.forms("/phone-nod")):
            desk.done("/phone-nod", 0)
            presses += 1
        for own, at in zip(phones, waiting, strict=True):
            own.open(at)
            own.done(at)
            assert address_of(own).endswith("/play")
        assert presses == 1 + 24
        assert presses * PRESS_SECONDS + time.process_time() - began < MOST_SECONDS


def test_phone_without_a_nod_is_not_let_in(service: Service, evening: Played, desk: Browser) -> None:
    desk.done("/phones")
    with phone(service, evening) as own:
        own.done("/phone", entry="1")
        answer = own.http.post(address_of(own))
        assert "Pick your name again" in answer.text
        assert not own.http.cookies


def test_phones_are_taken_only_once_a_director_says_so(service: Service, evening: Played, desk: Browser) -> None:
    with phone(service, evening) as own:
        assert "Ask the director" in own.page
        desk.done("/phones")
        own.open(address_of(own))
        form = next(own.forms("/phone"))
        desk.open(phones_of(evening))
        desk.done("/phones")
        assert own.send(form, entry="1").status_code == 409


@pytest.mark.rule("TD-9")
def test_phone_is_nodded_to_by_the_tournaments_directors_alone(
    service: Service, evening: Played, desk: Browser
) -> None:
    desk.done("/phones")
    with phone(service, evening) as own, phone(service, evening) as stranger:
        own.done("/phone", entry="1")
        desk.open(phones_of(evening))
        other, _ = service.director()
        stranger.open("/login")
        stranger.done("/login", key=other.key or "")
        assert stranger.http.get(phones_of(evening)).status_code == 403
        for act in ("/phone-nod", "/phone-end", "/phones"):
            assert stranger.send(next(desk.forms(act))).status_code == 403
        assert len(service.services.phones.waiting(evening.path.rpartition("/")[2])) == 1


def test_phone_of_an_impostor_is_refused(service: Service, evening: Played, desk: Browser) -> None:
    desk.done("/phones")
    with phone(service, evening) as impostor, phone(service, evening) as own:
        impostor.done("/phone", entry="1")
        own.done("/phone", entry="1")
        asking = shows_numbers(desk.open(phones_of(evening)))
        desk.done("/phone-nod", asking.index(shows_number(own.page)))
        own.open(address_of(own))
        own.done(address_of(own))
        assert "Pick your name again" in impostor.open(address_of(impostor))


@pytest.mark.parametrize("entry", ["3", "0", "x", ""])
def test_phone_picks_somebody_who_is_in(service: Service, evening: Played, desk: Browser, entry: str) -> None:
    desk.done("/phones")
    with phone(service, evening) as own:
        own.open(address_of(own))
        assert own.press("/phone", entry=entry).status_code == 409


def test_sheets_for_the_wall_and_cards_lead_to_the_names(evening: Played, desk: Browser) -> None:
    at = evening.path.removeprefix("/v1")
    assert f"{at}/phone" in desk.open(f"{at}/print/phones")
    cards = desk.open(f"{at}/print/phones?cards=yes")
    assert cards.count('class="slip card"') == 2


def test_waiting_phones_are_few_for_an_entry_and_go_after_a_while(database_url: str) -> None:
    now = [0.0]
    with ConnectionPool(database_url, kwargs={"autocommit": True}, open=True) as pool:
        assert_few(Phones(pool, lambda: now[0]), now)


def test_phones_that_wait_no_longer_are_forgotten_when_the_next_one_asks(database_url: str) -> None:
    """Anybody may ask, and each look at those who wait reads all that are kept."""
    now = [0.0]
    with ConnectionPool(database_url, kwargs={"autocommit": True}, open=True) as pool:
        phones = Phones(pool, lambda: now[0])
        phones.open(OTHER_HALL)
        for _ in range(3):
            assert all(phones.ask(OTHER_HALL, one) for one in range(1, 5))
            now[0] += WAITING_SECONDS
        secret = phones.ask(OTHER_HALL, 1)
        assert len(rows_of(pool)) == 1
        assert secret is not None
        assert secret not in str(rows_of(pool)), "of a phone's secret nothing but its public key is kept"


def test_code_of_a_phones_link_is_opened_by_its_secret_alone(database_url: str) -> None:
    with ConnectionPool(database_url, kwargs={"autocommit": True}, open=True) as pool:
        phones = Phones(pool, lambda: 0.0)
        phones.open(OTHER_HALL)
        secret, other = phones.ask(OTHER_HALL, 1), phones.ask(OTHER_HALL, 2)
        assert secret is not None
        assert other is not None
        asked = phones.find(OTHER_HALL, secret)
        assert asked is not None
        assert asked.code(secret) is None
        phones.nod(asked, "code-of-the-link")
        nodded = phones.find(OTHER_HALL, secret)
        assert nodded is not None
        assert (nodded.code(secret), nodded.code(other)) == ("code-of-the-link", None)
        assert "code-of-the-link" not in str(rows_of(pool))
        for text in ("", "x" * 64, "0" * 62, secret[:-2], secret + "00"):
            assert phones.find(OTHER_HALL, text) is None
        phones.close(OTHER_HALL)


def rows_of(pool: "ConnectionPool[Any]") -> list[tuple[Any, ...]]:
    """What is shared of the phones of the hall."""
    with pool.connection() as connection:
        query = "SELECT * FROM public.scoresheet_shared('phones', %s)"
        rows: list[tuple[Any, ...]] = connection.execute(query, (OTHER_HALL,)).fetchall()
        return rows


def assert_few(phones: Phones, now: list[float]) -> None:
    assert phones.ask(HALL, 1) is None
    phones.open(HALL)
    asked = [phones.ask(HALL, 1) for _ in range(MOST_OF_ENTRY + 1)]
    assert [one is not None for one in asked] == [*[True] * MOST_OF_ENTRY, False]
    assert len({one.number for one in phones.waiting(HALL)}) == MOST_OF_ENTRY
    assert {phones.find(HALL, one) for one in asked if one} == set(phones.waiting(HALL))
    now[0] = WAITING_SECONDS
    assert list(phones.waiting(HALL)) == []
    assert phones.ask(HALL, 1) is not None
    now[0] = OPEN_SECONDS
    assert phones.ask(HALL, 1) is None
