"""Games and matches as they are written, turn by turn: what stands, what is annulled, and what it comes to (GAM-1 to
GAM-4, GAM-6, GAM-7). All worked by hand."""

from typing import get_args

import pytest

from domain.backgammon.checkers import STARTS
from domain.backgammon.checking import check_match
from domain.backgammon.doubling import CENTRED, Held, why_not
from domain.backgammon.findings import BASES, Kind
from domain.backgammon.game import after_turn, begin_game
from domain.backgammon.terms import Terms, terms_of
from domain.backgammon.turns import GameWon, Passed, WrittenGame, WrittenMatch
from domain.kernel.values import Side
from domain.scoring.result import Form, Game
from tests.backgammon.boards import side
from tests.backgammon.written import checked, found, written

OPENING = "31: 8/5 6/5 | 52: 13/8 13/11"
TAKEN = f"{OPENING}; Doubles => 2 | Takes"


@pytest.mark.rule("GAM-1", "GAM-7")
def test_sound_game_has_no_finding() -> None:
    game = checked(f"0-0; {OPENING}; Doubles => 2 | Drops; Wins 1 point")
    assert found(game) == []
    assert (game.score, game.plays, game.checked) == ((1, 0), 2, 2)
    won = game.games[0].won
    assert won is not None
    assert (won.winner, won.cube, won.ending) == ("first", 1, "passed")


@pytest.mark.rule("GAM-1", "GAM-5")
@pytest.mark.source("room 1")
def test_parties_take_turns_and_who_rolls_first_has_started() -> None:
    assert found(checked("0-0; 31: 8/5 6/5 | 52: 13/8 13/11; | 61: 13/7 8/7")) == ["out-of-turn 1.2 second"]
    assert [checked(game).games[0].states[-1].started_by for game in ("0-0; 31: 8/5 6/5", "0-0; | 31: 8/5 6/5")] == [
        *("first", "second")
    ]


@pytest.mark.rule("GAM-1", "GAM-7")
@pytest.mark.source("ausbgf 4.2.3")
@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ("31: 8/5 6/4", "other-dice"),
        ("31: 8/5", "not-all-played"),
        ("31: Cannot Move", "not-all-played"),
        ("11: 6/5(3)", "not-all-played"),
    ],
)
def test_illegal_play_that_was_not_challenged_stands(play: str, reason: str) -> None:
    match = checked(f"0-0; {play} | 52: 13/8 13/11; 63: 24/15 | 11: 6/5(2) 8/7(2)")
    assert found(match) == ["illegal-play 1.1 first"]
    assert match.findings[0].facts["reason"] == reason
    assert (match.findings[0].rule, match.findings[0].clause) == ("GAM-1", "4.2.3")
    assert match.checked == match.plays == 4


@pytest.mark.rule("GAM-1", "GAM-7")
@pytest.mark.source("ausbgf 4.2.1")
def test_other_checker_moved_while_one_is_on_the_bar_is_named_so() -> None:
    match = checked("0-0; 21: 13/11 6/5 | 64: 24/20* 24/18; 31: 13/10 6/5")
    assert found(match) == ["illegal-play 1.2 first"]
    assert match.findings[0].facts["reason"] == "bar"


@pytest.mark.rule("GAM-7")
def test_board_goes_on_as_it_was_after_an_illegal_play() -> None:
    """First moves 8/4 with 3 and 1 and 6/4, so five pips: the point on 4 is there from then on, and closed."""
    match = checked("0-0; 31: 8/4 6/4 | 41: 24/20 6/5; 61: 13/7 8/7 | 55: 13/3(2)")
    assert found(match) == ["illegal-play 1.1 first"]
    assert match.games[0].states[2].board is not None
    assert match.games[0].states[2].board.mine[4] == 2


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("play", ["31: 10/7 6/5", "51: 24/19 6/5", "31: 6/5 7/8"])
def test_play_that_no_board_allows_ends_following_the_game_and_no_more(play: str) -> None:
    """No checker there; a point held by the other side; no checker, and backwards."""
    match = checked(f"0-0; {play} | 52: 1/0 1/0; Doubles => 2 | Drops; Wins 1 point", f"1-0; {OPENING}")
    assert found(match) == ["impossible-play 1.1 first"]
    assert (match.plays, match.checked) == (4, 3)
    assert match.score == (1, 0)


