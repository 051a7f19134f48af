"""Requests to the federation: its settings, and decisions told to it, principle rulings and sanctions of its own
(TD-25).

Readings: anyone who has a key may report a decision, of a tournament or not. A principle ruling names nobody, and is
for everybody to read; one that was withdrawn can't be cited any more, and rulings that cite it stand. The federation
"may impose sanctions by authority of the current Tournament Rules or otherwise" [5.4]: a ban, placed in the person's
record with it; a warning, which counts as one before points in no tournament; and whatever else, in words of its own.
The rules name nobody to appeal to. So the person appeals once to the federation, where another administrator than who
imposed it decides, and the sanction holds meanwhile.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Self, TypeGuard

from pydantic import Field, model_validator

from domain.federation import events as federation_events
from domain.federation.events import Age, ReportDays, ResignationLimit, SanctionKind, SanctionVerdict
from domain.federation.published import FORM_VERSION, PublishedFile, Subject
from domain.federation.state import Federation, OwnSanction
from domain.kernel.calendar import time_zones
from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import ClubId, PersonId, TournamentId
from domain.kernel.refusal import Refused
from domain.kernel.values import GivenClosing, GivenName, Natural, Number, Pool, Reason, Value
from domain.officiating.sanction_catalogue import Clause
from domain.person.events import BanKind
from domain.problems.match_record import ALREADY_SETTLED
from domain.problems.persons import DECISION_UNKNOWN, PRECEDENT_UNKNOWN, SANCTION_UNKNOWN
from domain.problems.rulings import RULING_UNKNOWN
from domain.problems.tournament import (
    NOT_ALLOWED,
    POLICY_UNCHANGED,
    POLICY_UNKNOWN,
    POOL_LISTING_UNCHANGED,
    POOL_UNCHANGED,
    STALE,
    TIME_ZONE_UNKNOWN,
)
from domain.rating.announcing import SaidPolicy
from domain.rating.listing import ListingRules, NamedClubs, OpeningBy, SeenDays, require_clubs_of_members
from domain.rating.policy import made_policy
from domain.rating.pools import GivenPoolName, PoolName, PoolPolicy, require_pool


class Command(Value):
    """Anything that can be asked of it. `seen` is the version of the settings that its sender looked at."""

    seen: int | None = None


class SetResignationLimit(Command):
    """Set with how many resignations a person is banned from new entries (ALL-8)

    By administrators; with none where the limit is null. It counts for anyone who asks to enter from now on.
    """

    limit: ResignationLimit
    reason: Reason


class SetReportDays(Command):
    """Set how many days after a tournament's end its report is due (TD-19)

    By administrators. It counts for tournaments that end from then on.
    """

    days: ReportDays
    reason: Reason


class SetTimeZone(Command):
    """Set the time zone in which the federation means days (TD-4)

    By administrators; named such as Europe/Vienna. UTC until it is set. A day that is named to the federation, such as
    the last of a ban, begins and ends there; so does one named to a tournament that is announced from now on without a
    time zone. What is recorded is the moment, so nothing recorded before changes.
    """

    time_zone: GivenName
    reason: Reason


class SetNamingRules(Command):
    """Set whose names are withheld from the public (TD-2)

    By administrators: the names of persons who may be younger than `minors_below` years, by their year of birth, and
    where `consent_required` those of persons who have not consented to publication. Names of persons who refuse their
    consent are withheld in any case. It counts at once, for past tournaments too.
    """

    minors_below: Age | None
    consent_required: bool
    reason: Reason


class ReportDecision(Command):
    """Report a decision to the federation (TD-25)

    By anyone who has a key: a ruling of a tournament, or any other.
    """

    account: Reason
    tournament: TournamentId | None = None
    ruling: Number | None = None

    @model_validator(mode="after")
    def _ruling_of_a_tournament(self) -> Self:
        if self.ruling is not None and self.tournament is None:
            raise ValueError("name the tournament of the ruling")
        return self


class AnswerDecision(Command):
    """Say what came of a reported decision (TD-25)

    By administrators, once. A decision that a principle ruling or a sanction names needs no answer.
    """

    decision: Number
    answer: Reason


class PrincipleRuling(Value):
    """The rule that holds under a clause, with the reasons, and the reported decision that brought it about."""

    clause: Clause
    principle: Reason
    reasons: Reason
    decision: Number | None = None


class MakePrincipleRuling(PrincipleRuling, Command):
    """Make a principle ruling, which later rulings can cite (TD-25)

    By administrators. It is for everybody to read, and names nobody.
    """


class WithdrawPrincipleRuling(Command):
    """Withdraw a principle ruling (TD-25)

    By administrators. It can't be cited any more; rulings that cite it stand.
    """

    precedent: Number
    reason: Reason


class ImposeSanction(Command):
    """Impose a sanction of the federation's own (TD-25, TD-4)

    By administrators: a ban, placed in the person's record with it; a warning; or another, which `measure` tells, such
    as a fine. It lasts for good where `until` is null. `clause` is that of the rules by which it is imposed, null where
    it is by other authority. `decision` is the decision that brought it about. The person may appeal it.
    """

    person: PersonId
    kind: SanctionKind = "ban"
    until: GivenClosing | None
    reason: Reason
    clause: Clause | None = None
    measure: Reason | None = None
    decision: Number | None = None

    @model_validator(mode="after")
    def _told_where_no_rule_does(self) -> Self:
        if (self.kind == "other") != (self.measure is not None):
            raise ValueError("say in `measure` what another sanction is, and of no other kind")
        if self.kind == "warning" and self.until is not None:
            raise ValueError("a warning has no end")
        return self


class AppealSanction(Command):
    """Appeal a sanction of the federation's own (TD-25)

    By the person, once. The sanction holds until the appeal is decided.
    """

    sanction: Number
    account: Reason


class DecideSanctionAppeal(Command):
    """Decide on the appeal of a sanction of the federation's own (TD-25)

    By another administrator than the one who imposed it, both with keys of their own. Reversed, it holds no more, and
    its ban is lifted.
    """

    sanction: Number
    verdict: SanctionVerdict
    reasons: Reason


class LiftSanction(Command):
    """Lift a sanction of the federation's own (TD-25)

    By administrators. It holds no more, and its ban is lifted with it.
    """

    sanction: Number
    reason: Reason


class AnnounceRatingPolicy(SaidPolicy, Command):
    """Announce a rating policy, or a new version of one (ELO-8)

    By administrators. Tournaments that are announced from then on can name it; it never changes, and those that name an
    earlier version stay with that. The change of a rating is factor · K · q(n) · P, and
    P = 1 / (10^(D · p(n) / scale) + 1).
    """

    reason: Reason


class AnnounceRatingPool(Command):
    """Announce a rating pool, or other names or another policy of one (ELO-1, ELO-8)

    By administrators. From then on it is in every list of pools, and tournaments can be rated in it. With a policy, all
    tournaments of the pool that are announced from then on are rated by that; those announced before keep their own. A
    pool never goes away. Everybody begins in it as the policy of their first match says, or with the opening rating
    that they have there.
    """

    pool: Pool
    names: Annotated[tuple[GivenPoolName, ...], Field(min_length=1, max_length=20)]
    policy: PoolPolicy | None = None
    reason: Reason

    @model_validator(mode="after")
    def _names_each_language_once(self) -> Self:
        languages = [one.language for one in self.names]
        if len(set(languages)) != len(languages):
            raise ValueError("a language is named twice")
        return self


class SetPoolListing(Command):
    """Set who is on the official lists of a rating pool, and who sets opening ratings in it (ELO-1, ELO-8)

    By administrators. It counts for lists of days that begin from then on; lists of earlier days, and what was
    published, stay as they were. Matches are rated as before. Where opening ratings come by `policy` alone, the office
    can't set any; those that it has set stay.
    """

    pool: Pool
    minimum_matches: Natural
    seen_within_days: SeenDays | None
    members_only: bool
    opening: OpeningBy
    clubs: NamedClubs = ()
    reason: Reason

    @model_validator(mode="after")
    def _names_clubs_of_members(self) -> Self:
        require_clubs_of_members(self.clubs, members_only=self.members_only)
        return self

    @property
    def listing(self) -> ListingRules:
        """The rules."""
        return ListingRules(
            minimum_matches=self.minimum_matches,
            seen_within_days=self.seen_within_days,
            members_only=self.members_only,
            opening=self.opening,
            clubs=self.clubs,
        )


class RestartLog(Command):
    """The log is signed under the new `origin`; its former one had signed a tree of that size and root last."""

    origin: str
    former_origin: str
    former_size: int
    former_root: str


class RotateLogKey(Command):
    """The log is signed with the key `verifier_key` from now on, as `signed_note` says, which the key before has
    signed."""

    origin: str
    verifier_key: str
    signed_note: str


class RecordPublication(Command):
    """These files, which are kept, are what is published of `subject` as of that position of the log."""

    subject: Subject
    log_position: int
    files: tuple[PublishedFile, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """All that a decision looks at elsewhere: the rulings of a tournament, by number, how many bans a person has had,
    whether two are one person, merged since, and a club. All raise Refused where there is none such."""

    rulings: Callable[[TournamentId], Collection[int]]
    bans: Callable[[PersonId], int]
    are_one: Callable[[PersonId, PersonId], bool]
    club: Callable[[ClubId], object]


def decide(state: Federation, command: Command, actor: Actor, known: Known) -> tuple[Event, ...]:
    """The events that carry the command out. Raises Refused, and then nothing of it happens."""
    if not isinstance(command, ReportDecision | AppealSanction):
        require_administrator(actor)
    if command.seen is not None and command.seen != state.version:
        raise Refused(STALE, f"The settings are at revision {state.version} now.", revision=state.version)
    return (_DECIDE[type(command)](state, command, actor, known),)


def require_administrator(actor: Actor) -> None:
    """Raises Refused unless an administrator asks."""
    if actor.role != "administrator":
        raise Refused(NOT_ALLOWED, "Only administrators can do this.")


def _limit(_: Federation, command: SetResignationLimit, __: Actor, ___: Known) -> Event:
    return federation_events.ResignationLimitSet(limit=command.limit, reason=command.reason)


def _days(_: Federation, command: SetReportDays, __: Actor, ___: Known) -> Event:
    return federation_events.ReportDaysSet(days=command.days, reason=command.reason)


def _zone(_: Federation, command: SetTimeZone, __: Actor, ___: Known) -> Event:
    require_time_zone(command.time_zone)
    return federation_events.TimeZoneSet(time_zone=command.time_zone, reason=command.reason)


def _naming(_: Federation, command: SetNamingRules, __: Actor, ___: Known) -> Event:
    return federation_events.NamingRulesSet.from_attributes(command)


def require_time_zone(name: str) -> None:
    """Raises Refused where no time zone has that name."""
    if name not in time_zones():
        raise Refused(TIME_ZONE_UNKNOWN, f"There is no time zone {name!r}.")


def _report(state: Federation, command: ReportDecision, actor: Actor, known: Known) -> Event:
    if command.tournament is not None:
        rulings = known.rulings(command.tournament)
        if command.ruling is not None and command.ruling not in rulings:
            raise Refused(RULING_UNKNOWN, f"There is no ruling {command.ruling} there.", ruling=command.ruling)
    return federation_events.DecisionReported.from_attributes(
        command, decision=len(state.decisions) + 1, reported_by=actor.person
    )


def _answer(state: Federation, command: AnswerDecision, _: Actor, __: Known) -> Event:
    _require_reported(state, command.decision)
    if state.decisions[command.decision - 1].answered_at is not None:
        raise Refused(ALREADY_SETTLED, f"Decision {command.decision} was answered.")
    return federation_events.DecisionAnswered.from_attributes(command)


def _rule(state: Federation, command: MakePrincipleRuling, _: Actor, __: Known) -> Event:
    _require_reported(state, command.decision)
    return federation_events.PrincipleRulingMade.from_attributes(command, precedent=len(state.precedents) + 1)


def _withdraw(state: Federation, command: WithdrawPrincipleRuling, _: Actor, __: Known) -> Event:
    require_citable(state, (command.precedent,))
    return federation_events.PrincipleRulingWithdrawn(precedent=command.precedent, reason=command.reason)


def _impose(state: Federation, command: ImposeSanction, _: Actor, known: Known) -> Event:
    _require_reported(state, command.decision)
    ban = known.bans(command.person) + 1 if is_ban(command.kind) else None
    return federation_events.SanctionImposed.from_attributes(command, sanction=len(state.sanctions) + 1, ban=ban)


def is_ban(kind: SanctionKind) -> TypeGuard[BanKind]:
    """Whether a sanction of that kind is placed in the person's record as a ban."""
    return kind not in ("warning", "other")


