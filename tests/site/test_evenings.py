"""A small evening of each format by what is on the pages, without JavaScript and in a real browser: the director, two
helpers, who share the check-in and the results, players at phones, a spectator, and a wall; with a no-show, a
latecomer, a dispute, a ruling, an appeal that is withdrawn, and a correction."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from domain.formats.registry import KINDS
from tests.api.support import Service
from tests.site import browser as real
from tests.site.browsing import Browser, links
from tests.site.clicked import Clicked
from tests.site.evening import PHONE
from tests.site.test_check_in import tells
from tests.site.test_desk import Desk, at_the_desk, winning
from tests.site.test_players_links import came_in, link_for, phone

if TYPE_CHECKING:
    import playwright.sync_api

NOT_OF_ONE_EVENING = frozenset({"open", "champion"})
"""A season without rounds, and the final of a series, for which the players have won credits."""
PLAYERS = ("Ada Ask", "Bo Birk", "Cleo Ceder", "Dan Dahl", "Eva Elm", "Finn Fyr")
ABSENT, LATE = "Gus Gran", "Hal Hegn"
NAMES = dict(enumerate((*PLAYERS, ABSENT, LATE), 1))
"""By the number of the entry."""
CLOSED_AT_THE_START = frozenset({"dual-ring", "groups", "nxe", "rolling-groups", "round-robin", "stepladder"})
QUALIFIERS = {"buy-back": "4"}
"""Of a format that ranks nobody, how many a final takes."""
LENGTH = 5
MOST_STEPS = 60
MOST_ACTIONS = 90
"""Of the director, in an evening of eight."""


@dataclass
class ClickedDesk(Clicked, Desk):
    """The same in a window of a browser."""


@dataclass
class Evening:
    """One evening: the director, two helpers, who looks on, and the screen on the wall; `opens` gives further ones."""

    desk: Desk
    opens: Callable[[], Browser]
    helpers: tuple[Browser, Browser]
    spectator: Browser
    wall: Browser

    @property
    def at(self) -> str:
        return self.desk.at

    def phone_of(self, entry: int) -> Browser:
        """Let in with the code that the director reads out."""
        own = self.opens()
        came_in(own, link_for(self.desk, entry))
        return own

    def read(self, path: str = "", **asked: Any) -> Any:  # noqa: ANN401 -- a document of the API
        assert self.desk.client is not None
        return self.desk.client.read(f"{self.desk.api}{path}", **asked)


def announces(evening: Evening, kind: str) -> None:
    desk = evening.desk
    desk.open("/desk")
    typed = {"format": kind, "length": str(LENGTH), "qualifiers": QUALIFIERS.get(kind, "")}
    desk.done("/announcement", name=f"Evening of {kind}", verification="confirmed", **typed)
    assert desk.shown is not None
    desk.at = desk.shown.url.path.removesuffix("/entries")
    enters(desk, *PLAYERS, ABSENT)


def enters(desk: Desk, *names: str) -> None:
    desk.open(f"{desk.at}/entries")
    desk.done("/list", -1, list="\n".join(names))
    desk.done("/enter")


def starts_with_those_who_are_here(evening: Evening) -> None:
    """Two helpers share the board: each taps half of those who have come, and the director starts without the one who
    has not."""
    for half, helper in enumerate(evening.helpers):
        helper.open(f"{evening.at}/check-in")
        for entry in range(1 + half, len(PLAYERS) + 1, 2):
            assert tells(helper, "/check-in", entry).status_code == 200
    evening.desk.open(f"{evening.at}/check-in")
    evening.desk.done("/start-with")


def comes_late(desk: Desk, kind: str) -> None:
    """The page lets them in, or says that nobody can come in any more."""
    page = desk.open(f"{desk.at}/check-in")
    if kind in CLOSED_AT_THE_START:
        assert "nobody can come in here any more" in page
        return
    for way in ("/let-in", "/let-in-until"):
        if list(desk.forms(way)):
            desk.done(way)
    enters(desk, LATE)
    if list(desk.forms("/approve")):
        desk.done("/approve")


def goes_one_step_on(desk: Desk) -> bool:
    """Whether there was anything to draw, to open or to decide."""
    desk.open(desk.at)
    for form, typed in (("/draw", {}), ("/decide", {"reason": "So it was agreed."}), ("/open-stage", {})):
        if list(desk.forms(form)):
            desk.done(form, **typed)
            return True
    return False


def is_told_by_phone(evening: Evening, match: dict[str, Any]) -> None:
    """One reports and the other confirms."""
    winner, loser = (evening.phone_of(entry) for entry in sorted(match["sides"]))
    winner.open("/play")
    winner.done("/result", own=str(match["length"]), other="0")
    loser.open("/play")
    loser.done("/confirmation")
    assert evening.read(f"/matches/{match['number']}")["winner"] == min(match["sides"])


def is_disputed_and_ruled(evening: Evening, match: dict[str, Any]) -> None:
    """One reports, and the other disputes it."""
    winner, loser = (evening.phone_of(entry) for entry in sorted(match["sides"]))
    winner.open("/play")
    winner.done("/result", own=str(match["length"]), other="0")
    loser.open("/play")
    is_ruled(evening, loser, match)


def is_ruled(evening: Evening, loser: Browser, match: dict[str, Any]) -> None:
    """They say that it is wrong, and the director rules that they have lost it."""
    loser.done("/dispute", matter="The last game was mine.")
    desk, ruling = evening.desk, "/do/give-ruling?dispute=1"
    desk.open(f"{desk.at}{ruling}")
    desk.done(ruling, step="look", clause="4.2", facts="Seen by two.", reasons="The play was against the rules.")
    desk.done(ruling, step="add remedies", **{"remedies-new": "match-loss"})
    desk.done(
        ruling, step="try", **{"remedies.1.loser": ("first", "second")[match["sides"].index(max(match["sides"]))]}
    )
    desk.done(ruling, step="send")
    assert evening.read("/rulings")["items"][0]["status"] == "in-force"
    is_appealed_in_vain(evening, loser)


def is_appealed_in_vain(evening: Evening, loser: Browser) -> None:
    """They appeal, and think better of it."""
    loser.open("/play")
    appeal = next(one for one in links(loser.page) if "/do/lodge-appeal?" in one)
    loser.open(appeal)
    loser.done(appeal.rpartition("/do")[2], reason="It was not so.", step="send")
    withdrawal = f"{appeal.rpartition('/do')[0]}/do/withdraw-appeal?appeal=1"
    loser.open(withdrawal)
    loser.done(withdrawal, step="try")
    loser.done(withdrawal, step="send")
    assert evening.read("/appeals")["items"][0]["decision"] == "withdrawn"


def plays_on(evening: Evening) -> None:
    """Draws and results by turns, until nothing comes next; the helpers enter results by turns."""
    for step in range(MOST_STEPS):
        if still := evening.read("/matches", status="open", limit=1)["items"]:
            helper = evening.helpers[step % 2]
            helper.open(f"{evening.at}/rounds")
            helper.done("/results", quick=f"{still[0]['number']} {winning(still[0])}")
        elif not goes_one_step_on(evening.desk):
            return
    raise AssertionError(evening.desk.page)


def corrects_the_last(evening: Evening) -> None:
    """The loser of the newest match had a point more; of a single point the other won it. Nothing depends on it."""
    match = evening.read("/matches", status="announced", limit=100)["items"][-1]
    desk = evening.desk
    desk.open(f"{desk.at}?match={match['number']}")
    first, second = winning(match).split("-")
    right = f"{first}-{second}".replace("0", "1") if match["length"] > 1 else f"{second}-{first}"
    desk.done("/correction", score=right)
    desk.done("/correction", card="")
    assert evening.read(f"/matches/{match['number']}")["corrections"] == 1


def ends(desk: Desk) -> None:
    assert "All is played" in desk.open(desk.at)
    desk.open(f"{desk.at}/finish")
    desk.done("/complete")
    desk.done("/file", reference="Letter 7")
    assert "Letter 7" in desk.page


def plays(evening: Evening, kind: str) -> int:
    """The whole evening; who has won."""
    desk = evening.desk
    announces(evening, kind)
    page = evening.at.replace("/desk", "/tournaments")
    starts_with_those_who_are_here(evening)
    comes_late(desk, kind)
    goes_one_step_on(desk)
    evening.spectator.open(page)
    evening.wall.open(f"{page}/screen/standings")
    first, *others = evening.read("/matches", status="open", limit=100)["items"]
    is_disputed_and_ruled(evening, first)
    apart = [one for one in others if not set(one["sides"]) & set(first["sides"])]
    if apart:
        is_told_by_phone(evening, apart[0])
    plays_on(evening)
    corrects_the_last(evening)
    plays_on(evening)
    ends(desk)
    champion = int(evening.read("/standings")["rows"][0]["entry"])
    assert NAMES[champion] in desk.open(page)
    return champion


KINDS_OF_EVENINGS = sorted(set(KINDS) - NOT_OF_ONE_EVENING)
EVERY_DAY = frozenset({"knockout", "rolling-groups", "swiss"})
"""The same walk is made of every format by clicks, in the browser's tests, and by forms in `make proof`."""


