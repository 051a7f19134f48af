"""The federation's own settings, as the events make them. They are in the log and not in the environment, so that the
same history always decides alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from domain.federation import events as federation_events
from domain.federation.events import ReportDays, ResignationLimit
from domain.kernel.envelope import Actor, Event, Recorded
from domain.kernel.ids import StreamName
from domain.kernel.personal_text import PersonalText
from domain.kernel.replacing import replace
from domain.kernel.values import Pool
from domain.rating.listing import EVERYBODY_LISTED, ListingRules
from domain.rating.policy import POLICIES, Policies, Policy
from domain.rating.pools import Pools, RatingPool, newest


@dataclass(frozen=True, slots=True)
class ReportedDecision:
    """A decision that was reported to the federation, and who reported it, where that is known. `answer` says what came
    of it, None while it waits."""

    told: federation_events.DecisionReported
    reported_by: str
    at: datetime
    answer: PersonalText | None = None
    answered_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Precedent:
    """A principle ruling; `withdrawn` is the reason, None while it can be cited."""

    made: federation_events.PrincipleRulingMade
    at: datetime
    withdrawn: str | None = None


SanctionStatus = Literal["in-force", "reversed", "lifted"]


@dataclass(frozen=True, slots=True)
class OwnSanction:
    """A sanction that the federation itself has imposed, `by` whom; its appeal and what came of it. Whether a ban still
    holds, the person's record says too."""

    imposed: federation_events.SanctionImposed
    at: datetime
    by: Actor
    appeal: PersonalText | None = None
    appealed_at: datetime | None = None
    decided: federation_events.SanctionAppealDecided | None = None
    decided_at: datetime | None = None
    lifted: federation_events.SanctionLifted | None = None
    lifted_at: datetime | None = None

    @property
    def awaits_decision(self) -> bool:
        """Whether its appeal is open."""
        return self.status == "in-force" and self.appealed_at is not None and self.decided_at is None

    @property
    def status(self) -> SanctionStatus:
        """The sanction's status. One with an end is over at that moment, even if the status says otherwise."""
        if self.lifted is not None:
            return "lifted"
        return "reversed" if self.decided is not None and self.decided.verdict == "reversed" else "in-force"


@dataclass(frozen=True, slots=True)
class Publication:
    """Files that were published, by the event of this version."""

    published: federation_events.FilesPublished
    at: datetime
    version: int


@dataclass(frozen=True, slots=True)
class NamingRules:
    """The rules by which names are published: of nobody who may be younger than `minors_below` years, where it is said;
    with `consent_required` only of anyone who has consented, else of all who have not refused."""

    minors_below: int | None = None
    consent_required: bool = False

    def withholds(self, consent: bool | None, birth_year: int | None, year: int) -> bool:
        """Whether the name of a person with that consent, born in that year, is withheld from the public."""
        last = self.last_birth_year(year)
        refused = consent is False or (self.consent_required and consent is None)
        return refused or (last is not None and birth_year is not None and birth_year > last)

    def last_birth_year(self, year: int) -> int | None:
        """The last year of birth of anyone who is certainly no minor in that year; None: nobody is one. Who comes of
        age in the year may still be a minor, so all of it counts."""
        return None if self.minors_below is None else year - self.minors_below - 1


EVERYBODY = NamingRules()


@dataclass(frozen=True, slots=True)
class Federation:
    """The state; a person is banned at `resignation_limit` resignations (ALL-8), None: never. A report is due
    `report_days` after the end of its tournament (TD-19), as they were then. Days named to it are those of its
    `time_zone`; `naming` says whose names are published. The rest is by number from 1 (TD-25)."""

    stream: StreamName
    version: int = 0
    resignation_limit: ResignationLimit = 2
    report_days: ReportDays = 14
    time_zone: str = "UTC"
    naming: NamingRules = EVERYBODY
    decisions: tuple[ReportedDecision, ...] = ()
    precedents: tuple[Precedent, ...] = ()
    sanctions: tuple[OwnSanction, ...] = ()
    publications: tuple[Publication, ...] = ()
    policies: tuple[Policy, ...] = ()
    announced_pools: tuple[RatingPool, ...] = ()

    @property
    def rating_policies(self) -> Policies:
        """Every rating policy there is, in the order in which they came to be: those of the service first (ELO-8)."""
        return {**POLICIES, **{each.key: each for each in self.policies}}

    def policy(self, name: str, version: int) -> Policy | None:
        """The rating policy of that name and version, where there is one."""
        return self.rating_policies.get((name, version))

    @property
    def rating_pools(self) -> Pools:
        """Every rating pool there is, in its newest version (ELO-1)."""
        return newest(self.announced_pools)

    def listing_of(self, pool: Pool) -> ListingRules:
        """The rules of the official lists of a pool; of one that there is not, those of every new pool."""
        return self.rating_pools[pool].listing if pool in self.rating_pools else EVERYBODY_LISTED

    @property
    def waiting_decisions(self) -> tuple[ReportedDecision, ...]:
        """Reported decisions of which nothing has come yet: no answer, principle ruling or sanction."""
        settled = {one.made.decision for one in self.precedents} | {one.imposed.decision for one in self.sanctions}
        return tuple(one for one in self.decisions if one.answered_at is None and one.told.decision not in settled)

    @property
    def waiting_appeals(self) -> tuple[OwnSanction, ...]:
        """Sanctions of the federation's own whose appeals are open."""
        return tuple(one for one in self.sanctions if one.awaits_decision)

    def citable(self, precedent: int) -> bool:
        """Whether there is such a principle ruling, and it was not withdrawn."""
        return precedent <= len(self.precedents) and self.precedents[precedent - 1].withdrawn is None


def initial(stream: StreamName) -> Federation:
    """The settings before anything was settled."""
    return Federation(stream)


