"""Running totals, real and virtual, from small records (SWI-10). Rounds are codes from round 1 on; `-` is one missed,
`?` one whose match is open."""

from typing import get_args

import pytest

from domain.match.verdict import Ended
from domain.standings.ranking import Criterion
from domain.standings.swiss_scores import Scores, ties
from domain.standings.virtual import Code, Record, Trail, Turn, as_opponent, code_of, own, virtual_opponent


def record(codes: str, *, left: bool = False) -> Record:
    turns = [turn(nth, code) for nth, code in enumerate(codes.split(), 1) if code != "-"]
    return Record(tuple(turns), left)


def turn(round_: int, code: str) -> Turn:
    known = next((one for one in get_args(Code) if one == code), None)
    return Turn(round_, known, None if code in ("WB", "BR") else 9)


@pytest.mark.rule("SWI-5", "SWI-7")
@pytest.mark.parametrize(
    ("codes", "closed", "totals"),
    [
        ("W D L", 3, "2 3 3"),
        ("WD DD BR WB", 4, "2 3 4 6"),
        ("W ?", 1, "2"),  # round 2 is open, and their result is not there yet
        ("W D", 1, "2 3"),  # round 2 is open, but their own result is
        ("- - W", 3, "0 0 2"),  # missed rounds count for nothing
        ("W -", 2, "2 2"),
        ("", 0, ""),
    ],
)
def test_player_still_in_has_a_total_after_each_round(codes: str, closed: int, totals: str) -> None:
    trail = own(record(codes), closed)
    assert trail == as_opponent(record(codes), closed) == real(totals)
    assert (trail.points, trail.cumulative) == (trail.real_points, trail.real_cumulative)


def real(totals: str) -> Trail:
    numbers = tuple(int(total) for total in totals.split())
    return Trail(numbers, len(numbers))


@pytest.mark.rule("SWI-10")
@pytest.mark.source("gokodom II.I.2")
@pytest.mark.parametrize(
    ("codes", "closed", "seen", "virtual"),
    [
        ("W LD", 2, "2 2", 0),
        ("W LD", 4, "2 2 3 4", 2),
        ("LD", 3, "0 1 2", 2),
        ("W L", 3, "2 2 3", 1),  # resigned
        ("W LD", 1, "2 2", 0),  # round 2 is still open for others
        ("", 2, "1 2", 2),  # resigned before their first round
    ],
)
def test_player_who_has_left_scores_no_more_and_draws_on_for_the_opponents(
    codes: str, closed: int, seen: str, virtual: int
) -> None:
    gone = record(codes, left=True)
    trail = as_opponent(gone, closed)
    assert trail.totals == real(seen).totals
    assert len(trail.totals) - trail.real == virtual
    assert own(gone, closed) == Trail(trail.totals[: trail.real], trail.real)


@pytest.mark.rule("SWI-10")
@pytest.mark.source("gokodom II.I.1", "gokodom V.A.1", "gokodom V.A.2")
@pytest.mark.parametrize(
    ("codes", "bye", "closed", "totals", "inherited"),
    [
        ("WB", 1, 3, "0 1 2", 0),
        ("W BR", 2, 3, "2 3 4", 1),
        ("L WB W", 2, 3, "0 0 1", 1),
        ("W WB", 2, 1, "2", 1),  # round 2 is open: they have only what they inherit
        ("W D WB L", 3, 4, "2 3 3 4", 2),
    ],
)
def test_a_virtual_opponent_inherits_then_loses_or_draws_then_draws(
    codes: str, bye: int, closed: int, totals: str, inherited: int
) -> None:
    player = record(codes)
    trail = virtual_opponent(player, player.turns[bye - 1], closed)
    assert trail == Trail(real(totals).totals, inherited)


@pytest.mark.rule("SWI-4")
def test_ending_of_a_match_is_a_code_for_each_side() -> None:
    how = {
        "won": ("W", "L"),
        "drawn": ("D", "D"),
        "default": ("WD", "LD"),
        "drawn-by-default": ("DD", "DD"),
        "both-lost": ("LD", "LD"),
    }
    for ended in (Ended("won", 1), Ended("drawn"), Ended("default", 1), Ended("drawn-by-default"), Ended("both-lost")):
        assert (code_of(ended, 1), code_of(ended, 2)) == how[ended.how]


@pytest.mark.rule("SEL-1")
def test_points_among_those_tied_count_only_if_all_have_met() -> None:
    # 1 beat 2 and drew with 3; 2 and 3 have not met.
    records = {
        1: Record((Turn(1, "W", 2), Turn(2, "D", 3))),
        2: Record((Turn(1, "L", 1),)),
        3: Record((Turn(2, "D", 1),)),
    }
    scores = Scores(records, 2)
    assert scores.points_among(frozenset({1, 2})) == {1: 2, 2: 0}
    assert scores.points_among(frozenset({1, 3})) == {1: 1, 3: 1}
    assert scores.points_among(frozenset({2, 3})) == {}
    assert scores.points_among(frozenset({1, 2, 3})) == {}


def test_ties_are_the_groups_that_share_a_rank() -> None:
    values = {1: {"points": 3}, 2: {"points": 1}, 3: {"points": 3}, 4: {"points": 2}, 5: {"points": 1}}
    assert ties(values, (Criterion("points"),)) == [frozenset({1, 3}), frozenset({2, 5})]
