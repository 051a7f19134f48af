"""What readers are shown of what the federation was told, has ruled in principle, and imposed (TD-25)."""

from domain.federation import decide as asked
from domain.federation.state import Federation
from domain.ids import PersonId, TournamentId
from domain.values import Instant, Value


class DecisionView(Value):
    """A reported decision. The text goes when who reported it is erased."""

    report: int
    by: str
    tournament: TournamentId | None
    ruling: int | None
    text: str | None
    at: Instant


class PrecedentView(asked.PrincipleRuling):
    """A principle ruling; `withdrawn` is the reason, None while it can be cited."""

    precedent: int
    at: Instant
    withdrawn: str | None


class ImposedView(Value):
    """A sanction of the federation's own: the nth bar in the person's record, which says whether it still holds."""

    sanction: int
    person: PersonId
    bar: int
    kind: str
    until: Instant | None
    reason: str | None
    report: int | None
    at: Instant


def decision_views(state: Federation) -> tuple[DecisionView, ...]:
    """All that were reported, in their order."""
    return tuple(
        DecisionView(
            report=one.told.report,
            by=one.by,
            tournament=one.told.tournament,
            ruling=one.told.ruling,
            text=one.told.text,
            at=one.at,
        )
        for one in state.decisions
    )


def precedent_views(state: Federation) -> tuple[PrecedentView, ...]:
    """All principle rulings, in their order."""
    return tuple(
        PrecedentView(
            precedent=one.made.precedent,
            clause=one.made.clause,
            principle=one.made.principle,
            reasons=one.made.reasons,
            report=one.made.report,
            at=one.at,
            withdrawn=one.withdrawn,
        )
        for one in state.precedents
    )


def imposed_views(state: Federation) -> tuple[ImposedView, ...]:
    """All sanctions of the federation's own, in their order."""
    return tuple(
        ImposedView(
            sanction=one.imposed.sanction,
            person=one.imposed.person,
            bar=one.imposed.bar,
            kind=one.imposed.kind,
            until=one.imposed.until,
            reason=one.imposed.reason,
            report=one.imposed.report,
            at=one.at,
        )
        for one in state.sanctions
    )
