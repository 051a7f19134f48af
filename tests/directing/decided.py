"""Results and remedies as they are recorded: with what they come to by the rules in force."""

from collections.abc import Sequence

from domain.kernel.refusal import Refused
from domain.match.effective_result import Ruled, Told, effective, opening_score
from domain.officiating.remedies import Awarded, Ordered, Remedy, ResultAward, ScoreCorrection
from domain.scoring.outcome import outcome, outcome_by_itself
from domain.scoring.result import FinalScore, Form, Result
from domain.scoring.score import Score


def told(result: Result | None, length: int, form: Form, begun: Score) -> Told | None:
    """The result with what it comes to, None where it takes rulings to end the match; `begun` is the score it went on
    at. Raises Refused."""
    return None if result is None else Told(result, outcome_by_itself(outcome, result, length, form, begun))


def ordered(remedies: Sequence[Remedy], length: int, form: Form = "points") -> list[Ordered]:
    """The remedies with what an awarded result comes to; of one that the rules don't know nothing is decided."""
    return [_awarded(one, length, form) if isinstance(one, ResultAward | ScoreCorrection) else one for one in remedies]


def _awarded(award: ResultAward | ScoreCorrection, length: int, form: Form) -> Awarded:
    try:
        given = award.result if isinstance(award, ResultAward) else FinalScore(first=award.first, second=award.second)
        return Awarded(award, outcome(given, length, form))
    except Refused:
        return Awarded(award, None)


def ruled(
    result: Result | None, length: int, remedies: Sequence[Remedy], form: Form = "points", play_began: bool = False
) -> Ruled:
    """What a match comes to by the result and the remedies. Raises Refused."""
    begun = opening_score(length, remedies, form)
    return effective(told(result, length, form, begun), length, ordered(remedies, length, form), form, play_began)
