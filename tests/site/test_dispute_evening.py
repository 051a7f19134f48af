"""A Swiss with a final, a dispute, a ruling and an appeal: the director, a player and a committee, each in a browser of
their own, by clicks alone; and the same by forms without JavaScript, with the same outcome."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.api.support import Client, Service
from tests.site import browser as real
from tests.site.browsing import OWN_PAGE
from tests.site.clicking import ByClicks, ByForms, Hand
from tests.site.test_desk import winning

pytestmark = [pytest.mark.proof, pytest.mark.browser]

PLAYERS = ("Ada Aas", "Bo Bak", "Cia Carl", "Dan Dam")
Sits = Callable[[], Hand]


@dataclass
class Evening:
    """Whoever takes part, each at a browser; the API tells what is to be typed, and how it has ended."""

    service: Service
    sits: Sits
    director: Hand
    client: Client
    committee: dict[str, str]
    at: str = ""

    @property
    def api(self) -> str:
        return f"/v1/tournaments/{self.at}"

    def read(self, path: str = "") -> Any:  # noqa: ANN401 -- any document
        return self.client.read(f"{self.api}{path}")

    def somebody(self, person: str) -> Hand:
        """Somebody else, who logs in at a browser of their own."""
        hand = self.sits()
        logs_in(hand, self.service.key("player", person))
        return hand

    def to(self, hand: Hand, *pages: str) -> None:
        """From the first page on, by links alone."""
        hand.follow("/desk")
        hand.follow(self.at)
        for page in pages:
            hand.follow(page)

    def comes_to_rulings(self, hand: Hand) -> None:
        """From the public pages, as players do."""
        for page in ("/", f"/tournaments/{self.at}", "/rulings", f"/desk/{self.at}/matters"):
            hand.follow(page)


def logs_in(hand: Hand, key: str) -> None:
    hand.enter()
    hand.follow("/login")
    hand.done("/login", key=key)


def play(evening: Evening) -> None:
    """Whatever comes next, until nothing does."""
    desk = evening.director
    while True:
        evening.to(desk)
        for step in ("/draw", "/open-stage"):
            if f'{evening.at}{step}"' in desk.page:
                desk.done(step)
                break
        else:
            if not play_round(evening):
                return


def play_round(evening: Evening) -> bool:
    """All results that are missing, the lower number winning; whether there were any."""
    evening.to(evening.director, "/rounds")
    still = evening.client.read(f"{evening.api}/matches", status="open")["items"]
    if still:
        evening.director.done("/results", **{f"score-{one['number']}": winning(one) for one in still})
    return bool(still)


def announced(evening: Evening) -> None:
    desk = evening.director
    desk.follow("/desk")
    name = f"Autumn Swiss of {next(iter(evening.committee))}"
    desk.done("/announcement", name=name, format="swiss", length="5", qualifiers="2")
    evening.at = evening.client.read("/v1/tournaments", search=name)["items"][0]["id"]
    desk.done("/list", list="\n".join(PLAYERS))
    desk.done("/enter")
    evening.to(desk)
    desk.done("/start")


def disputed(evening: Evening) -> None:
    """Who has lost the first match disputes it and is awarded it; the other appeals, and a committee reverses that."""
    match, desk = evening.read("/matches/1"), evening.director
    lost = 1 if match["winner"] == match["sides"][0] else 0
    player = evening.somebody(match["persons"][lost])
    evening.comes_to_rulings(player)
    player.follow("/do/open-dispute")
    told = {"about.kind": "match", "about.number": "1", "matter": "The score was misread."}
    player.done("/do/open-dispute", step="send", **told)
    ruled(evening, "0-5" if lost else "5-0")
    appealed(evening, str(match["winner"]), match["persons"][1 - lost])
    assert "reversed" in desk.page


def ruled(evening: Evening, result: str) -> None:
    desk, form = evening.director, "/do/give-ruling?dispute=1"
    desk.follow("/desk")
    desk.follow(f"{evening.at}/matters")
    desk.follow(form)
    desk.done(form, step="look", clause="4.7", facts="Both sheets say so.", reasons="The sheets decide.")
    desk.done(form, step="add remedies", **{"remedies-new": "result-award"})
    assert "has won" in desk.done(form, step="try", **{"remedies.1.result": result})
    desk.done(form, step="send")


def appealed(evening: Evening, entry: str, person: str) -> None:
    """The appeal, its committee, two votes and the decision."""
    desk = evening.director
    sent(evening, evening.somebody(person), "/do/lodge-appeal?ruling=1", entry=entry, reason="They agree.")
    sent(evening, desk, "/do/form-committee?appeal=1", members="\n".join(evening.committee))
    for member in list(evening.committee.values())[:2]:
        voter = evening.somebody(member)
        sent(evening, voter, "/do/cast-vote?appeal=1", member=member, verdict="reversed")
    form = "/do/decide-appeal?appeal=1"
    evening.to(desk, "/matters", form)
    desk.done(form, step="try", reasons="One sheet was never signed.")
    desk.done(form, step="send")


def sent(evening: Evening, hand: Hand, form: str, **typed: str) -> None:
    """A command that changes no match."""
    evening.comes_to_rulings(hand)
    hand.follow(form)
    hand.done(form, step="send", **typed)


@contextmanager
def by_forms(service: Service) -> Iterator[Sits]:
    with ExitStack() as stack:
        yield lambda: ByForms(stack.enter_context(httpx.Client(base_url=service.url, headers=OWN_PAGE, timeout=60)))


@contextmanager
def by_clicks(service: Service) -> Iterator[Sits]:
    with real.opened() as browser, ExitStack() as stack:
        yield lambda: ByClicks(stack.enter_context(real.visitor(browser, service.url)).page)


def played(service: Service, sits: Sits) -> dict[str, Any]:
    """What such an evening comes to."""
    key = service.key("director", service.register("A director"))
    committee = {name: service.register(name) for name in (f"{one} {key[-8:]}" for one in ("Ole", "Pia", "Rie"))}
    evening = Evening(service, sits, sits(), service.client(key), committee)
    logs_in(evening.director, key)
    announced(evening)
    desk = evening.director
    desk.done("/draw")
    play_round(evening)
    disputed(evening)
    play(evening)
    evening.to(desk, "/finish")
    desk.done("/complete")
    desk.done("/file", reference="Letter 7")
    return outcome(evening)


def outcome(evening: Evening) -> dict[str, Any]:
    """All that is alike whatever lots were drawn, for the lower number always wins."""
    history = evening.client.read(f"{evening.api}/history", limit=500)["items"]
    matches = evening.read("/matches")["items"]
    return {
        "topics": [one["topic"] for one in history],
        "champion": evening.read()["champion"],
        "points": sorted(tuple(sorted(one["points"])) for one in matches),
        "statuses": [one["status"] for one in evening.read("/rulings")["items"]],
        "decisions": [one["decision"] for one in evening.read("/appeals")["items"]],
    }


@pytest.mark.rule("TD-9", "TD-12")
def test_an_evening_with_an_appeal_is_the_same_by_clicks_and_by_forms(service: Service) -> None:
    with by_forms(service) as sits:
        forms = played(service, sits)
    assert (forms["champion"], forms["statuses"], forms["decisions"]) == (1, ["reversed"], ["reversed"])
    with by_clicks(service) as sits:
        assert played(service, sits) == forms
