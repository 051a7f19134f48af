"""Six-game matches (SIX-1..3), from hand-worked tables and as properties."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.kernel.refusal import Refused
from domain.kernel.values import Side
from domain.scoring.games import Game, GamesPlayed, Outcome
from domain.scoring.outcome import outcome, winner_of_six
from domain.scoring.result import BothLost, Conceded, Drawn, FinalScore, Form, Result, Unplayed, WinnerOnly
from domain.scoring.six_games import SeatedGame, SixGames, WrongSeat, half_points, wrong_seats
from tests.golden.tables import table

WON_BY: dict[str, str] = {"A": "first", "B": "second", "=": "drawn"}
SIDES: dict[str, Side] = {"A": "first", "B": "second"}


def games(won: str, seats: str | None = None) -> tuple[SeatedGame, ...]:
    """Games from `AB=A`: who won each; the first seats A-B-B-A-A-B unless told."""
    given_seats = zip(won, seats or "ABBAAB", strict=seats is not None)
    return tuple(
        SeatedGame.model_validate({"winner": WON_BY[one], "first_seat": SIDES[seat]}) for one, seat in given_seats
    )


def halves(points: str) -> int:
    return int(2 * Fraction(points))


@pytest.mark.rule("SIX-2")
@pytest.mark.source("gokodom IV.A.3", "gokodom IV.A.4")
@pytest.mark.parametrize("row", table("six_games/decided"), ids="{games}".format_map)
def test_a_match_that_is_decided(row: dict[str, str]) -> None:
    played = games(row["games"])
    assert half_points(played) == (halves(row["A"]), halves(row["B"]))
    came_to = outcome(SixGames(games=played), 6, "six-games")
    won = {"A": ("first", "won"), "B": ("second", "won"), "nobody": (None, "drawn")}[row["winner"]]
    assert (came_to.winner, came_to.ended, came_to.points, came_to.play_began) == (*won, None, True)


@pytest.mark.rule("SIX-2", "SIX-3")
@pytest.mark.source("gokodom IV.A.1", "gokodom IV.A.4")
@pytest.mark.parametrize("row", table("six_games/refused"), ids="{games}".format_map)
def test_a_match_that_is_refused(row: dict[str, str]) -> None:
    with pytest.raises(Refused) as refusal:
        outcome(SixGames(games=games(row["games"])), 6, "six-games")
    assert refusal.value.problem.slug == row["problem"]
    assert str(refusal.value.facts.get("game", "")) == row["game"]


@pytest.mark.rule("SIX-1", "SIX-3")
@pytest.mark.source("gokodom IV.A.1", "gokodom IV.A.2")
@pytest.mark.parametrize("row", table("six_games/seats"), ids="{seats}".format_map)
def test_a_wrong_seat_order_is_accepted_and_flagged(row: dict[str, str]) -> None:
    played = games(row["games"], row["seats"])
    flagged = [WrongSeat(int(flag[0]), SIDES[flag[1]]) for flag in row["wrong"].split()]
    assert list(wrong_seats(played)) == flagged
    assert outcome(SixGames(games=played), 6, "six-games") == outcome(
        SixGames(games=games(row["games"])), 6, "six-games"
    )


@pytest.mark.rule("SIX-1")
def test_a_seventh_game_is_no_game_of_such_a_match() -> None:
    with pytest.raises(ValidationError):
        SixGames(games=games("A=B=A=") + games("B"))
    with pytest.raises(ValidationError):
        SixGames(games=())


@pytest.mark.rule("SIX-2")
def test_every_line_of_games_is_decided_once_at_most() -> None:
    # All 3^6 lines of six games: each has exactly one length at which it is a decided match.
    for line in product("AB=", repeat=6):
        decided = [length for length in range(1, 7) if slug(games("".join(line[:length]))) is None]
        assert len(decided) == 1
        assert decided[0] >= 3


def slug(played: Sequence[SeatedGame]) -> str | None:
    """The problem the games are refused with, if they are."""
    try:
        winner_of_six(played)
    except Refused as refusal:
        return refusal.problem.slug
    return None


@pytest.mark.rule("SIX-2")
@given(st.lists(st.sampled_from("AB="), min_size=1, max_size=6))
def test_the_winner_is_the_one_with_more_points_and_the_sides_can_be_swapped(line: list[str]) -> None:
    played = games("".join(line))
    swapped = games("".join(line).translate(str.maketrans("AB", "BA")))
    assert half_points(played) == half_points(swapped)[::-1]
    assert sum(half_points(played)) == 2 * len(played)
    assert slug(played) == slug(swapped)
    if slug(played) is None:
        first, second = half_points(played)
        assert winner_of_six(played) == (None if first == second else "first" if first > second else "second")


TOLD: list[tuple[Result, Form]] = [
    (FinalScore(first=5, second=3), "points"),
    (GamesPlayed(games=(Game(winner="first", cube=8),)), "points"),
    (SixGames(games=games("AAA")), "six-games"),
]
SAID_OF_ANY: list[Result] = [
    WinnerOnly(winner="first"),
    Conceded(loser="first", play_began=True),
    Drawn(),
    Unplayed(reported_by="both"),
    Unplayed(reported_by="first"),
    BothLost(),
]


@pytest.mark.rule("SIX-1", "GAM-4")
@pytest.mark.parametrize(("result", "form"), TOLD)
def test_a_result_is_told_in_the_form_of_the_match(result: Result, form: Form) -> None:
    assert outcome(result, 5, form).winner == "first"
    with pytest.raises(Refused) as refusal:
        outcome(result, 5, "points" if form == "six-games" else "six-games")
    assert refusal.value.problem.slug == "result-form"


@pytest.mark.parametrize("result", SAID_OF_ANY)
def test_ending_without_a_score_can_be_said_of_any_match(result: Result) -> None:
    assert outcome(result, 6, "six-games") == outcome(result, 6, "points")


@pytest.mark.rule("SWI-4", "ALL-9")
def test_unplayed_drawn_and_lost_by_both() -> None:
    assert outcome(Unplayed(reported_by="second"), 6, "six-games") == Outcome("second", None, False, "default")
    assert outcome(Unplayed(reported_by="both"), 6, "six-games") == Outcome(None, None, False, "drawn-by-default")
    assert outcome(Drawn(), 6, "six-games") == Outcome(None, None, True, "drawn")
    assert outcome(BothLost(play_began=True), 6, "six-games") == Outcome(None, None, True, "both-lost")
