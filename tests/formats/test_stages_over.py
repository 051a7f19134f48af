"""What was decided in a stage stays so once the next has been opened, anyone who leaves in that one (SEL-1, RNG-7)."""

import pytest

from domain.formats.contract.steps import Done
from domain.formats.dual_ring import DualRingOptions
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.tournament.derived.stage import Stage, stages_of
from domain.tournament.lifecycle.events import LaterStage
from tests.formats.directing import advance
from tests.formats.test_left_behind import put_out, resign, reverse, started
from tests.rounds import RoundsDesk

KNOCKOUT = KnockoutOptions(kind="knockout")
FIRST: tuple[FormatOptions, ...] = (
    DualRingOptions(kind="dual-ring"),
    NxeOptions(kind="nxe", losses=1),
    KNOCKOUT,
    SwissOptions(kind="swiss", rounds=2),
)
in_each = pytest.mark.parametrize("first", FIRST, ids=lambda options: str(options.kind))


def in_stage_two(first: FormatOptions) -> RoundsDesk:
    """Of four in the first stage two play in the second, a knockout."""
    desk = started(first, "ABCD", LaterStage(format=KNOCKOUT, qualifiers=2))
    while desk.state.opening is None:
        advance(desk)
    return desk


def over(desk: RoundsDesk) -> Stage:
    return stages_of(desk.state)[0]


def ranked(desk: RoundsDesk) -> list[tuple[int | None, int, object]]:
    """The lines of the first stage, without marks."""
    return [(row.rank, row.entry, row.values) for row in over(desk).table().rows]


@pytest.mark.rule("SEL-1", "RNG-7", "ALL-7", "NXE-8")
@in_each
def test_player_who_leaves_in_a_later_stage_keeps_what_they_have_come_to_before(first: FormatOptions) -> None:
    desk = in_stage_two(first)
    best, second = (desk.letter(entry) for entry in desk.state.rounds.openings[0].seeds)
    before = ranked(desk), over(desk).step()
    resign(desk, best)
    put_out(desk, second)
    assert (ranked(desk), over(desk).step()) == before
    marks = {desk.letter(row.entry): row.mark for row in desk.standings().rows}
    assert (marks[best], marks[second]) == ("resigned", "expelled")
    reverse(desk)
    assert desk.step() == Done(champion=desk.entry(second))


@pytest.mark.rule("SEL-1", "ALL-4")
def test_a_correction_that_leaves_the_field_leaves_the_stage_although_somebody_of_it_has_left() -> None:
    desk = in_stage_two(KNOCKOUT.model_copy(update={"third_place": True}))
    best, second = (desk.letter(entry) for entry in desk.state.rounds.openings[0].seeds)
    resign(desk, second)
    third = next(desk.name(match) for match in desk.matches() if match.slot == "third")
    desk.reverse(third[::-1])
    assert desk.step() == Done(champion=desk.entry(best))
