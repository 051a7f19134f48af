"""Events of the federation itself: its settings and rulings, and what was reported to it. Topics and fields are for
ever."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints

from domain.federation.published import PublishedFile, Subject
from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Digest, Instant, Name, Natural, Number, Pool, Reason
from domain.kernel.visibility import FOR_ADMINISTRATORS, PUBLIC, Part
from domain.officiating.sanction_catalogue import Clause
from domain.person.events import BanKind
from domain.rating.listing import ListingRules
from domain.rating.pinned import CONSTANTS
from domain.rating.policy import Constants, Policy, PolicyName, made_policy
from domain.rating.pools import PoolName, PoolPolicy

ResignationLimit = Annotated[int, Field(strict=True, ge=1, le=1000)] | None
"""With how many resignations a person is banned from new entries (ALL-8); None: with none."""


class ResignationLimitSet(Event):
    """With how many resignations a person is banned from new entries (ALL-8); null: with none."""

    TOPIC: ClassVar[str] = "federation.resignation-limit-set.v1"
    SEEN: ClassVar[Part] = PUBLIC
    limit: ResignationLimit
    reason: Annotated[Reason, PUBLIC]


ReportDays = Annotated[int, Field(strict=True, ge=1, le=366)]
"""How many days after a tournament's end its report is due (TD-19)."""


class ReportDaysSet(Event):
    """The number of days after a tournament's end by which its report is due (TD-19)."""

    TOPIC: ClassVar[str] = "federation.report-days-set.v1"
    SEEN: ClassVar[Part] = PUBLIC
    days: ReportDays
    reason: Annotated[Reason, PUBLIC]


class TimeZoneSet(Event):
    """Where the federation's days begin and end: a day that is named to it, and the tournaments that name no other."""

    TOPIC: ClassVar[str] = "federation.time-zone-set.v1"
    SEEN: ClassVar[Part] = PUBLIC
    time_zone: Annotated[Name, PUBLIC]
    reason: Annotated[Reason, PUBLIC]


Age = Annotated[int, Field(strict=True, ge=1, le=120)]
"""In years."""


class NamingRulesSet(Event):
    """The names that are withheld from anyone who reads without a key: those of persons who may be younger than
    `minors_below` years (null: of no age), and of persons who have not consented, where `consent_required`; always
    those of persons who refuse their consent."""

    TOPIC: ClassVar[str] = "federation.naming-rules-set.v1"
    SEEN: ClassVar[Part] = PUBLIC
    minors_below: Age | None
    consent_required: bool
    reason: Annotated[Reason, PUBLIC]


class DecisionReported(Event):
    """Somebody reports a decision, of a ruling where one is named (TD-25). `reported_by` reports it, if they are in the
    registry."""

    TOPIC: ClassVar[str] = "federation.decision-reported.v1"
    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    decision: Number
    reported_by: PersonId | None
    tournament: TournamentId | None
    ruling: Number | None
    account: PersonalText


class DecisionAnswered(Event):
    """An administrator says what came of a reported decision (TD-25): it waits for nobody any more."""

    TOPIC: ClassVar[str] = "federation.decision-answered.v1"
    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    decision: Number
    answer: PersonalText


class PrincipleRulingMade(Event):
    """A rule that holds from now on under a clause: a precedent that rulings can cite (TD-25). It names nobody;
    `decision` is the decision that brought it about."""

    TOPIC: ClassVar[str] = "federation.principle-ruling-made.v1"
    SEEN: ClassVar[Part] = PUBLIC
    precedent: Number
    clause: Clause
    principle: Annotated[Reason, PUBLIC]
    reasons: Annotated[Reason, PUBLIC]
    decision: Number | None


class PrincipleRulingWithdrawn(Event):
    """It can be cited no more; rulings that cite it stand."""

    TOPIC: ClassVar[str] = "federation.principle-ruling-withdrawn.v1"
    SEEN: ClassVar[Part] = PUBLIC
    precedent: Number
    reason: Annotated[Reason, PUBLIC]


SanctionKind = Literal[BanKind, "warning", "other"]
"""What the federation itself imposes: what its rules name beyond a match, or `other`, in its own words [5.4]."""


class SanctionImposed(Event):
    """A sanction of the federation's own (TD-25): by a `clause` of its rules, or by other authority where that is null.
    A ban is placed in the person's record with this, as their nth `ban`; what another one is, `measure` says."""

    TOPIC: ClassVar[str] = "federation.sanction-imposed.v2"
    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    sanction: Number
    person: PersonId
    kind: SanctionKind
    clause: Clause | None
    measure: PersonalText | None
    ban: Number | None
    until: Instant | None
    reason: PersonalText
    decision: Number | None