def _appeal(state: Federation, command: AppealSanction, actor: Actor, known: Known) -> Event:
    found = state.sanctions[command.sanction - 1 : command.sanction]
    if not found or not _bears(found[0], actor, known):
        raise Refused(NOT_ALLOWED, "A sanction is appealed by the person who bears it.")
    [one] = found
    if one.status != "in-force" or one.appealed_at is not None:
        raise Refused(ALREADY_SETTLED, f"Sanction {command.sanction} was appealed, or holds no more.")
    return federation_events.SanctionAppealed(sanction=command.sanction, account=command.account)


def _decide_appeal(state: Federation, command: DecideSanctionAppeal, actor: Actor, known: Known) -> Event:
    one = sanction_of(state, command.sanction)
    if not one.awaits_decision:
        raise Refused(ALREADY_SETTLED, f"No appeal of sanction {command.sanction} is open.")
    if not actor.is_another_than(one.by) or _is_of(one, actor, known):
        raise Refused(NOT_ALLOWED, "Another administrator decides, who neither imposed the sanction nor bears it.")
    return federation_events.SanctionAppealDecided.from_attributes(command)


def _lift(state: Federation, command: LiftSanction, actor: Actor, known: Known) -> Event:
    one = sanction_of(state, command.sanction)
    if one.status != "in-force":
        raise Refused(ALREADY_SETTLED, f"Sanction {command.sanction} holds no more.")
    if _is_of(one, actor, known):
        raise Refused(NOT_ALLOWED, "Nobody lifts a sanction against themselves.")
    return federation_events.SanctionLifted(sanction=command.sanction, reason=command.reason)


