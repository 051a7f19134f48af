"""Transcripts read and written: what programs write, what goes wrong with files, and that writing is read as it was."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.backgammon.checkers import STARTS, StartName
from domain.backgammon.checking import MOST_CHOICES, check_match
from domain.backgammon.mat_reading import MOST_BYTES, TranscriptError, decode_transcript, read_matches
from domain.backgammon.mat_writing import said_move, written_mat
from domain.backgammon.moves import plays
from domain.backgammon.situation import situation_at
from domain.backgammon.turns import AnyTurn, Doubled, Move, Played, Unread, WrittenGame, WrittenMatch
from domain.backgammon.xgid import read_xgid, written_xgid
from tests.backgammon.playing import match_by_chance, moves_of, slow_faults
from tests.backgammon.transcripts import MATCHES, real_match
from tests.properties import PROFILE, examples

MATCH = """\
 5 point match

 Game 1
 Ann : 0                          Ben : 0
  1) 31: 8/5 6/5                 52: 13/8 13/11
  2)  Doubles => 2                Drops
      Wins 1 point
"""


def read(text: str) -> WrittenMatch:
    (match,) = read_matches(text)
    return match


def kinds(text: str) -> list[str]:
    """What a check of the text finds, but for the end of the match."""
    return [one.kind for one in check_match(read(text)).findings if one.kind != "unfinished-match"]


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("number", MATCHES)
def test_real_match_written_and_read_again_is_the_same(number: int) -> None:
    match = real_match(number)
    assert read(written_mat(match)) == match


@pytest.mark.rule("GAM-7", "GAM-1", "GAM-2")
@given(st.integers(0, 10**6), st.integers(1, 7), st.sampled_from(get_args(StartName)))
@examples(8, proof=100)
def test_match_played_by_the_rules_has_no_finding_and_is_read_as_it_was_written(
    seed: int, length: int, start: StartName
) -> None:
    match = match_by_chance(seed, length, start)
    assert read(written_mat(match)) == match
    checked = check_match(match)
    assert checked.findings == ()
    assert (checked.checked, checked.is_over) == (checked.plays, True)


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize(
    ("written", "moves"),
    [
        ("13/11", (Move(13, 11),)),
        ("25/20", (Move(25, 20),)),
        ("bar/20*", (Move(25, 20, True),)),
        ("Bar/20 6/off", (Move(25, 20), Move(6, 0))),
        ("6/0", (Move(6, 0),)),
        ("6/Off(2)", (Move(6, 0), Move(6, 0))),
        ("6/5*(2)", (Move(6, 5, True), Move(6, 5, True))),
        ("6/5(2)*", (Move(6, 5, True), Move(6, 5, True))),
        ("24/20*/16", (Move(24, 20, True), Move(20, 16))),
        ("20/9", (Move(20, 9),)),
        ("", ()),
        ("Cannot Move", ()),
        ("????", None),
        ("???", None),
    ],
)
def test_play_is_read_however_programs_write_it(written: str, moves: tuple[Move, ...] | None) -> None:
    turn = read(MATCH.replace("8/5 6/5", written)).games[0].turns[0]
    assert isinstance(turn, Played)
    assert (turn.roll, turn.moves) == ((3, 1), moves)


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("written", ["8/5 6", "8=5", "26/20", "8/5(9)", "8/5 x", "x/5", "8/5/"])
def test_play_that_is_none_is_found_and_the_rest_of_the_game_not_followed(written: str) -> None:
    text = MATCH.replace("31: 8/5 6/5", f"31: {written}")
    assert kinds(text) == ["unread"]
    assert check_match(read(text)).score == (1, 0)


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("dice", ["71:", "07:", "3:", "3 1:"])
def test_dice_that_are_none_are_found(dice: str) -> None:
    assert "unread" in kinds(MATCH.replace("31:", dice))


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize(
    ("was", "said"),
    [
        ("Drops", "Passes"),
        ("Drops", "Rejects"),
        ("Doubles => 2", "doubles"),
        ("Wins 1 point", "Wins 1 points"),
        ("Wins 1 point", "Wins 1 point with gammon"),
        ("Wins 1 point", "Wins 1 points with a backgammon and the match"),
        ("Wins 1 point", "wins"),
        ("31: 8/5", "31 8/5"),
        ("\n\n", "\n; a remark\n"),
        (" 5 point match", " 5 points match"),
        (" 5 point match", "Match to 5 points"),
        ("\n", "\r\n"),
    ],
)
def test_words_of_other_programs_are_read_alike(was: str, said: str) -> None:
    assert kinds(MATCH.replace(was, said)) == []


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("play", ["66: " + "24/18 " * 9, "11: 24" + "/23" * 9, "11: 24/23(4) 8/7(4) 6/5"])
def test_play_of_more_than_eight_moves_is_not_read(play: str) -> None:
    assert kinds(MATCH.replace("31: 8/5 6/5", play))[0] == "unread"


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("column", ["Resigns", "Resigned Game", "Forfeits", "Loses on time"])
def test_side_that_gave_up_has_lost(column: str) -> None:
    match = check_match(read(MATCH.replace("Drops\n      Wins 1 point", f"Takes\n  3)  {column}")))
    assert match.score == (0, 2)


ENCODED: dict[str, Callable[[str], bytes]] = {
    "UTF-8 with a byte order mark": lambda text: text.encode("utf-8-sig"),
    "Latin-1": lambda text: text.encode("latin-1"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "pages and the end that old programs wrote": lambda text: text.replace("\n\n", "\n\f", 1).encode() + b"\x1a",
    "tabs": lambda text: text.replace("                 ", "\t").replace("      ", "\t").encode(),
}


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("encoding", ENCODED)
def test_file_is_read_in_each_encoding(encoding: str) -> None:
    match = read(decode_transcript(ENCODED[encoding](MATCH.replace("Ann", "Åse").replace("Ben", "Jürgen"))))
    assert match.names == ("Åse", "Jürgen")
    assert check_match(match).checked == 2


@pytest.mark.rule("GAM-7")
def test_columns_that_change_sides_are_read_by_their_names() -> None:
    """Some programs write the side of their user always first."""
    second = "\n Game 2\n Ben : 0                          Ann : 1\n  1) 31: 8/5 6/5                 52: 13/8 13/11\n"
    match = read(MATCH + second)
    assert [(game.score, game.turns[0].side) for game in match.games] == [((0, 0), "first"), ((1, 0), "second")]


@pytest.mark.rule("GAM-7")
def test_long_play_that_runs_into_the_second_column_is_read() -> None:
    long = MATCH.replace("31: 8/5 6/5                 52", "22: 13/11 13/11 6/4 6/4 52")
    assert kinds(long) == []


@pytest.mark.rule("GAM-7")
def test_two_matches_in_one_file_are_two() -> None:
    assert [len(match.games) for match in read_matches(MATCH + "\n" + MATCH)] == [1, 1]
    assert [match.length for match in read_matches(MATCH + '; [Site "x"]\n' + MATCH.replace(" 5", " 7"))] == [5, 7]


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("kept", range(40, len(MATCH), 7))
def test_file_that_was_cut_off_is_read_as_far_as_it_goes(kept: int) -> None:
    cut = MATCH[:kept]
    if "Game 1" in cut:
        assert len(read(cut).games) == 1
        check_match(read(cut))
    else:
        with pytest.raises(TranscriptError, match="begins a game"):
            read(cut)


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "begins a game"),
        (b"garbage\n" * 10, "begins a game"),
        (b"\x00\x01\x02", "no text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "no text"),
        (b" 5 point match\n" + b"x" * 5_000_000, f"larger than {MOST_BYTES}"),
        (b" Game 1\n" * 65, "more than 64 matches"),
        (b"".join(b" Game %d\n" % n for n in range(1, 2002)), "more than 2000 games"),
        (b" Game 1\n" + b"  1) 31: 8/5 6/5    52: 13/8\n" * 6000, "more than 10000 turns"),
    ],
)
def test_file_without_a_match_is_refused_with_the_reason(content: bytes, why: str) -> None:
    with pytest.raises(TranscriptError, match=why):
        read_matches(decode_transcript(content))


PIECES = (b" 5 point match\n", b" Game 1\n", b" A : 0   B : 0\n", b"  1) ", b"31: 8/5 6/5", b"    ", b"\n")
WORDS = (b"Doubles => 2", b"Takes", b"Drops", b"Wins 2 points", b"????", b"bar/")
MORE = (b"25/", b"/off", b"(4)", b"*", b"; [", b'"]', b"\t", b"99)")


def matches_of(content: bytes) -> tuple[WrittenMatch, ...]:
    """The matches of a file; none where it is refused."""
    try:
        return read_matches(decode_transcript(content))
    except TranscriptError:
        return ()


def is_checked(match: WrittenMatch) -> bool:
    """Whether a match is checked, its findings say something, and it and its boards are read again as written."""
    checked = check_match(match)
    known = (state for game in checked.games for state in game.states if state.board is not None)
    boards = all(read_xgid(written_xgid(found)) == found for state in known if (found := situation_at(state, None)))
    again = read_matches(written_mat(match)) == (match,)
    return checked.checked <= checked.plays and all(map(str, checked.findings)) and again and boards


@pytest.mark.rule("GAM-7")
@given(st.lists(st.one_of(st.sampled_from(PIECES + WORDS + MORE), st.binary(max_size=12)), max_size=60).map(b"".join))
@examples(100, proof=20_000)
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    assert all(map(is_checked, matches_of(content)))


@pytest.mark.rule("GAM-4", "GAM-7")
@pytest.mark.parametrize("score", [(9999, 0), (0, 9999)])
def test_score_of_any_size_is_written_with_its_boards_and_read_again(score: tuple[int, int]) -> None:
    first, second = score
    assert is_checked(read(MATCH.replace("Ann : 0", f"Ann : {first}").replace("Ben : 0", f"Ben : {second}")))


def test_number_with_a_full_stop_begins_a_line_like_one_with_a_bracket() -> None:
    bracketed, stopped = (
        read(MATCH.replace(" 2) ", number))
        for number in (" 2) Doubles => 2          Takes\n 3) ", " 2.Doubles => 2          Takes\n 3) ")
    )
    assert stopped == bracketed


@pytest.mark.parametrize("aside", [";/14", "{;a} ;b", "13/9{x};y"])
def test_remark_in_a_line_that_can_t_be_read_is_left_out(aside: str) -> None:
    match = read(MATCH.replace("52: 13/8 13/11", f"52: 13/8 13/11   44: 8/4   {aside}"))
    (unread,) = (turn for turn in match.games[0].turns if isinstance(turn, Unread))
    assert ";" not in unread.text
    assert is_checked(match)


def test_word_of_a_heading_that_is_cut_has_no_blank_at_its_end() -> None:
    match = read(f'; [{"a" * 39} {"b" * 39} "{"c" * 199} d"]\n{MATCH}')
    assert match.heading == {"a" * 39: "c" * 199}
    assert is_checked(match)


PROGRAMS = (
    b"00: ????",
    b"Concedes",
    b"  Resigned Game",
    b"62: Concedes\n",
    b"0) ",
    b"; ",
    b"{",
    b"}",
    b"1.",
    b"3-1:",
    b"(31) ",
    b"8-5 ",
)


def spoilt(rng: random.Random, match: WrittenMatch) -> bytes:
    """The match as a file that was cut, doubled, mixed and spoilt."""
    content = bytearray(written_mat(match).encode())
    for _ in range(rng.randint(1, 30)):
        at, length = rng.randrange(len(content)), rng.randint(0, 40)
        other = (rng.randbytes(length), bytes(content[at : at + length]))
        content[at : at + rng.randint(0, length)] = rng.choice((*PIECES, *WORDS, *MORE, *PROGRAMS, *other))
    return bytes(content)


SPOILT = 100 if PROFILE == "test" else 5_000


@pytest.mark.rule("GAM-7")
def test_spoilt_matches_are_written_and_read_again_the_same() -> None:
    """With every unread text, every lost move, every score and every name: so a check finds the same, too."""
    rng = random.Random("spoilt")  # noqa: S311 -- the same each time
    base = [match_by_chance(seed, 3) for seed in range(4)]
    matches = [one for _ in range(SPOILT) for one in matches_of(spoilt(rng, rng.choice(base)))]
    unread = sum(isinstance(turn, Unread) for match in matches for game in match.games for turn in game.turns)
    assert (len(matches) > SPOILT / 2, unread > SPOILT) == (True, True)
    assert all(read_matches(written_mat(match)) == (match,) for match in matches)


@pytest.mark.proof
@pytest.mark.rule("GAM-7")
def test_no_bytes_end_the_reader_in_ten_minutes() -> None:
    """Each match is checked, and written and read again the same."""
    rng = random.Random(time.time_ns())  # noqa: S311 -- fresh ones each time
    base = [match_by_chance(seed, 5) for seed in range(20)]
    until = time.monotonic() + 600
    while time.monotonic() < until:
        content = spoilt(rng, rng.choice(base))
        assert all(map(is_checked, matches_of(content))), content


def test_worst_lines_are_read_in_a_second() -> None:
    """Much of what a pattern could go back and forth in."""
    blanks = b" " * 380
    begun = (b"a", b"match length", b"game 1", b"31: Doubles", b"; [", b"2) Wins 1 point", b"A : 1", b"Crawford")
    repeated = (b" : 1" * 99, b"match " * 60, b"31: " * 90, b"{" * 399, b"[(" * 190, b"(crawford " * 39, b"-" * 399)
    for line in (*repeated, blanks, *(word + blanks + b"x" for word in begun)):
        content = (b" Game 2\n" + line + b"\n") * (MOST_BYTES // 2 // (len(line) + 9))
        began = time.process_time()
        matches_of(content[: 600 * (len(line) + 9)])
        assert time.process_time() - began < 1.6, line[:10]


Mutation = Callable[[random.Random, WrittenGame], WrittenGame]


def _replaced(game: WrittenGame, index: int, turn: AnyTurn) -> WrittenGame:
    return replace(game, turns=[*game.turns[:index], turn, *game.turns[index + 1 :]])


def _any_play(rng: random.Random, game: WrittenGame) -> tuple[int, Played]:
    return rng.choice([(n, turn) for n, turn in enumerate(game.turns) if isinstance(turn, Played) and turn.moves])


def _checker_moved_wrongly(rng: random.Random, game: WrittenGame) -> WrittenGame:
    index, turn = _any_play(rng, game)
    moves = list(turn.moves or ())
    which = rng.randrange(len(moves))
    moves[which] = rng.choice(
        (
            Move(moves[which].start, max(0, moves[which].end - rng.randint(1, 3))),
            Move(rng.randint(1, 25), moves[which].end),
        )
    )
    return _replaced(game, index, replace(turn, moves=tuple(moves)))


def _die_changed(rng: random.Random, game: WrittenGame) -> WrittenGame:
    index, turn = _any_play(rng, game)
    roll = (turn.roll[0], rng.choice([die for die in range(1, 7) if die != turn.roll[1]]))
    return _replaced(game, index, replace(turn, roll=roll))


def _cube_level_changed(rng: random.Random, game: WrittenGame) -> WrittenGame:
    doubles = [(n, turn) for n, turn in enumerate(game.turns) if isinstance(turn, Doubled)]
    index, turn = rng.choice(doubles)
    return _replaced(game, index, replace(turn, level=(turn.level or 1) * rng.choice((2, 4))))


def _line_lost(rng: random.Random, game: WrittenGame) -> WrittenGame:
    last = game.turns[-1].move
    lost = rng.randint(1, max(1, last - 1))
    return replace(game, turns=[turn for turn in game.turns if turn.move != lost])


MUTATIONS: dict[str, Mutation] = {
    "a checker moved wrongly": _checker_moved_wrongly,
    "a die changed": _die_changed,
    "a cube level changed": _cube_level_changed,
    "a line lost": _line_lost,
}
MUTATED = 12 if PROFILE == "test" else 250


MUTATED_KINDS = ("illegal-play", "impossible-play", "wrong-level", "lost-move")


@cache
def long_games() -> list[WrittenGame]:
    """Games of more than three moves."""
    by_chance = [game for seed in range(8) for game in match_by_chance(seed, 7).games]
    return [replace(game, number=1, score=(0, 0)) for game in by_chance if game.turns[-1].move > 3]


def games_to_mutate(mutation: str) -> list[WrittenGame]:
    """With a double where its level is to be changed."""
    long = long_games()
    if mutation != "a cube level changed":
        return long
    return [game for game in long if any(isinstance(turn, Doubled) for turn in game.turns)]


@pytest.mark.rule("GAM-7", "GAM-1", "GAM-2")
@pytest.mark.longer
@pytest.mark.parametrize("mutation", MUTATIONS)
def test_mutated_game_is_found_as_the_second_generator_has_it(mutation: str) -> None:
    """A thousand in `make proof`, 250 of each kind; with `-s` it says what they came to."""
    rng = random.Random(mutation)  # noqa: S311 -- the same each time
    games, told = games_to_mutate(mutation), Counter[str]()
    for _ in range(MUTATED):
        game = MUTATIONS[mutation](rng, rng.choice(games))
        match = read(written_mat(WrittenMatch(25, ("Ann", "Ben"), [game])))
        found = [one for one in check_match(match).findings if one.kind in MUTATED_KINDS]
        expected = slow_faults(game, STARTS["backgammon"])
        assert [f"{one.kind} {one.move} {one.side}" for one in found] == expected, game
        told[expected[0].partition(" ")[0] if expected else "sound"] += 1
    print(f"{mutation}: {MUTATED}, first found {dict(told)}")
    assert told["sound"] < MUTATED / 2


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("number", MATCHES)
def test_plays_of_real_matches_are_sound_by_the_second_generator(number: int) -> None:
    """The shortest game of each."""
    game = min((one for one in real_match(number).games), key=lambda one: len(one.turns))
    assert slow_faults(game, STARTS["backgammon"]) == []
    assert not any(isinstance(turn, Unread) for turn in game.turns)


def hostile(characters: int) -> str:
    """A file of so many characters, in which each side spreads its checkers by small doubles, so that hundreds of plays
    are legal each time."""
    lines, size, games = [" 25 point match"], 0, 0
    moves = list(_hostile_game())
    while size < characters:
        games += 1
        lines += ["", f" Game {games}", " A : 0      B : 0"]
        lines += [f"{move:3}) {left:40}   {right}" for move, (left, right) in enumerate(moves, 1)]
        size += sum(len(left) + len(right) for left, right in moves)
    return "\n".join(lines)


def _hostile_game() -> Iterator[tuple[str, str]]:
    """Forty plays that leave most choices: the one with checkers on most points each time."""
    position, cells = STARTS["backgammon"], list[str]()
    for number in range(40):
        roll = (1, 1) if number % 3 else (2, 2)
        after, steps = max(plays(position, roll).items(), key=lambda one: (sum(map(bool, one[0].mine)), one[0]))
        cells.append(f"{roll[0]}{roll[1]}: {' '.join(map(said_move, moves_of(position, steps)))}")
        position = after.flip()
    yield from zip(cells[::2], cells[1::2], strict=True)


@pytest.mark.rule("GAM-7")
def test_file_of_doubles_that_leave_very_many_choices_is_refused_before_all_is_worked_out() -> None:
    with pytest.raises(TranscriptError, match="more than 100000 boards"):
        check_match(read(hostile(45_000)))


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("number", MATCHES)
def test_real_match_leaves_far_fewer_choices_than_are_looked_at(number: int) -> None:
    assert 0 < check_match(real_match(number)).games[-1].states[-1].choices < MOST_CHOICES / 5
