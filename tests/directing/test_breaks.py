"""Breaks that both players take (TD-8) [2.2.2]."""

from datetime import UTC, date, datetime, time

import pytest

from domain.kernel.values import Side
from domain.scoring.clock import Break
from domain.scoring.lateness import Lateness
from domain.tournament.decisions.match_record.breaks import late_from_break, review_nth_break
from domain.tournament.match_record.events import BreakBegun
from domain.tournament.match_record.state import MatchRecord, TakenBreak
from tests.directing.words import letter
from tests.golden.tables import Row, table


def moment(text: str) -> datetime:
    return datetime.combine(date(2026, 3, 1), time.fromisoformat(text), UTC)


def taken(number: int, side: Side, leaves: str, together: str, back: str) -> TakenBreak:
    one = Break(started_at=moment(leaves), number_of_breaks=int(together))
    begun = BreakBegun(match=1, number=number, side=side, break_taken=one, readings=None)
    return TakenBreak(begun, at=one.started_at, by=None, ended_at=moment(back))


def awarded(late: Lateness | None) -> str:
    return f"{letter(late.beneficiary)}+{late.points}" if late else ""


@pytest.mark.rule("TD-8", "TD-5")
@pytest.mark.source("ausbgf 2.2.2")
@pytest.mark.parametrize("case", table("directing/clocks", 4), ids=lambda case: case["why"])
def test_2_2_2_breaks_of_both_players_are_combined(case: Row) -> None:
    of = MatchRecord(
        breaks=(
            taken(1, "first", case["A leaves"], case["A together"], case["A back"]),
            taken(2, "second", case["B leaves"], case["B together"], case["B back"]),
        )
    )
    length = int(case["length"])
    assert [review_nth_break(of, length, n).due_back for n in (1, 2)] == [moment(case["A due"]), moment(case["B due"])]
    assert [awarded(late_from_break(of, length, n)) for n in (1, 2)] == [case["of A's"], case["of B's"]]
