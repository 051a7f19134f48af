"""What can have happened to a person in the registry. Names, contacts, notes and reasons are sealed from the first
day."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.kernel.envelope import Event
from domain.kernel.ids import EntryNumber, PersonId, Season, SeriesId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Number, Pool, Value
from domain.kernel.visibility import FOR_ADMINISTRATORS, FOR_PLAYERS, PUBLIC, Part
from domain.officiating.sanction_catalogue import Clause
from domain.person.details import PersonalDetails, Year

Micropoints = Annotated[
    int, Field(strict=True, ge=-(10**10), le=10**10, description="In millionths of a rating point (ELO-7).")
]
"""A rating in millionths of a point (ELO-7)."""

Experience = Annotated[int, Field(strict=True, ge=0, le=10**9, description="In points played for (ELO-4).")]
BanNumber = Number
BanKind = Literal["ban", "director-ban", "spectator-ban"]
"""From what somebody is banned: from entering tournaments, from directing them, or from watching."""


class PersonEvent(Event):
    """Something that happened to a person. Directors read it, and the person themselves."""

    SEEN: ClassVar[Part] = FOR_PLAYERS


class PersonRegistered(PersonEvent):
    """The person is in the registry from now on. `distinct_from` are registered persons with a like name, who are
    known to be others (REG-4)."""

    TOPIC: ClassVar[str] = "person.registered.v1"
    details: PersonalDetails
    distinct_from: tuple[PersonId, ...] = ()


class PersonDetailsCorrected(PersonEvent):
    """All details of the person, given again."""

    TOPIC: ClassVar[str] = "person.details-corrected.v1"
    details: PersonalDetails


class CorrectionRequested(PersonEvent):
    """The person asks the office to correct what is known of them; answered by a correction, or declined."""

    TOPIC: ClassVar[str] = "person.correction-requested.v1"
    request: PersonalText


class CorrectionDeclined(PersonEvent):
    """The office does not make the correction that the person has asked for."""

    TOPIC: ClassVar[str] = "person.correction-declined.v1"
    reason: PersonalText


class PublicationConsentRecorded(PersonEvent):
    """The person consents to their name being published, or does not, from now on."""

    TOPIC: ClassVar[str] = "person.publication-consent-recorded.v1"
    granted: bool


class DistinctPersonRecorded(PersonEvent):
    """The person and the other, who has a like name, are known to be two (REG-4)."""

    TOPIC: ClassVar[str] = "person.distinct-person-recorded.v1"
    other_person: PersonId


class OpeningRatingSet(PersonEvent):
    """The rating that the person brings to a pool instead of the policy's start (ELO-1)."""

    TOPIC: ClassVar[str] = "person.opening-rating-set.v2"
    pool: Pool
    rating_millionths: Micropoints
    experience: Experience
    reason: PersonalText


class TakenOpeningRating(Value):
    """An opening rating of another record."""

    pool: Pool
    rating_millionths: Micropoints
    experience: Experience


class PersonMerged(PersonEvent):
    """This record is of the person whose record it was `merged_into`. It ends, and its keys with it; its id stays
    (REG-1, REG-2). Where that one is merged in turn, or is split off again, this one goes with it."""

    TOPIC: ClassVar[str] = "person.merged.v1"
    merged_into: PersonId
    reason: PersonalText


class RecordTakenIn(PersonEvent):
    """The other `record` is this person's, too. What it holds of resignations, bans and wins counts for them, and its
    opening ratings where they have none of their own (REG-1)."""

    TOPIC: ClassVar[str] = "person.record-taken-in.v2"
    record: PersonId
    opening_ratings: tuple[TakenOpeningRating, ...]


class MergeTakenBack(PersonEvent):
    """The two are two persons after all: this record is its own person's again (REG-3)."""

    TOPIC: ClassVar[str] = "person.merge-taken-back.v1"
    merged_into: PersonId
    reason: PersonalText


class RecordGivenBack(PersonEvent):
    """The other `record` is no longer this person's (REG-3)."""

    TOPIC: ClassVar[str] = "person.record-given-back.v1"
    record: PersonId


class ErasureRequested(PersonEvent):
    """It takes effect at that moment, or once another administrator confirms it; until then it can be stopped."""

    TOPIC: ClassVar[str] = "person.erasure-requested.v1"
    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    due_at: Instant


class ErasureStopped(PersonEvent):
    """The erasure that was asked for will not be carried out."""

    TOPIC: ClassVar[str] = "person.erasure-stopped.v1"
    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    reason: PersonalText


class PersonErased(PersonEvent):
    """The person's key is destroyed with this, and with it every text about them."""

    TOPIC: ClassVar[str] = "person.erased.v1"
    SEEN: ClassVar[Part] = PUBLIC


class ResignationCounted(PersonEvent):
    """The person has resigned from a tournament; written together with the resignation there (ALL-8). `confirmed` where
    it was an act of the player's own; what staff have recorded counts only once it is confirmed."""

    TOPIC: ClassVar[str] = "person.resignation-counted.v1"
    tournament: TournamentId
    entry: EntryNumber
    confirmed: bool


class ResignationConfirmed(PersonEvent):
    """The person, or an administrator who has not recorded it, says that they resigned from that tournament: it
    counts from now on (ALL-8)."""

    TOPIC: ClassVar[str] = "person.resignation-confirmed.v1"
    tournament: TournamentId
    entry: EntryNumber


