"""A season whose players choose whom they meet, by what is on the pages: with a no-show, a latecomer, a dispute, a
ruling, an appeal that is withdrawn, and a correction."""

from contextlib import ExitStack

import pytest

from tests.api.support import Service
from tests.site.browsing import Browser
from tests.site.test_desk import at_the_desk
from tests.site.test_evenings import (
    LENGTH,
    Evening,
    announces,
    comes_late,
    corrects_the_last,
    is_ruled,
    logged_in,
    starts_with_those_who_are_here,
)
from tests.site.test_players_links import phone

OF_A_SEASON = "open"


def reports(evening: Evening, winner: int, loser: int) -> tuple[Browser, Browser, int]:
    """The winner reports a match that nobody has drawn; both phones, and its number."""
    own, other = evening.phone_of(winner), evening.phone_of(loser)
    own.open("/play")
    own.done("/play/match", opponent=str(loser), own=str(LENGTH), other="0", length=str(LENGTH))
    other.open("/play")
    return own, other, int(evening.read("/matches", limit=100)["items"][-1]["number"])


@pytest.mark.rule("OPN-1", "TD-9", "TD-14")
def test_season_is_played_by_what_is_on_the_pages(service: Service) -> None:
    with at_the_desk(service) as desk, ExitStack() as windows:

        def opens() -> Browser:
            return windows.enter_context(phone(service))

        helpers = (logged_in(opens(), desk), logged_in(opens(), desk))
        evening = Evening(desk, opens, helpers, opens(), opens())
        announces(evening, OF_A_SEASON)
        starts_with_those_who_are_here(evening)
        comes_late(desk, OF_A_SEASON)
        _, loser, _ = reports(evening, 1, 2)
        loser.done("/confirmation")
        _, loser, number = reports(evening, 3, 4)
        is_ruled(evening, loser, evening.read(f"/matches/{number}"))
        assert "A ruling decides this match." in desk.open(f"{desk.at}?match={number}")
        _, loser, _ = reports(evening, 5, 6)
        loser.done("/confirmation")
        corrects_the_last(evening)
        assert evening.read("/standings")["rows"][0]["entry"] in (1, 5), "who has won by a result that counts"
        desk.open(f"{desk.at}/finish")
        desk.done("/complete")
        desk.done("/file", reference="Letter 8")
        assert "Letter 8" in desk.page
