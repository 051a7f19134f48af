"""Rewound, paired and played the same way again, a tournament comes to the same (ALL-4, TD-13)."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Ask, Due
from domain.formats.dual_ring import DualRingOptions
from domain.match import validity
from domain.scoring.result import WinnerOnly
from domain.tournament.derived.progress import StageDue, final_table
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from tests.formats.acting import Deed
from tests.formats.appealing import give_one, lodge, vote
from tests.formats.directing import check_invariants
from tests.formats.kinds import Kind, in_every_other_format, played, plays
from tests.formats.orders import Ordered, several
from tests.reaching import reached
from tests.rounds import RoundsDesk


@pytest.mark.rule("ALL-4", "TD-13")
@in_every_other_format(0)
@given(entrants=st.integers(2, 8), tried=plays, ordered=several)
def test_rewound_and_paired_and_played_the_same_way_again_it_comes_to_the_same(
    kind: Kind, entrants: int, tried: Sequence[Deed], ordered: Sequence[Ordered]
) -> None:
    desk = played(kind, entrants, tried)
    before, table = desk.fork(), rows(desk)
    number = give_one(desk, ordered)
    if number is None:
        return
    appeal = lodge(desk, number)
    vote(desk, appeal, "reversed")
    desk.do(ruling_commands.DecideAppeal(appeal=appeal, reasons="As voted", choice="rewind"))
    check_invariants(desk.state)
    again(desk, before)
    if _told(desk) == _told(before):
        reached()
        assert rows(desk) == table
    else:  # in a ring somebody may be out by what was played meanwhile elsewhere, and not meet the same again
        assert isinstance(kind.options, DualRingOptions)


def rows(desk: RoundsDesk) -> list[tuple[int | None, int, dict[str, int]]]:
    """The table's ranks and numbers."""
    return [(row.rank, row.entry, dict(row.values)) for row in final_table(desk.state).rows]


def again(desk: RoundsDesk, before: RoundsDesk) -> None:
    """Pairs by hand what was paired, and reports what had come of it, and when, until it stands as before."""
    for _ in range(200):
        step = desk.step()
        due = step.due if isinstance(step, Ask) else step
        if isinstance(due, Due) and _pair_again(desk, before, due):
            continue
        if isinstance(step, StageDue) and before.state.rounds.openings:
            desk.do(round_commands.OpenStage(stage=2, seeds=before.state.rounds.openings[-1].seeds, reason="As before"))
            continue
        if not _report_again(desk, before):
            return
    raise AssertionError("it never comes to stand as before")


def _pair_again(desk: RoundsDesk, before: RoundsDesk, due: Due) -> bool:
    """Pairs what of the round due was paired before, and is not now; answers whether there was any."""
    made = _paired_sides(before, due.round)
    left = Counter(map(frozenset, made))
    left -= Counter(map(frozenset, _paired_sides(desk, due.round)))
    idle = Counter(b.entry for b in before.state.rounds.byes.values() if b.round == due.round and b.live)
    idle -= Counter(b.entry for b in desk.state.rounds.byes.values() if b.round == due.round and b.live)
    pairs = [sides for sides in made if left[frozenset(sides)] > 0]
    if not (pairs or idle):
        return False
    desk.do(
        round_commands.PairByHand(
            round=due.round, pairings=tuple(pairs), byes=tuple(idle.elements()), reason="As before"
        )
    )
    return True


def _paired_sides(desk: RoundsDesk, round_: int) -> list[tuple[int, int]]:
    """The sides of a round's valid matches, but of those that a bout goes on with: nobody pairs them."""
    return [m.sides for m in desk.matches() if m.round == round_ and not m.void and m.begun_by is None]


def _report_again(desk: RoundsDesk, before: RoundsDesk) -> bool:
    """One result that counted before and does not now; answers whether there was any."""
    missing = Counter(_told(before)) - Counter(_told(desk))
    for told in _told(before):
        at, place, winner = told
        same = (m for m in desk.matches() if (m.stage, m.round, frozenset(m.sides)) == place)
        found = [match for match in same if match.number in desk.state.awaiting]
        if missing[told] and found:
            side = "first" if winner == found[0].sides[0] else "second"
            result = WinnerOnly.model_validate({"winner": side})
            desk.do(match_commands.ReportResult(match=found[0].number, result=result, played_at=at))
            return True
    return False


def _told(desk: RoundsDesk) -> list[tuple[datetime, tuple[int, int | None, frozenset[int]], int]]:
    """Each result that counts, in the order of play: when, stage, round and sides, and the winner."""
    counting = [(match, validity.counting(match)) for match in desk.matches()]
    told = [
        (result.played_at, (match.stage, match.round, frozenset(match.sides)), result.winner)
        for match, result in counting
        if result is not None and result.winner is not None
    ]
    return sorted(told, key=lambda one: one[0])