class ResignationWithdrawn(PersonEvent):
    """That resignation was taken back in its tournament, and is in the record no longer (ALL-8)."""

    TOPIC: ClassVar[str] = "person.resignation-withdrawn.v1"
    tournament: TournamentId
    entry: EntryNumber


class ResignationBanLifted(PersonEvent):
    """The resignations so far no longer ban the person; the count begins again (ALL-8)."""

    TOPIC: ClassVar[str] = "person.resignation-ban-lifted.v1"
    reason: PersonalText | None


class BanPlaced(PersonEvent):
    """The federation bans the person until that moment; None: for good (TD-4)."""

    TOPIC: ClassVar[str] = "person.ban-placed.v1"
    ban: BanNumber
    until: Instant | None
    reason: PersonalText | None
    kind: BanKind = "ban"


class BanLifted(PersonEvent):
    """The ban that the federation placed ends before its time (TD-4)."""

    TOPIC: ClassVar[str] = "person.ban-lifted.v1"
    ban: BanNumber
    reason: PersonalText | None


class BanSuspended(PersonEvent):
    """The federation suspends the ban: it bans nobody until that is taken back (TD-4)."""

    TOPIC: ClassVar[str] = "person.ban-suspended.v1"
    ban: BanNumber
    reason: PersonalText | None


class BanResumed(PersonEvent):
    """The federation takes the suspension back; the ban is to be reviewed again (TD-4)."""

    TOPIC: ClassVar[str] = "person.ban-resumed.v1"
    ban: BanNumber
    reason: PersonalText | None


class BanConfirmed(PersonEvent):
    """Another than who has ordered or placed the ban has reviewed it, and lets it stand (TD-4)."""

    TOPIC: ClassVar[str] = "person.ban-confirmed.v1"
    ban: BanNumber


class OfRuling(PersonEvent):
    """The meaning of a tournament's ruling for the person; written together with what happened there (TD-13)."""

    tournament: TournamentId
    ruling: BanNumber


class BanOrdered(OfRuling):
    """The ruling bans the person until that moment; None: for good. It takes the person's next ban number; the reasons
    are those of the ruling (TD-4)."""

    TOPIC: ClassVar[str] = "person.ban-ordered.v1"
    clause: Clause
    kind: BanKind
    until: Instant | None


class OrderedBansSuspended(OfRuling):
    """The ruling is suspended, and the bans that it ordered with it (TD-11)."""

    TOPIC: ClassVar[str] = "person.ordered-bans-suspended.v1"


class OrderedBansResumed(OfRuling):
    """The ruling is in force again, and so are the bans that it ordered."""

    TOPIC: ClassVar[str] = "person.ordered-bans-resumed.v1"


class OrderedBansReversed(OfRuling):
    """Taken away by a committee of appeal, for good; what it puts in their place is ordered again."""

    TOPIC: ClassVar[str] = "person.ordered-bans-reversed.v1"


ABOUT_BANS = (ResignationBanLifted, BanPlaced, BanLifted, BanSuspended, BanResumed, BanConfirmed, OfRuling)
"""What is no matter of the public's: it raises no revision that anybody reads (TD-4)."""


class TournamentWon(PersonEvent):
    """The person has won a tournament, alone or as a member of a team. `year` is that of its last match, where it is
    played; written together with the tournament's completion (CHM-1)."""

    TOPIC: ClassVar[str] = "person.tournament-won.v1"
    SEEN: ClassVar[Part] = PUBLIC
    tournament: TournamentId
    year: Year
    series: SeriesId | None
    season: Season | None


class WinWithdrawn(PersonEvent):
    """The tournament was reopened, or cancelled after its end (ALL-13)."""

    TOPIC: ClassVar[str] = "person.win-withdrawn.v1"
    SEEN: ClassVar[Part] = PUBLIC
    tournament: TournamentId


class AskedToSitOut(PersonEvent):
    """A tournament asks the person to sit out this season of its series (SWI-5)."""

    TOPIC: ClassVar[str] = "person.asked-to-sit-out.v1"
    tournament: TournamentId
    series: SeriesId
    season: Season


class RequestToSitOutWithdrawn(PersonEvent):
    """The tournament was reopened, or cancelled after its end (ALL-13)."""

    TOPIC: ClassVar[str] = "person.request-to-sit-out-withdrawn.v1"
    tournament: TournamentId


BEYOND_ONE_TOURNAMENT: tuple[type[Event], ...] = (
    ResignationCounted,
    ResignationConfirmed,
    ResignationWithdrawn,
    ResignationBanLifted,
    BanPlaced,
    BanLifted,
    BanSuspended,
    BanResumed,
    BanConfirmed,
    BanOrdered,
    OrderedBansSuspended,
    OrderedBansResumed,
    OrderedBansReversed,
    TournamentWon,
    WinWithdrawn,
    AskedToSitOut,
    RequestToSitOutWithdrawn,
)
"""Events of tournaments and the federation that count for a person in every tournament."""

EVENTS: tuple[type[Event], ...] = (
    PersonRegistered,
    PersonDetailsCorrected,
    CorrectionRequested,
    CorrectionDeclined,
    PublicationConsentRecorded,
    DistinctPersonRecorded,
    OpeningRatingSet,
    PersonMerged,
    RecordTakenIn,
    MergeTakenBack,
    RecordGivenBack,
    ErasureRequested,
    ErasureStopped,
    PersonErased,
    *BEYOND_ONE_TOURNAMENT,
)
