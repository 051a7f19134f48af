"""The layers of a result, and what hangs on it (ALL-3, ALL-4, ALL-12)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from domain.match import layering
from domain.match.layering import coming_to, with_announcement, with_correction, with_newest_report
from domain.match.record import Match
from domain.match.sitting import Correction, Report, Sitting
from domain.match.validity import VerdictOf, changed_matches, counting, status_of
from domain.match.verdict import Basis
from domain.scoring.outcome import outcome
from domain.scoring.result import Conceded, FinalScore, Result, WinnerOnly

MONDAY = datetime(2026, 3, 2, 20, 0, tzinfo=UTC)
TUESDAY = datetime(2026, 3, 3, 20, 0, tzinfo=UTC)
A, B, C, D = 1, 2, 3, 4


def match(number: int, sides: tuple[int, int], *, made_from: Basis = ()) -> Match:
    return Match(number, sides, 5, revision=number, made_from=made_from)


def won(played: Match, winner: int, *, known: bool = True) -> Match:
    side = WinnerOnly(winner="first" if played.sides[0] == winner else "second")
    return with_newest_report(played, of(side, known=known), revision=10)


def of(result: Result, *, known: bool = True) -> Report:
    return Report(result, outcome(result, 5), MONDAY, MONDAY, MONDAY if known else None, place=7)


def said(result: Result = WinnerOnly(winner="first"), **parts: Any) -> Correction:  # noqa: ANN401, B008 -- any parts
    """A correction under which the match has that result."""
    return replace(Correction(None, None, result, outcome(result, 5), None, None), **parts)


@pytest.mark.rule("NXE-8")
def test_a_match_conceded_by_resigning_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[Match] = []

    def noted(laid: Match) -> Match:
        worked_out.append(laid)
        return coming_to(laid)

    monkeypatch.setattr(layering, "coming_to", noted)
    opened = replace(match(7, (A, B)), sittings=(Sitting(), Sitting(opened_by=(1, "ruling"))))
    by_resigning = replace(of(Conceded(loser="second", play_began=True)), by_resigning=True)
    assert all(
        sitting.conceded == "second" for sitting in with_newest_report(opened, by_resigning, revision=2).sittings
    )
    assert [laid.revision for laid in worked_out] == [2]


def winners(known: Mapping[int, int]) -> Callable[[int], int | None]:
    return lambda number: known.get(number)


@pytest.mark.rule("ALL-3")
def test_a_correction_lies_over_the_report_and_leaves_the_rest_as_it_was() -> None:
    played = with_newest_report(match(7, (A, B)), of(FinalScore(first=5, second=3)), revision=2)
    after = with_correction(played, said(result=FinalScore(first=3, second=5)), revision=3)
    result = after.effective
    assert result is not None
    assert (result.winner, result.ended.is_lost_by(A), result.outcome.points) == (B, True, (3, 5))
    assert (result.played_at, result.place, result.length) == (MONDAY, Decimal(7), 5)
    assert after.sittings[0].report == played.sittings[0].report


@pytest.mark.rule("ALL-3", "ELO-6")
def test_later_corrections_win_part_by_part() -> None:
    after = with_correction(won(match(7, (A, B)), A), said(sides=(A, C), place=Decimal("6.5")), revision=3)
    after = with_correction(after, said(played_at=TUESDAY), revision=4)
    result = after.effective
    assert result is not None
    assert (result.sides, result.winner, result.played_at, result.place) == ((A, C), A, TUESDAY, Decimal("6.5"))


@pytest.mark.rule("ALL-12")
def test_unannounced_result_does_not_count() -> None:
    unknown = won(match(1, (A, B)), A, known=False)
    assert counting(unknown) is None
    known = with_announcement(unknown, TUESDAY, revision=11)
    assert counting(known) is known.effective is not None


def live(made: Match, verdict_of: VerdictOf) -> bool:
    """Whether it is valid by what the earlier matches have come to."""
    return status_of(made, verdict_of) == "valid"


@pytest.mark.rule("ALL-4")
def test_a_match_is_live_while_what_it_was_made_from_still_is_so() -> None:
    # Matches 1 (won by A) and 2 (won by C) made match 3.
    final = match(3, (A, C), made_from=((1, A), (2, C)))
    assert live(final, winners({1: A, 2: C}))
    assert not live(final, winners({1: B, 2: C}))
    assert not live(final, winners({2: C}))
    assert list(changed_matches(final, winners({1: B}))) == [(1, B), (2, None)]


@pytest.mark.rule("ALL-4")
def test_a_decision_keeps_a_match_on_one_more_outcome_or_sets_it_aside() -> None:
    final = match(3, (A, C), made_from=((1, A), (2, C)))
    kept = replace(final, kept_on=((1, B), (2, None)))
    assert live(kept, winners({1: B, 2: C}))
    assert live(kept, winners({1: A}))
    assert not live(kept, winners({1: D, 2: C}))
    assert not live(replace(final, status="set-aside"), winners({1: A, 2: C}))


@pytest.mark.rule("ALL-4")
def test_a_match_made_from_there_being_no_winner_goes_when_there_is_one() -> None:
    instead = match(3, (A, C), made_from=((1, None),))
    assert live(instead, winners({}))
    assert not live(instead, winners({1: A}))


@pytest.mark.rule("ALL-4")
def test_a_void_match_does_not_count() -> None:
    played = won(match(1, (A, B)), A)
    assert counting(replace(played, status="void")) is None
    assert counting(replace(played, status="lapsed")) is None


def test_a_match_without_a_report_has_nothing_to_announce() -> None:
    open_match = coming_to(match(1, (A, B)))
    assert with_announcement(open_match, MONDAY, revision=open_match.revision) == open_match