@pytest.mark.rule("GAM-7")
def test_play_that_hits_one_of_two_is_unclear_where_it_does_not_say_which() -> None:
    """24/20 with 3 and 1 passes 21 or 23; a checker of the other side is alone on each."""
    game = "0-0; 21: 13/11 6/5 | 42: 6/4 6/2; 31: {}"
    assert found(checked(game.format("24/20"))) == ["unclear-play 1.2 first"]
    assert found(checked(game.format("24/21*/20"))) == []
    assert found(checked(game.format("24/23* 23/20"))) == []


@pytest.mark.rule("GAM-7")
def test_hit_that_is_marked_where_nobody_was_is_found() -> None:
    assert found(checked("0-0; 31: 8/5* 6/5")) == ["no-hit 1.1 first"]


@pytest.mark.rule("GAM-7")
def test_play_that_is_not_written_is_found_and_known_where_it_was_forced() -> None:
    assert found(checked("0-0; 31: ???? | 52: 13/8 13/11")) == ["missing-play 1.1 first"]
    shut = "0-0; 31: 8/5 6/5 | 66: ????; 42: 8/4 6/4"
    match = checked(shut)
    assert found(match) == ["missing-play 1.1 second"]


@pytest.mark.rule("GAM-7")
def test_move_that_is_missing_in_the_numbers_is_found() -> None:
    lost = f"0-0; {OPENING}; !  3) 31: 8/5 6/5        42: 8/4 6/4; !      Wins 1 point"
    match = checked(lost)
    assert found(match) == ["lost-move 1.3 first"]
    assert (match.plays, match.checked, match.score) == (4, 2, (1, 0))


@pytest.mark.rule("GAM-2")
@pytest.mark.source("room 11")
def test_cube_is_available_to_both_at_the_beginning_then_to_who_took_it() -> None:
    assert found(checked(f"0-0; {TAKEN}; 61: 13/7 8/7 | Doubles => 4; Takes | 21: 6/5 6/4")) == []
    late = checked(f"0-0; {TAKEN}; 61: 13/7 8/7 | 21: 6/5 6/4; Doubles => 4 | Takes")
    assert found(late) == ["invalid-double 1.4 first"]
    assert late.findings[0].facts["reason"] == "not-holder"
    assert late.games[0].states[-1].cube == Held(4, "second")


@pytest.mark.rule("GAM-2", "GAM-3")
@pytest.mark.source("room 11")
def test_opponent_who_rejects_loses_the_game_at_what_the_cube_showed() -> None:
    match = checked(f"0-0; {OPENING}; Doubles => 2 | Takes; 61: 13/7 8/7 | Doubles => 4; Drops | Wins 2 points")
    assert (found(match), match.score) == ([], (0, 2))


@pytest.mark.rule("GAM-2")
@pytest.mark.source("room 11")
def test_taken_double_doubles_what_the_cube_shows() -> None:
    cube, shown = CENTRED, []
    takers: tuple[Side, ...] = ("second", "first") * 3
    for taker in takers:
        cube = cube.after_take(taker)
        shown.append(cube)
    assert [one.value for one in shown] == [2, 4, 8, 16, 32, 64]
    assert [one.holder for one in shown] == ["second", "first"] * 3


@pytest.mark.rule("GAM-2")
@pytest.mark.source("room 11", "ausbgf 4.4.2", "ausbgf 4.4.5")
@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("31: 8/5 6/5 | 52: 13/8 13/11; | Doubles => 2", ["out-of-turn 1.2 second"]),
        ("31: 8/5 6/5; Doubles => 2 | Takes", ["out-of-turn 1.2 first"]),
        (f"{OPENING}; Doubles => 2; 61: 13/7 8/7", ["unanswered-double 1.3 first"]),
        (f"{OPENING}; Takes", ["no-double 1.2 first"]),
    ],
)
def test_double_comes_in_turn_before_the_dice_and_is_answered(moves: str, expected: list[str]) -> None:
    assert found(checked(f"0-0; {moves}")) == expected


