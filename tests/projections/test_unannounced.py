"""A report that nobody has verified stays with those who may see it, although rulings decide its match (ALL-12)."""

import pytest

from domain.scoring.result import FinalScore
from domain.tournament.matches import commands as match_commands
from projections.views.tournaments import match_view
from tests.desk import Desk, player, started
from tests.domain.test_rulings import ruling
from tests.public import withheld

PENALTY = {"kind": "penalty-points", "offender": "first", "beneficiary": "second", "points": 4}
LOST = {"kind": "match-loss", "loser": "first"}
AWARD = {"kind": "result-award", "result": {"kind": "score", "first": 0, "second": 7}}
VOID = {"kind": "match-voiding"}
VERIFIED = match_commands.VerifyResult(match=1)


def reported() -> Desk:
    """A tells of a 7-6, and nobody has verified that."""
    desk = started("AB")
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=7))
    desk.do(match_commands.ReportResult(match=1, result=FinalScore(first=7, second=6)), player("A"))
    return desk


@pytest.mark.rule("ALL-12", "TD-14")
@pytest.mark.parametrize(
    ("remedy", "points"), [(PENALTY, None), (LOST, None), (AWARD, (0, 7))], ids=["penalty", "lost", "awarded"]
)
def test_the_public_sees_what_is_ruled_and_not_what_was_reported(
    remedy: dict[str, object], points: tuple[int, int] | None
) -> None:
    desk = reported()
    desk.do(ruling(remedy))
    own = match_view(desk.state, desk.state.matches[1])
    seen = withheld(own)
    assert (seen.status, seen.winner, seen.points, seen.result, seen.layers) == ("announced", 2, points, None, ())
    assert (own.unannounced, own.layers[0].points, seen.unannounced) == (True, (7, 6), False)
    assert desk.table()[0].startswith(f"1 B 1-0 {points[1] if points else 0}:{points[0] if points else 0}")


@pytest.mark.rule("ALL-12", "TD-14", "TD-5")
def test_result_counts_once_it_is_verified() -> None:
    desk = reported()
    desk.do(ruling(PENALTY))
    desk.when(VERIFIED, player("A")).refused("not-allowed")
    desk.do(VERIFIED)
    seen = withheld(match_view(desk.state, desk.state.matches[1]))
    assert (seen.winner, seen.points, seen.result) == (2, (7, 10), FinalScore(first=7, second=6))
    assert [layer.points for layer in seen.layers] == [(7, 6), (7, 10)]
    desk.when(VERIFIED).refused("result-announced")


@pytest.mark.rule("ALL-12", "TD-13")
def test_a_ruling_that_decides_nothing_tells_nothing_of_it() -> None:
    for remedy in (PENALTY | {"points": 1}, VOID):
        desk = reported()
        desk.do(ruling(remedy))
        seen = withheld(match_view(desk.state, desk.state.matches[1]))
        assert (seen.winner, seen.points, seen.result, seen.layers, seen.announced_at) == (None, None, None, (), None)
