"""What was drawn is held from the public until it is released, where that was announced (ALL-2)."""

import pytest

from domain.formats.elimination.nxe import NxeOptions
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds.events import PairingsReleased
from tests.desk import entered
from tests.rounds import REASON, RoundsDesk, announced_nxe

HELD = Conditions(pairings_shown="when-released", verification="at-once")
NXE = NxeOptions(kind="nxe", losses=2, lengths=(1,))


def started(conditions: Conditions = HELD) -> RoundsDesk:
    desk = announced_nxe(NXE, conditions=conditions)
    entered(desk, "ABCD").do(lifecycle_commands.StartTournament())
    return desk


def held_since(desk: RoundsDesk) -> int | None:
    """The version that the public is shown; None: the newest."""
    return None if desk.state.held is None else desk.state.held.version


def released(desk: RoundsDesk) -> PairingsReleased:
    """The newest event, which released what was held."""
    event = desk.history[-1].event
    assert isinstance(event, PairingsReleased)
    return event


@pytest.mark.rule("ALL-2")
def test_a_draw_is_held_until_it_is_released() -> None:
    desk = started()
    before = desk.state
    desk.draw(1)
    assert held_since(desk) == before.version
    assert desk.state.held is not None
    assert not desk.state.held.matches
    desk.do(round_commands.ReleasePairings())
    assert held_since(desk) is None
    assert not released(desk).by_itself
    assert desk.refused(round_commands.ReleasePairings()) == "nothing-held"


@pytest.mark.rule("ALL-2")
def test_nothing_is_held_unless_that_was_announced() -> None:
    desk = started(Conditions())
    desk.draw(1)
    assert held_since(desk) is None
    assert desk.refused(round_commands.ReleasePairings()) == "nothing-held"


@pytest.mark.rule("ALL-2")
def test_a_draw_is_the_same_whether_it_is_held_or_not() -> None:
    held, shown = started(), started(HELD.model_copy(update={"pairings_shown": "at-once"}))
    assert held.draw(1) == shown.draw(1)


@pytest.mark.rule("ALL-2")
def test_what_is_drawn_again_stays_held_from_the_first_draw_on() -> None:
    desk = started()
    before = desk.state.version
    desk.draw(1)
    desk.do(round_commands.AnnulRound(round=1, reason=REASON))
    assert held_since(desk) == before
    desk.pair(1, "A-B C-D")
    assert held_since(desk) == before


@pytest.mark.rule("ALL-2")
def test_the_first_result_releases_its_round_by_itself() -> None:
    desk = started()
    desk.draw(1)
    desk.won(desk.round(1)[0])
    assert held_since(desk) is None
    assert released(desk).by_itself
    desk.won(desk.round(1)[1])
    assert sum(isinstance(one.event, PairingsReleased) for one in desk.history) == 1
    desk.draw(2)
    assert held_since(desk) is not None


@pytest.mark.rule("ALL-2")
def test_the_end_releases_what_is_held() -> None:
    desk = started()
    desk.draw(1)
    desk.do(lifecycle_commands.CancelTournament(reason=REASON))
    assert held_since(desk) is None
    assert released(desk).by_itself


@pytest.mark.rule("ALL-2")
def test_what_is_held_is_released_when_pairings_are_shown_at_once_again() -> None:
    desk = started()
    desk.draw(1)
    at_once = HELD.model_copy(update={"pairings_shown": "at-once"})
    desk.do(lifecycle_commands.ChangeConditions(conditions=at_once, reason=REASON))
    assert held_since(desk) is None
    desk.do(lifecycle_commands.ChangeConditions(conditions=HELD, reason=REASON))
    assert held_since(desk) is None


@pytest.mark.rule("ALL-2", "SEL-3")
def test_a_bracket_is_held_from_its_lots_on_and_grows_in_sight_of_all() -> None:
    desk = RoundsDesk()
    conditions = HELD.model_dump(mode="json")
    told = {"name": "Cup", "format": {"kind": "knockout", "lengths": [1], "seeding": "lot"}, "conditions": conditions}
    desk.do(lifecycle_commands.AnnounceTournament.model_validate(told))
    entered(desk, "ABCD").do(lifecycle_commands.StartTournament())
    assert desk.state.held is not None
    assert desk.state.held.started
    assert not desk.state.held.rounds.lots
    assert not desk.state.held.matches
    desk.do(round_commands.ReleasePairings())
    desk.won(*desk.round(1))
    assert len(desk.state.matches) == 3
    assert held_since(desk) is None
