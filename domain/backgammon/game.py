"""One game as it went (GAM-1 to GAM-3, GAM-7): each turn laid on the board and the cube. What was against a rule is a
fault, and the game goes on from the board as it was [4.2.3, 4.4.6]."""

from dataclasses import dataclass
from typing import NamedTuple, get_args

from domain.backgammon.checkers import Position, is_contact
from domain.backgammon.doubling import ANNULLED, CENTRED, Held, why_not
from domain.backgammon.findings import Fault, fault
from domain.backgammon.terms import Terms
from domain.backgammon.turns import AnyTurn, Doubled, GameWon, Lost, Passed, Played, Taken, Unread
from domain.backgammon.wins import Won, is_all_off, kind_of_loss
from domain.backgammon.written_plays import lay_play
from domain.kernel.replacing import replace
from domain.kernel.values import Side, other
from domain.scoring.games import MULTIPLES, Game
from domain.scoring.result import Cube
from domain.scoring.score import Score, points_of


@dataclass(frozen=True, slots=True)
class Offer:
    """A double that waits for its answer; `counts` where the cube is turned once it is taken."""

    doubler: Side
    counts: bool


@dataclass(frozen=True, slots=True)
class GameState:
    """A game under way. `board` is as the first side sees it, None since it can't be followed; `due` is the side whose
    turn it is, None at the start; `won` is what it came to. `gave_up`: it was given up, and how many points that
    counts is not said yet. `gap`: turns are missing, and perhaps a double or its answer is among them. `checked`
    counts the plays that were looked at, and `choices` the boards that they could have led to."""

    terms: Terms
    before: Score
    crawford: bool
    board: Position | None
    cube: Held = CENTRED
    due: Side | None = None
    offer: Offer | None = None
    started_by: Side | None = None
    won: Game | None = None
    gave_up: bool = False
    gap: bool = False
    plays: int = 0
    checked: int = 0
    choices: int = 0


class After(NamedTuple):
    """The game after a turn, and what was wrong with the turn."""

    state: GameState
    faults: tuple[Fault, ...] = ()


def begin_game(terms: Terms, before: Score, board: Position, *, crawford: bool) -> GameState:
    """A game that begins at that score with that board; the cube is in the middle [4.4.1]."""
    return GameState(terms, before, crawford=crawford, board=board)


def board_for(side: Side, board: Position) -> Position:
    """The board of the first side as that side sees it; and back again."""
    return board if side == "first" else board.flip()


def after_turn(state: GameState, turn: AnyTurn) -> After:
    """The game after that turn, which counts as far as it can, and what was against a rule. GAM-1, room 1: "The two
    opposing parties take turns"."""
    if state.won is not None:
        return _after_the_end(state, state.won, turn)
    answered, unanswered = _with_the_double_answered(state, turn)
    late = answered.due not in (None, turn.side) and not isinstance(turn, GameWon | Lost | Unread)
    order = (fault("out-of-turn", due=str(answered.due)),) if late else ()
    laid = _after_turn(_with_starter(answered, turn), turn)
    return After(laid.state, unanswered + order + laid.faults)


def _with_starter(state: GameState, turn: AnyTurn) -> GameState:
    """GAM-5: who did something first has started the game."""
    told = state.started_by is not None or isinstance(turn, Lost | Unread | GameWon)
    return state if told else replace(state, started_by=turn.side)


def _after_turn(state: GameState, turn: AnyTurn) -> After:
    match turn:
        case Played():
            return _after_play(state, turn)
        case Doubled():
            return _after_double(state, turn)
        case Taken():
            return _after_take(state, turn)
        case Passed():
            return _after_pass(state, turn)
        case GameWon():
            return _after_giving_up(state, turn)
        case Unread():
            return After(replace(state, board=None, due=None, gap=True), (fault("unread", text=turn.shown),))
        case Lost():
            return After(replace(state, board=None, due=None, gap=True), (fault("lost-move"),))


def _after_play(state: GameState, turn: Played) -> After:
    """The board after the play; who has all checkers off has won (GAM-1)."""
    passed_on = replace(state, plays=state.plays + 1, due=other(turn.side))
    if state.board is None:
        return After(passed_on)
    after, faults, choices = lay_play(board_for(turn.side, state.board), turn)
    checked = replace(passed_on, checked=state.checked + 1, choices=state.choices + choices)
    board = None if after is None else board_for(turn.side, after)
    won = None
    if after is not None and is_all_off(after.mine):
        won = Game(winner=turn.side, won=kind_of_loss(after.theirs), cube=state.cube.value)
    return After(replace(checked, board=board, won=won), faults)


def _after_double(state: GameState, turn: Doubled) -> After:
    """GAM-2: a double to a wrong level is valid, and goes on at the right one [4.4.6]."""
    reason = why_not(state.cube, turn.side, state.terms, state.before, crawford_game=state.crawford)
    if state.gap and reason not in ("no-cube", "crawford"):
        return After(_doubled_as_said(state, turn))
    right = state.cube.doubled
    faults: tuple[Fault, ...] = ()
    if reason is not None:
        faults = (fault("invalid-double", reason=reason),)
    elif turn.level not in (None, right):
        faults = (fault("wrong-level", level=int(turn.level or 0), right=right),)
    offer = Offer(turn.side, counts=reason not in ANNULLED)
    return After(replace(state, due=other(turn.side), offer=offer), faults)


