"""What readers are shown of what the federation was told, has ruled in principle, and imposed (TD-25), and of what was
imported (TD-9)."""

from domain.federation import decide
from domain.federation.events import SanctionKind, SanctionVerdict
from domain.federation.state import OwnSanction, Precedent, ReportedDecision, SanctionStatus
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Value
from domain.match import validity
from domain.tournament.decisions.imports.review import ImportStatus, status_of
from domain.tournament.state import Tournament, announced_settings


class DecisionView(Value):
    """A reported decision, and what came of it. The texts go when one of those they are about is erased, or who
    reported it."""

    decision: int
    reported_by: str
    tournament: TournamentId | None
    ruling: int | None
    account: PersonalText | None
    at: Instant
    answer: PersonalText | None
    answered_at: Instant | None


class PrecedentView(decide.PrincipleRuling):
    """A principle ruling; `withdrawn` is the reason, None while it can be cited."""

    precedent: int
    at: Instant
    withdrawn: str | None


class ImposedView(Value):
    """A sanction of the federation's own, its appeal, and how it stands. A ban is the nth in the person's record, which
    says whether it still holds."""

    sanction: int
    person: PersonId
    ban: int | None
    kind: SanctionKind
    clause: str | None
    measure: PersonalText | None
    until: Instant | None
    reason: PersonalText | None
    decision: int | None
    at: Instant
    status: SanctionStatus
    appeal: PersonalText | None
    appealed_at: Instant | None
    verdict: SanctionVerdict | None
    decided_at: Instant | None
    decided_because: PersonalText | None
    lifted_at: Instant | None
    lifted_because: PersonalText | None


def decision_view(one: ReportedDecision) -> DecisionView:
    """One that was reported."""
    return DecisionView.from_attributes(
        one.told, reported_by=one.reported_by, at=one.at, answer=one.answer, answered_at=one.answered_at
    )


def precedent_view(one: Precedent) -> PrecedentView:
    """One principle ruling."""
    return PrecedentView.from_attributes(one.made, at=one.at, withdrawn=one.withdrawn)


def imposed_view(one: OwnSanction) -> ImposedView:
    """One sanction of the federation's own."""
    decided, lifted = one.decided, one.lifted
    return ImposedView.from_attributes(
        one.imposed,
        at=one.at,
        status=one.status,
        appeal=one.appeal,
        appealed_at=one.appealed_at,
        verdict=decided and decided.verdict,
        decided_at=one.decided_at,
        decided_because=decided and decided.reasons,
        lifted_at=one.lifted_at,
        lifted_because=lifted and lifted.reason,
    )


class ImportView(Value):
    """An import: its `import_id`, which each act of it has as its key, the tournament that holds all of it, the source
    as it was called, and in whose name it is made now. `recorded_by` are those who have recorded something since it was
    confirmed last, and don't confirm it; null: nobody knows who, and nobody confirms it. `results` are those that
    count, `persons` those with an entry. Anyone who confirms it says the `tournament_version` they saw; `revision` is
    that of the tournament's settings, to take it back."""

    import_id: str
    tournament: TournamentId
    name: str
    source: str
    in_name_of: PersonId | None
    recorded_by: tuple[PersonId | None, ...]
    imported_at: Instant
    results: int
    persons: int
    status: ImportStatus
    reviewed_by: str | None
    reviewed_at: Instant | None
    tournament_version: int
    revision: int


def import_view(state: Tournament) -> ImportView:
    """One import. Raises ValueError where the tournament is none."""
    imported, settings = state.imported, announced_settings(state)
    if imported is None:
        raise ValueError(f"tournament {state.id} was not imported")
    status = status_of(state)
    reviewed_by, reviewed_at = _review_of(state, status)
    return ImportView.from_attributes(
        imported,
        tournament=state.id,
        name=settings.name,
        imported_at=imported.at,
        results=sum(validity.counting(match) is not None for match in state.matches.values()),
        persons=len({person for entry in state.entries.values() for person in entry.persons}),
        status=status,
        reviewed_by=reviewed_by,
        reviewed_at=reviewed_at,
        tournament_version=state.version,
        revision=settings.revision,
    )


def _review_of(state: Tournament, status: ImportStatus) -> tuple[str | None, Instant | None]:
    """By who and when it was taken back or confirmed."""
    settings = announced_settings(state)
    confirmed = state.imported.confirmed if state.imported else None
    match status:
        case "taken-back":
            return settings.ended_by, settings.ended_at
        case "confirmed" if confirmed is not None:
            return confirmed.by, confirmed.at
        case _:
            return None, None
