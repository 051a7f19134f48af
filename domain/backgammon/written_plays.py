"""Written plays on the board (GAM-1, GAM-7) [4.2.3]."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from domain.backgammon.checkers import BAR, OFF, Checkers, Position, across
from domain.backgammon.findings import Fault, fault
from domain.backgammon.moves import Plays, Roll, boards_on_the_way, plays
from domain.backgammon.turns import Move, Played


class Laid(NamedTuple):
    """The board after a play; None where it can't be followed. What was wrong with the play, and how many boards its
    roll left to choose from."""

    after: Position | None
    faults: tuple[Fault, ...] = ()
    choices: int = 0


def lay_play(position: Position, turn: Played) -> Laid:
    """The board after what was written of a play, seen by the same side. An illegal play stands [4.2.3]; one that is
    not written is clear where there is just one."""
    legal = plays(position, turn.roll)
    laid = _after_moves(position, legal, turn.roll, turn.moves) if turn.after is None else None
    return (laid or _after_board(position, legal, turn.roll, turn.after or position))._replace(choices=len(legal))


def _after_board(position: Position, legal: Plays, roll: Roll, after: Position) -> Laid:
    """The board that is written instead of moves."""
    return Laid(after, () if after in legal else (_illegal(position, after, roll),))


def _after_moves(position: Position, legal: Plays, roll: Roll, moves: Sequence[Move] | None) -> Laid:
    if moves is None:
        only = next(iter(legal)) if len(legal) == 1 else None
        return Laid(only, (fault("missing-play", roll=_roll_text(roll)),))
    as_written, mine = with_moves_as_written(position, moves), _checkers_after(position.mine, moves)
    fitting = [after for after in legal if after.mine == mine]
    if fitting:
        after = fitting[0] if len(fitting) == 1 else as_written if as_written in fitting else None
        unclear = (fault("unclear-play", roll=_roll_text(roll)),) if after is None else ()
        return Laid(after, unclear + _hits_of_nobody(position, moves))
    if as_written is None:
        return Laid(None, (fault("impossible-play", roll=_roll_text(roll)),))
    return Laid(as_written, (_illegal(position, as_written, roll),))


Illegal = Literal["bar", "not-all-played", "other-dice"]
"""What an illegal play did not keep to."""


def _illegal(position: Position, after: Position, roll: Roll) -> Fault:
    return fault("illegal-play", roll=_roll_text(roll), reason=_reason(position, after, roll))


def _reason(position: Position, after: Position, roll: Roll) -> Illegal:
    if after.mine[BAR] and after.mine[1:BAR] != position.mine[1:BAR]:
        return "bar"
    return "not-all-played" if after in boards_on_the_way(position, roll) else "other-dice"


def _checkers_after(mine: Checkers, moves: Sequence[Move]) -> Checkers | None:
    """The side's own checkers after those moves, in whichever order they are written; None where some are missing. One
    that went backwards is where it was put: nobody challenged it [4.2.3]."""
    counts = list(mine)
    for move in moves:
        if not (OFF <= move.end < BAR and OFF < move.start <= BAR):
            return None
        counts[move.start] -= 1
        counts[move.end] += 1
    return bytes(counts) if min(counts) >= 0 else None


def with_moves_as_written(position: Position, moves: Sequence[Move]) -> Position | None:
    """The board where each move hits what is alone at its end, and nothing on its way, legal or not; None where there
    are no such checkers, or a point is held by the other side."""
    mine = _checkers_after(position.mine, moves)
    if mine is None or any(move.end and position.theirs[across(move.end)] > 1 for move in moves):
        return None
    theirs = bytearray(position.theirs)
    for point in sorted({across(move.end) for move in moves if move.end}):
        if theirs[point] == 1:
            theirs[point] = 0
            theirs[BAR] += 1
    return Position(mine, bytes(theirs))


def moves_between(before: Position, after: Position) -> tuple[Move, ...]:
    """The moves of a play, from the boards before and after it. They are the places that own checkers left and reached,
    the highest first."""
    came, went = (
        [place for place in range(BAR, -1, -1) for _ in range(one.mine[place] - other.mine[place])]
        for one, other in ((before, after), (after, before))
    )
    return tuple(Move(start, end) for start, end in zip(came, went, strict=False))


def _hits_of_nobody(position: Position, moves: Sequence[Move]) -> tuple[Fault, ...]:
    marked = (move.end for move in moves if move.hits and not position.theirs[across(move.end)])
    return tuple(fault("no-hit", point=point) for point in marked)


def _roll_text(roll: Roll) -> str:
    return f"{roll[0]}{roll[1]}"
