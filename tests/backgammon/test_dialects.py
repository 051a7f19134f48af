"""How programs and people write a match otherwise (GAM-7): each is read alike, or says why not, and written again the
same. By what eXtreme Gammon, Backgammon Studio, Backgammon Galaxy, OpenGammon, GNU Backgammon and FIBS export."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.backgammon.checking import CheckedMatch, check_match
from domain.backgammon.mat_reading import TranscriptError, decode_transcript, read_matches
from domain.backgammon.mat_writing import written_mat
from domain.backgammon.turns import Played, WrittenMatch
from tests.properties import examples

pytestmark = pytest.mark.rule("GAM-7")

HEAD = " 5 point match\n\n Game 1\n Ann : 0                          Ben : 0\n"
OPENED = HEAD + "  1) 31: 8/5 6/5                 52: 13/8 13/11\n"
GOES_ON = "  2) 42: 8/4 6/4                 63: 24/15\n"


def read(text: str) -> WrittenMatch:
    """The only match of a text, which is the same after it was written."""
    (match,) = read_matches(decode_transcript(text.encode()))
    assert read_matches(written_mat(match)) == (match,)
    return match


def checked(text: str) -> CheckedMatch:
    return check_match(read(text))


def kinds(match: CheckedMatch) -> list[str]:
    return [one.kind for one in match.findings if one.kind not in ("unfinished-match", "unfinished-game")]


@pytest.mark.parametrize(
    "line",
    [
        "5-point match",
        "5 pt match",
        "5pt match",
        "Match Length: 5",
        "Match length 5",
        "First to 5",
        "match of 5 points",
    ],
)
def test_length_is_read_as_it_is_said(line: str) -> None:
    assert read(OPENED.replace(" 5 point match", line)).length == 5


@pytest.mark.parametrize("line", ['; [MatchLength "5"]', '; [Match Length "5"]'])
def test_length_is_read_from_a_heading(line: str) -> None:
    assert read(OPENED.replace(" 5 point match", line)).length == 5


@pytest.mark.parametrize("name", ["[GM] Ann", 'Ann "Ace" B', "Ann; B]", "アン"])
def test_name_in_a_heading_is_read_with_all_its_characters(name: str) -> None:
    text = OPENED.replace(" Ann : 0                          Ben : 0\n", "")
    assert read(f'; [Player 1 "{name}"]\n{text}').names == (name, "Second")


@pytest.mark.parametrize("line", [" 0 point match", "Unlimited match", "Money session", "money game"])
def test_money_session_has_no_length_and_no_crawford_game(line: str) -> None:
    text = OPENED.replace(" 5 point match", line).replace("Ben : 0", "Ben : 4") + "  2)  Doubles => 2   Takes\n"
    assert (read(text).length, kinds(checked(text))) == (0, [])


@pytest.mark.rule("GAM-2")
def test_customs_of_money_sessions_are_found_with_the_beaver_in_its_move() -> None:
    custom = '; [Jacoby "On"]\n; [Beaver "On"]\n' + OPENED.replace(" 5 point", " 0 point")
    found = checked(custom + "  2)  Doubles => 2   Beavers => 4\n").findings
    assert [(one.kind, one.move) for one in found[:-1]] == [("no-tournament-custom", move) for move in (None, None, 2)]


@pytest.mark.parametrize(
    "line", ["Game 1:", "GAME 1.", "Game #1", "Game 1 of 3", "Game 1 (Crawford)", "Game 1 - Crawford game"]
)
def test_line_that_begins_a_game_is_read_as_it_is_said(line: str) -> None:
    assert checked(OPENED.replace("Game 1", line)).checked == 2


@pytest.mark.parametrize(
    ("was", "said", "names"),
    [
        ("Ann : 0                          Ben : 0", "Ann : 0 Ben : 0", ("Ann", "Ben")),
        ("Ann : 0                          Ben : 0", "Ann Lee : 0 Ben van X : 0", ("Ann Lee", "Ben van X")),
        ("Ann : 0                          Ben : 0", "Ann: 0    Ben: 0", ("Ann", "Ben")),
        ("Ann", "Ann  ", ("Ann", "Ben")),
        ("Ben : 0", "Ben : 0 (Crawford)", ("Ann", "Ben")),
        ("Ben : 0", "Ben : 0   Crawford game", ("Ann", "Ben")),
        ("Ann : 0", "Crawford game\n Ann : 0", ("Ann", "Ben")),
        ("Ann", "A: the: 1", ("A: the: 1", "Ben")),
        ("Ann", "[Ann] (x)", ("[Ann] (x)", "Ben")),
        ("Ann", "31: 8/5 6/5", ("31: 8/5 6/5", "Ben")),
        ("Ann", "Анна 東京", ("Анна 東京", "Ben")),
        ("Ben", "ألف", ("Ann", "ألف")),
        ("Ann", "", ("First", "Ben")),
    ],
)
def test_score_line_is_read_as_it_is_said(was: str, said: str, names: tuple[str, str]) -> None:
    match = read(OPENED.replace(was, said))
    assert (match.names, match.games[0].score, check_match(match).checked) == (names, (0, 0), 2)


@pytest.mark.parametrize(
    "said",
    [
        "(no move)",
        "No legal moves",
        "can’t move",
        "Cannot enter",
        "dances",
        "Fanned",
        "(none)",
        "--",
        "Pass",
        "no play",
    ],
)
def test_roll_that_could_not_be_played_is_read_as_it_is_said(said: str) -> None:
    turn = read(OPENED + f"  2) 42: {said}                 63: 24/15\n").games[0].turns[2]
    assert isinstance(turn, Played)
    assert turn.moves == ()


@pytest.mark.parametrize(
    "remark",
    [
        "{ good for Ben }",
        "// a remark",
        "A fine opening by Ann.",
        "{ a remark\n of two lines }",
        "Well taken by Ben, who wins that.",
        "</pre>",
        "```",
    ],
)
def test_remark_between_moves_is_passed_over(remark: str) -> None:
    match = checked(f"{OPENED}{remark}\n{GOES_ON}")
    assert (kinds(match), match.checked) == ([], 4)


@pytest.mark.parametrize("added", ["!?", "??", " {best}", " [-0.034]", " (-0.034)", " (+0,1)", " ; a blunder?"])
def test_remarks_added_to_a_play_are_passed_over(added: str) -> None:
    match = checked(OPENED.replace("13/11", f"13/11{added}"))
    assert (kinds(match), match.checked) == ([], 2)


@pytest.mark.parametrize(
    "line",
    [
        "  1)31: 8/5 6/5    52: 13/8 13/11",
        "  1. 3-1: 8/5 6/5    5-2: 13/8, 13/11",
        " 1) 31 : 8/5 6/5  52 : 13/8 13/11",
        "  1) (31) 8/5 6/5    (52): 13/8 13/11",
        "  1) (3 1): 8/5 6/5    (5-2) 13/8 13/11",
        "  1) 31: 8-5 6-5    52: 13-8 13-11",
        "  1) 31 8-5 6-5    52 13-8 13-11",
    ],
)
def test_move_is_read_however_number_and_dice_are_set(line: str) -> None:
    match = checked(f"{HEAD}{line}\n")
    assert (kinds(match), match.checked) == ([], 2)


@pytest.mark.rule("GAM-2")
@pytest.mark.parametrize(
    "offer", ["Doubles (2)", "Doubles: 2", "Doubles -> 2", "Doubles =>2", "Double to 2", "Redoubles"]
)
@pytest.mark.parametrize("answer", ["Declines", "Refuses", "Dropped", "Rejected", "Passes"])
def test_double_and_its_answer_are_read_as_they_are_said(offer: str, answer: str) -> None:
    match = checked(f"{OPENED}  2)  {offer}                {answer}\n      Won 1 point and the match\n")
    assert (kinds(match), match.score) == ([], (1, 0))


@pytest.mark.rule("GAM-3")
@pytest.mark.parametrize(
    ("end", "score"),
    [
        ("  2)                              Resigned Game\n                                     Wins 2 points", (0, 2)),
        ("  2)  Resigns\n                                     Wins 2 points", (0, 2)),
        ("  2)  Concedes                          Wins 2 point", (0, 2)),
        ("  2) 42: 8/4 6/4                    Concedes\n  5)  Wins 2 point", (2, 0)),
        ("  2) 42: 8/4 6/4                    62: Concedes\n  6)  Wins 3 point", (3, 0)),
        ("  2)  Time out\n                                     Wins 1 point", (0, 1)),
        ("  2) ????                               Wins 1 point and the match", (0, 1)),
        ("  2) 42: 8/4 6/4          00: ????\n  3)  Wins 1 point", (1, 0)),
        ("  2)  Wins 2 points (gammon)", (2, 0)),
        ("  2)  Ann wins 2 points", (2, 0)),
        ("  2)  Ben Wins 1 point and the match", (0, 1)),
        ("     ann WINS 1 point.", (1, 0)),
    ],
)
def test_game_that_was_given_up_counts_what_is_written_below(end: str, score: tuple[int, int]) -> None:
    """In OpenGammon's column of `Resigned Game` is the winner; Backgammon Studio leaves out numbers of moves."""
    match = checked(f"{OPENED}{end}\n")
    assert match.score == score
    assert {"winner", "points", "lost-move", "after-the-end"}.isdisjoint(kinds(match))


