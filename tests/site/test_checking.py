"""Check this: a visitor's own browser finds an event in the signed log, and notices one wrong byte."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from domain.evidence.cards import parse_card
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from tests.api.played import Played, first_wins, started
from tests.api.support import Service
from tests.api.test_log_tree import key_folder, sign_again
from tests.site import browser as real
from tests.site.test_in_browser import faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

__all__ = ["key_folder"]

WITHOUT_ED25519 = """const known = crypto.subtle.importKey.bind(crypto.subtle);
crypto.subtle.importKey = (format, key, one, ...others) => JSON.stringify(one).includes("Ed25519")
  ? Promise.reject(new DOMException("", "NotSupportedError")) : known(format, key, one, ...others);"""
"""As older browsers refuse it."""

pytestmark = [pytest.mark.browser, pytest.mark.rule("ALL-1")]


@pytest.fixture(scope="module")
def made(service: Service, module_database: DatabaseUrls, key_folder: KeyFolder) -> Played:
    """An evening whose events are all signed."""
    evening = started(service, {"kind": "knockout"}, 4)
    evening.report(1, {"kind": "score", "first": 5, "second": 3})
    evening.read("standings")
    sign_again(service, module_database, key_folder)
    return evening


def outcome(browser: "Browser", made: Played, changed: Callable[[str], str] | None = None, event: int = 2) -> str:
    """What the page comes to, where the proof reaches the browser changed so."""

    def on_the_way(route: "Route") -> None:
        answer = route.fetch()
        body = answer.text() if changed is None else changed(answer.text())
        route.fulfill(status=answer.status, body=body, content_type="text/plain")

    with real.visitor(browser, made.service.url) as visitor:
        visitor.page.route("**/*.tlog-proof", on_the_way)
        page = visitor.sees(f"{made.path.removeprefix('/v1')}/check?event={event}")
        page.locator("[data-outcome=begun]").wait_for(state="hidden")
        visitor.complaints[:] = [one for one in visitor.complaints if "404" not in one]
        shown = page.locator("[data-outcome]:not([hidden])").evaluate_all("all => all.map(one => one.dataset.outcome)")
        assert len(shown) == 1
        return str(shown[0])


@pytest.mark.parametrize("event", [1, 2, 5])
def test_event_is_checked_in_the_browser(browser: "Browser", made: Played, event: int) -> None:
    assert outcome(browser, made, event=event) == "checked"


def test_browser_without_ed25519_is_told_so(browser: "Browser", made: Played) -> None:
    with real.visitor(browser, made.service.url) as visitor:
        visitor.context.add_init_script(WITHOUT_ED25519)
        visitor.sees(f"{made.path.removeprefix('/v1')}/check?event=2").get_by_text("can’t check Ed25519").wait_for()


def test_draw_of_a_round_is_checked_from_the_page_of_rounds(service: Service) -> None:
    """The page names the event by which that round was drawn, whatever came after it."""
    evening = started(service, {"kind": "swiss", "rounds": 2, "lengths": [5]}, 4)
    evening.step(first_wins)
    evening.read("standings")
    path = evening.path.removeprefix("/v1")
    assert f"{path}/check?round=1" in service.http.get(f"{path}/rounds").text
    found = re.search(r"Event (\d+) of this tournament: ([^,]+)", service.http.get(f"{path}/check?round=1").text)
    assert found
    assert "drawn" in found[2]
    assert int(found[1]) < evening.director.read(evening.path)["version"]
    assert f"{path}/rounds#honest" in service.http.get(f"{path}/check?round=1").text
    assert 'id="honest"' in service.http.get(f"{path}/rounds").text
    assert "#honest" not in service.http.get(f"{path}/check?event=1").text, "of an event that is no draw"


def other_letter(text: str, place: int) -> str:
    return text[:place] + ("B" if text[place] == "A" else "A") + text[place + 1 :]


WRONG: dict[str, Callable[[str], str]] = {
    "the leaf": lambda text: other_letter(text, text.index("extra ") + 20),
    "a hash": lambda text: other_letter(text, text.index("\n", text.index("index ")) + 5),
    "the index": lambda text: re.sub(r"index (\d+)", lambda found: f"index {int(found[1]) + 1}", text),
    "the size": lambda text: re.sub(r"\n(\d+)\n", lambda found: f"\n{int(found[1]) + 1}\n", text),
    "the root": lambda text: other_letter(text, text.index("\n\n—") - 10),
    "the signature": lambda text: other_letter(text, len(text) - 20),
    "the key's name": lambda text: text.replace("— ", "— x", 1),
}


@pytest.mark.parametrize("what", WRONG)
def test_one_wrong_byte_is_noticed(browser: "Browser", made: Played, what: str) -> None:
    assert outcome(browser, made, WRONG[what]) == "wrong"


def test_proof_of_another_event_is_noticed(browser: "Browser", made: Played) -> None:
    other = made.read("history")["items"][2]["position"]
    proof = made.service.http.get(f"/v1/log/events/{other}.tlog-proof").text
    assert outcome(browser, made, lambda _: proof) == "wrong"


def test_event_that_is_not_signed_yet_is_told_as_that(browser: "Browser", made: Played) -> None:
    made.report(2, {"kind": "winner", "winner": "first"})
    newest = made.read("history", limit=500)["items"][-1]["version"]
    assert outcome(browser, made, event=newest) == "unsigned"


def test_event_that_is_not_there_is_told_as_a_page(service: Service, made: Played) -> None:
    answer = service.http.get(f"{made.path.removeprefix('/v1')}/check?event=9999")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")


@pytest.mark.parametrize("language", ["en", "da", "nl"])
def test_axe_finds_nothing_on_the_page_of_the_check(browser: "Browser", made: Played, language: str) -> None:
    phone = {"width": 360, "height": 900}
    with real.visitor(browser, made.service.url, locale=language, viewport=phone, color_scheme="dark") as visitor:
        page = visitor.sees(f"{made.path.removeprefix('/v1')}/check?event=2")
        page.locator("[data-outcome=checked]").wait_for()
        assert faults(page) == []


@pytest.fixture(scope="module")
def card(made: Played) -> str:
    """The card of the first match, once its result is signed."""
    return made.service.http.get(f"{made.path}/matches/1/card").text


def card_outcome(browser: "Browser", made: Played, content: str) -> tuple[str, str]:
    """What the page of cards comes to with that file, and the sentence that it shows."""
    with real.visitor(browser, made.service.url) as visitor:
        page = visitor.sees("/check-card")
        file = {"name": "card.json", "mimeType": "application/json", "buffer": content.encode()}
        page.locator("#card-file").set_input_files([file])
        page.locator("[data-outcome=begun]").wait_for(state="hidden")
        shown = page.locator("[data-outcome]:not([hidden])").evaluate_all("all => all.map(one => one.dataset.outcome)")
        assert len(shown) == 1
        return str(shown[0]), page.locator("#says").text_content() or ""


def test_card_is_checked_in_the_browser(browser: "Browser", made: Played, card: str) -> None:
    assert card_outcome(browser, made, card) == ("checked", parse_card(card.encode()).says)


WRONG_CARDS: dict[str, Callable[[str], str]] = {
    "the sentence": lambda text: text.replace("won by the first side", "won by the second side"),
    "the score and its sentence": lambda text: text.replace('\\"first\\":5', '\\"first\\":6').replace(": 5-", ": 6-"),
    "the spelling": lambda text: f"{text} ",
    "the leaf": lambda text: other_letter(text, text.index("extra ") + 20),
    "the root": lambda text: other_letter(text, text.index("\\n\\n—") - 10),
    "the signature": lambda text: other_letter(text, text.index('","says"') - 20),
    "another file": lambda _: "{}",
}


@pytest.mark.parametrize("what", WRONG_CARDS)
def test_wrong_byte_of_a_card_is_noticed(browser: "Browser", made: Played, card: str, what: str) -> None:
    harmed = WRONG_CARDS[what](card)
    assert harmed != card
    assert card_outcome(browser, made, harmed)[0] == "wrong"


def test_axe_finds_nothing_on_the_page_of_cards(browser: "Browser", made: Played) -> None:
    with real.visitor(browser, made.service.url, locale="da", viewport={"width": 360, "height": 900}) as visitor:
        assert faults(visitor.sees("/check-card")) == []
