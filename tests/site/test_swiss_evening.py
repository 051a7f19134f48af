"""A Swiss of sixteen with byes, a late entry, one who leaves, a dispute, a ruling, an appeal and a knockout of the best
four, by what is on the pages: the director, players at phones, and the committee, each in a window of their own;
with JavaScript and without it, result for result. Of each round one match is told by phone, the others from slips."""

import re
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from domain.kernel.chance import SECRET_BYTES, draw_key
from domain.tournament.decisions.rounds import automatic, drawing
from domain.tournament.derived import progress
from tests.api.support import Client, Service
from tests.site import browser as real
from tests.site.evening import (
    LENGTH,
    PHONE,
    confirms,
    ends,
    enters,
    outcome,
    press,
    reports,
    takes_a_link,
    types_a_line,
)
from tests.site.test_first_evening import follow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.proof, pytest.mark.browser]

PLAYERS = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNO"]
LATE, LEAVES = "Player P", "Player E"
COMMITTEE = ("Ole Oppe", "Pia Post", "Rie Rask")
Pair = tuple[int, str, str]
"""The number of a match and who plays it, first side first; anyone who is first in the alphabet wins."""


@pytest.fixture(autouse=True)
def _same_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tournament draws alike: neither its secret nor its id makes a difference."""

    def key(_: bytes, **drawn: Any) -> bytes:  # noqa: ANN401 -- as a draw tells it
        return draw_key(bytes(SECRET_BYTES), **{**drawn, "tournament": ""})

    for module in (automatic, drawing, progress):
        monkeypatch.setattr(module, "draw_key", key)


@dataclass
class Evening:
    """Who takes part, each at a window of their own."""

    service: Service
    browser: "Browser"
    windows: ExitStack
    scripts: bool
    phones: dict[str, "Page"] = field(default_factory=dict)

    def window(self, **options: Any) -> real.Visitor:  # noqa: ANN401 -- as playwright takes them
        told = {"java_script_enabled": self.scripts, **options}
        return self.windows.enter_context(real.visitor(self.browser, self.service.url, **told))

    def phones_of(self, desk: "Page", pair: Pair) -> tuple["Page", "Page"]:
        """The winner's, and the other's; to anyone who has none yet the director gives a link."""
        winner, loser = sorted(pair[1:])
        return self._phone(desk, winner), self._phone(desk, loser)

    def _phone(self, desk: "Page", name: str) -> "Page":
        if name not in self.phones:
            self.phones[name] = self.window(viewport=PHONE).page
            takes_a_link(desk, self.phones[name], name)
        return self.phones[name]


def announces(page: "Page", name: str) -> None:
    follow(page, "Desk")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Swiss", exact=True).check()
    page.get_by_label("Points to a match").first.fill(str(LENGTH))
    page.get_by_label("Then a final of the best").select_option("4")
    page.get_by_label("A result counts").select_option(label="once the opponent confirms it")
    page.get_by_label("Players can enter after the start").locator("visible=true").check()
    press(page, "Create it")
    enters(page, PLAYERS)


def pairs(desk: "Page") -> list[Pair]:
    """What the page says is still to be played."""
    follow(desk, "Rounds and results")
    rows = desk.get_by_role("row").filter(has=desk.get_by_role("textbox")).all()
    told = [(row.get_by_role("cell").first.inner_text(), row.get_by_role("rowheader").inner_text()) for row in rows]
    return [(int(number), *_both(players)) for number, players in told]


def _both(players: str) -> tuple[str, str]:
    first, second = players.split(" – ")
    return first, second


def lost_with(pair: Pair) -> int:
    return pair[0] % LENGTH


def goes_on(desk: "Page") -> None:
    """The director does what comes next."""
    follow(desk, "Now")
    press(desk, desk.get_by_role("button", name=re.compile("^(Draw round|Open stage) ")).inner_text())


def plays(evening: Evening, desk: "Page", at_phones: Pair, *others: Pair) -> None:
    """Who has won reports it, the other confirms it. The director enters what else is played from slips."""
    winner, loser = evening.phones_of(desk, at_phones)
    reports(winner, LENGTH, lost_with(at_phones))
    confirms(loser, f"{lost_with(at_phones)}–{LENGTH}")
    follow(desk, "Rounds and results")
    for pair in others:
        number, first, second = pair
        score = (LENGTH, lost_with(pair)) if first < second else (lost_with(pair), LENGTH)
        types_a_line(desk, f"{number} {score[0]}-{score[1]}")


def comes_late(desk: "Page", name: str) -> None:
    follow(desk, "Entries")
    enters(desk, [name])
    press(desk, "Approve")


def leaves(desk: "Page", name: str) -> None:
    follow(desk, "Entries")
    desk.get_by_role("row").filter(has_text=name).get_by_role("link", name="Record that the player resigns").click()
    desk.get_by_label("Reason").fill("Called away.")
    press(desk, "Show what it changes")
    press(desk, "Record that the player resigns")


def disputes(winner: "Page", loser: "Page", pair: Pair) -> None:
    """Who has won reports it, and the other says that it is wrong."""
    reports(winner, LENGTH, lost_with(pair))
    follow(loser, "My matches")
    loser.get_by_text("That is wrong").click()
    loser.get_by_label("What happened?").fill("The last game was mine.")
    press(loser, "Ask for a ruling")
    assert loser.get_by_text("will rule on it").is_visible()


def rules(desk: "Page", pair: Pair) -> None:
    """Anyone who has disputed the match is awarded it."""
    follow(desk, "Desk", "a dispute to rule on")
    desk.locator("section.matter").get_by_role("link", name="Give a ruling").click()
    desk.get_by_label("Rule its number").fill("4.7")
    press(desk, "Show what this rule permits")
    desk.get_by_label("Facts").fill("Both sheets say so.")
    desk.get_by_label("Reasons").fill("The sheets decide.")
    ordered = desk.get_by_role("group", name="What is ordered")
    ordered.get_by_label("Add").select_option(label="the result is awarded")
    press(desk, "Add it", ordered)
    score = f"{LENGTH - 1}-{LENGTH}" if pair[1] < pair[2] else f"{LENGTH}-{LENGTH - 1}"
    desk.get_by_role("textbox", name="Result").fill(score)
    press(desk, "Show what it changes")
    assert desk.get_by_role("region").get_by_text(f"{max(pair[1:])} has won").is_visible()
    press(desk, "Give a ruling")


def appeals(phone: "Page") -> None:
    """The player finds the way from their own page."""
    follow(phone, "My matches", "Disputes, statements, appeals and votes", "Appeal the ruling")
    phone.get_by_label("Reason").fill("The last game was never played.")
    press(phone, "Appeal the ruling")


def is_heard(evening: Evening, desk: "Page", committee: dict[str, str]) -> None:
    """Two of three vote to reverse the ruling, logged in with keys that the office has made."""
    follow(desk, "Desk", "a committee to form", "Form the committee")
    desk.get_by_label("Three or five members").fill("\n".join(committee))
    press(desk, "Form the committee")
    for person in list(committee.values())[:2]:
        page = evening.window().logs_in(evening.service.key("player", person))
        follow(page, "My matches", "your vote on an appeal", "Vote")
        page.get_by_label("Verdict").select_option(label="reversed")
        press(page, "Vote")
    follow(desk, "Desk", "an appeal to decide", "Announce the decision")
    desk.get_by_label("Reasons").fill("One sheet was never signed.")
    press(desk, "Show what it changes")
    press(desk, "Announce the decision")
    assert desk.get_by_text("the ruling is reversed").is_visible()


def verifies(desk: "Page") -> None:
    """What was reported stands again, and waits."""
    follow(desk, "Desk", "a result to verify")
    press(desk, "Verify what is ticked")


def first_rounds(evening: Evening, desk: "Page", committee: dict[str, str]) -> None:
    """Two rounds; the third is drawn when a ruling on the second is appealed."""
    goes_on(desk)
    plays(evening, desk, *pairs(desk))
    comes_late(desk, LATE)
    goes_on(desk)
    in_dispute, *others = pairs(desk)
    winner, loser = evening.phones_of(desk, in_dispute)
    disputes(winner, loser, in_dispute)
    plays(evening, desk, *others)
    rules(desk, in_dispute)
    leaves(desk, LEAVES)
    goes_on(desk)
    appeals(winner)
    is_heard(evening, desk, committee)
    verifies(desk)


def played(browser: "Browser", service: Service, committee: dict[str, str], *, scripts: bool) -> dict[str, Any]:
    """What such an evening comes to."""
    key = service.key("director", service.register("A director"))
    with ExitStack() as windows:
        evening = Evening(service, browser, windows, scripts)
        director = evening.window()
        desk = director.logs_in(key)
        announces(desk, f"Swiss of {key[-8:]}")
        at = f"/v1/tournaments/{desk.url.split('/')[-2]}"
        follow(desk, "Now")
        press(desk, "Start the tournament")
        first_rounds(evening, desk, committee)
        plays(evening, desk, *pairs(desk))
        for _ in ("the fourth round", "the knockout"):
            goes_on(desk)
            while still := pairs(desk):
                plays(evening, desk, *still)
        ends(desk)
    client = service.client(key)
    return {**outcome(client, at), **drawn_and_decided(client, at)}


def drawn_and_decided(client: Client, at: str) -> dict[str, Any]:
    """What a Swiss has besides: who the draws put together and passed over, each line's numbers, and the matters."""
    rounds = client.read(f"{at}/rounds")["rounds"]
    return {
        "pairings": [[(one["match"], one["sides"], one["why"]) for one in each["pairings"]] for each in rounds],
        "byes": [(each["number"], one["entry"]) for each in rounds for one in each["byes"]],
        "numbers": [one["values"] for one in client.read(f"{at}/standings")["rows"]],
        "left": [one["number"] for one in client.read(f"{at}/entries")["items"] if one["status"] == "resigned"],
        "champion": client.read(at)["champion"],
        "rulings": [(one["status"], one["remedies"]) for one in client.read(f"{at}/rulings")["items"]],
        "appeals": [(one["entry"], one["decision"], one["votes"]) for one in client.read(f"{at}/appeals")["items"]],
    }


@pytest.mark.rule("SWI-2", "SWI-8", "TD-9", "TD-12")
def test_a_swiss_with_an_appeal_is_the_same_with_javascript_and_without(service: Service) -> None:
    committee = {name: service.register(name) for name in COMMITTEE}
    with real.opened() as browser:
        with_scripts = played(browser, service, committee, scripts=True)
        assert len(with_scripts["matches"]) == 7 + 8 + 7 + 7 + 2 + 1
        assert [number for number, _ in with_scripts["byes"]] == [1, 3, 4]
        assert (with_scripts["rulings"][0][0], with_scripts["left"], with_scripts["champion"]) == ("reversed", [5], 1)
        assert played(browser, service, committee, scripts=False) == with_scripts
