"""Who started each game, reported and corrected (GAM-5, TD-14)."""

import pytest
from pydantic import ValidationError

from domain.kernel.values import Side
from domain.scoring.modes import GAMES_OF, wrong_starts
from domain.tournament.matches import commands as match_commands
from projections.views.tournaments import match_view
from tests.domain.test_settlement import FIVE, correct, game, games, played, room, rule
from tests.formats.appealing import reverse
from tests.rounds import RoundsDesk
from tests.when import When

TWO_GAMES = games(game("first", "backgammon"), game("first"))


def three_games(desk: RoundsDesk) -> int:
    """A beats B in two games; B is said to have opened the table."""
    return played(desk, "AB", TWO_GAMES, form="three-games", stake="5.00", starters=("second", "first"))


def shown(desk: RoundsDesk, match: int) -> tuple[str, ...]:
    return match_view(desk.state, desk.state.matches[match]).starters


def corrected(desk: RoundsDesk, match: int, **parts: object) -> When[RoundsDesk]:
    fields = {"match": match, "reason": "Written down wrongly", **parts}
    return desk.when(match_commands.CorrectResult.model_validate(fields))


@pytest.mark.rule("GAM-5", "TD-14")
@pytest.mark.source("room 1")
def test_starter_of_games_is_corrected_and_nothing_else_changes() -> None:
    desk = room()
    number = three_games(desk)
    assert shown(desk, number) == ("second", "first")  # the second opened the table and starts, and then they alternate
    before, ledger = desk.state.matches[number].effective, desk.state.settlements.postings
    correct(desk, number, starters=("first", "second"))
    assert shown(desk, number) == ("first", "second")
    assert desk.state.matches[number].effective == before
    assert desk.state.settlements.postings == ledger
    correct(desk, number, starters=())
    assert shown(desk, number) == ()


@pytest.mark.rule("GAM-5", "TD-14")
def test_a_correction_that_leaves_them_out_leaves_them_as_they_were() -> None:
    desk = room()
    number = three_games(desk)
    correct(desk, number, starters=("first", "second"))
    correct(desk, number, place_in_rating_order="7")
    assert shown(desk, number) == ("first", "second")
    corrected(desk, number, starters=("first", "second")).refused("nothing-corrected")


@pytest.mark.rule("GAM-5")
def test_nobody_has_started_a_game_that_was_not_played_in_a_correction_either() -> None:
    desk = room()
    number = three_games(desk)
    corrected(desk, number, starters=("first", "second", "first")).refused("game-after-end")
    number = played(desk, "AB", games(game("first", "gammon"), *[game("first")] * 3), **FIVE, starters=("first",) * 4)
    shorter = games(game("first", "backgammon", 2))
    corrected(desk, number, result=shorter).refused("game-after-end")
    correct(desk, number, result=shorter, starters=("first",))
    assert shown(desk, number) == ("first",)


@pytest.mark.rule("GAM-5", "TD-13")
def test_a_ruling_and_its_reversal_leave_them_alone() -> None:
    desk = room()
    number = three_games(desk)
    correct(desk, number, starters=("first", "second"))
    rule(desk, number, kind="match-loss", loser="first")
    assert shown(desk, number) == ("first", "second")
    reverse(desk, 1)
    assert shown(desk, number) == ("first", "second")


@pytest.mark.rule("TD-14")
def test_a_correction_still_names_something() -> None:
    with pytest.raises(ValidationError, match="starters"):
        match_commands.CorrectResult.model_validate({"match": 1, "reason": "Slip"})


@pytest.mark.rule("GAM-5")
@pytest.mark.source("room 1")
@pytest.mark.parametrize(
    ("starters", "wrong"),
    [
        ((), ()),
        (("second",), ()),
        (("second", "first", "second", "first", "second", "first", "second", "first"), ()),
        (("first", "first"), (2,)),
        # From the game that was out of turn on they alternate again, however many games there are.
        (("first", "second", "second", "first", "second", "first", "second", "second", "first"), (3, 8)),
    ],
)
def test_start_alternates_in_each_mode_of_the_room(starters: tuple[Side, ...], wrong: tuple[int, ...]) -> None:
    for form in GAMES_OF:
        assert tuple(wrong_starts(form, starters)) == wrong
    for rolled_for in ("points", "best-of-three", "six-games"):
        assert tuple(wrong_starts(rolled_for, starters)) == ()


@pytest.mark.rule("GAM-5", "TD-14")
@pytest.mark.source("room 1")
def test_game_started_out_of_turn_counts_and_is_shown_until_it_is_corrected() -> None:
    desk = room()
    number = played(desk, "AB", games(*[game("first")] * 5), **FIVE, starters=("first", "second", "second", "first"))
    before = desk.state.matches[number].effective
    assert match_view(desk.state, desk.state.matches[number]).wrong_starts == (3,)
    correct(desk, number, starters=("first", "second", "first", "second", "first"))
    assert match_view(desk.state, desk.state.matches[number]).wrong_starts == ()
    assert desk.state.matches[number].effective == before