@pytest.mark.rule("GAM-2", "TD-17")
@pytest.mark.source("ausbgf 4.4.4")
def test_double_in_the_crawford_game_is_annulled() -> None:
    match = checked("4-0; 31: 8/5 6/5 | Doubles => 2; Takes | 52: 13/8 13/11", "4-1; 31: 8/5 6/5 | Doubles => 2")
    assert found(match) == ["invalid-double 1.1 second", "agreed-outcome 1.2 second"]
    assert (match.findings[0].clause, match.games[0].states[-1].cube) == ("4.4.4", CENTRED)
    assert [game.states[0].crawford for game in match.games] == [True, False]


@pytest.mark.rule("TD-17")
def test_crawford_rule_that_is_off_lets_the_trailing_side_double() -> None:
    assert found(checked("4-0; 31: 8/5 6/5 | Doubles => 2", heading='; [Crawford "Off"]')) == []
    assert found(checked("4-0; 31: 8/5 6/5 | Doubles => 2")) == ["invalid-double 1.1 second"]


@pytest.mark.rule("GAM-2", "TD-17")
@pytest.mark.source("ausbgf 4.4.7")
def test_dead_cube_that_is_turned_stays_where_it_was() -> None:
    """At 1–0 to 5 the first side holds the cube at 4, which is enough for it."""
    moves = (
        f"{OPENING}; Doubles => 2 | Takes; 61: 13/7 8/7 | Doubles => 4; Takes | 62: 24/18 13/11; Doubles => 8 | Takes"
    )
    match = checked("0-0; Wins 1 point", f"1-0; {moves}")
    assert found(match)[-1] == "invalid-double 2.5 first"
    assert (match.findings[-3].facts, match.findings[-3].clause) == ({"reason": "dead-cube"}, "4.4.7")
    assert match.games[1].states[-1].cube == Held(4, "first")


@pytest.mark.rule("GAM-2")
@pytest.mark.source("room 11", "ausbgf 4.4.6")
def test_cube_turned_to_a_wrong_level_goes_on_at_the_right_one() -> None:
    match = checked(f"0-0; {OPENING}; Doubles => 4 | Takes; 61: 13/7 8/7 | Doubles => 4; Drops | Wins 2 points")
    assert (found(match), match.score) == (["wrong-level 1.2 first"], (0, 2))
    assert match.findings[0].facts == {"level": 4, "right": 2}


@pytest.mark.rule("GAM-2", "GAM-7")
@pytest.mark.parametrize(
    "moves",
    [
        "31: 8/5 6/5 | Doubles => 2; !  3) 52: 13/8 13/11    42: 8/4 6/4; !  4) Doubles => 4     Drops",
        "31: 8/5 6/5 |; !  3) 52: 13/8 13/11    Doubles => 4; !  4) Drops",
        "31: 8/5 6/5 | Doubles => 2; !  3)                    42: 8/4 6/4; !  4) Doubles => 4     Drops",
        "31: 8/5 6/5 |; !  3) Takes    42: 8/4 6/4; !  4) Doubles => 4     Drops",
    ],
)
def test_cube_is_as_it_is_written_where_turns_are_missing(moves: str) -> None:
    """What is lost can be the double, its answer or both: nothing but the lost move is found."""
    assert found(checked(f"0-0; {moves}")) == ["lost-move 1.3 first"]


@pytest.mark.rule("GAM-2")
@pytest.mark.source("room 11")
def test_cube_goes_to_64_and_no_further() -> None:
    assert why_not(Held(64, "first"), "first", Terms(999), (0, 0), crawford_game=False) == "past-64"
    assert why_not(Held(32, "first"), "first", Terms(999), (0, 0), crawford_game=False) is None


@pytest.mark.rule("GAM-2")
@pytest.mark.source("ausbgf 4.4.1")
def test_cube_is_in_the_middle_at_1_as_each_game_begins() -> None:
    match = checked(f"0-0; {OPENING}; Doubles => 2 | Takes; Wins 2 points", "2-0; 31: 8/5 6/5")
    assert [game.states[0].cube for game in match.games] == [CENTRED, CENTRED]


@pytest.mark.rule("GAM-2")
@pytest.mark.source("ausbgf 4.4.8")
def test_beavers_the_jacoby_rule_and_automatic_doubles_are_refused() -> None:
    beaver = checked(f"0-0; {OPENING}; Doubles => 2 | Beavers; 61: 13/7 8/7")
    assert found(beaver) == ["no-tournament-custom 1.2 second"]
    heading = '; [Jacoby "On"]\n; [AutoDoubles "On"]\n; [Beaver "Off"]'
    match = checked("0-0; 31: 8/5 6/5", heading=heading)
    assert found(match) == ["no-tournament-custom", "no-tournament-custom"]
    assert [one.facts for one in match.findings[:2]] == [{"custom": "Jacoby rule"}, {"custom": "automatic doubles"}]


