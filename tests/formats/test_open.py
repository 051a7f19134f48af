"""Open play passes the conformance suite, and its table does not depend on the order of reports (OPN-1)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.open import OpenOptions
from domain.scoring.result import FinalScore
from domain.tournament.matches import commands as match_commands
from tests.desk import started
from tests.formats.acting import Deed
from tests.formats.conformance import Conformance
from tests.formats.kinds import ROOM, meet_or_play
from tests.formats.machine import director_of
from tests.rounds import RoundsDesk


class TestOpenPlay(Conformance):
    """Any two report a match when they like."""

    options = OpenOptions(kind="open")

    def play(self, desk: RoundsDesk, deed: Deed) -> None:
        score = FinalScore(first=5 if deed.won else 2, second=2 if deed.won else 5)
        match = match_commands.PlayedMatch(sides=self.sides(desk, deed), length=5, result=score)
        desk.do(match_commands.EnterResults(results=(match,)))


@pytest.mark.rule("OPN-1")
@given(st.permutations(["A 5-3 B", "B 5-0 C", "C 5-4 A", "A 7-2 D", "D 1-0 B"]))
def test_the_order_of_reports_changes_no_table(lines: Sequence[str]) -> None:
    desk = started("ABCD")
    desk.report(*lines)
    # Wins decide first (A 2), then the points difference of B, C, D with one win each:
    # B lost 3-5 and 0-1 and won 5-0: 8:6, two losses. C won 5-4, lost 0-5: 5:9, one loss.
    # D won 1-0, lost 2-7: 3:7, one loss.
    # C and D have the same difference of -4; C has more points for.
    assert desk.table() == ["1 A 2-1 16:10", "2 C 1-1 5:9", "3 D 1-1 3:7", "4 B 1-2 8:6"]


@pytest.mark.rule("OPN-1")
def test_each_rank_has_its_reason() -> None:
    desk = started("ABC")
    desk.report("A 5-3 B", "C 5-3 B")
    reasons = [
        (row.rank, row.reason.criterion, row.reason.value, row.reason.value_above) for row in desk.standings().rows
    ]
    assert reasons == [(1, None, None, None), (1, None, None, None), (3, "wins", 0, 1)]


TestRandomDirector = director_of([ROOM], tried=3, playing=meet_or_play)
