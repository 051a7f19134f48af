"""Documents of a transcript that was kept with its match (GAM-7): games, findings, and the result it proposes."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from domain.backgammon.checking import CheckedGame, CheckedMatch
from domain.backgammon.findings import Finding, Kind
from domain.backgammon.game import GameState, board_for
from domain.backgammon.mat_writing import said_move, said_play
from domain.backgammon.moves import Roll
from domain.backgammon.situation import Situation, situation_at
from domain.backgammon.turns import AnyTurn, Doubled, GameWon, Lost, Move, Passed, Played, Taken, Turn, Unread
from domain.backgammon.written_plays import moves_between
from domain.backgammon.xgid import written_xgid
from domain.kernel.ids import TournamentId
from domain.kernel.personal_text import SHOWN, Sealed
from domain.kernel.values import Side, Value
from domain.officiating.remedies import DoubleAnnulment
from domain.scoring.games import Game
from domain.scoring.score import Score
from domain.tournament.decisions.match_record.transcripts import Proposed
from domain.tournament.decisions.rulings.annulled_doubles import annulment_of
from domain.tournament.match_record.events import Sha256, TranscriptText


class FindingView(Value):
    """A finding of a check, in which game and move, both from 1, and of which side; None: of the game or match as a
    whole. `text` says it in English, with the `facts`; `clause` is that of the federation's rules."""

    kind: Kind
    game: int | None
    move: int | None
    side: Side | None
    rule: str
    clause: str | None
    facts: dict[str, str | int]
    text: str


class TranscriptGameView(Value):
    """A game: the score before it, whose first turn it was (GAM-5), what it came to, None where it has no end, and how
    many of its plays are written and could be checked."""

    number: int
    before: Score
    started_by: Side | None
    won: Game | None
    plays: int
    checked: int


class TranscriptView(Value):
    """A transcript held against the rules of play, the announcement and the result that counts. Its sides are those of
    the match; `length` is what it says, 0 where it says none. `proposes` is what can be reported by it, None where it
    has no end. `text` is the file, of which `digest` is the SHA-256 in UTF-8; `turned`: the file has the match's second
    side first."""

    tournament: TournamentId
    match: int
    attachment: int
    version: int
    digest: Sha256
    turned: bool
    length: int
    score: Score
    is_over: bool
    plays: int
    checked: int
    games: tuple[TranscriptGameView, ...]
    findings: tuple[FindingView, ...]
    proposes: Proposed | None
    text: Annotated[TranscriptText | Sealed, SHOWN] | None


Does = Literal["played", "doubled", "taken", "passed", "won", "unread", "lost"]


class TurnView(Value):
    """The turn of a side: `does` says what. `play` is a play of the `roll` as it is written: empty where nothing could
    be moved, None where it is not written; `moves` are its checkers' ways, as that side counts its points: 25 is the
    bar, 0 is off. `number` is the level that a double names, or the points that were won, as far as they are written.
    `found` is the position that it found, as an XGID; None: it is not known. `move` is None where the transcript
    numbers none. `remedy` is what a ruling can order of a double that is annulled [4.4.4, 4.4.7]."""

    move: int | None
    side: Side
    does: Does
    roll: Roll | None
    play: str | None
    moves: tuple[tuple[int, int], ...]
    number: int | None
    text: str
    found: str | None
    findings: tuple[FindingView, ...]
    remedy: DoubleAnnulment | None


class FaultPlace(Value):
    """Where something was found: the number of the game, and the place of the turn in it, from 1."""

    game: int
    turn: int


class ReplayView(Value):
    """A game of a transcript, turn by turn; `games` are the numbers of all its games. `at_start` and `at_end` were
    found of the game as a whole. `end` is the last position, as an XGID; None: it is not known. `first_fault` is the
    first turn of the match of which something was found."""

    tournament: TournamentId
    match: int
    attachment: int
    version: int
    game: TranscriptGameView
    games: tuple[int, ...]
    turns: tuple[TurnView, ...]
    at_start: tuple[FindingView, ...]
    at_end: tuple[FindingView, ...]
    end: str | None
    first_fault: FaultPlace | None