def _bears(one: OwnSanction, actor: Actor, known: Known) -> bool:
    return actor.person is not None and known.are_one(one.imposed.person, actor.person)


def _is_of(one: OwnSanction, actor: Actor, known: Known) -> bool:
    """Whether the actor, or anyone behind them, bears the sanction."""
    return any(known.are_one(one.imposed.person, person) for person in actor.persons)


def sanction_of(state: Federation, number: int) -> OwnSanction:
    """The sanction of that number. Raises Refused where there is none."""
    if not 0 < number <= len(state.sanctions):
        raise Refused(SANCTION_UNKNOWN, f"The federation has imposed no sanction {number}.", sanction=number)
    return state.sanctions[number - 1]


def _announce_policy(state: Federation, command: AnnounceRatingPolicy, _: Actor, __: Known) -> Event:
    constants = command.constants()
    versions = [version for name, version in state.rating_policies if name == command.name]
    made = made_policy(command.name, max(versions, default=0) + 1, constants)
    if any(each.name == made.name and each.constants == constants for each in state.rating_policies.values()):
        raise Refused(POLICY_UNCHANGED, f"{made.name} already has a version that says the same.", policy=made.name)
    return federation_events.RatingPolicyAnnounced(
        policy=made.name,
        policy_version=made.version,
        digest=made.digest(),
        constants=constants,
        reason=command.reason,
    )


