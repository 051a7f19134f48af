"""The evening of champions: winners of a series' evenings, each with a life for each win, by what is on the pages."""

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from tests.api.played import Played
from tests.api.support import Service
from tests.site import browser as real
from tests.site.browsing import Browser
from tests.site.clicked import Clicked
from tests.site.test_announcing import PAGE
from tests.site.test_desk import at_the_desk
from tests.site.test_evenings import (
    MOST_ACTIONS,
    ClickedDesk,
    Evening,
    corrects_the_last,
    ends,
    enters,
    logged_in,
    plays_on,
)
from tests.site.test_players_links import phone

if TYPE_CHECKING:
    import playwright.sync_api

WON = {"Ada": 2, "Bo": 1, "Cleo": 1}
"""By first name; each test has a family of its own."""
YEAR = 2026


def series_won(service: Service, family: str) -> str:
    """A series of which each of the family has won so many evenings."""
    client, of = service.administrator(), service.register(f"Rita {family}")
    series: str = client.done("/v1/series", {"name": "Thursdays"}).json()["series"]
    evenings = [person for name, wins in WON.items() for person in [service.register(f"{name} {family}")] * wins]
    for number, person in enumerate(evenings, 1):
        named = {"name": f"Thursday {number}", "format": {"kind": "nxe"}, "series": {"series": series, "season": YEAR}}
        made = client.done("/v1/tournaments", named).json()["tournament"]
        evening = Played(service, client, f"/v1/tournaments/{made}")
        evening.enter_all([person, of])
        evening.do("start")
        evening.play_on(evening.first_entry_wins)
        evening.do("completion")
    assert series in {one["id"] for one in client.read("/v1/series")["items"]}
    return series


def plays(evening: Evening, series: str, family: str) -> None:
    """From the announcement to the report."""
    desk, begins = evening.desk, "begins=format-champion"
    desk.open(f"{PAGE}?{begins}")
    asked = {"qualifying.series": series, "qualifying.years": str(YEAR)}
    desk.done(begins, **asked, name="Final of champions", step="send")
    assert desk.shown is not None
    desk.at = desk.shown.url.path.removesuffix("/entries")
    enters(desk, *(f"{name} {family}" for name in WON))
    desk.open(desk.at)
    desk.done("/start")
    plays_on(evening)
    corrects_the_last(evening)
    plays_on(evening)
    ends(desk)
    champion = evening.read("/standings")["rows"][0]["entry"]
    assert f"{list(WON)[int(champion) - 1]} {family}" in desk.open(evening.at.replace("/desk", "/tournaments"))


@pytest.mark.rule("CHM-1", "TD-9")
def test_evening_of_champions_is_played_by_what_is_on_the_pages(service: Service) -> None:
    series = series_won(service, "Form")
    with at_the_desk(service) as desk, ExitStack() as windows:

        def opens() -> Browser:
            return windows.enter_context(phone(service))

        helpers = (logged_in(opens(), desk), logged_in(opens(), desk))
        plays(Evening(desk, opens, helpers, opens(), opens()), series, "Form")


@pytest.mark.browser
@pytest.mark.rule("CHM-1", "TD-9")
def test_evening_of_champions_is_played_by_clicks(browser: "playwright.sync_api.Browser", service: Service) -> None:
    series = series_won(service, "Click")
    with ExitStack() as windows:

        def window() -> Any:  # noqa: ANN401 -- playwright's page
            return windows.enter_context(real.visitor(browser, service.url)).page

        def opens() -> Browser:
            return Clicked(service.http, window=window())

        client = service.client(service.key("director", service.register("A director")))
        desk = ClickedDesk(service.http, window=window(), service=service, client=client)
        logged_in(desk, desk)
        helpers = (logged_in(opens(), desk), logged_in(opens(), desk))
        plays(Evening(desk, opens, helpers, opens(), opens()), series, "Click")
        assert desk.actions <= MOST_ACTIONS