@pytest.mark.rule("TD-18")
@pytest.mark.parametrize("hidden", ["????", "00: ????", "??"])
def test_question_marks_in_place_of_dice_are_giving_up_where_the_opponent_has_won_then(hidden: str) -> None:
    ended = checked(f"{OPENED}  2) {hidden}                               Wins 1 point and the match\n")
    assert (kinds(ended), ended.score) == (["agreed-outcome"], (0, 1))
    assert kinds(checked(f"{OPENED}  2) {hidden}\n  3) 42: 8/4 6/4\n      Wins 1 point\n")) == ["unread"]


LINE = "5;0;0;0;0;Ben;Ann;0;0;0;1;0;{};"
"""As GNU Backgammon 1.07 writes it: the other side is on roll, and its checkers are those above 0."""
FAR = "0;-2;0;0;0;0;5;0;4;0;0;1;-4;3;0;0;0;-2;0;-4;-3;0;0;0;2;0;2;1"
"""With 43 Ann has moved 13/5, which is eight pips."""


@pytest.mark.rule("GAM-1")
@pytest.mark.source("ausbgf 4.2.3")
def test_illegal_play_of_gnubg_is_found_and_its_board_goes_on() -> None:
    at = f"{OPENED}  2) 43:                         Illegal play ({LINE.format(FAR)}) 21: 13/11 6/5\n"
    match = checked(at)
    assert [(one.kind, one.move, one.side, one.facts["reason"]) for one in match.findings[:1]] == [
        ("illegal-play", 2, "first", "other-dice")
    ]
    assert (kinds(match), match.checked) == (["illegal-play"], 4)
    board = match.games[0].states[-1].board
    assert board is not None
    assert [board.mine[point] for point in (24, 13, 8, 6, 5)] == [2, 4, 2, 4, 3]