@pytest.mark.rule("TD-9", "TD-14")
@pytest.mark.parametrize(
    "kind", [kind if kind in EVERY_DAY else pytest.param(kind, marks=pytest.mark.proof) for kind in KINDS_OF_EVENINGS]
)
def test_evening_of_each_format_is_played_by_what_is_on_the_pages(service: Service, kind: str) -> None:
    with at_the_desk(service) as desk, ExitStack() as windows:

        def opens() -> Browser:
            return windows.enter_context(phone(service))

        helpers = (logged_in(opens(), desk), logged_in(opens(), desk))
        plays(Evening(desk, opens, helpers, opens(), opens()), kind)


def logged_in(helper: Browser, desk: Desk) -> Browser:
    """With the director's key."""
    assert desk.client is not None
    helper.open("/login")
    helper.done("/login", key=desk.client.key or "")
    return helper


@pytest.mark.browser
@pytest.mark.rule("TD-9", "TD-14")
@pytest.mark.parametrize("kind", KINDS_OF_EVENINGS)
def test_evening_of_each_format_is_played_by_clicks(
    browser: "playwright.sync_api.Browser", service: Service, kind: str
) -> None:
    with ExitStack() as windows:

        def window(**options: object) -> Any:  # noqa: ANN401 -- playwright's page
            return windows.enter_context(real.visitor(browser, service.url, **options)).page

        def opens() -> Browser:
            return Clicked(service.http, window=window(viewport=PHONE))

        client = service.client(service.key("director", service.register("A director")))
        desk = ClickedDesk(service.http, window=window(), service=service, client=client)
        logged_in(desk, desk)
        spectator, wall = window(), window(viewport={"width": 1920, "height": 1080})
        watching = [Clicked(service.http, window=one) for one in (spectator, wall)]
        helpers = (logged_in(opens(), desk), logged_in(opens(), desk))
        champion = plays(Evening(desk, opens, helpers, *watching), kind)
        spectator.locator(".hero .tag", has_text="completed").wait_for()
        wall.get_by_role("row").filter(has_text=NAMES[champion]).first.wait_for()
        assert desk.actions <= MOST_ACTIONS
