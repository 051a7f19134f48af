"""What a result comes to as it is recorded: decided here once, by the rules of the match's stage, and kept in the event
(ALL-11)."""

from collections.abc import Sequence

from domain.kernel.refusal import Refused
from domain.match import layering
from domain.match.record import Match
from domain.officiating.remedies import Remedy, ResultAward, ScoreCorrection
from domain.scoring.games import Outcome
from domain.scoring.outcome import outcome_by_itself
from domain.scoring.result import FinalScore, Result
from domain.tournament.derived.stage import stage_of_match
from domain.tournament.state import Tournament


def outcome_of(state: Tournament, match: Match, result: Result, length: int) -> Outcome | None:
    """What the result comes to without rulings in that match, played to `length`; None where it takes a ruling's points
    to end it. Raises Refused where the rules of the stage know no such result."""
    rule = stage_of_match(state, match).outcome
    if not match.layers:
        return rule(result, length, match.form)
    return outcome_by_itself(rule, result, length, match.form, layering.begun_at(match))


def outcome_ordered(state: Tournament, match: Match, remedies: Sequence[Remedy]) -> Outcome | None:
    """What the result comes to that the remedies award, or the score that they set; None where that does not end the
    match. Raises Refused like `outcome_of` for a result; a score that the rules don't know ends nothing."""
    for remedy in remedies:
        if isinstance(remedy, ResultAward):
            return stage_of_match(state, match).outcome(remedy.result, match.as_played[1], match.form)
        if isinstance(remedy, ScoreCorrection):
            return _outcome_at(state, match, FinalScore(first=remedy.first, second=remedy.second))
    return None


def _outcome_at(state: Tournament, match: Match, score: FinalScore) -> Outcome | None:
    try:
        return stage_of_match(state, match).outcome(score, match.as_played[1], match.form)
    except Refused:
        return None
