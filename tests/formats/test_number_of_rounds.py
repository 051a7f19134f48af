"""The number of rounds: a caution before the start where there are many, and a change until the last is drawn
(SWX-11)."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.contract.steps import Done, Due
from domain.formats.monrad.options import MonradOptions
from domain.formats.swiss import SwissOptions
from domain.tournament.derived.stage import current_stage
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.rounds import commands as round_commands
from tests.formats.swiss_desk import announced_swiss, started_swiss
from tests.formats.test_monrad import rounds_of as with_rounds
from tests.reaching import reached


def monrad(rounds: int) -> MonradOptions:
    return MonradOptions(kind="monrad", order="lots", rounds=rounds, lengths=(1,))


def swiss(rounds: int) -> SwissOptions:
    return SwissOptions(kind="swiss", rounds=rounds)


@pytest.mark.rule("SWX-11")
@pytest.mark.parametrize("options", [monrad, swiss], ids=["monrad", "swiss"])
@pytest.mark.parametrize(("players", "rounds", "cautions"), [(8, 4, ()), (8, 5, ("many-rounds",)), (1, 3, ())])
def test_more_rounds_than_half_the_field_are_a_caution_and_no_refusal(
    options: Callable[[int], MonradOptions | SwissOptions], players: int, rounds: int, cautions: tuple[str, ...]
) -> None:
    desk = announced_swiss(options(rounds))
    desk.enter("ABCDEFGH"[:players], {})
    assert current_stage(desk.state).cautions == cautions
    if players > 1:
        desk.do(lifecycle_commands.StartTournament())


@pytest.mark.rule("SWX-11", "TD-21")
def test_swiss_is_shortened_or_lengthened_until_its_last_round_is_drawn() -> None:
    """Six, announced for two rounds: one is played, and a third announced; then it ends with the second after all."""
    desk = started_swiss("ABCDEF", options=swiss(2))
    desk.play(1, "A W-L B", "C W-L D", "E W-L F")
    desk.do(with_rounds(desk, 3))
    desk.won(*("-".join(pair) for pair in desk.drawn(2)))
    assert isinstance(desk.step(), Due)
    desk.when(with_rounds(desk, 1)).refused("format-fixed")
    desk.do(with_rounds(desk, 2))
    assert isinstance(desk.step(), Done)
    desk.when(with_rounds(desk, 3)).refused("format-fixed")


@pytest.mark.rule("SWX-11", "SWI-6")
def test_swiss_round_with_a_bye_on_request_is_not_made_the_last() -> None:
    """B asks for the bye in round 2 of 3. Neither before its draw nor after it can round 2 become the last."""
    desk = started_swiss("ABCDE", options=swiss(3))
    desk.play(1, "A W-L B", "C W-L D", "E WB")
    desk.do(round_commands.RequestBye(entry=desk.entry("B"), round=2))
    desk.when(with_rounds(desk, 2)).refused("format-fixed")
    desk.drawn(2)
    desk.when(with_rounds(desk, 2)).refused("format-fixed")
    desk.when(with_rounds(desk, 4)).then()


@pytest.mark.rule("SWX-11", "SWI-4")
def test_swiss_round_with_a_match_drawn_by_default_is_not_made_the_last() -> None:
    desk = started_swiss("ABCD", options=swiss(3))
    desk.play(1, "A DD-DD B", "C W-L D")
    desk.when(with_rounds(desk, 1)).refused("format-fixed")


@pytest.mark.rule("SWX-11")
@pytest.mark.parametrize("options", [monrad, swiss], ids=["monrad", "swiss"])
@given(data=st.data())
def test_random_numbers_of_rounds_are_played_to_their_end(
    options: Callable[[int], MonradOptions | SwissOptions], data: st.DataObject
) -> None:
    """After each round another number is announced: it is taken exactly where the last round is not drawn, and as many
    as have been drawn remain; and it ends with that many."""
    desk = started_swiss("ABCDEFGH", options=options(data.draw(st.integers(3, 5))))
    drawn = 0
    while isinstance(desk.step(), Due):
        drawn += 1
        desk.won(*("-".join(pair) for pair in desk.drawn(drawn)))
        rounds = current_stage(desk.state).options.rounds_announced(8)
        assert rounds is not None
        wanted = data.draw(st.sampled_from([one for one in range(1, 6) if one != rounds]))
        if drawn < rounds and wanted >= drawn:
            reached()
            desk.do(with_rounds(desk, wanted))
        else:
            desk.when(with_rounds(desk, wanted)).refused("format-fixed")
    assert drawn == current_stage(desk.state).options.rounds_announced(8)
