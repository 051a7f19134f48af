"""A transcript with its match (GAM-7): read, held against the rules of play, the announcement and the report, and the
result it proposes.

Readings: the transcript is the sides' as the match has them; names in it are not compared. It proposes the games where
it has them from the start, else the score. What differs from a result that counts is a finding, which decides nothing.
"""

from functools import lru_cache
from typing import Literal

from domain.backgammon.checking import CheckedMatch, check_match, said_score
from domain.backgammon.findings import Finding
from domain.backgammon.mat_reading import TranscriptError, decode_transcript, read_matches
from domain.backgammon.terms import Terms, terms_of
from domain.backgammon.turned import turned_match
from domain.backgammon.turns import WrittenMatch
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.problems.match_record import TRANSCRIPT_UNREADABLE
from domain.scoring.result import LENGTH_OF, FinalScore, GamesPlayed
from domain.scoring.score import LEVEL
from domain.tournament.derived.stage import stage_of_match
from domain.tournament.state import Tournament

Proposed = GamesPlayed | FinalScore
Compared = Literal["length", "winner", "score"]
"""The parts of a transcript that are compared with its match."""


@lru_cache(maxsize=16)
def read_transcript(text: str) -> WrittenMatch:
    """The match in a transcript. Raises Refused where there is none, or more than one."""
    try:
        matches = read_matches(decode_transcript(text.encode()))
    except TranscriptError as error:
        raise Refused(TRANSCRIPT_UNREADABLE, str(error)) from error
    if len(matches) > 1:
        raise Refused(TRANSCRIPT_UNREADABLE, f"The transcript has {len(matches)} matches; send only this one.")
    return matches[0]


def check_transcript(state: Tournament, match: Match, text: str, *, turned: bool) -> CheckedMatch:
    """The transcript held against the rules, by the terms of that match. Raises Refused."""
    return _check_text(text, terms_of_match(state, match), turned)


def terms_of_match(state: Tournament, match: Match) -> Terms | None:
    """By what a match is played; None where it is no match of backgammon to points or of a mode of the room."""
    length = match.as_played[1]
    try:
        return terms_of(match.form, length, crawford=stage_of_match(state, match).crawford(match.form))
    except ValueError:
        return None


@lru_cache(maxsize=16)
def _check_text(text: str, terms: Terms | None, turned: bool) -> CheckedMatch:
    written = read_transcript(text)
    try:
        return check_match(turned_match(written) if turned else written, terms)
    except TranscriptError as error:
        raise Refused(TRANSCRIPT_UNREADABLE, str(error)) from error


def against_match(match: Match, transcript: CheckedMatch, written: WrittenMatch) -> tuple[Finding, ...]:
    """Where the transcript says something else than the announcement or the result that counts."""
    found = []
    if match.form not in LENGTH_OF and written.length != match.as_played[1]:
        found.append(_differs("length", str(written.length), str(match.as_played[1])))
    outcome = match.outcome
    if outcome is None or not transcript.is_over:
        return tuple(found)
    score = transcript.score
    winner = "first" if score[0] > score[1] else "second"
    if outcome.winner is not None and outcome.winner != winner:
        found.append(_differs("winner", winner, outcome.winner))
    if outcome.points is not None and outcome.points != score:
        found.append(_differs("score", said_score(score), said_score(outcome.points)))
    return tuple(found)


def proposed_result(transcript: CheckedMatch) -> Proposed | None:
    """The result that its transcript suggests for the match; None where it has no end, or begins before none."""
    if not transcript.is_over:
        return None
    won = [game.won for game in transcript.games]
    whole = transcript.games[0].before == LEVEL and not any(one.kind == "score" for one in transcript.findings)
    if whole and all(won):
        return GamesPlayed(games=tuple(game for game in won if game))
    return FinalScore(first=transcript.score[0], second=transcript.score[1])


def _differs(what: Compared, written: str, recorded: str) -> Finding:
    return Finding(kind="other-than-recorded", facts={"what": what, "written": written, "recorded": recorded})
