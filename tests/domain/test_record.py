"""The layers of a result, and what hangs on it (ALL-3, ALL-4, ALL-12)."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from domain.record import Correction, Match, Report, announced, corrected, counting, live, reported
from domain.scoring.result import FinalScore, WinnerOnly

MONDAY = datetime(2026, 3, 2, 20, 0, tzinfo=UTC)
TUESDAY = datetime(2026, 3, 3, 20, 0, tzinfo=UTC)
NOTHING = Correction(None, None, None, None, None)
A, B, C, D = 1, 2, 3, 4


def match(number: int, sides: tuple[int, int], *, made_from: tuple[tuple[int, int], ...] = ()) -> Match:
    return Match(number, sides, 5, revision=number, made_from=made_from)


def won(played: Match, winner: int, *, known: bool = True) -> Match:
    side = WinnerOnly(winner="first" if played.sides[0] == winner else "second")
    return reported(played, Report(side, MONDAY, MONDAY, MONDAY if known else None), revision=10)


@pytest.mark.rule("ALL-3")
def test_a_correction_lies_over_the_report_and_leaves_the_rest_as_it_was() -> None:
    played = reported(match(7, (A, B)), Report(FinalScore(first=5, second=3), MONDAY, MONDAY, MONDAY), revision=2)
    after = corrected(played, replace(NOTHING, result=FinalScore(first=3, second=5)), revision=3)
    result = after.effective
    assert result is not None
    assert (result.winner, result.loser, result.outcome.points) == (B, A, (3, 5))
    assert (result.played_at, result.place, result.length) == (MONDAY, Decimal(7), 5)
    assert after.sittings[0].report == played.sittings[0].report


@pytest.mark.rule("ALL-3", "ELO-6")
def test_later_corrections_win_part_by_part() -> None:
    after = corrected(won(match(7, (A, B)), A), replace(NOTHING, sides=(A, C), place=Decimal("6.5")), revision=3)
    after = corrected(after, replace(NOTHING, played_at=TUESDAY), revision=4)
    result = after.effective
    assert result is not None
    assert (result.sides, result.winner, result.played_at, result.place) == ((A, C), A, TUESDAY, Decimal("6.5"))


@pytest.mark.rule("ALL-12")
def test_what_is_not_announced_does_not_count() -> None:
    unknown = won(match(1, (A, B)), A, known=False)
    assert counting(unknown, {1: unknown}.__getitem__) is None
    known = announced(unknown, TUESDAY, revision=11)
    assert counting(known, {1: known}.__getitem__) is known.effective is not None


@pytest.mark.rule("ALL-4")
def test_a_match_is_live_while_what_it_was_made_from_still_is_so() -> None:
    # Semi-finals 1 (A–B) and 2 (C–D); A and C win and meet in match 3. Then match 1 goes to B.
    semi, other_semi = won(match(1, (A, B)), A), won(match(2, (C, D)), C)
    final = won(match(3, (A, C), made_from=((1, A), (2, C))), A)
    bracket = {1: semi, 2: other_semi, 3: final}
    assert live(final, bracket.__getitem__)
    assert counting(final, bracket.__getitem__) is final.effective
    bracket[1] = corrected(semi, replace(NOTHING, result=WinnerOnly(winner="second")), revision=12)
    assert not live(final, bracket.__getitem__)
    assert counting(final, bracket.__getitem__) is None
    bracket[1] = corrected(bracket[1], replace(NOTHING, result=WinnerOnly(winner="first")), revision=13)
    assert counting(final, bracket.__getitem__) is final.effective


@pytest.mark.rule("ALL-4")
def test_a_match_made_from_one_that_is_not_live_is_not_live_either() -> None:
    first, second = won(match(1, (A, B)), B), won(match(2, (A, C), made_from=((1, A),)), A)
    third = match(3, (A, D), made_from=((2, A),))
    assert not live(third, {1: first, 2: second, 3: third}.__getitem__)


@pytest.mark.rule("ALL-4")
def test_a_void_match_does_not_count() -> None:
    void = replace(won(match(1, (A, B)), A), void_reason="Never played")
    assert counting(void, {1: void}.__getitem__) is None


def test_a_match_without_a_report_has_nothing_to_announce() -> None:
    with pytest.raises(ValueError, match="no report"):
        announced(match(1, (A, B)), MONDAY, revision=2)
