"""The Crawford rule and dead cubes (TD-10, TD-17)."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.refusal import Refused
from domain.scoring.crawford import (
    DeadDouble,
    crawford_game,
    double_stands,
    doubled_crawford,
    doubled_crawford_game,
    is_dead,
    without_crawford_double,
    without_dead_double,
)
from domain.scoring.games import Game
from domain.scoring.score import Course
from tests.directing.words import games, score, side
from tests.golden.tables import Row, table


def written(annul: Callable[[], Course]) -> str:
    """The score without the double, or why it is not annulled."""
    try:
        first, second = annul().score
    except Refused as refusal:
        return refusal.problem.slug
    return f"{first}-{second}"


@pytest.mark.rule("TD-17", "TD-10")
@pytest.mark.source("ausbgf 4.4.4")
@pytest.mark.parametrize("case", table("directing/doubles", 1), ids=lambda case: f"{case['games']}, {case['started']}")
def test_a_doubled_crawford_game_is_flagged_and_annulled_within_its_limits(case: Row) -> None:
    course = Course(int(case["length"]), games(case["games"]), {1: score(case["before game 1"])})
    assert str(crawford_game(course) or "") == case["Crawford"]
    assert (doubled_crawford_game(course) is not None) == (case["flagged"] == "yes")
    assert written(lambda: without_crawford_double(course, int(case["started"]))) == case["without"]


@pytest.mark.rule("TD-17", "TD-10")
@pytest.mark.parametrize("case", table("directing/doubles", 1), ids=lambda case: f"{case['games']}, {case['started']}")
def test_the_flag_says_whether_the_double_can_still_be_annulled(case: Row) -> None:
    course = Course(int(case["length"]), games(case["games"]), {1: score(case["before game 1"])})
    flag = doubled_crawford(course, int(case["started"]))
    if case["flagged"] == "no":
        assert flag is None
        return
    stands = case["without"] == "double-stands"
    assert flag is not None
    assert (str(flag.game), flag.annullable) == (case["Crawford"], not stands)
    assert flag.without == (None if stands else score(case["without"]))


@pytest.mark.rule("TD-10")
@pytest.mark.parametrize("case", table("directing/doubles", 2), ids=lambda case: f"{case['games']}, {case['started']}")
def test_a_dead_cube_counts_at_its_dead_value(case: Row) -> None:
    course = Course(int(case["length"]), games(case["games"]))
    double = DeadDouble.model_validate(
        {"game": int(case["game"]), "doubler": side(case["doubler"]), "counts_at": int(case["value"])}
    )
    assert written(lambda: without_dead_double(course, double, int(case["started"]))) == case["without"]


@pytest.mark.rule("TD-10")
def test_a_double_stands_once_another_game_has_been_started() -> None:
    assert not double_stands(game=3, newest_started=3)
    assert double_stands(game=3, newest_started=4)


@pytest.mark.rule("TD-10")
def test_dead_cube_can_be_asked_of_the_game_in_progress() -> None:
    course = Course(7, games("A4s A1s"))
    assert is_dead(course, DeadDouble(game=3, doubler="first", counts_at=2))
    assert not is_dead(course, DeadDouble(game=3, doubler="first", counts_at=1))
    assert not is_dead(course, DeadDouble(game=3, doubler="second", counts_at=4))


@pytest.mark.rule("TD-17")
def test_penalty_points_between_games_can_make_the_crawford_game() -> None:
    # To 5: A wins 2, is given 2 before game 2, and has 4: game 2 is the Crawford game.
    assert crawford_game(Course(5, games("A2s B1s"), {2: (2, 0)})) == 2


GAMES = st.lists(
    st.builds(
        Game,
        winner=st.sampled_from(["first", "second"]),
        won=st.sampled_from(["single", "gammon"]),
        cube=st.sampled_from([1, 2, 4]),
    ),
    max_size=12,
)


@pytest.mark.rule("TD-17")
@pytest.mark.source("ausbgf 4.4.1", "ausbgf 4.4.4")
@given(GAMES, st.integers(1, 11))
def test_one_crawford_game_is_played_and_nobody_was_as_close_before_it(played: Sequence[Game], length: int) -> None:
    course = Course(length, played)
    number = crawford_game(course)
    before = dict(course.scores())
    close = [n for n, points in before.items() if max(points) >= length - 1]
    assert number is None or (number == close[0] and max(before[number]) == length - 1)
    assert number is not None or not close or max(before[close[0]]) >= length