def evolve(state: Federation, recorded: Recorded[Any]) -> Federation:
    """The state after one more event."""
    return replace(_EVOLVE[type(recorded.event)](state, recorded.event, recorded), version=recorded.version)


def _limit(state: Federation, event: federation_events.ResignationLimitSet, _: Recorded[Any]) -> Federation:
    return replace(state, resignation_limit=event.limit)


def _days(state: Federation, event: federation_events.ReportDaysSet, _: Recorded[Any]) -> Federation:
    return replace(state, report_days=event.days)


def _zone(state: Federation, event: federation_events.TimeZoneSet, _: Recorded[Any]) -> Federation:
    return replace(state, time_zone=event.time_zone)


def _naming(state: Federation, event: federation_events.NamingRulesSet, _: Recorded[Any]) -> Federation:
    return replace(state, naming=NamingRules(event.minors_below, event.consent_required))


def _add_report(state: Federation, event: federation_events.DecisionReported, recorded: Recorded[Any]) -> Federation:
    told = ReportedDecision(event, recorded.actor.person or recorded.actor.key, recorded.recorded_at)
    return replace(state, decisions=(*state.decisions, told))


def _answer_report(state: Federation, event: federation_events.DecisionAnswered, recorded: Recorded[Any]) -> Federation:
    decisions = (
        replace(one, answer=event.answer, answered_at=recorded.recorded_at)
        if one.told.decision == event.decision
        else one
        for one in state.decisions
    )
    return replace(state, decisions=tuple(decisions))


def _add_precedent(
    state: Federation, event: federation_events.PrincipleRulingMade, recorded: Recorded[Any]
) -> Federation:
    return replace(state, precedents=(*state.precedents, Precedent(event, recorded.recorded_at)))


def _withdrawn(state: Federation, event: federation_events.PrincipleRulingWithdrawn, _: Recorded[Any]) -> Federation:
    precedents = (
        replace(one, withdrawn=event.reason) if one.made.precedent == event.precedent else one
        for one in state.precedents
    )
    return replace(state, precedents=tuple(precedents))


def _add_sanction(state: Federation, event: federation_events.SanctionImposed, recorded: Recorded[Any]) -> Federation:
    imposed = OwnSanction(event, recorded.recorded_at, recorded.actor)
    return replace(state, sanctions=(*state.sanctions, imposed))


def _with_sanction(state: Federation, number: int, **changed: Any) -> Federation:  # noqa: ANN401 -- its fields
    """The state with that sanction changed, where it is there."""
    sanctions = (replace(one, **changed) if nth == number else one for nth, one in enumerate(state.sanctions, 1))
    return replace(state, sanctions=tuple(sanctions))


def _appeal_sanction(
    state: Federation, event: federation_events.SanctionAppealed, recorded: Recorded[Any]
) -> Federation:
    return _with_sanction(state, event.sanction, appeal=event.account, appealed_at=recorded.recorded_at)


def _decide_appeal(
    state: Federation, event: federation_events.SanctionAppealDecided, recorded: Recorded[Any]
) -> Federation:
    return _with_sanction(state, event.sanction, decided=event, decided_at=recorded.recorded_at)


def _lift_sanction(state: Federation, event: federation_events.SanctionLifted, recorded: Recorded[Any]) -> Federation:
    return _with_sanction(state, event.sanction, lifted=event, lifted_at=recorded.recorded_at)


def _add_publication(state: Federation, event: federation_events.FilesPublished, recorded: Recorded[Any]) -> Federation:
    return replace(
        state, publications=(*state.publications, Publication(event, recorded.recorded_at, recorded.version))
    )


def _policy(state: Federation, event: federation_events.RatingPolicyAnnounced, _: Recorded[Any]) -> Federation:
    return replace(state, policies=(*state.policies, event.announced))


def _pool(state: Federation, event: federation_events.RatingPoolAnnounced, recorded: Recorded[Any]) -> Federation:
    made = RatingPool(
        pool=event.pool,
        version=event.pool_version,
        names=event.names,
        policy=event.policy,
        announced_at=recorded.recorded_at,
        listing=state.listing_of(event.pool),
    )
    return replace(state, announced_pools=(*state.announced_pools, made))


def _listing(state: Federation, event: federation_events.PoolListingSet, _: Recorded[Any]) -> Federation:
    known = state.rating_pools.get(event.pool, RatingPool(pool=event.pool))
    ruled = known.model_copy(update={"listing": event.listing})
    return replace(state, announced_pools=(*state.announced_pools, ruled))


def _keep_state(state: Federation, _: Event, __: Recorded[Any]) -> Federation:
    return state


_EVOLVE: Mapping[type[Event], Callable[[Federation, Any, Recorded[Any]], Federation]] = {
    federation_events.ResignationLimitSet: _limit,
    federation_events.ReportDaysSet: _days,
    federation_events.TimeZoneSet: _zone,
    federation_events.NamingRulesSet: _naming,
    federation_events.DecisionReported: _add_report,
    federation_events.DecisionAnswered: _answer_report,
    federation_events.PrincipleRulingMade: _add_precedent,
    federation_events.PrincipleRulingWithdrawn: _withdrawn,
    federation_events.SanctionImposed: _add_sanction,
    federation_events.SanctionAppealed: _appeal_sanction,
    federation_events.SanctionAppealDecided: _decide_appeal,
    federation_events.SanctionLifted: _lift_sanction,
    federation_events.RatingPolicyAnnounced: _policy,
    federation_events.RatingPoolAnnounced: _pool,
    federation_events.PoolListingSet: _listing,
    federation_events.LogRestarted: _keep_state,
    federation_events.LogKeyRotated: _keep_state,
    federation_events.FilesPublished: _add_publication,
}
