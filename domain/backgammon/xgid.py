"""Situations as XGIDs, in which programs of the field exchange them (GAM-7). The first side is the one below."""

import re
from typing import cast, get_args

from domain.backgammon.checkers import BAR, Position, across, faults_of, with_the_rest_off
from domain.backgammon.doubling import Held
from domain.backgammon.moves import Roll
from domain.backgammon.situation import Situation
from domain.kernel.values import Side
from domain.scoring.result import Cube

_XGID = re.compile(
    r"(?:XGID=)?([-a-oA-O]{26}):(\d{1,2}):(-1|0|1):(-1|1):(\d\d|D|B|R)"
    r":(\d{1,6}):(\d{1,6}):([0-3]):(\d{1,3})(?::(\d{1,2}))?",
    re.ASCII,
)
_OWNERS: dict[str, Side | None] = {"1": "first", "-1": "second", "0": None}
_HIGHEST_EXPONENT = 10
"""Of the cube, as programs write it in a match."""


def read_xgid(text: str) -> Situation:
    """The situation that an XGID names. Raises ValueError for what is none, or can be none."""
    found = _XGID.fullmatch(text.strip())
    if found is None:
        raise ValueError("this is no XGID, such as XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:5:10")
    board = _board(found[1])
    on_roll: Side = "first" if found[4] == "1" else "second"
    return Situation(
        board,
        on_roll=on_roll,
        roll=_roll(found[5]),
        cube=Held(_cube(int(found[2])), _OWNERS[found[3]]),
        score=(int(found[6]), int(found[7])),
        length=int(found[9]),
        crawford=found[8] == "1" and int(found[9]) > 0,
        offered=found[5] == "D",
    )


def written_xgid(situation: Situation) -> str:
    """The XGID of a situation."""
    places = "".join(_letter(situation.board, place) for place in range(26))
    owner = {"first": 1, "second": -1, None: 0}[situation.cube.holder]
    turn = 1 if situation.on_roll == "first" else -1
    rolled = "00" if situation.roll is None else f"{situation.roll[0]}{situation.roll[1]}"
    dice = "D" if situation.offered else rolled
    first, second = situation.score
    parts = (places, situation.cube.value.bit_length() - 1, owner, turn, dice, first, second)
    return "XGID=" + ":".join(map(str, (*parts, int(situation.crawford), situation.length, _HIGHEST_EXPONENT)))


def _board(places: str) -> Position:
    if places[0].isupper() or places[BAR].islower():
        raise ValueError("this is no board: a side's checkers are on the other side's bar")
    first, second = [0] * 26, [0] * 26
    for place, letter in enumerate(places):
        if letter.isupper():
            first[place] = ord(letter) - ord("A") + 1
        elif letter.islower():
            second[across(place)] = ord(letter) - ord("a") + 1
    board = Position(with_the_rest_off(dict(enumerate(first))), with_the_rest_off(dict(enumerate(second))))
    if faults := faults_of(board):
        raise ValueError(f"this is no board: {faults[0]}")
    return board


def _letter(board: Position, place: int) -> str:
    first, second = board.mine[place] if place else 0, board.theirs[across(place)] if place < BAR else 0
    if first:
        return chr(ord("A") + first - 1)
    return chr(ord("a") + second - 1) if second else "-"


def _cube(exponent: int) -> Cube:
    value = 1 << exponent
    if value not in get_args(Cube):
        raise ValueError(f"the cube goes to 64, and not to {value}")
    return cast("Cube", value)


def _roll(said: str) -> Roll | None:
    if said in ("D", "B", "R", "00"):
        return None
    first, second = int(said[0]), int(said[1])
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise ValueError(f"no dice show {said}")
    return first, second
