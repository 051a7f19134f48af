"""The Swiss pairing as worked by hand (SWI-8)."""

from collections.abc import Sequence

import pytest

from domain.pairing.players import Player
from domain.pairing.reasons import Ground, LeftOver, Paired, Pairing
from domain.pairing.walk import can_be_paired, pair, pair_with_rematches
from tests.golden.tables import Row, table
from tests.pairing.support import letters, players_of, steps

PAGE = "swiss/pairing"
GROUNDS: tuple[Ground, ...] = ("met", "colour", "rest")


def walk(players: Sequence[Player], pairing: Pairing) -> dict[str, Paired | LeftOver]:
    """The choices from the top, by how they are written in the tables."""
    return {written(step): step for step in steps(players, pairing)}


def written(step: Paired | LeftOver) -> str:
    """`A-B`, `A=B` for a rematch, or `bye A`."""
    if isinstance(step, LeftOver):
        return f"bye {letters([step.entry])}"
    return letters(step.sides).replace(" ", "=" if step.why.counts["rematch"] else "-")


@pytest.mark.rule("SWI-8")
@pytest.mark.parametrize("row", table(PAGE, 1), ids="{order}, met {met}, window {window}".format_map)
def test_pairings(row: Row) -> None:
    players = players_of(row["order"], row["met"])
    pairing = pair(players, int(row["window"]))
    assert ("none" if pairing is None else " ".join(walk(players, pairing))) == row["walk"]
    assert can_be_paired(players) == (row["walk"] != "none")


@pytest.mark.rule("SWI-8")
@pytest.mark.parametrize("row", table(PAGE, 2), ids="{choice} of {order}, met {met}, window {window}".format_map)
def test_reasons(row: Row) -> None:
    players = players_of(row["order"], row["met"])
    pairing = pair(players, int(row["window"]))
    assert pairing is not None
    step = walk(players, pairing)[row["choice"]]
    assert {ground: letters(step.passed_over.entries(ground)) for ground in GROUNDS} == {
        ground: row[f"passed: {ground}"] for ground in GROUNDS
    }
    counts = {f"passed_{ground}": len(row[f"passed: {ground}"].split()) for ground in GROUNDS}
    if isinstance(step, LeftOver):
        counts = {"passed_met": counts["passed_met"]}
    else:
        away, other_colour = int(row["away"]), int(row["other colour"])
        counts |= {"score_difference": away, "other_colour": other_colour, "window": int(row["window"]), "rematch": 0}
    assert step.why.counts == counts
    assert step.why.rule == "SWI-8"


@pytest.mark.rule("SWI-8")
@pytest.mark.parametrize("row", table(PAGE, 3), ids="{order}, met {met}, window {window}".format_map)
def test_rematches(row: Row) -> None:
    players = players_of(row["order"], row["met"])
    walked = walk(players, pair_with_rematches(players, int(row["window"])))
    assert " ".join(walked) == row["walk"]
    assert sum("=" in step for step in walked) == int(row["rematches"])


@pytest.mark.rule("SWI-8")
def test_nobody_to_pair() -> None:
    assert can_be_paired([])
    assert pair([], 1) == pair_with_rematches([], 1) == Pairing((), None)


def test_two_have_met_if_either_says_so() -> None:
    players = [Player(1, 0, "red", frozenset({2})), Player(2, 0, "blue", frozenset())]
    assert not can_be_paired(players)
    assert pair(players, 1) is pair(players[::-1], 1) is None


def test_opponent_need_not_be_in_the_field() -> None:
    players = [Player(1, 0, "red", frozenset({1, 8, 9})), Player(2, 0, "blue", frozenset({8}))]
    assert can_be_paired(players)
    pairing = pair(players, 1)
    assert pairing is not None
    assert [one.sides for one in pairing.pairs] == [(1, 2)]


def test_an_entry_is_paired_once() -> None:
    twice = [Player(1, 0, "red", frozenset()), Player(1, 0, "blue", frozenset())]
    with pytest.raises(ValueError, match="twice"):
        pair(twice, 1)
    with pytest.raises(ValueError, match="twice"):
        pair_with_rematches(twice, 1)
