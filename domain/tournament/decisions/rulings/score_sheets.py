"""Score sheets that the sides of a match hand in with what they say in a dispute, and what decides by them (TD-15).

Readings: of each side its newest sheet counts; what any member of a team hands in is the side's. Where nobody has
handed one in, sheets are not what the dispute is about.
"""

from collections.abc import Iterator

from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.kernel.values import Side
from domain.match.record import Match
from domain.problems.rulings import SHEET_MISPLACED
from domain.scoring.crawford import DoubledCrawford
from domain.scoring.disputes import ScoreSheet, ScoreStands, score_in_dispute
from domain.scoring.undecided import DirectorDecides
from domain.tournament.derived.irregularities import flag_of_sheet
from domain.tournament.rulings.state import Dispute
from domain.tournament.state import Tournament

SIDES: tuple[Side, Side] = ("first", "second")


def require_side(state: Tournament, dispute: Dispute, person: PersonId) -> None:
    """Raises Refused where the person plays no match that the dispute is about."""
    if _side(state, dispute, person) is None:
        detail = f"The person plays no match that dispute {dispute.number} is about."
        raise Refused(SHEET_MISPLACED, detail, dispute=dispute.number, person=person)


def newest_sheets(state: Tournament, dispute: Dispute) -> dict[Side, ScoreSheet]:
    """The newest sheet of each side that has handed one in."""
    sheets = ((_side(state, dispute, said.person), said.score_sheet) for said in dispute.statements)
    return {side: sheet for side, sheet in sheets if side is not None and sheet is not None}


def decided_by_sheets(state: Tournament, dispute: Dispute) -> ScoreStands | DirectorDecides | None:
    """The decision on the score by its sheets; None: no sheet was handed in."""
    sheets = newest_sheets(state, dispute)
    return score_in_dispute(sheets.get("first"), sheets.get("second")) if sheets else None


def flagged_sheets(state: Tournament, dispute: Dispute) -> Iterator[tuple[Side, DoubledCrawford]]:
    """The sides on whose newest sheet the Crawford game was doubled (TD-17)."""
    sheets, match = newest_sheets(state, dispute), _match(state, dispute)
    for side in SIDES:
        flag = flag_of_sheet(state, match, sheets[side]) if match and side in sheets else None
        if flag is not None:
            yield side, flag


def _match(state: Tournament, dispute: Dispute) -> Match | None:
    """The match that the dispute is about."""
    if dispute.on.kind != "match" or dispute.on.number is None:
        return None
    return state.matches[dispute.on.number]


def _side(state: Tournament, dispute: Dispute, person: PersonId) -> Side | None:
    """The side of the person in the match that the dispute is about."""
    match = _match(state, dispute)
    if match is None:
        return None
    sides, _ = match.as_played
    of_sides = zip(SIDES, sides, strict=True)
    return next((side for side, entry in of_sides if person in state.entries[entry].persons), None)
