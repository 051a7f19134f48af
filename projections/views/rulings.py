"""Documents of disputes, rulings and appeals (TD-9 to TD-13).

Everybody sees that there is one, who and what it is about, which rule it names, what it orders of matches and of who
is in, and how it ended. What was said, found and reasoned, what else was ordered of persons, and the votes are for the
staff, the parties and the committee.
"""

from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.ids import PersonId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Side, Value
from domain.kernel.visibility import FOR_PARTIES
from domain.officiating.committees import CommitteeVerdict, Vote
from domain.officiating.remedies import Remedy
from domain.officiating.sanction_catalogue import Flag
from domain.scoring.crawford import DoubledCrawford
from domain.scoring.disputes import ScoreSheet, ScoreStands
from domain.scoring.undecided import DirectorDecides
from domain.tournament.decisions.rulings.decisions import appeal_deadline
from domain.tournament.decisions.rulings.score_sheets import decided_by_sheets, flagged_sheets
from domain.tournament.derived.decided import concerned_entries
from domain.tournament.rulings.events import About, StatementKind
from domain.tournament.rulings.in_game import InGame
from domain.tournament.rulings.state import Appeal, Decision, Dispute, Ruling, RulingStatus
from domain.tournament.state import Tournament


class StatementView(Value):
    """A statement or exhibit that somebody has given or been asked for. No text: it went with the person, who is
    erased. `score_sheet` was handed in with it (TD-15), `committee` are those who an `agreement` names (TD-9)."""

    kind: StatementKind
    person: PersonId
    statement: PersonalText | None
    at: Instant
    score_sheet: ScoreSheet | None = None
    committee: tuple[PersonId, ...] = ()


class FlaggedSheetView(Value):
    """The newest sheet of that side has a doubled Crawford game (TD-17)."""

    side: Side
    flag: DoubledCrawford


class BySheetsView(Value):
    """The decision of the score by the newest sheet of each side (TD-15): the score that stands, with whose sheet says
    so and why, or that the director decides. `flagged` are sheets on which a Crawford game was doubled."""

    decided: Annotated[ScoreStands | DirectorDecides, Field(discriminator="kind")]
    flagged: tuple[FlaggedSheetView, ...]


class Withholding(Value):
    """`withheld` names the fields that this reader is not shown."""

    withheld: tuple[str, ...] = ()


class DisputeView(Withholding):
    """A matter before any ruling on it, and the number of its ruling once there is one (TD-9). `by_sheets` is there
    once a side has handed its score sheet in (TD-15)."""

    number: int
    about: About
    in_game: Annotated[InGame | None, FOR_PARTIES] = None
    parties: tuple[int, ...]
    opened_at: Instant
    matter: Annotated[PersonalText | None, FOR_PARTIES]
    statements: Annotated[tuple[StatementView, ...], FOR_PARTIES]
    ruling: int | None
    revision: int
    by_sheets: Annotated[BySheetsView | None, FOR_PARTIES] = None


class RulingView(Withholding):
    """A ruling: `remedies` as it was given, none where it dismissed what was `claimed`; `in_force` is what is ordered
    now, by it or by what an appeal has put in its place. `matches` are those that this reaches. `given_by` is None
    where no person's key gave it; `committee` has given it instead, by `votes`, as the parties in `agreed_by` have
    chosen (TD-9); `flagged` are remedies, numbered from 1, that depart from what the rule permits (TD-22). It can be
    appealed until `appeal_deadline`; None: without a limit (TD-11)."""

    number: int
    about: About
    in_game: Annotated[InGame | None, FOR_PARTIES] = None
    dispute: int | None
    clause: str
    facts: Annotated[PersonalText | None, FOR_PARTIES]
    reasons: Annotated[PersonalText | None, FOR_PARTIES]
    parties: tuple[int, ...]
    remedies: tuple[Remedy, ...]
    claimed: Annotated[tuple[Remedy, ...], FOR_PARTIES]
    in_force: tuple[Remedy, ...]
    matches: tuple[int, ...]
    status: RulingStatus
    withdrawn_because: Annotated[PersonalText | None, FOR_PARTIES] = None
    given_at: Instant
    given_by: PersonId | None
    committee: tuple[PersonId, ...]
    agreed_by: tuple[int, ...]
    votes: Annotated[tuple[Vote, ...], FOR_PARTIES]
    precedents: tuple[int, ...]
    flagged: Annotated[tuple[Flag, ...], FOR_PARTIES]
    appeal_deadline: Instant | None
    appeal: int | None
    revision: int