class ShownReplay(Value):
    """A transcript that everybody may replay: the score that it comes to, how many plays it has, and its games."""

    attachment: int
    score: Score
    plays: int
    games: tuple[TranscriptGameView, ...]


class ReplaysView(Value):
    """The replays of a match that everybody may see."""

    tournament: TournamentId
    match: int
    version: int
    replays: tuple[ShownReplay, ...]


def without_what_it_says(replay: ReplayView) -> ReplayView:
    """The same without findings, for they are for the sides and the staff, and without words of the file that nobody
    could read: names may be among them."""
    turns = [
        turn.model_copy(update={"findings": (), "remedy": None} | ({"text": ""} if turn.does == "unread" else {}))
        for turn in replay.turns
    ]
    nothing = {"at_start": (), "at_end": (), "first_fault": None}
    return replay.model_copy(update={"turns": tuple(turns), **nothing})


def replay_of(game: CheckedGame, recorded: Sequence[Game]) -> Mapping[str, object]:
    """The replay of the game, but for its place; `recorded` are the games of the match by its result."""
    return {
        "game": _game_view(game),
        "turns": tuple(_turn_view(game, place, recorded) for place in range(1, len(game.turns) + 1)),
        "at_start": tuple(map(finding_view, game.at_start)),
        "at_end": tuple(map(finding_view, game.at_end)),
        "end": _xgid(situation_at(game.states[-1], None)),
    }


def first_fault(match: CheckedMatch) -> FaultPlace | None:
    """The first turn of which something was found."""
    turns = ((game.number, turn) for game in match.games for turn, found in enumerate(game.by_turn, 1) if found)
    first = next(turns, None)
    return None if first is None else FaultPlace(game=first[0], turn=first[1])


def _turn_view(game: CheckedGame, place: int, recorded: Sequence[Game]) -> TurnView:
    turn, state, findings = game.turns[place - 1], game.states[place - 1], game.by_turn[place - 1]
    played = turn if isinstance(turn, Played) else None
    moves = None if played is None else _moves(state, played)
    return TurnView(
        move=turn.move or None,
        side=turn.side,
        does=_DOES[type(turn)],
        roll=None if played is None else played.roll,
        play=None if moves is None else " ".join(map(said_move, moves)),
        moves=tuple((move.start, move.end) for move in moves or ()),
        number=_number(turn),
        text=said_play(turn),
        found=_xgid(situation_at(state, turn)),
        findings=tuple(map(finding_view, findings)),
        remedy=annulment_of(game, place, recorded),
    )


def _moves(state: GameState, turn: Played) -> tuple[Move, ...] | None:
    """Those of a play; None: they are not written, and neither is the board after it."""
    if turn.after is None or state.board is None:
        return turn.moves
    return moves_between(board_for(turn.side, state.board), turn.after)


_DOES: Mapping[type[Turn], Does] = {
    Played: "played",
    Doubled: "doubled",
    Taken: "taken",
    Passed: "passed",
    GameWon: "won",
    Unread: "unread",
    Lost: "lost",
}


def _number(turn: AnyTurn) -> int | None:
    match turn:
        case Doubled():
            return turn.level
        case GameWon():
            return turn.points
        case _:
            return None


def _xgid(situation: Situation | None) -> str | None:
    return None if situation is None else written_xgid(situation)


def finding_view(finding: Finding) -> FindingView:
    """A finding as readers see it."""
    told = {"rule": finding.rule, "clause": finding.clause, "facts": dict(finding.facts), "text": finding.text}
    return FindingView(kind=finding.kind, game=finding.game, move=finding.move, side=finding.side, **told)  # type: ignore[arg-type]  # by name


def game_views(match: CheckedMatch) -> tuple[TranscriptGameView, ...]:
    """Its games."""
    return tuple(map(_game_view, match.games))


def _game_view(game: CheckedGame) -> TranscriptGameView:
    end = game.states[-1]
    return TranscriptGameView(
        number=game.number,
        before=game.before,
        started_by=end.started_by,
        won=game.won,
        plays=end.plays,
        checked=end.checked,
    )
