"""Files of eXtreme Gammon, BGBlitz and GammonView read by a library, in a process of its own (GAM-7, TD-20)."""

import random
import struct
import zlib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import psutil
import pytest

from api.analysis import program_files, reading
from api.analysis.forked import Readers
from api.analysis.gammonview_documents import written_match
from api.analysis.program_files import Program, ProgramFile, program_of, read_program_file, transcript_in
from api.analysis.reading import _small_xg as small_xg
from domain.backgammon.checkers import STARTS
from domain.backgammon.checking import CheckedMatch, check_match
from domain.backgammon.mat_reading import TranscriptError, decode_transcript, read_matches
from domain.backgammon.mat_writing import said_play, written_mat
from tests.backgammon.program_files import ENDINGS, program_file
from tests.properties import PROFILE


def program(ending: str) -> Program:
    found = program_of(program_file(ending))
    assert found is not None
    return found


def read(content: bytes, ending: str) -> ProgramFile:
    return read_program_file(content, program(ending))


def checked(mat: str) -> CheckedMatch:
    (match,) = read_matches(mat)
    return check_match(match)


@pytest.mark.rule("GAM-7", "TD-20")
@pytest.mark.source("ausbgf 3.8")
@pytest.mark.parametrize(
    ("ending", "names", "found"),
    [
        ("xg", "eXtreme Gammon, 3ply", ("5.937", "8.782")),
        ("bgf", "BGBlitz, 3ply", ("5.940", "8.170")),
        ("gvab", "bgsage, 3ply", ("5.571", "9.074")),
    ],
)
def test_match_of_three_programs_is_read_alike_and_its_error_rates_are_told(
    ending: str, names: str, found: tuple[str, str]
) -> None:
    """By hand from the same match as text: a pass and a pass at cube 1, then a cube at 4, so 0–6; 88 rolls. Each
    program's own rates; BGBlitz and eXtreme Gammon agree on the first side within a hundredth."""
    told = read(program_file(ending), ending)
    match = checked(told.mat)
    assert (match.names, match.terms.length, match.score, match.findings) == (("Amberdice01", "Jade1"), 5, (0, 6), ())
    assert [game.before for game in match.games] == [(0, 0), (0, 1), (0, 2)]
    assert (match.plays, match.checked) == (88, 88)
    assert told.found is not None
    assert told.found.program == f"{names}, counted by gammonview 3.1.0, PR"
    assert (told.found.first.rate, told.found.second.rate) == tuple(map(Decimal, found))


@pytest.mark.rule("GAM-7")
def test_boards_of_one_match_are_the_same_by_each_program() -> None:
    boards = [
        [state.board for game in checked(transcript_in(program_file(ending))).games for state in game.states]
        for ending in ENDINGS
    ]
    assert boards[0] == boards[1] == boards[2]
    assert len(boards[0]) > 90


def answer_of(content: bytes, ending: str) -> str:
    """How many plays were read, or why none; any other error is a fault."""
    try:
        return f"{checked(read(content, ending).mat).plays} plays"
    except TranscriptError as refused:
        return str(refused)


SPOILT = 2 if PROFILE == "test" else 200


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Readers]:
    """Readers as the service has them: a fork for each file, where a program of its own would take seconds to begin."""
    readers = Readers(reading.answer)
    monkeypatch.setattr(program_files, "_READERS", readers)
    yield readers
    readers.end()


@pytest.mark.rule("GAM-7")
@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("kept", [16, 60, 900, 9_000])
def test_file_that_was_cut_off_is_refused_with_what_to_export(ending: str, kept: int) -> None:
    with pytest.raises(TranscriptError, match=r"Export the match from .* as text: .*\.mat"):
        read(program_file(ending)[:kept], ending)


@pytest.mark.longer
@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("ending", ENDINGS)
def test_file_whose_bytes_are_spoilt_is_read_or_refused(ending: str, forked: Readers) -> None:
    """The readers themselves are there after each: what goes wrong ends a fork."""
    rng = random.Random(ending)  # noqa: S311 -- the same each time
    for _ in range(SPOILT):
        content = bytearray(program_file(ending))
        for _ in range(rng.randint(1, 20)):
            content[rng.randrange(20, len(content))] = rng.randrange(256)
        assert answer_of(bytes(content), ending)
        assert psutil.Process(forked.process).status() != psutil.STATUS_ZOMBIE


@pytest.mark.rule("GAM-7")
def test_records_that_unpack_to_far_too_much_are_refused() -> None:
    packed = zlib.compress(bytes(80_000_000), 9)
    header = b"RGMH" + struct.pack("<II", 1, 8232) + bytes(8220)
    with pytest.raises(TranscriptError, match="unpacks to more than"):
        small_xg(header + packed)
    with pytest.raises(TranscriptError, match="unpacks to more than 64000000 bytes"):
        read(header + packed, "xg")


@pytest.mark.rule("GAM-7")
def test_process_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_files, "SECONDS", 0.01)
    with pytest.raises(TranscriptError, match=r"This file of BGBlitz can't be read\. Export"):
        read(program_file("bgf"), "bgf")


@pytest.mark.rule("GAM-7")
@pytest.mark.parametrize("ending", ENDINGS)
def test_file_is_refused_with_what_to_install_or_export_without_the_library(
    ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_files, "IS_INSTALLED", False)
    with pytest.raises(TranscriptError, match=r"install scoresheet\[analysis\] on the server .* Export the match from"):
        read(program_file(ending), ending)


