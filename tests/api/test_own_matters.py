"""A director who plays, over HTTP: they decide nothing for themselves, and the evening goes on all the same (TD-9)."""

import pytest

from tests.api.played import REASON, Json, Played, announced, winner
from tests.api.support import Client, Service

OWN = (403, "conflict-of-interest")
SWISS = {"kind": "swiss", "lengths": [3], "rounds": 2}
EARLY = {"early": True, **REASON}


def evening(service: Service, players: int) -> Played:
    """A Swiss whose only director plays as entry 1."""
    made = announced(service, SWISS, conditions={})
    made.enter(made.director.read(made.path)["directors"][0])
    for _ in range(players - 1):
        made.enter()
    made.do("start")
    return made


def office(made: Played) -> Client:
    """An administrator who has seen what the director did."""
    client = made.service.administrator()
    client.position = made.director.position
    return client


def by_office(made: Played, place: str, body: Json) -> None:
    client = office(made)
    client.done(f"{made.path}/{place}", body)
    made.director.position = client.position


@pytest.mark.rule("TD-9", "TD-14", "SWI-4")
def test_closing_a_round_leaves_the_directors_own_match_open_until_the_opponent_confirms_it(service: Service) -> None:
    made = evening(service, 4)
    by_office(made, "rounds/1/pairings", {"pairings": [[1, 2], [3, 4]], **REASON})
    made.report(1, winner("first"))
    assert made.match(1)["status"] == "reported"
    assert made.refused("matches/1/verification")[:2] == OWN
    answer = made.do("rounds/1/closing", EARLY)
    assert answer["left_open"] == [1]
    assert {match["number"]: match["ended"] for match in made.matches()} == {1: "won", 2: "both-lost"}
    assert made.match(1)["status"] == "reported"
    opponent = made.player(2)
    opponent.change(f"{made.path}/matches/1", "verification")
    made.director.position = opponent.position
    assert made.match(1)["status"] == "announced"


@pytest.mark.rule("SWI-4", "ALL-1")
def test_the_history_says_who_has_closed_a_round_and_why(service: Service) -> None:
    made = evening(service, 4)
    by_office(made, "rounds/1/pairings", {"pairings": [[1, 2], [3, 4]], **REASON})
    made.do("rounds/1/closing", EARLY)
    events = made.read("history", limit=500)["items"]
    (closed,) = (event for event in events if event["topic"].startswith("tournament.round-closed."))
    assert (closed["data"]["reason"], closed["data"]["left_open"]) == (REASON["reason"], [1])
    assert closed["actor"]["person"] == made.persons[0]


@pytest.mark.rule("TD-9", "ALL-2")
def test_anyone_who_is_due_in_a_round_has_it_drawn_and_draws_it_once(service: Service) -> None:
    made = evening(service, 8)
    assert made.refused("rounds/1/pairings", {"pairings": [[7, 8]], **REASON})[:2] == OWN
    made.do("rounds/1/draw")
    assert made.refused("rounds/1/annulment", REASON)[:2] == OWN