@pytest.mark.parametrize(
    "end", ["      Wins 1 point\n", "  3)  Wins 1 point\n", "                                     Resigns\n"]
)
def test_dice_without_a_play_before_the_opponent_has_won_are_a_play_that_is_not_written(end: str) -> None:
    """As older programs have it where a side gave up after its roll; 63 could be played."""
    match = checked(f"{OPENED}  2) 42: 8/4 6/4                  63:\n{end}")
    assert (kinds(match), match.score) == (["missing-play"], (1, 0))
    goes_on = checked(f"{OPENED}  2) 42: 8/4 6/4                  63:\n  3) 31: 6/3 4/3\n")
    assert kinds(goes_on) == ["illegal-play"]


def test_dice_before_a_side_gave_up_are_a_play_that_is_not_written() -> None:
    match = checked(f"{OPENED}  2) 62: Concedes\n      Wins 1 point\n")
    assert (kinds(match)[0], match.plays, match.checked) == ("missing-play", 3, 3)


@pytest.mark.parametrize("variation", ["HyperGammon", "LongGammon"])
def test_game_with_other_rules_is_refused_by_its_name(variation: str) -> None:
    with pytest.raises(TranscriptError, match=variation):
        read_matches(f'; [Variation "{variation}"]\n{OPENED}')


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.06])", "an SGF file"),
        ("Score is 0-0 in a 5 point match.\nAnn: (3 1) 24-20\n", "moves of FIBS"),
        ("The score (after 0 games) is: Ann 0, Ben 0 (match to 5 points)\n", "a text of GNU Backgammon"),
        ("<!DOCTYPE html><html>", "a web page"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "a position"),
    ],
)
def test_file_of_another_kind_is_refused_by_its_kind(text: str, what: str) -> None:
    with pytest.raises(TranscriptError, match=f"{what}.*export the match as .mat"):
        read_matches(text)


LINES = (
    *(
        "  1) 31: 8/5 6/5                 52: 13/8 13/11",
        "  2) ????",
        "  2)  Concedes            Wins 2 point",
        "  1) 3x: 8-5",
    ),
    *(
        "  3) 62: Concedes",
        "                        00: ????",
        "a remark",
        "  9) Takes",
        "  2)  Declines",
        " 12/8",
        "  4) 8/5 x",
    ),
    *(
        "   Doubles (2)   Drops",
        "                               Resigned Game",
        "  Wins 1 point",
        "  7)",
        " 55: 13/3(2)",
    ),
)


@given(st.lists(st.sampled_from(LINES), max_size=12).map("\n".join))
@examples(80, proof=5_000)
def test_lines_of_any_order_are_written_as_they_were_read(lines: str) -> None:
    checked(HEAD + lines)
