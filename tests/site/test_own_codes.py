"""The code that a player chooses on their own phone, typed on the device of the director they play (TD-9)."""

from itertools import count

import pytest

from api.http.codes import MOST_FROM_ONE, MOST_SOON, MOST_WRONG, Codes, Tried, is_fit
from tests.api.support import Service
from tests.site.test_desk import at_the_desk
from tests.site.test_players_links import came_in, link_for, phone

CODE, ANOTHER, WRONG = "Fox Sea 47", "ludo 8 5 3", "nobody 123"


@pytest.mark.rule("TD-9", "TD-14")
def test_code_chosen_on_a_phone_confirms_on_the_device_of_a_lone_director(service: Service) -> None:
    with at_the_desk(service) as desk, phone(service) as own, phone(service) as stranger:
        assert desk.client is not None
        at = desk.client.done("/v1/tournaments", {"name": "Evening", "format": {"kind": "open"}}).json()["tournament"]
        desk.at, page = f"/desk/{at}", f"/tournaments/{at}/play"
        me = desk.client.read(desk.api)["directors"][0]
        ada = service.register("Ada")
        entries = [{"entry": {"person": one, "approved": True}} for one in (me, ada)]
        desk.client.done(f"{desk.api}/bulk", {"rows": [*entries, {"command": {"kind": "start-tournament"}}]})
        desk.client.read(f"{desk.api}/entries/2")  # which waits until it is shown
        came_in(own, link_for(desk, 2))
        assert f"{page}/code" in own.open(page)
        own.open(f"{page}/code")
        assert own.press("/play/code", code="123456").status_code == 422
        own.done("/play/code", code=CODE)
        assert "You chose your code" in own.page
        won = {"sides": [1, 2], "length": 5, "result": {"kind": "score", "first": 5, "second": 2}}
        for number in (1, 2):
            desk.client.done(f"{desk.api}/matches", won)
            desk.client.read(f"{desk.api}/matches/{number}")
        refused = (desk.open(f"{desk.at}/matches/1"), desk.press("/by-code", code=WRONG))[1]
        assert (refused.status_code, "not the player’s code" in desk.page) == (403, True)
        desk.done("/by-code", code=CODE.lower())
        told = desk.client.read(f"{desk.api}/matches/1")
        assert (told["status"], told["by_link_of"]) == ("announced", None)
        assert "Wrong tries since then: 1." in own.open(f"{page}/code")
        came_in(stranger, link_for(desk, 2))
        assert "Another phone chose a code for you" in stranger.open(f"{page}/code")
        assert list(stranger.forms("/play/code")) == []
        stranger.open(page)
        stranger.done("/play/2/by-code", code=CODE)
        assert desk.client.read(f"{desk.api}/matches/2")["status"] == "announced"
        history = desk.client.read(f"{desk.api}/history", limit=500)["items"]
        [chosen] = [one for one in history if one["topic"].startswith("tournament.code-chosen")]
        [by_desk, by_phone] = [one["actor"] for one in history if one["topic"].startswith("tournament.result-verified")]
        assert by_desk == by_phone
        assert (by_desk["key"], by_desk["person"], by_desk["key_maker"]) == (chosen["data"]["key"], ada, None)
        assert stranger.open(page).count("It was confirmed by the code that you have chosen") == 2
        assert "by the code that you have chosen" not in desk.open(f"{desk.at}/matches/1")
        stranger.open(page)
        stranger.done("/1/not-mine")
        assert stranger.page.count("It was confirmed by the code that you have chosen") == 1
        told = desk.client.read(f"{desk.api}/matches/1")
        assert (told["status"], told["by_code_of"]) == ("reported", None)
        assert len(desk.client.read(f"{desk.api}/disputes")["items"]) == 1
        refused = (desk.open(f"{desk.at}/matches/1"), desk.press("/by-code", code=CODE))[1]
        assert (refused.status_code, "Confirm with a passkey" in desk.page) == (403, True), desk.page


@pytest.fixture
def codes(service: Service) -> Codes:
    """Nobody has typed a code on any device before."""
    kept = service.services.codes
    service.owner.execute("DELETE FROM public.shared WHERE kind = 'often-codes'")
    service.owner.commit()
    return kept


def later(service: Service) -> None:
    """A quarter of an hour passes."""
    service.owner.execute("UPDATE public.code_tries SET at = at - interval '16 minutes'")
    service.owner.commit()


@pytest.mark.rule("TD-9")
def test_codes_tried_are_limited_for_a_player_and_for_a_device(service: Service, codes: Codes) -> None:
    key, evening, ada, devices = f"{1:016x}", "evening of tries", "Ada", count()
    codes.keep(key, evening, ada, CODE)

    def tries(code: str, device: str = "") -> Tried:
        return codes.try_one(key, evening, ada, code, device or f"device {next(devices)}")

    for _ in range(MOST_WRONG // MOST_SOON):
        assert tries(CODE) is Tried.RIGHT
        assert {tries(WRONG) for _ in range(MOST_SOON)} == {Tried.WRONG}
        assert tries(CODE) in (Tried.SOON, Tried.OFTEN), "the right one is no better then"
        later(service)
    assert (tries(CODE), codes.wrong_tries(key)) == (Tried.OFTEN, MOST_WRONG)
    second = f"{2:016x}"
    codes.keep(second, evening, ada, ANOTHER)
    codes.end_others(second, evening, ada)
    assert codes.try_one(second, evening, ada, ANOTHER, "x") is Tried.RIGHT
    assert codes.try_one(key, evening, ada, CODE, "x") is Tried.WRONG
    of_others = [codes.try_one(second, evening, f"Bo {number}", ANOTHER, "desk") for number in range(MOST_FROM_ONE)]
    assert set(of_others) == {Tried.WRONG}
    assert codes.try_one(second, evening, ada, ANOTHER, "desk") is Tried.DEVICE


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(
    ("code", "fit"),
    [
        (CODE, True),
        ("fs4781", True),
        ("fs478", False),
        ("112112", False),
        ("234567", False),
        ("987654", False),
        ("ab cd-12", False),
        ("x" * 21, False),
    ],
)
def test_code_is_long_and_not_guessed_soon(code: str, fit: bool) -> None:
    assert is_fit(code) is fit


@pytest.mark.rule("REG-3")
def test_code_is_gone_with_its_person_and_after_eight_days(service: Service, codes: Codes) -> None:
    evening, persons = "evening of long ago", ["Ada", "Bo", "Cia"]
    for number, person in enumerate(persons, 3):
        codes.keep(f"{number:016x}", evening, person, CODE)
    service.owner.execute("SELECT public.scoresheet_erase(%s)", (persons[0],))
    service.owner.execute(
        "UPDATE public.codes SET made_at = made_at - interval '9 days' WHERE person = %s", (persons[1],)
    )
    service.owner.execute("SELECT public.scoresheet_forget()")
    left = service.owner.execute("SELECT person FROM public.codes WHERE tournament = %s", (evening,)).fetchall()
    service.owner.rollback()
    assert left == [(persons[2],)]
