"""Settlements and their differences, by the pages worked by hand and by random outcomes (STK-1 to STK-5)."""

from collections.abc import Sequence
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.scoring.games import Outcome
from domain.scoring.modes import LeftTable, Mode
from domain.scoring.outcome import room_outcome
from domain.scoring.stakes import NOTHING, Settlement, Shares, settlement
from domain.scoring.undecided import DirectorDecides
from domain.tournament.stakes.state import PostedStakes, Share
from tests.directing.words import score, side
from tests.golden.tables import Row, table
from tests.scoring.test_modes import mode

SETTLEMENTS = table("stakes/settlements", 1)
LEFT_TABLE = table("stakes/settlements", 2)
CORRECTED = table("stakes/settlements", 3)


def outcome(text: str) -> Outcome:
    """`A 3-1`, `A ?` where the score is not known, `tie 2-2`."""
    who, points = text.split()
    known = None if points == "?" else score(points)
    return Outcome(None, known, ended="drawn") if who == "tie" else Outcome(side(who), known)


def written(settled: Settlement | DirectorDecides) -> tuple[str, ...]:
    """What each stakes and is paid, and the house's share, as text."""
    assert isinstance(settled, Settlement)
    amounts = settled.model_dump(mode="json")
    assert amounts["stakes"]["first"] == amounts["stakes"]["second"]
    return amounts["stakes"]["first"], amounts["credits"]["first"], amounts["credits"]["second"], amounts["house"]


@pytest.mark.rule("STK-1", "STK-2", "STK-3")
@pytest.mark.parametrize("case", SETTLEMENTS, ids=lambda case: f"{case['mode']} at {case['at']}: {case['outcome']}")
def test_a_match_is_settled_as_worked_by_hand(case: Row) -> None:
    settled = settlement(mode(case["mode"], case["at"]), outcome(case["outcome"]))
    assert written(settled) == (case["stake"], case["A"], case["B"], case["house"])


@pytest.mark.rule("STK-4")
@pytest.mark.source("room 15")
@pytest.mark.parametrize("case", LEFT_TABLE, ids=lambda case: case["why"])
def test_leaving_the_table_in_single_costs_the_potential_points(case: Row) -> None:
    told = {"potential_points": case["reported"], "cube": case["cube"]}
    left = LeftTable.model_validate(
        {"leaver": "first", "borne_off": {"yes": True, "no": False}.get(case["A has borne off"])}
        | {name: int(number) for name, number in told.items() if number}
    )
    result = room_outcome("single", left)
    assert result.winner == "second"
    settled = settlement(mode("single", "1"), result)
    if not case["stake"]:
        assert settled == DirectorDecides(rule="STK-4", because="points not known")
        return
    assert result.points == (0, int(case["potential"]))
    assert written(settled) == (case["stake"], case["A"], case["B"], case["house"])


@pytest.mark.rule("STK-5")
def test_a_correction_and_a_reversal_are_entries_of_the_difference() -> None:
    at = mode("five-points", "2.50")
    stands = [settlement(at, outcome("A 5-3")), settlement(at, outcome("B 3-5")), NOTHING]
    before = PostedStakes()
    for stood, line in zip(stands, CORRECTED, strict=True):
        after = of_both(stood)
        entry = after.plus(before, -1)
        first, second = (next((s for s in entry.shares if s.entry == side), Share(side)) for side in (1, 2))
        flat = (first.staked, second.staked, first.credited, second.credited, entry.house)
        names = ("in from A", "in from B", "out to A", "out to B", "house")
        assert tuple(map(str, flat)) == tuple(line[name] for name in names)
        credited = {share.entry: str(share.credited) for share in after.shares}
        assert (credited.get(1, "0.00"), credited.get(2, "0.00")) == (line["stands: A"], line["stands: B"])
        before = after


def of_both(settled: Settlement | DirectorDecides) -> PostedStakes:
    """As it is in a ledger, the first side as entry 1."""
    assert isinstance(settled, Settlement)
    first = Share(1, settled.stakes.first, settled.credits.first)
    second = Share(2, settled.stakes.second, settled.credits.second)
    return PostedStakes().plus(PostedStakes((first, second), settled.house))


@pytest.mark.rule("STK-1")
def test_player_who_lost_before_play_has_staked_nothing() -> None:
    assert settlement(mode("five-points"), Outcome("first", None, play_began=False)) == NOTHING


@pytest.mark.rule("STK-1", "STK-3", "ALL-9")
@pytest.mark.parametrize(
    ("kind", "result"),
    [
        ("five-points", Outcome(None, None, ended="both-lost")),
        ("three-games", Outcome(None, None, ended="both-lost")),
        ("five-points", Outcome(None, (3, 3), ended="drawn")),
        ("single", Outcome(None, None, ended="drawn")),
    ],
)
def test_director_decides_where_nobody_has_won_and_no_tie_is_known(kind: str, result: Outcome) -> None:
    at = mode(kind, "1" if kind == "single" else "2.50")
    assert settlement(at, result) == DirectorDecides(rule="STK-1", because="no winner")


@pytest.mark.rule("STK-5")
def test_a_settlement_that_does_not_balance_is_none() -> None:
    with pytest.raises(ValidationError, match="stakes in must equal"):
        Settlement(
            stakes=Shares(first=Decimal("2.50"), second=Decimal("2.50")),
            credits=Shares(first=Decimal("4.50"), second=Decimal("0.00")),
            house=Decimal("0.51"),
        )


@pytest.mark.rule("STK-5")
@pytest.mark.parametrize("amount", [2.5, 2, "2.505", "1e3", "NaN", "٣", True, None, Decimal("Infinity")])
def test_an_amount_is_exact_text_and_no_float(amount: object) -> None:
    with pytest.raises(ValidationError):
        Shares.model_validate({"first": amount, "second": "0.00"})


@pytest.mark.rule("STK-5")
def test_an_amount_is_written_with_two_places_and_one_zero() -> None:
    shares = Shares.model_validate_json('{"first": "-0.00", "second": "4.5"}', strict=True)
    assert shares.model_dump_json() == '{"first":"0.00","second":"4.50"}'


MODES = st.sampled_from(
    [
        *(mode(kind, stake) for kind in ("three-games", "five-points") for stake in ("2.50", "5.00")),
        mode("single", "1"),
        mode("single", "2"),
        mode("normal"),
    ]
)
WON = st.builds(Outcome, st.sampled_from(["first", "second"]), st.tuples(st.integers(0, 200), st.integers(0, 200)))
OUTCOMES = WON | st.builds(Outcome, st.none(), st.none(), ended=st.just("drawn")) | st.just(Outcome("first", None))


@pytest.mark.rule("STK-5")
@given(MODES, st.lists(OUTCOMES, min_size=1, max_size=8))
def test_the_sum_of_all_entries_is_what_stands_and_every_entry_balances(at: Mode, results: Sequence[Outcome]) -> None:
    stood, posted = PostedStakes(), PostedStakes()
    for result in results:
        settled = settlement(at, result)
        if isinstance(settled, DirectorDecides):
            continue
        assert min(settled.credits.first, settled.credits.second, settled.house) >= 0
        entry = of_both(settled).plus(stood, -1)
        assert entry.staked == entry.credited + entry.house
        stood, posted = of_both(settled), posted.plus(entry)
        assert posted == stood
    assert stood.plus(stood, -1).empty
