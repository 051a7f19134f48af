"""Boards as the position ids of GNU Backgammon (GAM-7): fourteen letters that hold both sides' checkers."""

import base64
import binascii

from domain.backgammon.checkers import BAR, CHECKERS, Position, checkers_on, faults_of

_BITS = 80


def written_position_id(position: Position) -> str:
    """The id of a board; the side on roll comes last in it."""
    bits = [bit for side in (position.theirs, position.mine) for count in side[1:] for bit in (*([1] * count), 0)]
    number = sum(bit << place for place, bit in enumerate(bits))
    return base64.b64encode(number.to_bytes(_BITS // 8, "little")).decode().rstrip("=")


def read_position_id(text: str) -> Position:
    """The board that an id names, as the side on roll sees it. Raises ValueError for what is none."""
    try:
        number = int.from_bytes(base64.b64decode(text.strip() + "==", validate=True), "little")
    except (binascii.Error, ValueError):
        number = -1
    if number < 0 or len(text.strip()) != 14:
        raise ValueError("this is no position id, such as 4HPwATDgc/ABMA")
    counts: list[int] = [0]
    for place in range(_BITS):
        if number >> place & 1:
            counts[-1] += 1
        else:
            counts.append(0)
    theirs, mine = ({point + 1: count for point, count in enumerate(counts[start : start + BAR])} for start in (0, BAR))
    position = Position(*(checkers_on({**side, 0: max(0, CHECKERS - sum(side.values()))}) for side in (mine, theirs)))
    if faults := faults_of(position):
        raise ValueError(f"this is no board: {faults[0]}")
    if written_position_id(position) != text.strip():
        raise ValueError("this is no position id: it says more than a board")
    return position