class SanctionAppealed(Event):
    """The person appeals a sanction of the federation's own, once (TD-25)."""

    TOPIC: ClassVar[str] = "federation.sanction-appealed.v1"
    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    sanction: Number
    account: PersonalText


SanctionVerdict = Literal["upheld", "reversed"]


class SanctionAppealDecided(Event):
    """Another administrator than who imposed the sanction has decided on the appeal; reversed, it holds no more."""

    TOPIC: ClassVar[str] = "federation.sanction-appeal-decided.v1"
    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    sanction: Number
    verdict: SanctionVerdict
    reasons: PersonalText


class SanctionLifted(Event):
    """The federation lifts a sanction of its own, which holds no more (TD-25)."""

    TOPIC: ClassVar[str] = "federation.sanction-lifted.v1"
    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    sanction: Number
    reason: PersonalText


class RatingPolicyAnnounced(Event):
    """A rating policy is there from now on, by its name and version, and never changes (ELO-8). `digest` is the SHA-256
    of the canonical JSON of its name, its version and what it says."""

    TOPIC: ClassVar[str] = "federation.rating-policy-announced.v1"
    SEEN: ClassVar[Part] = PUBLIC
    policy: Annotated[PolicyName, PUBLIC]
    policy_version: Number
    digest: Digest
    constants: Annotated[Constants, CONSTANTS]
    reason: Annotated[Reason, PUBLIC]

    @property
    def announced(self) -> Policy:
        """The policy."""
        return made_policy(self.policy, self.policy_version, self.constants)


class RatingPoolAnnounced(Event):
    """A rating pool is there from now on, or its names and policy are now these (ELO-1, ELO-8). Its key never changes.
    Tournaments that were announced before keep their policy; so does every tournament where it is null."""

    TOPIC: ClassVar[str] = "federation.rating-pool-announced.v1"
    SEEN: ClassVar[Part] = PUBLIC
    pool: Annotated[Pool, PUBLIC]
    pool_version: Number
    names: Annotated[tuple[PoolName, ...], Field(min_length=1)]
    policy: PoolPolicy | None
    reason: Annotated[Reason, PUBLIC]


class PoolListingSet(Event):
    """The rules by which persons are on the official lists of a rating pool from now on, and set opening ratings in it
    (ELO-1, ELO-8). A list shows who these rules put on it as its day began."""

    TOPIC: ClassVar[str] = "federation.pool-listing-set.v2"
    SEEN: ClassVar[Part] = PUBLIC
    pool: Annotated[Pool, PUBLIC]
    listing: Annotated[ListingRules, PUBLIC]
    reason: Annotated[Reason, PUBLIC]


Line = Annotated[str, StringConstraints(min_length=1, max_length=1000, pattern=r"^[^\x00-\x1f]*$"), PUBLIC]


class LogRestarted(Event):
    """The log is signed under a new origin, since its end was lost, or its key: what the former log had signed last,
    and how its tree stood. Its checkpoints beyond what is left bind nobody any more, and show what is missing."""

    TOPIC: ClassVar[str] = "federation.log-restarted.v1"
    SEEN: ClassVar[Part] = PUBLIC
    origin: Line
    former_origin: Line
    former_size: Natural
    former_root: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$"), PUBLIC]


class LogKeyRotated(Event):
    """The log is signed with a new key from now on. `signed_note` is signed by the key before it, and names the new
    one."""

    TOPIC: ClassVar[str] = "federation.log-key-rotated.v1"
    SEEN: ClassVar[Part] = PUBLIC
    origin: Line
    verifier_key: Line
    signed_note: Annotated[str, StringConstraints(min_length=1, max_length=5000), PUBLIC]


class FilesPublished(Event):
    """Files are published for good: what they are of, as of which position of the log, in which version of their form,
    and the SHA-256 of each, so that nobody can exchange one unseen. Each says the same in another media type. The
    event's bytes are public, since they are in the proof of each file."""

    TOPIC: ClassVar[str] = "federation.files-published.v3"
    SEEN: ClassVar[Part] = PUBLIC
    publication: Number
    subject: Subject
    log_position: Natural
    form_version: Number
    files: Annotated[tuple[PublishedFile, ...], Field(min_length=1)]


EVENTS: tuple[type[Event], ...] = (
    ResignationLimitSet,
    ReportDaysSet,
    TimeZoneSet,
    NamingRulesSet,
    RatingPolicyAnnounced,
    RatingPoolAnnounced,
    PoolListingSet,
    DecisionReported,
    DecisionAnswered,
    PrincipleRulingMade,
    PrincipleRulingWithdrawn,
    SanctionImposed,
    SanctionAppealed,
    SanctionAppealDecided,
    SanctionLifted,
    LogRestarted,
    LogKeyRotated,
    FilesPublished,
)
