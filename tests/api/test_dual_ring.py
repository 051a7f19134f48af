"""A Dual Ring over HTTP: games that begin and are abandoned as results come in, clocks, late results (RNG)."""

from datetime import UTC, datetime

import pytest

from tests.api.played import REASON, Played, announced, source, started, winner
from tests.api.support import Client, Service

RING = {"kind": "dual-ring"}
WHITE, BLACK = winner("first"), winner("second")


def status(made: Played) -> dict[int, str]:
    return {match["number"]: match["status"] for match in made.matches()}


@pytest.mark.rule("RNG-1", "RNG-2", "RNG-3", "RNG-4", "RNG-6", "RNG-7")
def test_the_worked_ring_from_entries_to_the_champion(service: Service) -> None:
    made = started(service, RING, 4, rating={"pool": "normal", "policy": "room", "policy_version": 1})
    sides = [match["sides"] for match in made.matches()]
    assert sides == [[1, 2], [2, 3], [3, 4], [4, 1]]
    answer = made.report(4, WHITE)  # 4 beats 1
    assert sorted(match["number"] for match in answer["matches"]) == [1, 4, 5]
    assert (made.match(1)["status"], made.match(1)["ended"], made.match(1)["winner"]) == (
        "abandoned",
        "abandoned",
        None,
    )
    assert (made.match(5)["sides"], made.match(5)["made_from"]) == (
        [4, 2],
        [source(1, "abandoned"), source(4, "won", 4)],
    )
    chart = made.read("chart")["chart"]
    assert [(seat["entry"], [game["match"] for game in seat["games"]]) for seat in chart["seats"]] == [
        (2, [2, 5]),
        (3, [2, 3]),
        (4, [3, 5]),
    ]
    assert [(one["entry"], one["game"]["match"]) for one in chart["departures"]] == [(1, 4)]
    (winner_told,) = (one for one in chart["instructions"] if one["entry"] == 4)
    assert [game["match"] for game in winner_told["pause"]] == [3]  # the other game, which goes on
    (new,) = winner_told["begin"]
    assert (new["game"]["match"], new["colour"], new["opponent"], new["starts_clock_of"]) == (5, "white", 2, 2)
    made.report(2, WHITE)  # 2 beats 3: 2 and 4 are left, with a win each
    assert made.next()["matches"] == [6, 7]
    assert [made.match(number)["sides"] for number in (6, 7)] == [[2, 4], [4, 2]]
    made.report(6, BLACK)  # 4 beats 2
    assert made.next()["champion"] == 4
    assert made.rows() == [(1, 4, "champion"), (2, 2, "finalist"), (3, 3, "out"), (4, 1, "out")]
    assert list(status(made).values()).count("abandoned") == 4
    assert len(made.read("matches", status="abandoned")["items"]) == 4
    [account] = made.read("standings/4/account")["accounts"]
    assert (account["name"], account["total"]) == ("wins", 2)
    assert sum(row["rating_changes"] != {"normal": "0.000000"} for row in made.read("standings")["rows"]) == 4
    made.complete()


@pytest.mark.rule("RNG-6", "ALL-4")
def test_a_result_that_was_played_before_the_game_was_abandoned_changes_what_came_of_it(service: Service) -> None:
    made = started(service, RING, 5)
    early, late = "2026-05-01T18:00:00Z", "2026-05-01T18:10:00Z"
    made.do("matches/1/result", {"result": WHITE, "played_at": late})  # 1 beats 2, whose game with 3 is abandoned
    assert made.match(2)["status"] == "abandoned"
    after = {"result": WHITE, "played_at": "2026-05-01T18:20:00Z"}
    assert made.refused("matches/2/result", after)[:2] == (409, "game-abandoned")
    impossible = {"result": BLACK, "played_at": early}  # 3 beats 2, who then can't have played 1
    code, slug, problem = made.refused("matches/2/result", impossible)
    assert (code, slug, problem["contradicting"]) == (409, "results-contradict", [1])
    assert made.match(6)["sides"] == [1, 3]
    before = {"result": WHITE, "played_at": early}  # 2 beats 3
    shown = made.do("previews", {"command": {"kind": "report-result", "match": 2, **before}})
    assert [one["match"] for one in shown["voided"]] == [6]
    assert [(one["match"], one["sides"]) for one in shown["made"]] == [(7, [1, 4])]
    made.do("matches/2/result", before | {"expected": shown["digest"]})
    assert status(made) == {1: "announced", 2: "announced", 3: "abandoned", 4: "open", 5: "open", 6: "void", 7: "open"}


