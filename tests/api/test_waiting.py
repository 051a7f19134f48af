"""What waits besides entries, results and disputes: losses on time, requests, reports and decisions told to the
federation (TD-7, TD-19, TD-23, TD-25)."""

from functools import partial

import pytest

from tests.api.support import Client, Season, Service, season
from tests.api.test_beyond import Office
from tests.patience import eventually

REASON = {"reason": "Because."}

FELL = {"kind": "match-loss", "loser": "second"}


def waits(client: Client, kind: str, where: str | None) -> list[int | None]:
    """The numbers of what waits of that kind there."""
    items = client.read("/v1/waiting", limit=200)["items"]
    return [one["number"] for one in items if (one["kind"], one["tournament"]) == (kind, where)]


@pytest.fixture
def playing(service: Service) -> Season:
    """A season in which match 1 is being played."""
    made = season(service, 2)
    made.director.done(f"{made.path}/matches", {"sides": [1, 2], "length": 7})
    return made


@pytest.mark.rule("TD-7")
@pytest.mark.source("ausbgf 4.3.3")
def test_declared_loss_on_time_waits_until_it_is_ruled_on(playing: Season) -> None:
    director = playing.director
    assert waits(director, "loss-on-time-to-rule", playing.id) == []
    out = {"out_of_time": {"out": "second"}, "declared_by": "first"}
    director.done(f"{playing.path}/matches/1/declarations", out)
    assert waits(director, "loss-on-time-to-rule", playing.id) == [1]
    said = {"about": {"kind": "match", "number": 1}, "clause": "4.3.3", "facts": "It fell.", "reasons": "So."}
    director.ruled(playing.path, {**said, "remedies": [FELL]})
    assert waits(director, "loss-on-time-to-rule", playing.id) == []


@pytest.mark.rule("TD-23")
def test_request_waits_until_it_is_answered(playing: Season) -> None:
    director = playing.director
    director.done(f"{playing.path}/requests", REASON | {"kind": "clock", "match": 1})
    assert waits(director, "request-to-answer", playing.id) == [1]
    director.done(f"{playing.path}/requests/1/answer", {"granted": False, "reason": "None is free."})
    assert waits(director, "request-to-answer", playing.id) == []


@pytest.mark.rule("TD-19")
@pytest.mark.source("ausbgf 5.5")
def test_owed_report_waits_until_it_is_filed(playing: Season) -> None:
    director = playing.director
    assert waits(director, "report-to-file", playing.id) == []
    director.change(f"{playing.path}/matches/1", "result", {"result": {"kind": "winner", "winner": "first"}})
    director.change(playing.path, "completion")
    assert waits(director, "report-to-file", playing.id) == [None]
    digest = director.read(f"{playing.path}/report")["digest"]
    director.done(f"{playing.path}/report/filings", {"digest": digest, "reference": "Letter 1"})
    assert waits(director, "report-to-file", playing.id) == []


@pytest.mark.rule("TD-25")
@pytest.mark.source("ausbgf 5.4")
def test_reported_decision_waits_for_administrators_until_something_comes_of_it(service: Service) -> None:
    made = season(service, 1)
    office, player = service.officer(), service.player(made.persons[0])
    told = {"account": "A cocked die counted.", "tournament": made.id}
    numbers = [player.done("/v1/federation/decisions", told).json()["number"] for _ in range(2)]
    office.position = player.position
    open_ones = partial(waits, office, "decision-to-answer", None)
    assert eventually(lambda: set(numbers) <= set(open_ones()))
    assert waits(player, "decision-to-answer", None) == []
    said = {"clause": "4.2.1", "principle": "Cocked dice never count.", "reasons": "So.", "decision": numbers[0]}
    office.done("/v1/federation/precedents", said)
    answered = office.done(f"/v1/federation/decisions/{numbers[1]}/answer", {"answer": "The rule is clear."}).json()
    assert (answered["changed"]["answer"], answered["changed"]["account"]) == ("The rule is clear.", told["account"])
    assert set(numbers).isdisjoint(open_ones())
    again = office.post(f"/v1/federation/decisions/{numbers[1]}/answer", {"answer": "Once more."})
    assert (again.status_code, again.json()["type"]) == (409, "/v1/problems/already-settled")
    refused = player.post(f"/v1/federation/decisions/{numbers[0]}/answer", {"answer": "Mine."})
    assert refused.status_code == 403


@pytest.mark.rule("ALL-8", "ALL-14", "TD-4")
def test_running_entry_of_anyone_at_the_limit_of_resignations_waits_for_its_directors(service: Service) -> None:
    made, elsewhere, office = season(service, 2), season(service, 2), Office(service)
    runaway = made.persons[0]

    def items(client: Client) -> list[tuple[str, int]]:
        """What is to be reviewed in the season, and how much of it the director is told to wait."""
        client.position = service.services.journal.position()
        waiting = client.read("/v1/waiting", limit=200)["items"]
        return [(one["tournament"], one["open_items"]) for one in waiting if one["kind"] == "items-to-review"]

    assert items(made.director) == []
    office.resigned_from(runaway)
    assert items(made.director) == [(made.id, 1)], "they have resigned once more than when they entered"
    office.resigned_from(runaway)
    assert items(made.director) == [(made.id, 2)], "and are at the limit, which is two"
    assert items(elsewhere.director) == []
    assert made.director.read(f"{made.path}/entries/1")["status"] == "approved", "nobody is put out by that alone"
    reviews = made.director.read(f"{made.path}/reviews")["items"]
    assert {(one["kind"], one["entry"], one["person"]) for one in reviews} == {
        ("banned-since", 1, runaway),
        ("resignations-changed", 1, runaway),
    }
    for one in reviews:
        made.director.done(f"{made.path}/reviews/{one['item']}/resolution", {"reason": "Plays on, we have agreed."})
    assert items(made.director) == []
