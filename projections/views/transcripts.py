"""What a transcript comes to that was kept with its match (GAM-7): games, findings, and the result it proposes."""

from typing import Annotated

from domain.backgammon.checking import CheckedGame, CheckedMatch
from domain.backgammon.findings import Finding, Kind
from domain.kernel.ids import TournamentId
from domain.kernel.personal_text import SHOWN, Sealed
from domain.kernel.values import Side, Value
from domain.scoring.games import Game
from domain.scoring.score import Score
from domain.tournament.match_record.events import Sha256, TranscriptText
from domain.tournament.match_record.transcripts import Proposed


class FindingView(Value):
    """What was found, in which game and move, both from 1, and of which side; None: of the game or match as a whole.
    `text` says it in English, with the `facts`; `clause` is that of the federation's rules."""

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
