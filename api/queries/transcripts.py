"""Transcripts that were kept with their matches: found in the log, opened, and checked (GAM-7)."""

from typing import NamedTuple

from api.http.services import Services
from domain.backgammon.checking import CheckedMatch
from domain.backgammon.turns import WrittenMatch
from domain.kernel.ids import tournament_stream
from domain.kernel.personal_text import Sealed
from domain.kernel.refusal import Refused
from domain.match.layering import result_of
from domain.problems.match_record import MATCH_RECORD_UNKNOWN
from domain.scoring.games import Game, GamesPlayed
from domain.tournament.decisions.match_record.transcripts import (
    against_match,
    check_transcript,
    proposed_result,
    read_transcript,
)
from domain.tournament.guards.lookup import find_match
from domain.tournament.match_record.events import TranscriptKept
from domain.tournament.match_record.state import Attachment
from domain.tournament.state import Tournament
from projections.views.transcripts import (
    ReplayView,
    TranscriptView,
    finding_view,
    first_fault,
    game_views,
    replay_of,
)


class KeptText(NamedTuple):
    """The text of a transcript, and whether its first side is the match's second."""

    text: str
    turned: bool


class Transcript(NamedTuple):
    """A transcript as it is written, and checked."""

    kept: KeptText
    written: WrittenMatch
    checked: CheckedMatch


def find_transcript(services: Services, state: Tournament, match: int, number: int) -> Transcript:
    """The transcript that was attached to that match under that number. Raises Refused where there is none, or somebody
    of the match was erased."""
    played = find_match(state, match)
    kept = _kept_text(services, state, _attachment(state, match, number), number)
    checked = check_transcript(state, played, kept.text, turned=kept.turned)
    return Transcript(kept, read_transcript(kept.text), checked)


def transcript_view(state: Tournament, match: int, number: int, transcript: Transcript) -> TranscriptView:
    """The transcript as readers are shown it."""
    checked, played = transcript.checked, state.matches[match]
    findings = (*checked.findings, *against_match(played, checked, transcript.written))
    return TranscriptView(
        tournament=state.id,
        match=match,
        attachment=number,
        version=state.version,
        digest=_attachment(state, match, number).added.digest,
        turned=transcript.kept.turned,
        length=transcript.written.length,
        score=checked.score,
        is_over=checked.is_over,
        plays=checked.plays,
        checked=checked.checked,
        games=game_views(checked),
        findings=tuple(map(finding_view, findings)),
        proposes=proposed_result(checked),
        text=transcript.kept.text,
    )


def replay_view(state: Tournament, match: int, number: int, transcript: Transcript, game: int) -> ReplayView:
    """The game with that number, turn by turn. Raises Refused where there is none."""
    games = {one.number: one for one in reversed(transcript.checked.games)}
    if game not in games:
        raise Refused(MATCH_RECORD_UNKNOWN, f"The transcript has no game {game}.", number=game)
    place = {"tournament": state.id, "match": match, "attachment": number, "version": state.version}
    fault = first_fault(transcript.checked)
    told = {
        **place,
        **replay_of(games[game], _recorded_games(state, match)),
        "games": tuple(sorted(games)),
        "first_fault": fault,
    }
    return ReplayView.model_validate(told)


def _recorded_games(state: Tournament, match: int) -> tuple[Game, ...]:
    """The games of the match, where its result is told by games."""
    result = result_of(state.matches[match])
    return result.games if isinstance(result, GamesPlayed) else ()


def _attachment(state: Tournament, match: int, number: int) -> Attachment:
    attachments = state.match_records.of(match).attachments
    if number > len(attachments) or attachments[number - 1].kept_at is None:
        raise Refused(MATCH_RECORD_UNKNOWN, f"No transcript is kept as attachment {number} here.", number=number)
    return attachments[number - 1]


def _kept_text(services: Services, state: Tournament, attachment: Attachment, number: int) -> KeptText:
    version = attachment.kept_at or 0
    (stored,) = services.journal.history(tournament_stream(state.id), version - 1, 1)
    event = stored.recorded.event
    assert isinstance(event, TranscriptKept)  # noqa: S101 -- by its version
    text = event.transcript
    opened = services.journal.open_boxes([text])[text.bound_to] if isinstance(text, Sealed) else text
    if opened is None:
        detail = f"The text of transcript {number} was deleted when a person was erased."
        raise Refused(MATCH_RECORD_UNKNOWN, detail, number=number)
    return KeptText(str(opened), event.turned)
