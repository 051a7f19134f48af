"""Who was put out by a ruling is no champion, whatever the format (TD-4, ALL-5, ALL-7)."""

from typing import Any

import pytest

from domain.formats.contract.steps import Ask, Done
from domain.formats.elimination.nxe import NxeOptions
from domain.formats.knockout import KnockoutOptions
from domain.formats.registry import FormatOptions
from domain.formats.swiss import SwissOptions
from domain.tournament.derived.progress import StageDue
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.events import LaterStage
from domain.tournament.rounds import commands as round_commands
from tests.desk import entered
from tests.domain.test_rulings import reversed_by, ruling
from tests.rounds import REASON, RoundsDesk


def decided(desk: RoundsDesk, choice: str, entry: int | None = None) -> round_commands.DecideQuestion:
    step = desk.step()
    assert isinstance(step, Ask)
    return round_commands.DecideQuestion(question=step.question, choice=choice, entry=entry, reason=REASON)


def offered(desk: RoundsDesk) -> dict[str, tuple[int, ...]]:
    step = desk.step()
    assert isinstance(step, Ask), step
    return {choice.name: choice.entries for choice in step.choices}


def put_out(desk: RoundsDesk, entry: int, how: str = "disqualification") -> int:
    """The number of the ruling."""
    desk.do(ruling({"kind": how, "entry": entry}, about={"kind": "entry", "number": entry}))
    return len(desk.state.directing.rulings)


def won(options: FormatOptions, stages: tuple[LaterStage, ...] = ()) -> RoundsDesk:
    """A has beaten B, and they were all."""
    desk = RoundsDesk()
    desk.do(lifecycle_commands.AnnounceTournament(name="Evening", format=options, stages=stages))
    entered(desk, "AB")
    desk.do(lifecycle_commands.StartTournament())
    if options.kind != "knockout":
        desk.pair(1, "A-B")
    desk.won("A-B")
    return desk


FORMATS: tuple[Any, ...] = (
    NxeOptions(kind="nxe", losses=1),
    KnockoutOptions(kind="knockout"),
    SwissOptions(kind="swiss", rounds=1),
)


@pytest.mark.rule("ALL-5", "ALL-7", "TD-4")
@pytest.mark.parametrize("options", FORMATS, ids=lambda options: str(options.kind))
@pytest.mark.parametrize("how", ["disqualification", "expulsion"])
def test_the_winner_who_is_put_out_is_not_offered_and_where_nobody_is_there_is_no_champion(
    options: FormatOptions, how: str
) -> None:
    desk = won(options)
    put_out(desk, 1, how)
    if isinstance(desk.step(), Done):
        assert desk.step() == Done(champion=2)
    else:
        assert offered(desk) == {"champion": (2,), "no-champion": ()}
        desk.when(decided(desk, "champion", 1)).refused("question-unknown")
    put_out(desk, 2, how)
    assert offered(desk) == {"no-champion": ()}
    desk.do(decided(desk, "no-champion"))
    desk.do(lifecycle_commands.CompleteTournament())
    assert desk.state.settings is not None
    assert desk.state.settings.champion is None


@pytest.mark.rule("ALL-5", "TD-4", "TD-13", "CHM-1")
def test_champion_who_is_put_out_is_none_until_that_is_reversed() -> None:
    desk = won(NxeOptions(kind="nxe", losses=1))
    desk.resign("A")
    desk.do(decided(desk, "champion", 2))
    assert desk.step() == Done(champion=2)
    number = put_out(desk, 2)
    assert offered(desk) == {"champion": (1,), "no-champion": ()}
    desk.when(lifecycle_commands.CompleteTournament()).refused("decision-awaited")
    reversed_by(desk, number)
    assert desk.step() == Done(champion=2)


@pytest.mark.rule("ALL-5", "TD-4", "SEL-1")
def test_nobody_who_is_out_is_champion_in_place_of_a_stage() -> None:
    desk = won(SwissOptions(kind="swiss", rounds=1), (LaterStage(format=FORMATS[1], qualifiers=2),))
    put_out(desk, 1)
    put_out(desk, 2)
    assert offered(desk) == {"no-champion": ()}


@pytest.mark.rule("SEL-1", "TD-4", "NXE-8")
def test_nobody_who_has_left_goes_up_to_the_next_stage() -> None:
    desk = RoundsDesk()
    later = (LaterStage(format=FORMATS[1], qualifiers=2),)
    desk.do(
        lifecycle_commands.AnnounceTournament(name="Evening", format=NxeOptions(kind="nxe", losses=2), stages=later)
    )
    entered(desk, "ABCD")
    desk.do(lifecycle_commands.StartTournament())
    desk.pair(1, "A-B C-D")
    desk.won("A-B", "C-D")
    desk.pair(2, "A-C B-D")
    desk.won("A-C", "B-D")
    put_out(desk, 1)
    desk.resign("B")
    assert desk.step() == StageDue(stage=2, places=2, groups=((3,), (4,)))