@pytest.mark.rule("GAM-3")
def test_points_and_winner_are_held_against_the_board() -> None:
    assert found(checked(f"0-0; {OPENING}; Doubles => 2 | Drops; Wins 2 points")) == ["points 1.3 first"]
    assert found(checked(f"0-0; {OPENING}; Doubles => 2 | Drops; | Wins 1 point")) == ["winner 1.3 second"]
    assert found(checked(f"0-0; {OPENING}; Doubles => 2 | Drops; 31: 8/5 6/5")) == ["after-the-end 1.3 first"]


@pytest.mark.rule("GAM-4")
@pytest.mark.source("room 14")
def test_score_before_a_game_is_held_against_what_was_played_and_goes_on_as_written() -> None:
    drop = f"{OPENING}; Doubles => 2 | Drops; Wins 1 point"
    match = checked(f"0-0; {drop}", f"2-0; {drop}", f"3-0; {drop}")
    assert found(match) == ["score 2"]
    assert match.findings[0].facts == {"counted": "1–0", "written": "2–0"}
    assert match.score == (4, 0)


@pytest.mark.rule("GAM-4")
def test_match_may_begin_at_another_score_and_end_beyond_its_length() -> None:
    match = checked(f"4-3; {OPENING}; Wins 3 points and the match")
    assert (match.score, match.is_over) == ((7, 3), True)
    assert [one.kind for one in match.findings] == ["agreed-outcome"]


@pytest.mark.rule("GAM-4")
def test_points_beyond_the_length_need_not_be_written() -> None:
    """At 3–0 to 5 a gammon with the cube at 2 is worth 4, and the two that are needed are written."""
    moves = f"{TAKEN}; Wins 2 points and the match"
    match = checked(f"0-0; {OPENING}; Wins 3 points", f"3-0; {moves}")
    assert found(match) == ["agreed-outcome 1.2 first", "agreed-outcome 2.3 first"]
    assert match.score == (5, 0)


@pytest.mark.rule("GAM-4")
def test_game_after_the_match_was_over_is_found() -> None:
    drop = f"{OPENING}; Doubles => 2 | Drops; Wins 1 point"
    assert found(checked(f"0-0; {drop}", f"1-0; {drop}", length=1))[-1] == "game-after-match 2"


@pytest.mark.rule("GAM-7")
def test_game_without_an_end_is_told_by_the_next_score_or_found() -> None:
    told = checked(f"0-0; {OPENING}", "0-2; 31: 8/5 6/5")
    assert told.games[0].won is not None
    assert (told.games[0].won.winner, told.games[0].won.points) == ("second", 2)
    assert [one.kind for one in told.findings if one.game == 2 or one.game is None] == [
        *("unfinished-game", "unfinished-match")
    ]


@pytest.mark.rule("TD-18")
@pytest.mark.source("ausbgf 4.5")
def test_game_that_is_given_up_in_contact_is_found_and_without_contact_settled() -> None:
    assert found(checked(f"0-0; {OPENING}; Wins 1 point")) == ["agreed-outcome 1.2 first"]
    past = STARTS["backgammon"]._replace(mine=side("6:8 3:7"), theirs=side("6:8 3:7"))
    state = begin_game(Terms(5), (0, 0), past, crawford=False)
    settled = after_turn(state, GameWon("first", 1, points=2))
    assert (settled.faults, settled.state.won) == ((), Game(winner="first", won="gammon", ending="settled-loss"))


@pytest.mark.rule("GAM-3")
@pytest.mark.parametrize(("said", "points"), [("1", 1), ("2", 2), ("3", 3)])
def test_game_that_is_given_up_counts_what_is_written_below_it(said: str, points: int) -> None:
    """As two programs write it: the loser's column gives up, and the winner's line says for how much."""
    match = checked(f"0-0; {OPENING}; 31: 8/5 6/5 | Resigns; ! Wins {said} points with gammon")
    assert found(match) == ["agreed-outcome 1.2 first"]
    assert match.score == (points, 0)


