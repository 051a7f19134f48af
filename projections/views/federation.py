"""What readers are shown of what the federation was told, has ruled in principle, and imposed (TD-25)."""

from domain.federation import decide
from domain.federation.state import OwnSanction, Precedent, ReportedDecision
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Value


class DecisionView(Value):
    """A reported decision. The text goes when one of those it is about is erased, or who reported it."""

    report: int
    by: str
    tournament: TournamentId | None
    ruling: int | None
    text: PersonalText | None
    at: Instant


class PrecedentView(decide.PrincipleRuling):
    """A principle ruling; `withdrawn` is the reason, None while it can be cited."""

    precedent: int
    at: Instant
    withdrawn: str | None


class ImposedView(Value):
    """A sanction of the federation's own: the nth ban in the person's record, which says whether it still holds."""

    sanction: int
    person: PersonId
    ban: int
    kind: str
    until: Instant | None
    reason: PersonalText | None
    report: int | None
    at: Instant


def decision_view(one: ReportedDecision) -> DecisionView:
    """One that was reported."""
    return DecisionView(
        report=one.told.report,
        by=one.by,
        tournament=one.told.tournament,
        ruling=one.told.ruling,
        text=one.told.text,
        at=one.at,
    )


def precedent_view(one: Precedent) -> PrecedentView:
    """One principle ruling."""
    return PrecedentView(
        precedent=one.made.precedent,
        clause=one.made.clause,
        principle=one.made.principle,
        reasons=one.made.reasons,
        report=one.made.report,
        at=one.at,
        withdrawn=one.withdrawn,
    )


def imposed_view(one: OwnSanction) -> ImposedView:
    """One sanction of the federation's own."""
    return ImposedView(
        sanction=one.imposed.sanction,
        person=one.imposed.person,
        ban=one.imposed.ban,
        kind=one.imposed.kind,
        until=one.imposed.until,
        reason=one.imposed.reason,
        report=one.imposed.report,
        at=one.at,
    )
