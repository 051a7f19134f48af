"""Matches played by chance and written down, and what a second, slow walk through them says."""

import random
from collections.abc import Iterator
from dataclasses import replace

from domain.backgammon.checkers import STARTS, Position, StartName, across
from domain.backgammon.doubling import CENTRED, Held
from domain.backgammon.moves import Steps, after_step, plays
from domain.backgammon.turns import (
    AnyTurn,
    Doubled,
    GameWon,
    Move,
    Passed,
    Played,
    Taken,
    WrittenGame,
    WrittenMatch,
)
from domain.backgammon.wins import is_all_off, kind_of_loss
from domain.kernel.values import Side, other
from domain.scoring.games import MULTIPLES
from domain.scoring.score import LEVEL, Score, plus
from tests.backgammon.second_generator import slow_plays


def match_by_chance(seed: int, length: int, start: StartName = "backgammon") -> WrittenMatch:
    """A match played with random legal plays and a cube now and then, by the rules throughout."""
    rng = random.Random(seed)  # noqa: S311 -- the same match each time
    games: list[WrittenGame] = []
    score, crawford_played = LEVEL, False
    while max(score) < length:
        crawford = max(score) == length - 1 and not crawford_played
        turns = list(_numbered(_game(rng, STARTS[start], score, length, crawford=crawford)))
        games.append(WrittenGame(len(games) + 1, score, turns))
        crawford_played = crawford_played or crawford
        end = turns[-1]
        assert isinstance(end, GameWon)
        score = plus(score, end.side, end.points or 0)
    heading = {"variation": "Nackgammon"} if start == "nackgammon" else {}
    return WrittenMatch(length, ("Ann", "Ben"), games, start, heading)


def _game(rng: random.Random, position: Position, before: Score, length: int, *, crawford: bool) -> Iterator[AnyTurn]:
    side: Side = rng.choice(("first", "second"))
    cube, rolled = CENTRED, 0
    while True:
        if rolled and not crawford and _may_double(cube, side, before, length) and rng.random() < 0.06:
            yield Doubled(side, level=cube.doubled)
            if rng.random() < 0.3:
                yield Passed(other(side))
                yield GameWon(side, points=cube.value)
                return
            yield Taken(other(side))
            cube = cube.after_take(other(side))
        roll = rng.randint(1, 6), rng.randint(1, 6)
        after, steps = rng.choice(sorted(plays(position, roll).items()))
        yield Played(side, roll=roll, moves=moves_of(position, steps))
        if is_all_off(after.mine):
            yield GameWon(side, points=cube.value * MULTIPLES[kind_of_loss(after.theirs)])
            return
        position, side, rolled = after.flip(), other(side), rolled + 1


def _may_double(cube: Held, side: Side, before: Score, length: int) -> bool:
    own = before[0] if side == "first" else before[1]
    return cube.holder in (None, side) and cube.value < 64 and not (cube.value > 1 and own + cube.value >= length)


def moves_of(position: Position, steps: Steps) -> tuple[Move, ...]:
    """The steps as they are written, with their hits."""
    found = []
    for step in steps:
        found.append(Move(step.start, step.end, bool(step.end and position.theirs[across(step.end)] == 1)))
        position = after_step(position, step)
    return tuple(found)


def _numbered(turns: Iterator[AnyTurn]) -> Iterator[AnyTurn]:
    """With the numbers of moves: a line is the first side's and then the second's."""
    move, before = 1, None
    for turn in turns:
        if before is not None and not isinstance(turn, GameWon) and turn.side == "first":
            move += 1
        before = turn
        yield replace(turn, move=move)


def slow_faults(game: WrittenGame, start: Position) -> list[str]:
    """What is wrong with a game, by a walk with the second generator, each with move and side: a play that no legal one
    equals (`illegal-play` or `impossible-play`), a cube turned to another level than twice what it showed, and a line
    that is not there. After what can't be laid on the board, and after a lost line, plays are not followed. After a
    lost line the cube is not, either."""
    boards: dict[str, Position] = {"first": start, "second": start.flip()}
    found, level, last, gap = list[str](), 1, 0, False
    for turn in game.turns:
        if turn.move > last + 1:
            found.append(f"lost-move {turn.move} first")
            boards, gap = {}, True
        last = turn.move
        match turn:
            case Doubled(level=said) if said not in (None, 2 * level) and not gap:
                found.append(f"wrong-level {turn.move} {turn.side}")
            case Taken():
                level *= 2
            case Played(moves=tuple()) if boards:
                fault, boards = _slow_play(turn, boards)
                found += [f"{fault} {turn.move} {turn.side}"] if fault else []
    return found


def _slow_play(turn: Played, boards: dict[str, Position]) -> tuple[str, dict[str, Position]]:
    """What is wrong with a play, if anything, and the boards after it as both sides see them; none where it can't be
    followed."""
    position, moves = boards[turn.side], turn.moves or ()
    counts = list(position.mine)
    for move in moves:
        counts[move.start] -= 1
        counts[move.end] += 1
    legal = [one for one in slow_plays(position, turn.roll) if list(one.mine) == counts]
    laid = _laid(position, counts, moves)
    fault = "" if legal else "impossible-play" if laid is None else "illegal-play"
    after = laid if laid in legal or not legal else legal[0] if len(legal) == 1 else None
    return fault, {} if after is None else {turn.side: after, other(turn.side): after.flip()}


def _laid(position: Position, counts: list[int], moves: tuple[Move, ...]) -> Position | None:
    theirs = list(position.theirs)
    if min(counts) < 0 or any(move.end == 25 for move in moves):
        return None
    for end in {move.end for move in moves if move.end}:
        if theirs[25 - end] > 1:
            return None
        theirs[25] += theirs[25 - end]
        theirs[25 - end] = 0
    return Position(bytes(counts), bytes(theirs))