@pytest.mark.rule("GAM-3")
def test_points_of_a_given_up_game_that_no_kind_of_win_counts_are_found() -> None:
    match = checked(f"0-0; {OPENING}; 31: 8/5 6/5 | Resigns; ! Wins 4 points")
    assert found(match) == ["agreed-outcome 1.2 first", "points 1.2 first"]


@pytest.mark.rule("GAM-1", "GAM-7")
@pytest.mark.source("ausbgf 4.2.3")
def test_checker_that_was_moved_backwards_and_not_challenged_is_where_it_was_put() -> None:
    match = checked(f"0-0; {OPENING}; 65: 8/2 6/11 | 31: 8/5 6/5; 11: 11/10 10/9 6/5(2)")
    assert [one for one in found(match) if "illegal" in one] == ["illegal-play 1.2 first"]
    assert match.checked == match.plays


@pytest.mark.rule("GAM-1")
@pytest.mark.source("ausbgf 4.2.4")
def test_wrong_start_is_found_and_the_game_goes_on_from_it() -> None:
    board = STARTS["backgammon"]._replace(mine=side("24:2 13:5 8:3 6:4"))
    written_game = written("0-0; 31: 8/5 6/5").games[0]
    game = WrittenGame(1, (0, 0), written_game.turns, board=board)
    match = check_match(WrittenMatch(5, ("Ann", "Ben"), [game]))
    assert found(match) == ["wrong-start 1"]
    assert (match.findings[0].clause, match.games[0].states[0].board) == ("4.2.4", board)


@pytest.mark.rule("NXE-1")
@pytest.mark.source("nxe 3")
def test_nackgammon_begins_from_its_own_start() -> None:
    nackgammon = '; [Variation "Nackgammon"]'
    assert found(checked("0-0; 11: 23/22(2) 6/5(2)", heading=nackgammon)) == []
    assert found(checked("0-0; 11: 23/22(2) 6/5(2)")) == ["impossible-play 1.1 first"]
    assert found(checked("0-0; 21: 24/23 13/11", heading=nackgammon, terms=Terms(5))) == ["wrong-start 1"]


DROP = f"{OPENING}; Doubles => 2 | Drops; Wins 1 point"


@pytest.mark.rule("GAM-6")
@pytest.mark.source("room 10", "room 13")
def test_three_games_have_no_cube_and_are_over_after_3() -> None:
    terms = terms_of("three-games", 3, crawford=False)
    match = checked(f"0-0; {DROP}", length=0, terms=terms)
    assert found(match) == ["invalid-double 1.2 first"]
    assert (match.findings[0].rule, match.findings[0].clause, match.is_over) == ("GAM-6", None, False)
    wins = [f"{n}-0; {OPENING}; Wins 1 point" for n in range(3)]
    assert checked(*wins, length=0, terms=terms).is_over
    assert found(checked(*wins, f"3-0; {OPENING}", length=0, terms=terms))[-1] == "game-after-match 4"


@pytest.mark.rule("GAM-6")
@pytest.mark.source("room 10", "room 12", "room 14", "room 15")
@pytest.mark.parametrize(
    ("form", "length", "over"),
    [("normal", 1, True), ("single", 1, True), ("five-points", 5, False), ("points", 5, False)],
)
def test_other_modes_have_the_cube_and_are_over_after_a_game_or_at_5_points(
    form: Form, length: int, over: bool
) -> None:
    match = checked(f"0-0; {DROP}", length=0, terms=terms_of(form, length, crawford=False))
    assert (found(match), match.is_over) == ([], over)


def test_form_that_is_no_backgammon_has_no_terms() -> None:
    with pytest.raises(ValueError, match="six-games"):
        terms_of("six-games", 6, crawford=False)


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_finding_says_its_rule_in_a_sentence(kind: Kind) -> None:
    basis = BASES[kind]
    assert basis.rule.startswith(("GAM-", "TD-"))
    assert basis.says.endswith(".")
    assert len(basis.says.split()) < 25


def test_pass_without_a_double_loses_the_game() -> None:
    game = WrittenGame(1, (0, 0), [Passed("first", 1), GameWon("second", 1, points=1)])
    match = check_match(WrittenMatch(5, ("Ann", "Ben"), [game]))
    assert (found(match), match.score) == (["no-double 1.1 first", "agreed-outcome 1.1 first"], (0, 1))
