"""What a match is played with: boards, dice, clocks and their pauses, by the figures of the federation's rules."""

from typing import get_args

import pytest
from pydantic import ValidationError

from domain.officiating.equipment import BOARD, dice_in_use, right_to
from domain.officiating.remedies import EquipmentImposition
from domain.officiating.sanction_catalogue import NEWEST, flags
from domain.scoring.clock import Pause
from domain.scoring.games import Game
from domain.tournament.lifecycle.conditions import Conditions, Requirement
from domain.tournament.match_record import commands as record_commands
from domain.tournament.match_record.events import Readings
from domain.tournament.matches import commands as match_commands
from projections.views.match_record import match_record_of, match_records_view
from tests.desk import Desk, player, started

READINGS = Readings(first_seconds=300, second_seconds=240)


def playing() -> Desk:
    desk = started("AB")
    desk.do(match_commands.MakeMatch(sides=(1, 2), length=7))
    return desk


@pytest.mark.rule("TD-23")
@pytest.mark.source("ausbgf 3.1")
@pytest.mark.parametrize(
    ("size", "fits"),
    [((44, 55), True), ((66, 88), True), ((50, 60), True), ((43, 55), False), ((44, 54), False), ((66, 89), False)],
)
def test_a_board_from_44_by_55_to_66_by_88_can_be_insisted_on(size: tuple[int, int], fits: bool) -> None:
    assert BOARD.fits(size) is fits


@pytest.mark.rule("TD-23")
@pytest.mark.source("ausbgf 2.1", "ausbgf 3.1", "ausbgf 3.2", "ausbgf 3.3.1", "ausbgf 3.4.3", "ausbgf 3.5.3")
@pytest.mark.parametrize(
    ("wanted", "clause", "met"),
    [
        ("board", "3.1", "between-games"),
        ("cups", "3.2", "during-a-game"),
        ("precision-dice", "3.3.1", "during-a-game"),
        ("non-smoking-area", "2.1", "before-the-match"),
        ("equipment", "3.4.3", "before-the-match"),
    ],
)
def test_the_director_sees_by_which_clause_a_player_insists_and_when_it_is_met(
    wanted: str, clause: str, met: str
) -> None:
    desk = playing()
    said = {"kind": wanted, "entry": 1, "match": 1, "insists": True, "reason": "It is my right."}
    desk.do(record_commands.MakeRequest.model_validate(said), player("A"))
    (shown,) = match_records_view(desk.state, None).requests
    assert shown.right is not None
    assert (shown.right.clause, shown.right.met) == (clause, met)
    assert (wanted == "equipment") == ("a baffle box also later" in shown.right.about)  # before it is continued [3.4.3]


@pytest.mark.rule("TD-6", "TD-23")
@pytest.mark.source("ausbgf 3.4.1", "ausbgf 3.5.1", "ausbgf 1.6.4", "ausbgf 1.7.7", "ausbgf 2.3.2", "ausbgf 2.4.2")
@pytest.mark.parametrize(("announced", "may"), [("none", 0), ("option", 0), ("preference", 2), ("obligation", 2)])
def test_clock_and_baffle_box_are_a_right_where_they_are_announced_and_else_a_request(
    announced: Requirement, may: int
) -> None:
    required = Conditions(clock=announced, baffle_box=announced).required_records(1, 1)
    rights = [right_to(wanted, required.clock, required.baffle_box) for wanted in ("clock", "baffle-box")]
    assert [right.clause for right in rights if right] == ["3.5.1(b)", "3.4.1(b)"][:may]
    assert [right_to(wanted, announced, announced) for wanted in ("monitor", "ban-spectator", "other")] == [None] * 3


