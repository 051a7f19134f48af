"""Why each stands where it does in the table of a tournament with stages: against the line above, anyone who that
is."""

import pytest

from domain.formats.knockout import KnockoutOptions
from domain.formats.swiss import SwissOptions
from domain.tournament.derived.progress import final_table
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.rounds import commands as round_commands
from tests.formats.swiss_desk import SwissDesk, started_swiss

FINAL = (LaterStage(format=KnockoutOptions(kind="knockout", lengths=(1,)), qualifiers=2),)


def one_round() -> SwissDesk:
    """A beats B and C beats D; lots in the order of the letters."""
    desk = started_swiss("ABCD", options=SwissOptions(kind="swiss", rounds=1), stages=FINAL)
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    return desk


def final(desk: SwissDesk, seeds: str | None = None) -> None:
    field = None if seeds is None else tuple(map(desk.entry, seeds))
    reason = None if seeds is None else "As agreed"
    desk.do(round_commands.OpenStage(stage=2, seeds=field, reason=reason))


def reasons(desk: SwissDesk) -> list[str]:
    """Of each line: who, below who, by which criterion, with both values."""
    rows = final_table(desk.state).rows
    return [
        f"{desk.letter(row.entry)} below {desk.letter(why.above)}: {why.criterion} {why.value} {why.value_above}"
        for row, why in ((row, row.reason) for row in rows)
        if why.above is not None
    ]


@pytest.mark.rule("SEL-1", "ALL-7", "ALL-1")
def test_anyone_who_came_up_stands_by_the_later_stage_and_below_them_the_first_of_the_rest_by_the_stage() -> None:
    desk = one_round()
    final(desk)
    desk.won("A-C")
    assert reasons(desk) == [
        "C below A: champion 0 1",
        "B below C: stage 1 2",
        "D below B: lot 4 2",
    ]


@pytest.mark.rule("SEL-1", "ALL-5", "ALL-1")
def test_nobody_of_the_stage_before_is_below_somebody_who_came_up_by_hand() -> None:
    """B comes up and C does not: D, who stood below B, is below C now."""
    desk = one_round()
    final(desk, "AB")
    desk.won("A-B")
    assert reasons(desk) == [
        "B below A: champion 0 1",
        "C below B: stage 1 2",
        "D below C: match_points 0 2",
    ]
