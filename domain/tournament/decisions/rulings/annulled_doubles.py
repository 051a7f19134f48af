"""The remedy that a double calls for which a transcript shows, and which is annulled [4.4.4, 4.4.7] (TD-10, GAM-7)."""

from collections.abc import Sequence
from typing import Literal, get_args

from domain.backgammon.checking import CheckedGame
from domain.backgammon.doubling import why_not
from domain.backgammon.game import GameState
from domain.backgammon.turns import Doubled, GameWon, Taken
from domain.officiating.remedies import DoubleAnnulment
from domain.scoring.games import MULTIPLES, Game
from domain.scoring.result import Cube

Ground = Literal["crawford", "dead-cube"]


def annulment_of(game: CheckedGame, place: int, recorded: Sequence[Game] = ()) -> DoubleAnnulment | None:
    """The remedy that annuls the double at that turn, from 1; None where it is no double, or one that no remedy annuls.
    Of games that are `recorded` this one is as it is there."""
    turn, state = game.turns[place - 1], game.states[place - 1]
    ground = _ground(state, turn) if isinstance(turn, Doubled) else None
    if ground is None:
        return None
    counts_at = state.cube.value
    scored = _as_scored(game, place, counts_at)
    if len(recorded) >= game.number:
        told = recorded[game.number - 1]
        scored = told if told.cube > counts_at else None
    return DoubleAnnulment(
        ground=ground,
        game=game.number,
        counts_at=counts_at,
        doubler=turn.side if ground == "dead-cube" else None,
        game_as_scored=scored,
    )


def _ground(state: GameState, turn: Doubled) -> Ground | None:
    reason = why_not(state.cube, turn.side, state.terms, state.before, crawford_game=state.crawford)
    return reason if reason in ("crawford", "dead-cube") else None


def _as_scored(game: CheckedGame, place: int, counts_at: Cube) -> Game | None:
    """The game as the sides went on, at the cube that they had taken from that double on. Its kind follows from the
    points written at that cube. None where nobody took one, or the record gives the game no such end."""
    taken = sum(isinstance(turn, Taken) for turn in game.turns[place:])
    cube = next((one for one in get_args(Cube) if one == counts_at << taken), None)
    if game.won is None or taken == 0 or cube is None:
        return None
    points = next((turn.points for turn in reversed(game.turns) if isinstance(turn, GameWon) and turn.points), None)
    kinds = {cube * multiple: kind for kind, multiple in MULTIPLES.items()}
    kind = game.won.won if points is None else kinds.get(points)
    told = {**game.won.model_dump(), "won": kind, "cube": cube}
    return None if kind is None else Game.model_validate(told)