@pytest.mark.rule("RNG-6", "ALL-12")
def test_a_late_result_that_is_not_announced_leaves_the_game_abandoned_for_others(service: Service) -> None:
    made = started(service, RING, 4, conditions={"verification": "by-director"})
    early = {"result": WHITE, "played_at": datetime.now(UTC).isoformat()}
    made.report(1, WHITE)  # 1 beats 2, whose game with 3 is abandoned
    player = made.player(3)
    player.change(f"{made.path}/matches/2", "result", early)  # but 2 had beaten 3 before that
    made.director.position = player.position

    def seen(client: Client) -> tuple[str, str | None, bool]:
        client.position = made.director.position
        match = client.read(f"{made.path}/matches/2")
        return match["status"], match["ended"], match["abandoned"]

    assert seen(made.director) == seen(made.player(2)) == ("reported", "won", True)
    assert seen(made.player(4)) == seen(service.client()) == ("abandoned", "abandoned", True)
    assert [one["number"] for one in made.player(4).read(f"{made.path}/matches", status="abandoned")["items"]] == [2]
    made.do("matches/2/verification", {})
    assert seen(service.client()) == ("announced", "won", False)


@pytest.mark.rule("RNG-7", "RNG-2")
def test_resigning_concedes_both_games(service: Service) -> None:
    made = started(service, RING, 4)
    made.do("entries/2/resignation", {"reason": "Rang."})
    assert status(made) == {1: "announced", 2: "announced", 3: "open", 4: "open", 5: "open"}
    assert (made.match(5)["sides"], made.match(5)["made_from"]) == ([1, 3], [source(1, "won", 1), source(2, "won", 3)])
    assert {row["entry"]: row["values"]["wins"] for row in made.read("standings")["rows"]} == {1: 1, 2: 0, 3: 1, 4: 0}
    assert made.marks()[2] == "resigned"


@pytest.mark.rule("RNG-7", "RNG-2")
def test_resigning_abandons_both_games_without_a_win_for_anyone_where_announced_so(service: Service) -> None:
    made = started(service, RING | {"resigning": "abandon"}, 4)
    made.do("entries/2/resignation", {"reason": "Rang."})
    assert status(made) == {1: "abandoned", 2: "abandoned", 3: "open", 4: "open", 5: "open"}
    assert made.match(5)["sides"] == [1, 3]
    assert {row["values"]["wins"] for row in made.read("standings")["rows"]} == {0}
    assert made.marks()[2] == "resigned"


@pytest.mark.rule("RNG-1", "ALL-2")
def test_a_ring_by_lot_can_be_checked(service: Service) -> None:
    made = announced(service, RING | {"order": "lot"})
    for _ in range(5):
        made.enter()
    made.do("start")
    lots = made.read("rounds")["lots"]
    assert sorted(lots) == [1, 2, 3, 4, 5]
    assert [match["sides"][0] for match in made.matches()] == lots
    made.play_on()
    made.complete()
    assert made.refused("rounds/1/draw")[:2] == (409, "tournament-status")
    assert made.refused("rounds/1/closing", REASON)[:2] == (409, "tournament-status")


@pytest.mark.rule("RNG-4", "ALL-4")
def test_a_reinstated_result_that_leaves_two_brings_on_the_final(service: Service) -> None:
    made = started(service, RING, 4)
    made.report(2, WHITE)  # 2 beats 3: 5 is 2-4
    made.do("matches/2/voiding", REASON)
    made.report(4, WHITE)  # 4 beats 1: 7 is 4-2
    made.do("matches/2/reinstatement", REASON)
    assert made.next()["matches"] == [8, 9]
    assert [made.match(number)["sides"] for number in (8, 9)] == [[2, 4], [4, 2]]
    assert {number for number, is_ in status(made).items() if is_ == "abandoned"} == {1, 3, 5, 7}
    assert made.play_on() == 2
