"""The Dual Ring: its example of ten players, and a ring by its preset from the announcement to the champion."""

import pytest

from domain.formats.contract.steps import Done, Wait
from domain.scoring.result import Conceded
from domain.tournament.matches.commands import ReportResult
from tests.api.played import winner
from tests.api.support import Service
from tests.formats.ring_desk import started_ring
from tests.sources.playing import by_preset, carries_on, next_of


@pytest.mark.rule("RNG-1", "RNG-2", "RNG-3", "RNG-4")
@pytest.mark.source("dual_ring 3", "dual_ring 5", "dual_ring 7", "dual_ring 8", "dual_ring 9")
def test_a_ring_of_ten_by_its_preset_to_the_champion(service: Service) -> None:
    """Each is White against the next and Black against the one before; who stood between two out brings them together,
    and the earlier of the two is Black."""
    made = by_preset(service, "dual-ring", 10)
    sides = [tuple(match["sides"]) for match in made.matches()]
    assert sides == [(number, number % 10 + 1) for number in range(1, 11)]
    assert made.director.read(made.path)["conditions"]["clock"] == "obligation"
    made.report(2, winner("first"))  # 2 beats 3: 2 meets 4, and is Black
    assert tuple(made.match(11)["sides"]) == (4, 2)
    assert made.match(3)["status"] == "abandoned"
    champion = made.play_on()
    assert made.rows()[0] == (1, champion, "champion")
    made.do("completion")
    carries_on(made, next_of(made, name="The next ring"))


@pytest.mark.rule("RNG-3")
@pytest.mark.source("dual_ring 7", "dual_ring 8")
@pytest.mark.parametrize("by", ["B-C B", "C-D D"])
def test_defeated_by_2_or_by_4_player_3_leaves_them_to_each_other_and_2_is_black(by: str) -> None:
    """A to E are players 1 to 5, so B is 2 and D is 4."""
    desk = started_ring("ABCDE", colours="as-written")
    desk.act(by)
    assert desk.name(desk.matches()[-1]) == "D-B"


@pytest.mark.rule("RNG-2", "RNG-4")
@pytest.mark.source("dual_ring 4", "dual_ring 9", "dual_ring 10")
def test_last_2_are_ranked_by_wins_and_tied_they_play_2_games_until_one_is_lost() -> None:
    ahead = started_ring("ABC")
    ahead.act("A-B A")
    assert ahead.step() == Done(champion=ahead.entry("A"))
    tied = started_ring("ABCD")
    tied.act("A-B A")
    assert isinstance(tied.step(), Wait)  # three are left, and A alone has won
    tied.act("C-D C")
    assert tied.open_games() == ["A-C", "C-A"]
    assert len(tied.open_games()) == 2
    tied.act("C-A A")
    assert tied.step() == Done(champion=tied.entry("A"))


@pytest.mark.rule("RNG-2", "RNG-7")
@pytest.mark.source("dual_ring 11")
def test_player_who_runs_out_of_time_has_lost_the_game_and_is_out() -> None:
    desk = started_ring("ABCDE")
    on_time = Conceded(loser="second", play_began=True, ending="out-of-time")
    desk.do(ReportResult(match=desk.game("B-C").number, result=on_time))
    assert [row["mark"] for row in desk.rows() if row["player"] == "C"] == ["out"]
    assert desk.name(desk.matches()[-1]) in ("B-D", "D-B")


@pytest.mark.rule("RNG-5")
@pytest.mark.source("dual_ring 12", "dual_ring 13")
@pytest.mark.parametrize(("draws", "out"), [("replay", []), ("eliminate-both", ["A", "B"])])
def test_a_draw_is_played_again_or_puts_both_out(draws: str, out: list[str]) -> None:
    desk = started_ring("ABCDE", drawn_games=draws)
    desk.act("A-B drawn")
    assert sorted(row["player"] for row in desk.rows() if row["mark"] == "out") == out
    assert ("A-B" in desk.open_games()) == (draws == "replay")
