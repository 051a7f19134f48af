"""Players sign up by themselves: a request that a director answers, and that nobody else sees."""

from collections.abc import Iterator

import httpx
import pytest

from api.http.sign_ups import MOST_FROM_ONE
from tests.api.played import Played, announced
from tests.api.support import Service
from tests.site.browsing import Browser, browsing
from tests.site.test_check_in import helper


@pytest.fixture
def evening(service: Service) -> Played:
    made = announced(service, {"kind": "swiss", "rounds": 2, "lengths": [5]})
    made.enter_all(service.register_all(["Ada Ask"]))
    made.read("entries")
    return made


@pytest.fixture
def desk(service: Service, evening: Played) -> Iterator[Browser]:
    with helper(service, evening) as found:
        found.open(desk_of(evening))
        yield found


@pytest.fixture
def visitor(service: Service) -> Iterator[Browser]:
    """Nobody has signed up from their address before."""
    service.owner.execute("DELETE FROM public.shared WHERE kind = 'often-sign-ups'")
    service.owner.commit()
    with browsing(service) as found:
        yield found


def desk_of(evening: Played) -> str:
    return evening.path.replace("/v1/tournaments", "/desk") + "/entries"


def page_of(evening: Played) -> str:
    return evening.path.removeprefix("/v1")


def signs_up(visitor: Browser, evening: Played, **typed: str) -> httpx.Response:
    visitor.open(f"{page_of(evening)}/sign-up")
    return visitor.press("/sign-up", **typed)


def persons(service: Service) -> int:
    query = "SELECT count(*) FROM public.events WHERE topic LIKE 'person.registered.%'"
    row = service.owner.execute(query).fetchone()
    service.owner.commit()
    assert row is not None
    return int(row[0])


def kept(evening: Played) -> int:
    owner, query = evening.service.owner, "SELECT count(*) FROM public.sign_ups WHERE tournament = %s"
    row = owner.execute(query, (evening.path.rpartition("/")[2],)).fetchone()
    owner.commit()
    assert row is not None
    return int(row[0])


def test_page_of_a_coming_tournament_names_the_director_to_ask(
    evening: Played, visitor: Browser, desk: Browser
) -> None:
    assert "To play, ask a director to enter you:" in visitor.open(page_of(evening))
    desk.done("/sign-ups", 0)
    assert "To play, ask a director to enter you:" not in visitor.open(page_of(evening))


def test_sign_up_is_approved_into_the_tournament(
    service: Service, evening: Played, desk: Browser, visitor: Browser
) -> None:
    assert "/sign-up" not in visitor.open(page_of(evening)), "a director opens it first"
    desk.done("/sign-ups", 0)
    before = persons(service)
    assert "/sign-up" in visitor.open(page_of(evening))
    assert signs_up(visitor, evening, name="Mia Moe", club="Havn", contact="mia@example.org").status_code == 200
    assert persons(service) == before, "nobody is registered before a director approves"
    page = desk.open(desk_of(evening))
    assert "Mia Moe" in page
    assert "mia@example.org" in page
    desk.done("/sign-up-approval")
    assert evening.read("entries/2")["status"] == "approved"
    assert persons(service) == before + 1
    assert kept(evening) == 0


def test_sign_up_that_is_declined_leaves_nothing(
    service: Service, evening: Played, desk: Browser, visitor: Browser
) -> None:
    desk.done("/sign-ups", 0)
    before, version = persons(service), evening.director.read(evening.path)["version"]
    signs_up(visitor, evening, name="Mia Moe")
    desk.open(desk_of(evening))
    desk.done("/sign-up-refusal")
    assert (persons(service), kept(evening)) == (before, 0)
    assert evening.director.read(evening.path)["version"] == version


def test_sign_up_is_shown_to_the_staff_alone(
    service: Service, evening: Played, desk: Browser, visitor: Browser
) -> None:
    desk.done("/sign-ups", 0)
    signs_up(visitor, evening, name="Mia Moe", contact="mia@example.org")
    for path in (page_of(evening), f"{page_of(evening)}/entrants", f"{page_of(evening)}/sign-up"):
        assert "mia@example.org" not in visitor.open(path)
    stranger, _ = service.director()
    visitor.open("/login")
    visitor.done("/login", key=stranger.key or "")
    assert "Mia Moe" not in visitor.open(desk_of(evening))
    assert visitor.send(next(desk.forms("/sign-ups"))).status_code == 403
    desk.open(desk_of(evening))
    assert visitor.send(next(desk.forms("/sign-up-approval"))).status_code == 403
    assert visitor.send(next(desk.forms("/sign-up-refusal"))).status_code == 403
    assert kept(evening) == 1


