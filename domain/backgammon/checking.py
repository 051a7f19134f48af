"""A written match held against the rules (GAM-1 to GAM-4, GAM-7): every turn of every game, the score before each, the
Crawford game, and whether the match was played to its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from domain.backgammon.checkers import STARTS, Position
from domain.backgammon.findings import Fault, Finding, fault
from domain.backgammon.game import GameState, after_turn, begin_game
from domain.backgammon.mat_reading import TranscriptError
from domain.backgammon.terms import Terms
from domain.backgammon.turns import AnyTurn, GameWon, Played, WrittenGame, WrittenMatch
from domain.kernel.replacing import replace
from domain.kernel.values import Side
from domain.scoring.games import Game
from domain.scoring.score import LEVEL, Score, plus


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game with the state before each of its turns and, last, after all; and what was found as it began, of each
    turn, and as it ended."""

    number: int
    turns: Sequence[AnyTurn]
    states: Sequence[GameState]
    at_start: tuple[Finding, ...]
    by_turn: Sequence[tuple[Finding, ...]]
    at_end: tuple[Finding, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that was found, in the order of play."""
        return (*self.at_start, *(one for found in self.by_turn for one in found), *self.at_end)

    @property
    def before(self) -> Score:
        """The score before it."""
        return self.states[0].before

    @property
    def won(self) -> Game | None:
        """The game as it was won; None if it has no end."""
        return self.states[-1].won

    @property
    def score(self) -> Score:
        """The score after it."""
        return plus(self.before, self.won.winner, self.won.points) if self.won else self.before


@dataclass(frozen=True, slots=True)
class CheckedMatch:
    """A match that was held against its terms, and everything that was found, in the order of play."""

    terms: Terms
    names: tuple[str, str]
    games: tuple[CheckedGame, ...]
    findings: tuple[Finding, ...]

    @property
    def score(self) -> Score:
        """The score at its end."""
        return self.games[-1].score

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end."""
        return self.terms.is_over(self.score, sum(game.won is not None for game in self.games))

    @property
    def plays(self) -> int:
        """The number of plays written."""
        return sum(game.states[-1].plays for game in self.games)

    @property
    def checked(self) -> int:
        """The number of plays that could be checked."""
        return sum(game.states[-1].checked for game in self.games)


def terms_written(match: WrittenMatch) -> Terms:
    """The terms that a transcript names itself."""
    crawford = match.heading.get("crawford", "on").lower() not in ("off", "0", "no", "false")
    return Terms(match.length or None, crawford=crawford, start=match.start)


MOST_CHOICES = 100_000
"""Of the plays of a match: boards that they could have led to. A match to 25 points has 15,000; a file made of doubles
that have hundreds each would keep a check busy for long."""


def check_match(match: WrittenMatch, terms: Terms | None = None) -> CheckedMatch:
    """The match, game by game, by those terms; by its own where none are given. Raises TranscriptError where the plays
    leave more to choose from than those of any match."""
    of = terms or terms_written(match)
    games: list[CheckedGame] = []
    score, crawford_played = (match.games[0].score or LEVEL) if match.games else LEVEL, False
    choices = 0
    for written, following in zip_longest(match.games, match.games[1:]):
        counted = len([one for one in games if one.won])
        before = written.score or score
        crawford = of.crawford and of.length is not None and max(before) == of.length - 1 and not crawford_played
        board = written.board or STARTS[match.start]
        faults = _against_score(written, score) + _after_the_match(of, before, counted) + _of_the_start(of, board)
        begun = replace(begin_game(of, before, board, crawford=crawford), choices=choices)
        game = _checked_game(written, following, begun, faults)
        games.append(game)
        choices = game.states[-1].choices
        crawford_played, score = crawford_played or crawford, game.score
    checked = CheckedMatch(of, match.names, tuple(games), tuple(one for game in games for one in game.findings))
    return replace(checked, findings=_customs(match) + checked.findings + _of_the_end(checked))


def _checked_game(
    written: WrittenGame, following: WrittenGame | None, state: GameState, faults: Sequence[Fault]
) -> CheckedGame:
    """The game laid turn by turn. One without an end is won by what the next game's score says."""
    states, turns, by_turn = [state], list(written.turns), list[tuple[Finding, ...]]()
    at_start, at_end = tuple(_finding(one, written.number) for one in faults), tuple[Finding, ...]()

    def lay(turn: AnyTurn) -> None:
        after, wrong = after_turn(states[-1], turn)
        if after.choices > MOST_CHOICES:
            raise TranscriptError(f"Its plays could have led to more than {MOST_CHOICES} boards, which no match has.")
        states.append(after)
        by_turn.append(tuple(_finding(one, written.number, turn) for one in wrong))

    for place, (turn, after) in enumerate(zip_longest(turns, turns[1:])):
        turns[place] = _as_written(states[-1], turn, after)
        lay(turns[place])
    if states[-1].won is None:
        told = _told_by_score(written, following, state.before)
        if told is None:
            at_end = (_finding(fault("unfinished-game"), written.number),)
        else:
            turns.append(told)
            lay(told)
    return CheckedGame(written.number, turns, states, at_start, by_turn, at_end)


def _as_written(state: GameState, turn: AnyTurn, following: AnyTurn | None) -> AnyTurn:
    """Nothing after dice that could be played, where the opponent has then won, is no play: the side gave up."""
    if not isinstance(turn, Played) or turn.moves != () or not isinstance(following, GameWon):
        return turn
    could = any(one.kind == "illegal-play" for one in after_turn(state, turn).faults)
    return replace(turn, moves=None) if could and following.side != turn.side else turn


def _told_by_score(written: WrittenGame, following: WrittenGame | None, before: Score) -> GameWon | None:
    """The winner of a game whose end is not written, by the score before the next."""
    if following is None or following.score is None:
        return None
    first, second = (after - was for after, was in zip(following.score, before, strict=True))
    if (first > 0) == (second > 0) or min(first, second) < 0:
        return None
    side: Side = "first" if first else "second"
    return GameWon(side, written.turns[-1].move if written.turns else 1, 0, first or second)


def _finding(of: Fault, game: int, turn: AnyTurn | None = None) -> Finding:
    move, side = (turn.move or None, turn.side) if turn else (None, None)
    return Finding(kind=of.kind, game=game, move=move, side=side, facts=of.facts)


def _against_score(written: WrittenGame, counted: Score) -> tuple[Fault, ...]:
    if written.score in (None, counted):
        return ()
    return (fault("score", counted=said_score(counted), written=said_score(written.score or LEVEL)),)


def _after_the_match(terms: Terms, before: Score, counted: int) -> tuple[Fault, ...]:
    return (fault("game-after-match"),) if terms.is_over(before, counted) else ()


def _of_the_start(terms: Terms, board: Position) -> tuple[Fault, ...]:
    """A wrong start is valid once the game has come to its third turn [4.2.4]; it goes on from the board as it was."""
    return () if board == terms.board else (fault("wrong-start", start=terms.start),)


CUSTOMS = {"jacoby": "Jacoby rule", "beaver": "beavers", "beavers": "beavers", "autodoubles": "automatic doubles"}
"""By the word of a heading, what tournaments have none of [4.4.8]."""


def _customs(match: WrittenMatch) -> tuple[Finding, ...]:
    """The rules that the heading names and no tournament has [4.4.8]."""
    on = ("on", "yes", "true")
    customs = sorted({said for key, said in CUSTOMS.items() if match.heading.get(key, "").lower() in on})
    return tuple(Finding(kind="no-tournament-custom", facts={"custom": said}) for said in customs)


def _of_the_end(checked: CheckedMatch) -> tuple[Finding, ...]:
    if checked.terms.length is None and checked.terms.most_games is None:
        return ()
    return () if checked.is_over else (Finding(kind="unfinished-match", facts={"counted": said_score(checked.score)}),)


def said_score(score: Score) -> str:
    """A score in a sentence."""
    return f"{score[0]}–{score[1]}"