def _announce_pool(state: Federation, command: AnnounceRatingPool, _: Actor, __: Known) -> Event:
    policy, before = command.policy, state.rating_pools.get(command.pool)
    names = tuple(PoolName(language=one.language, name=one.name) for one in command.names)
    if policy is not None and state.policy(policy.policy, policy.policy_version) is None:
        raise Refused(POLICY_UNKNOWN, f"There is no rating policy {policy.policy} version {policy.policy_version}.")
    if before is not None and (names, policy) == (before.names, before.policy):
        raise Refused(POOL_UNCHANGED, "The rating pool already has these names and this policy.", pool=command.pool)
    version = 1 if before is None else before.version + 1
    return federation_events.RatingPoolAnnounced.from_attributes(command, names=names, pool_version=version)


def _set_listing(state: Federation, command: SetPoolListing, _: Actor, known: Known) -> Event:
    for club in command.clubs:
        known.club(club)
    if require_pool(state.rating_pools, command.pool).listing == command.listing:
        raise Refused(POOL_LISTING_UNCHANGED, "The rating pool already has these listing rules.", pool=command.pool)
    return federation_events.PoolListingSet(pool=command.pool, listing=command.listing, reason=command.reason)


def _restart_log(_: Federation, command: RestartLog, __: Actor, ___: Known) -> Event:
    return federation_events.LogRestarted.from_attributes(command)


def _rotate_log_key(_: Federation, command: RotateLogKey, __: Actor, ___: Known) -> Event:
    return federation_events.LogKeyRotated.from_attributes(command)


def _publish(state: Federation, command: RecordPublication, _: Actor, __: Known) -> Event:
    number = len(state.publications) + 1
    return federation_events.FilesPublished.from_attributes(command, publication=number, form_version=FORM_VERSION)


def _require_reported(state: Federation, decision: int | None) -> None:
    if decision is not None and decision > len(state.decisions):
        raise Refused(DECISION_UNKNOWN, f"No decision {decision} was reported.", decision=decision)


def require_citable(state: Federation, precedents: Collection[int]) -> None:
    """Raises Refused where one of them is no principle ruling, or was withdrawn."""
    missing = [precedent for precedent in precedents if not state.citable(precedent)]
    if missing:
        raise Refused(PRECEDENT_UNKNOWN, f"No principle ruling {missing[0]} can be cited.", precedents=missing)


_DECIDE: Mapping[type[Command], Callable[[Federation, Any, Actor, Known], Event]] = {
    SetResignationLimit: _limit,
    SetReportDays: _days,
    SetTimeZone: _zone,
    SetNamingRules: _naming,
    ReportDecision: _report,
    AnswerDecision: _answer,
    MakePrincipleRuling: _rule,
    WithdrawPrincipleRuling: _withdraw,
    ImposeSanction: _impose,
    AppealSanction: _appeal,
    DecideSanctionAppeal: _decide_appeal,
    LiftSanction: _lift,
    AnnounceRatingPolicy: _announce_policy,
    AnnounceRatingPool: _announce_pool,
    SetPoolListing: _set_listing,
    RestartLog: _restart_log,
    RotateLogKey: _rotate_log_key,
    RecordPublication: _publish,
}