def _doubled_as_said(state: GameState, turn: Doubled) -> GameState:
    """The double counts to the level that is written: how the cube came there can be missing."""
    value = next((one for one in get_args(Cube) if one * 2 == turn.level), state.cube.value)
    cube = state.cube if value == state.cube.value else Held(value, turn.side)
    return replace(state, cube=cube, due=other(turn.side), offer=Offer(turn.side, counts=True))


def _after_take(state: GameState, turn: Taken) -> After:
    """GAM-2: who takes holds the cube. A beaver is no more than a take [4.4.8]."""
    beaver = (fault("no-tournament-custom", custom="beavers"),) if turn.beaver else ()
    if state.offer is None:
        return After(state, (*_no_double(state), *beaver))
    cube = state.cube.after_take(turn.side) if state.offer.counts else state.cube
    return After(replace(state, cube=cube, due=state.offer.doubler, offer=None), beaver)


def _after_pass(state: GameState, turn: Passed) -> After:
    """GAM-2, room 11: who rejects the cube "loses the game", at what it showed before."""
    if state.offer is None:
        gave_up = _after_conceding(state, other(turn.side), None)
        return After(gave_up.state, (*_no_double(state), *gave_up.faults))
    won = Game(winner=other(turn.side), cube=state.cube.value, ending="passed")
    return After(replace(state, won=won, offer=None))


def _no_double(state: GameState) -> tuple[Fault, ...]:
    """An answer without a double, unless that can be missing."""
    return () if state.gap else (fault("no-double"),)


def _after_giving_up(state: GameState, turn: GameWon) -> After:
    given_up = _after_conceding(state, turn.side, turn.points)
    return given_up._replace(state=replace(given_up.state, gave_up=turn.points is None))


def _after_conceding(state: GameState, winner: Side, points: int | None) -> After:
    """A game that was neither played out nor passed: a settled loss that was accepted, where there is no contact; else
    it was agreed, which is a breach [4.5]."""
    won = _kind_written(state, winner, points)
    uncounted = () if won else (fault("points", counted=state.cube.value, written=int(points or 0)),)
    contact = state.board is not None and is_contact(state.board)
    ending = None if state.board is None else "agreed" if contact else "settled-loss"
    told = {"winner": winner, "won": won or "single", "cube": state.cube.value, "ending": ending}
    agreed = (fault("agreed-outcome"),) if contact else ()
    return After(replace(state, won=Game.model_validate(told)), uncounted + agreed)


def _kind_written(state: GameState, winner: Side, points: int | None) -> Won | None:
    """The kind of win that counts so many points at the cube's value; None: no kind does."""
    kinds: tuple[Won, ...] = get_args(Won)
    counts = {kind: state.cube.value * MULTIPLES[kind] for kind in kinds}
    if points is None:
        return "single"
    return next((kind for kind, count in counts.items() if _says(state, winner, points, count)), None)


def _says(state: GameState, winner: Side, points: int, counted: int) -> bool:
    """Whether points are written as they count. GAM-4: those beyond the length are never needed, and some programs do
    not write them."""
    length = state.terms.length
    return points == counted or (length is not None and points == length - points_of(state.before, winner) <= counted)


def _with_the_double_answered(state: GameState, turn: AnyTurn) -> After:
    """GAM-2, room 11: the dice are rolled "only when the opponent has accepted"; else the cube is as it was. Where
    turns are missing, the double was taken if play goes on."""
    if state.offer is None or isinstance(turn, Taken | Passed | GameWon | Unread | Lost):
        return After(state)
    if state.gap:
        taken = _after_take(state, Taken(other(state.offer.doubler))).state
        return After(replace(taken, due=None))
    return After(replace(state, offer=None, due=state.offer.doubler), (fault("unanswered-double"),))


def _after_the_end(state: GameState, won: Game, turn: AnyTurn) -> After:
    """Some programs write that a side gave up, and below it who has won how many points: a gammon can be given up, and
    in which column it is written that somebody did says nothing in some."""
    if state.gave_up and isinstance(turn, GameWon) and turn.points is not None:
        kind = _kind_written(state, turn.side, turn.points)
        if kind is not None:
            return After(replace(state, won=won.model_copy(update={"won": kind, "winner": turn.side}), gave_up=False))
    return After(state, _against_the_end(state, won, turn))


def _against_the_end(state: GameState, won: Game, turn: AnyTurn) -> tuple[Fault, ...]:
    """The faults of something written after the end of a game: all but who has won it, and how many points."""
    match turn:
        case Unread():
            return (fault("unread", text=turn.shown),)
        case GameWon() if turn.side != won.winner:
            return (fault("winner", winner=won.winner),)
        case GameWon(points=None) | Lost():
            return ()
        case GameWon(points=points):
            right = _says(state, won.winner, points or 0, won.points)
            return () if right else (fault("points", counted=won.points, written=points or 0),)
        case _:
            return (fault("after-the-end"),)
