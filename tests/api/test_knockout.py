"""A knockout over HTTP: the bracket as data, walkovers, matches that are played again, the third place."""

import pytest

from tests.api.played import REASON, Json, Played, source, started, winner
from tests.api.support import Service

KNOCKOUT = {"kind": "knockout", "lengths": [3]}


def bracket(made: Played) -> list[str]:
    """A line per slot: its seats (`?` where somebody is waited for), and who goes on."""
    chart = made.read("chart")["chart"]
    slots = [slot for round_ in chart["rounds"] for slot in round_] + [slot for slot in [chart["third"]] if slot]
    return [f"{slot['slot']}: {_seats(slot)} -> {slot['winner']}" for slot in slots]


def _seats(slot: Json) -> str:
    return " ".join(str(seat["entry"] or ("?" if seat["waits_for"] else "-")) for seat in slot["seats"])


@pytest.mark.rule("SEL-3", "SEL-4")
def test_results_advance_at_once_and_byes_go_to_the_top_seeds(service: Service) -> None:
    made = started(service, KNOCKOUT | {"third_place": True}, 6)
    first = made.read("rounds")["rounds"][0]
    assert [pairing["sides"] for pairing in first["pairings"]] == [[4, 5], [3, 6]]
    assert [(bye["entry"], bye["kind"], bye["why"]["rule"]) for bye in first["byes"]] == [
        (1, "walkover", "SEL-3"),
        (2, "walkover", "SEL-3"),
    ]
    assert made.next()["matches"] == [1, 2]
    answer = made.report(1, winner("second"))
    assert [match["number"] for match in answer["matches"]] == [1, 3]
    made.report(2, winner("first"))
    assert made.match(4)["made_from"] == [source(2, "won", 3)]
    before = bracket(made)
    assert before == [
        "1-1: 1 - -> 1",
        "1-2: 4 5 -> 5",
        "1-3: 2 - -> 2",
        "1-4: 3 6 -> 3",
        "2-1: 1 5 -> None",
        "2-2: 2 3 -> None",
        "3-1: ? ? -> None",
        "third: ? ? -> None",
    ]
    assert made.play_on() == 1
    assert made.rows() == [
        (1, 1, "champion"),
        (2, 2, "finalist"),
        (3, 5, "third"),
        (4, 3, "out"),
        (5, 4, "out"),
        (5, 6, "out"),
    ]


@pytest.mark.rule("ALL-9", "SEL-3", "NXE-8")
def test_both_out_leaves_a_walkover_and_a_drawn_match_is_played_again(service: Service) -> None:
    made = started(service, KNOCKOUT, 4)
    made.report(1, {"kind": "both-lost"})
    second = made.read("rounds")["rounds"]
    assert [len(round_["pairings"]) for round_ in second] == [2]
    made.report(2, {"kind": "drawn"})
    again = made.match(3)
    assert (again["sides"], again["slot"], again["made_from"]) == (made.match(2)["sides"], "1-2", [source(2, "drawn")])
    made.report(3, winner("second"))
    [bye] = made.read("rounds")["rounds"][1]["byes"]
    assert (bye["entry"], bye["kind"], bye["slot"], bye["why"]["rule"]) == (3, "walkover", "2-1", "ALL-9")
    assert made.next() == made.next() | {"kind": "done", "champion": 3}


@pytest.mark.rule("SEL-3", "SWI-4")
def test_player_who_told_the_director_goes_on_when_the_round_is_closed(service: Service) -> None:
    made = started(service, KNOCKOUT, 4)
    made.do("matches/1/no-time-agreed", {"reported_by": "second"})
    status, slug, problem = made.refused("rounds/1/closing", REASON | {"early": True})
    assert (status, slug, problem["matches"]) == (409, "no-default-result", [2])
    made.report(2, winner("first"))
    made.do("rounds/1/closing", REASON | {"early": True})
    assert (made.match(1)["ended"], made.match(1)["winner"]) == ("default", made.match(1)["sides"][1])
    final = made.match(3)
    assert final["sides"] == [made.match(1)["sides"][1], made.match(2)["sides"][0]]


@pytest.mark.rule("ALL-4", "SEL-3")
def test_right_player_takes_the_place_at_once_before_the_next_match_is_started(service: Service) -> None:
    made = started(service, KNOCKOUT, 4)
    made.report(1, winner("first"))
    made.report(2, winner("first"))
    [first, second] = made.match(3)["sides"]
    shown = made.correct(2, winner("second"))
    assert ([one["match"] for one in shown["voided"]], [one["match"] for one in shown["made"]]) == ([3], [4])
    assert made.match(3)["status"] == "void"
    assert made.match(4)["sides"] == [first, made.match(2)["sides"][1]]
    made.correct(2, winner("first"))
    assert (made.match(3)["status"], made.match(4)["status"]) == ("open", "void")
    assert made.match(3)["sides"] == [first, second]


@pytest.mark.rule("NXE-8", "ALL-7")
def test_resigning_player_concedes_and_is_marked(service: Service) -> None:
    made = started(service, KNOCKOUT, 4)
    first = made.match(1)["sides"]
    made.do(f"entries/{first[0]}/resignation", {"reason": "A train to catch."})
    assert (made.match(1)["ended"], made.match(1)["winner"]) == ("won", first[1])
    assert made.marks()[first[0]] == "resigned"
    assert [account["total"] for account in made.read(f"standings/{first[1]}/account")["accounts"]] == [1]