def test_sign_up_waits_for_membership_and_fee(evening: Played, desk: Browser, visitor: Browser) -> None:
    desk.done("/sign-ups", 0, for_members="yes", fee_first="yes")
    page = visitor.open(f"{page_of(evening)}/sign-up")
    assert "for members" in page
    assert "your fee" in page
    signs_up(visitor, evening, name="Mia Moe")
    desk.open(desk_of(evening))
    assert desk.press("/sign-up-approval", member="yes").status_code == 422
    assert kept(evening) == 1
    desk.done("/sign-up-approval", member="yes", paid="yes")
    entry = evening.read("entries/2")
    assert (entry["status"], entry["fee_paid"]) == ("approved", True)


def test_sign_up_offers_the_person_of_that_name(
    service: Service, evening: Played, desk: Browser, visitor: Browser
) -> None:
    person = service.register("Mia Moe")
    desk.done("/sign-ups", 0)
    before = persons(service)
    signs_up(visitor, evening, name="mia  moe")
    desk.open(desk_of(evening))
    desk.done("/sign-up-approval", **{"person-1": person})
    assert evening.read("entries/2")["person"] == person
    assert persons(service) == before


def test_sign_up_is_kept_once_for_a_name(evening: Played, desk: Browser, visitor: Browser) -> None:
    desk.done("/sign-ups", 0)
    signs_up(visitor, evening, name="Mia Moe")
    signs_up(visitor, evening, name="MIA  MOE")
    assert "signed up before" in visitor.page
    assert kept(evening) == 1


def test_sign_up_takes_so_many_from_one_address(evening: Played, desk: Browser, visitor: Browser) -> None:
    desk.done("/sign-ups", 0)
    visitor.open(f"{page_of(evening)}/sign-up")
    form = next(visitor.forms("/sign-up"))
    sent = [visitor.send(form, name=f"Player {chr(97 + one)}").status_code for one in range(MOST_FROM_ONE + 1)]
    assert sent == [*[200] * MOST_FROM_ONE, 429]
    assert kept(evening) == MOST_FROM_ONE


@pytest.mark.parametrize("name", ["", " ", "x" * 201, "zero\x00width"])
def test_sign_up_needs_a_name(evening: Played, desk: Browser, visitor: Browser, name: str) -> None:
    desk.done("/sign-ups", 0)
    assert signs_up(visitor, evening, name=name).status_code == 422
    assert kept(evening) == 0


def test_sign_up_is_gone_after_thirty_days(service: Service, evening: Played, desk: Browser, visitor: Browser) -> None:
    desk.done("/sign-ups", 0)
    signs_up(visitor, evening, name="Mia Moe")
    service.owner.execute("UPDATE public.sign_ups SET made_at = made_at - interval '31 days'")
    service.owner.commit()
    assert "Mia Moe" not in desk.open(desk_of(evening))
    service.owner.execute("SELECT public.scoresheet_forget()")
    assert kept(evening) == 0


def test_sign_up_ends_with_the_start_and_with_the_switch(
    service: Service, evening: Played, desk: Browser, visitor: Browser
) -> None:
    desk.done("/sign-ups", 0)
    visitor.open(f"{page_of(evening)}/sign-up")
    form = next(visitor.forms("/sign-up"))
    assert visitor.send(form, name="Mia Moe").status_code == 200
    desk.done("/sign-ups", 1)
    assert kept(evening) == 0
    assert visitor.send(form, name="Mia Moe").status_code == 409
    assert visitor.http.get(f"{page_of(evening)}/sign-up").status_code == 404
    desk.done("/sign-ups", 0)
    evening.enter_all(service.register_all(["Bo Bek"]))
    evening.do("start")
    evening.director.read(evening.path)
    assert visitor.send(form, name="Mia Moe").status_code == 409