@pytest.mark.rule("GAM-7")
def test_text_is_no_file_of_a_program() -> None:
    mat = " 5 point match\n"
    assert program_of(mat.encode()) is None
    assert transcript_in(mat.encode()) == decode_transcript(mat.encode()) == mat


PLY = {"color": 1, "action_id": 2, "d1": 1, "d2": 3, "moves": [{"from": 17, "pips": 3}, {"from": 19, "pips": 1}]}
"""The first side's 13: 8/5 6/5."""
NAMES = {"match_length": 3, "player_white": "Ann", "player_black": "Ben"}


def document(*plies: dict[str, Any], **further: object) -> dict[str, Any]:
    return {**NAMES, "games": [{"winner": 0, "points_won": 1, "plies": [*plies]}], **further}


def said(told: dict[str, Any]) -> list[str]:
    return [f"{turn.move} {turn.side} {said_play(turn)}" for turn in written_match(told).games[0].turns]


@pytest.mark.rule("GAM-2", "GAM-7")
def test_actions_of_a_document_are_turns_with_the_numbers_of_moves() -> None:
    cube = [{"color": 0, "action_id": action} for action in (21, 22, 21, 32, 21, 23, 33, 34, 36, 37)]
    assert said(document(PLY, {**PLY, "color": 0, "moves": [{"from": 8, "pips": 3}]}, *cube[:1])) == [
        "1 first 13: 8/5 6/5",
        "1 second 13: 8/5",
        "2 second Doubles",
        "2 first Wins 1 point",
    ]
    assert [one.split(" ", 2)[2] for one in said(document(*cube))][:-1] == [
        *("Doubles", "Takes", "Doubles", "Beavers", "Doubles", "Drops"),
        *("raccoon", "settled", "the cube was set", "a turn without its dice"),
    ]


@pytest.mark.rule("GAM-7")
@pytest.mark.source("ausbgf 4.2.3")
def test_illegal_play_that_is_told_by_its_board_alone_is_laid() -> None:
    """White's 24 point is 1. One checker from 8 to 2, and one back from 6 to 11, as somebody played it."""
    board = [0] * 26
    for place, count in {1: 2, 12: 5, 14: 1, 17: 2, 19: 4, 23: 1}.items():
        board[place] = count
    for place, count in {24: 2, 13: 5, 8: 3, 6: 5}.items():
        board[place] = -count
    ply = {"color": 1, "action_id": 31, "d1": 5, "d2": 6, "set_position": board}
    told = document(PLY | {"moves": []}, ply)
    assert said(told)[1] == "2 first 56: 8/11 6/2"
    found = check_match(written_match(told)).findings
    assert [one.kind for one in found if one.move == 2] == ["out-of-turn", "illegal-play", "agreed-outcome"]


@pytest.mark.rule("NXE-1")
def test_nackgammon_and_a_game_that_was_set_up_begin_where_they_say() -> None:
    assert written_match(document(PLY, variant=1)).start == "nackgammon"
    board = [0] * 26
    board[24], board[1] = 2, -2
    (game,) = written_match(document({"color": 1, "action_id": 31, "set_position": board}, PLY)).games
    assert game.board is not None
    assert (game.board.mine[1], game.board.theirs[1], game.board.mine[0]) == (2, 2, 13)
    assert written_match(document(PLY)).games[0].board is None
    with pytest.raises(TranscriptError, match="another game"):
        written_match(document(variant=2))
    with pytest.raises(TranscriptError, match="a board that is none"):
        written_match(document({"color": 1, "action_id": 31, "set_position": [9] * 26}))


@pytest.mark.rule("GAM-4", "GAM-2")
@pytest.mark.source("ausbgf 4.4.8")
def test_score_before_each_game_and_customs_are_those_of_the_document() -> None:
    """At 1–2 to 3: three points of the first side are worth the two it needs."""
    games = [{"winner": 0, "points_won": 3, "plies": [PLY]}, {"winner": 255, "points_won": 0, "plies": [PLY]}]
    told = {**NAMES, "score_start": [1, 2], "games": games, "jacoby": True, "crawford": False}
    match = written_match(told)
    assert [game.score for game in match.games] == [(1, 2), (3, 2)]
    assert dict(match.heading) == {"jacoby": "On", "crawford": "Off"}
    again = read_matches(written_mat(match))[0]
    assert (again.games[0].score, again.names) == ((1, 2), ("Ann", "Ben"))


@pytest.mark.parametrize("spoilt", [{"d1": 7}, {"d2": 0}, {"moves": [{"from": 26, "pips": 1}]}])
def test_document_with_what_can_be_no_play_is_refused(spoilt: dict[str, Any]) -> None:
    with pytest.raises(TranscriptError, match=r"No dice show|is no point"):
        written_match(document({**PLY, **spoilt}))


def test_names_stay_on_one_line_and_are_never_empty() -> None:
    match = written_match(document(PLY, player_white=" A\n\tB ", player_black=None))
    assert match.names == ("A B", "Second")
    assert match.games[0].turns[0].side == "first"
    assert STARTS[match.start] == STARTS["backgammon"]
