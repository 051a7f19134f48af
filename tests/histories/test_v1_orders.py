"""Streams as they were once stored: of every remedy on a match, and of formats that are not told elsewhere (ALL-1)."""

import pytest

from domain.match import validity
from domain.match.record import Match
from domain.officiating.remedies import Concession
from domain.tournament.decisions.rounds.draw_audit import check_draws
from tests.histories.test_v1 import read, tournament


def _matches(name: str) -> list[Match]:
    return [match for _, match in sorted(tournament(name).state.matches.items())]


@pytest.mark.rule("ALL-3", "TD-4", "TD-5", "TD-6", "TD-10")
def test_orders_of_rulings_on_matches_come_to_the_same() -> None:
    # All to 5. 1: A won games of 4 and 2 from B, the second a doubled Crawford game: 5-0. 2: A-C 5-3, corrected to 3-5.
    # 3: B-C 5-1 annulled, then won by C. 4: A-D 5-4, resumed at 3-4, one more point for D. 5: B-D 5-0, replayed: nobody
    # came. 6: C-D void. 7: A-B under way, B lost a game at 4 and has a penalty point against B: still open. 8: C-A
    # awarded to C, 5-2. So C 5:3, unscored, 5:2; D 5:3 and lost; A 5:0, 3:5, 3:5, 2:5; B 0:5 and lost twice.
    desk = tournament("orders.jsonl")
    assert desk.table() == ["1 C 3-0 10:5", "2 D 1-1 5:3", "3 A 1-3 13:15", "4 B 0-3 0:5"]
    matches = [match for _, match in sorted(desk.state.matches.items())]
    assert [match.number for match in matches if match.void] == [6]
    assert sorted(desk.state.awaiting) == [7]
    assert [len(match.sittings) for match in matches] == [1, 1, 2, 2, 2, 1, 1, 1]
    last = desk.state.directing.rulings[max(desk.state.directing.rulings)]
    assert [remedy.kind for remedy in last.orders.remedies] == [
        *("warning", "warning", "spectator-expulsion", "spectator-ban", "director-ban")
    ]


@pytest.mark.rule("SIX-1", "SIX-2", "SEL-3", "SEL-4", "TD-4")
def test_a_knockout_of_six_games_goes_on_past_whom_a_ruling_put_out() -> None:
    # A beats D with three wins and a draw; B is put out, and concedes to C. The final is 3-3, and played again: C in
    # three games. D is third, since B does not come.
    desk = tournament("six_games.jsonl")
    matches = _matches("six_games.jsonl")
    assert [(match.sides, match.slot, match.form) for match in matches] == [
        ((1, 4), "1-1", "six-games"),
        ((2, 3), "1-2", "six-games"),
        ((1, 3), "2-1", "six-games"),
        ((1, 3), "2-1", "six-games"),
    ]
    assert matches[1].layers[0].remedies == (Concession(loser="first", ruling=1),)
    assert [match.effective and match.effective.winner for match in matches] == [1, 3, None, 3]
    assert [(row.rank, row.entry, row.mark) for row in desk.standings().rows] == [
        (1, 3, "champion"),
        (2, 1, "finalist"),
        (3, 4, "third"),
        (4, 2, "disqualified"),
    ]


@pytest.mark.rule("RNG-2", "RNG-3", "RNG-4")
def test_a_ring_leaves_three_games_played_and_four_abandoned() -> None:
    # The worked example of the rules, as it was written: D beats A, B beats C, and D wins the final with White.
    desk = tournament("ring.jsonl")
    matches = _matches("ring.jsonl")
    assert [match.number for match in matches if validity.counting(match)] == [2, 4, 7]
    assert [match.number for match in matches if match.abandoned] == [1, 3, 5, 6]
    assert matches[4].sides == (2, 4)
    assert [(row.entry, row.mark) for row in desk.standings().rows[:2]] == [(4, "champion"), (2, "finalist")]


@pytest.mark.rule("SIX-2", "SWI-5", "SWI-7", "ALL-2")
def test_a_swiss_of_six_games_with_a_late_entry_gives_its_table_and_its_draws_are_confirmed() -> None:
    # A beats C, B beats D; E comes for round 2 and has its bye; B-A and D-C are drawn. Equal in all else, the lots
    # decide: B 1, D 2, A 3, C 4. E's only opponent is virtual, and lost: Solkoff 0.
    rows = tournament("late.jsonl").standings().rows
    assert [(row.entry, row.values["match_points"], row.values["solkoff"]) for row in rows] == [
        *((2, 3, 4), (1, 3, 4), (5, 2, 0), (4, 1, 4), (3, 1, 4))
    ]
    assert {match.form for match in _matches("late.jsonl")} == {"six-games"}
    assert check_draws(read("late.jsonl")).findings == ()


@pytest.mark.rule("CHM-1", "CHM-2", "CHM-5", "CHM-6", "ALL-2")
def test_a_champion_tournament_gives_its_table_and_its_draws_are_confirmed() -> None:
    # A brings two credits, B and C one each: A meets both at once, beats both, and alone has credits left.
    rows = tournament("champion.jsonl").standings().rows
    assert [(row.rank, row.entry, row.values["credits"]) for row in rows] == [(1, 1, 2), (2, 2, 0), (2, 3, 0)]
    assert [match.round for match in _matches("champion.jsonl")] == [1, 1]
    assert check_draws(read("champion.jsonl")).findings == ()
