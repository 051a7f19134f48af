"""A written match with its sides the other way round: its first side is the match's second (GAM-7)."""

from domain.backgammon.turns import AnyTurn, WrittenGame, WrittenMatch
from domain.kernel.replacing import replace
from domain.kernel.values import other


def turned_match(match: WrittenMatch) -> WrittenMatch:
    """The same match with the other side as the first."""
    return replace(match, names=match.names[::-1], games=[_turned_game(game) for game in match.games])


def _turned_game(game: WrittenGame) -> WrittenGame:
    turns: list[AnyTurn] = [replace(turn, side=other(turn.side)) for turn in game.turns]
    score = None if game.score is None else game.score[::-1]
    board = None if game.board is None else game.board.flip()
    return replace(game, score=score, turns=turns, board=board)