class DecisionOfDirectorView(Withholding):
    """A decision of staff without a ruling that nobody has appealed yet (TD-11); `number` is the version at which the
    history tells it. `parties` may appeal; where it is about the tournament, every entry may, and none is named."""

    number: int
    topic: str
    about: About
    clause: str
    decided_at: Instant
    decided_by: PersonId | None
    reason: Annotated[PersonalText | None, FOR_PARTIES]
    parties: tuple[int, ...]
    appeal_deadline: Instant | None


class AlternativeView(Value):
    """An alternative that may be decided in place of the ruling."""

    number: int
    remedies: tuple[Remedy, ...]


class AppealView(Withholding):
    """An appeal: by an entry, or where `by` is None by a `lodged_by` who a remedy names.

    `decision` is None while it is open; `decided_because` are the committee's reasons (TD-11, TD-12).
    `allowed` are members who an administrator allowed although they had served here."""

    number: int
    ruling: int
    entry: int | None
    lodged_by: Annotated[PersonId | None, FOR_PARTIES]
    lodged_at: Instant
    late: bool
    reason: Annotated[PersonalText | None, FOR_PARTIES]
    members: tuple[PersonId, ...]
    alternatives: Annotated[tuple[AlternativeView, ...], FOR_PARTIES]
    votes: Annotated[tuple[Vote, ...], FOR_PARTIES]
    decision: CommitteeVerdict | Literal["no-majority", "withdrawn"] | None
    decided_because: Annotated[PersonalText | None, FOR_PARTIES]
    revision: int
    allowed: tuple[PersonId, ...] = ()
    allowed_because: Annotated[PersonalText | None, FOR_PARTIES] = None


def dispute_view(state: Tournament, dispute: Dispute) -> DisputeView:
    """A dispute, whole."""
    return DisputeView.from_attributes(dispute, about=dispute.on, by_sheets=_by_sheets(state, dispute), withheld=())


def _by_sheets(state: Tournament, dispute: Dispute) -> BySheetsView | None:
    decided = decided_by_sheets(state, dispute)
    if decided is None:
        return None
    flagged = (FlaggedSheetView(side=side, flag=flag) for side, flag in flagged_sheets(state, dispute))
    return BySheetsView(decided=decided, flagged=tuple(flagged))


def ruling_view(state: Tournament, ruling: Ruling) -> RulingView:
    """A ruling, whole."""
    orders, appeal = ruling.in_force, state.directing.appeal_of(ruling.number)
    return RulingView.from_attributes(
        ruling,
        about=ruling.on,
        remedies=ruling.orders.remedies,
        in_force=orders.remedies if orders else (),
        matches=orders.matches if orders else (),
        given_at=ruling.orders.given_at,
        given_by=ruling.given_by.person,
        flagged=ruling.flags,
        appeal=appeal.number if appeal else None,
        withheld=(),
    )


def decision_view(state: Tournament, decision: Decision) -> DecisionOfDirectorView:
    """A decision that nobody has appealed, whole."""
    return DecisionOfDirectorView.from_attributes(
        decision,
        number=decision.version,
        about=decision.on,
        decided_at=decision.at,
        decided_by=decision.by.person,
        parties=() if decision.on.kind == "tournament" else concerned_entries(state, decision),
        appeal_deadline=appeal_deadline(state, decision),
        withheld=(),
    )


def appeal_view(appeal: Appeal) -> AppealView:
    """An appeal, whole."""
    return AppealView.from_attributes(appeal, withheld=())