@pytest.mark.rule("TD-6", "TD-21", "TD-22")
@pytest.mark.source("ausbgf 3.4.1", "ausbgf 3.5.1")
def test_a_clock_comes_in_five_ways_and_a_baffle_box_in_four() -> None:
    announced = [word for word in get_args(Requirement) if word != "none"]
    clock, box = (EquipmentImposition(equipment=one) for one in ("clock", "baffle-box"))
    imposed = [flags(NEWEST, clause, (one,), lambda _: True) for clause, one in (("2.3.1", clock), ("2.4.1", box))]
    requested = [flags(NEWEST, "4.6", (one,), lambda _: True) for one in (clock, box)]
    assert announced == ["option", "preference", "obligation"]
    assert imposed == [(), ()]
    # The director may request a clock at any time; nothing of the kind is said of baffle boxes.
    assert [not one for one in requested] == [True, False]
    assert (len(announced) + 2, len(announced) + 1) == (5, 4)


@pytest.mark.rule("TD-23")
@pytest.mark.source("ausbgf 3.3.2", "ausbgf 3.3.3", "ausbgf 4.1.3")
def test_four_dice_of_which_with_a_clock_two_are_in_use() -> None:
    without, with_clock = dice_in_use(clock=False), dice_in_use(clock=True)
    assert (without.selected, without.each, without.in_use) == (4, 2, 4)
    assert (with_clock.selected, with_clock.each, with_clock.in_use) == (4, 2, 2)
    desk = playing()
    assert match_record_of(desk.state, 1).dice == without
    desk.do(record_commands.RecordClock(match=1, action="set", readings=READINGS))
    assert match_record_of(desk.state, 1).dice == with_clock


SEVEN = (
    "game-over",
    "break",
    "director",
    "dice-picked-up",
    "turn-ended",
    "illegal-move",
    "game-settled",
)


@pytest.mark.rule("TD-8")
@pytest.mark.source("ausbgf 4.3.2", "ausbgf 4.3.5")
def test_the_clock_is_paused_in_seven_situations_and_for_an_invalid_roll() -> None:
    assert len(SEVEN) == 7
    assert get_args(Pause) == (*SEVEN, "invalid-roll")
    desk = playing()
    for number, situation in enumerate((*SEVEN, "invalid-roll"), 1):
        said = {"match": 1, "action": "paused", "readings": READINGS, "paused_for": situation}
        desk.do(record_commands.RecordClock.model_validate(said))
        assert match_record_of(desk.state, 1).clocks[number - 1].flags == ()


@pytest.mark.rule("TD-8")
@pytest.mark.source("ausbgf 4.3.2")
def test_any_other_pause_has_a_reason_and_is_flagged() -> None:
    desk = playing()
    paused = {"match": 1, "action": "paused", "readings": READINGS}
    with pytest.raises(ValidationError, match="give the reason when clocks"):
        record_commands.RecordClock.model_validate(paused)
    with pytest.raises(ValidationError, match="only give a situation when"):
        record_commands.RecordClock.model_validate({**paused, "action": "started", "paused_for": "break"})
    desk.do(record_commands.RecordClock.model_validate({**paused, "reason": "The lights went out."}))
    assert match_record_of(desk.state, 1).clocks[0].flags == ("unlisted-pause",)


@pytest.mark.rule("GAM-2", "GAM-3", "TD-17")
@pytest.mark.source("ausbgf 4.4.1", "ausbgf 4.4.6")
def test_the_cube_begins_at_1_and_goes_to_64_by_correct_doubles() -> None:
    assert (Game(winner="first").cube, Game(winner="first").points) == (1, 1)
    assert Game(winner="first", cube=64).points == 64
    for wrong_level in (0, 3, 6, 128):
        with pytest.raises(ValidationError):
            Game.model_validate({"winner": "first", "cube": wrong_level})


@pytest.mark.rule("GAM-3", "TD-17")
@pytest.mark.source("ausbgf 4.4.8")
def test_a_gammon_counts_twice_though_nobody_has_doubled() -> None:
    """No Jacoby rule; and no automatic doubles: each game begins with the cube at 1."""
    won = [Game.model_validate({"winner": "first", "won": how}) for how in ("single", "gammon", "backgammon")]
    assert [(game.cube, game.points) for game in won] == [(1, 1), (1, 2), (1, 3)]
