"""Events of rounds, draws, byes and stages (ALL-2, ALL-5)."""

from typing import Annotated, ClassVar, Literal

from domain.formats.contract.steps import Contender
from domain.kernel.chance import Commitment, Secret
from domain.kernel.envelope import Event
from domain.kernel.ids import EntryNumber, MatchNumber
from domain.kernel.outside_source import OutsideText
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Count, Instant, Length, Name, Number, Value
from domain.kernel.visibility import PUBLIC, Part
from domain.series.events import ChainLink
from domain.tournament.entries.events import EntryEvent
from domain.tournament.matches.events import ByeGiven, ByeNumber, Paired, Slot


class CommitmentPublished(Event):
    """Published before the first draw: the SHA-256 of a secret that nobody on the staff can read (ALL-2). In a series
    the secret belongs to the next `chain_link` of the series' chain."""

    TOPIC: ClassVar[str] = "tournament.commitment-published.v1"
    SEEN: ClassVar[Part] = PUBLIC
    commitment: Commitment
    chain_link: ChainLink | None = None


class SecretRevealed(Event):
    """The secret, when the tournament has ended: from here on anybody can make its draws again (ALL-2)."""

    TOPIC: ClassVar[str] = "tournament.secret-revealed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    commitment: Commitment
    secret: Secret


class OutsideValueRecorded(Event):
    """The value that the announced source from outside has given (ALL-2). Of dice it counts once it is witnessed."""

    TOPIC: ClassVar[str] = "tournament.outside-value-recorded.v1"
    SEEN: ClassVar[Part] = PUBLIC
    value: OutsideText


class OutsideValueWitnessed(Event):
    """The announced witness has seen the dice fall so (ALL-2)."""

    TOPIC: ClassVar[str] = "tournament.outside-value-witnessed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    value: OutsideText


class RoundDrawn(Event):
    """A round, or the rest of one, drawn by the service (ALL-2). With the secret behind `commitment`, `attempt` and
    `drawn_from` are all it takes to draw it again."""

    TOPIC: ClassVar[str] = "tournament.round-drawn.v1"
    SEEN: ClassVar[Part] = PUBLIC
    round: Number
    attempt: Number
    commitment: Commitment
    drawn_from: tuple[Contender, ...]
    pairings: tuple[Paired, ...]
    byes: tuple[ByeGiven, ...]


class RoundPaired(Event):
    """Pairings a director entered by hand (ALL-2). `replaced_byes` are byes of the round that went for them."""

    TOPIC: ClassVar[str] = "tournament.round-paired.v1"
    SEEN: ClassVar[Part] = PUBLIC
    round: Number
    pairings: tuple[Paired, ...]
    byes: tuple[ByeGiven, ...]
    replaced_byes: tuple[ByeNumber, ...]
    reason: Annotated[PersonalText, PUBLIC]


class CorrectedPairing(Value):
    """A match, and who met in it."""

    match: MatchNumber
    sides: tuple[EntryNumber, EntryNumber]


class CorrectedBye(Value):
    """A bye, and who had it."""

    bye: ByeNumber
    entry: EntryNumber


class PairingsCorrected(Event):
    """The sides of matches of a round, and the entries of its byes, as they really were, and not as paired (TD-14,
    ALL-4). Each result stays with its side: what the first side had reported is now the new first side's. `late` says
    that the window for corrections was overridden."""

    TOPIC: ClassVar[str] = "tournament.pairings-corrected.v1"
    SEEN: ClassVar[Part] = PUBLIC
    round: Number
    matches: tuple[CorrectedPairing, ...]
    byes: tuple[CorrectedBye, ...] = ()
    late: bool = False
    reason: Annotated[PersonalText, PUBLIC]


class RoundAnnulled(Event):
    """The director asked for the round to be drawn again: these matches and byes of it are void for good."""

    TOPIC: ClassVar[str] = "tournament.round-annulled.v1"
    SEEN: ClassVar[Part] = PUBLIC
    round: Number
    matches: tuple[MatchNumber, ...]
    byes: tuple[ByeNumber, ...]
    reason: Annotated[PersonalText, PUBLIC]


class PlaceTaken(EntryEvent):
    """SE-9: a late entry takes the empty place in that slot of round 1; or an entry comes back to its own (SE-12), or
    to its seat in a bracket that was drawn (CON-6). The walkover that was given there is void for good, and so is what
    was made on it: these matches and byes."""

    TOPIC: ClassVar[str] = "tournament.place-taken.v1"
    SEEN: ClassVar[Part] = PUBLIC
    slot: Annotated[Slot, PUBLIC]
    matches: tuple[MatchNumber, ...]
    byes: tuple[ByeNumber, ...]


class RoundClosed(Event):
    """SWI-4: the matches that this gives their results by default, or announces as reported, and those that it leaves
    open. The one who closes the round plays those (TD-9), they have time left, or the service leaves them to a
    director."""

    TOPIC: ClassVar[str] = "tournament.round-closed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    round: Number
    matches: tuple[MatchNumber, ...]
    left_open: tuple[MatchNumber, ...]
    reason: Annotated[PersonalText, PUBLIC]


class LotsDrawn(Event):
    """Each of these entries has its lot, the lowest first: their order as drawn, after those there were (SWI-2)."""

    TOPIC: ClassVar[str] = "tournament.lots-drawn.v1"
    SEEN: ClassVar[Part] = PUBLIC
    attempt: Number
    commitment: Commitment
    drawn_from: tuple[EntryNumber, ...]
    order: tuple[EntryNumber, ...]


class BracketDrawn(Event):
    """The seats of a bracket that is drawn while others play (CON-6). Those beaten in the places of `drawn_from` sit
    there in the drawn `order` of these places, the first seat first."""

    TOPIC: ClassVar[str] = "tournament.bracket-drawn.v1"
    SEEN: ClassVar[Part] = PUBLIC
    stage: Number
    bracket: Annotated[Slot, PUBLIC]
    attempt: Number
    commitment: Commitment
    drawn_from: Annotated[tuple[Slot, ...], PUBLIC]
    order: Annotated[tuple[Slot, ...], PUBLIC]


class SeedingRating(Value):
    """The rating, in millionths of a point, by which an entry was seeded."""

    entry: EntryNumber
    rating_millionths: Count


class FieldSeeded(Event):
    """The order of the field, the first seed first. By rating: by these `ratings`, as they were read when the log ended
    at `log_position` (ALL-14); by hand: with a reason."""

    TOPIC: ClassVar[str] = "tournament.field-seeded.v1"
    SEEN: ClassVar[Part] = PUBLIC
    method: Literal["rating", "by-hand"]
    seeds: tuple[EntryNumber, ...]
    ratings: tuple[SeedingRating, ...] = ()
    log_position: int | None = None
    reason: Annotated[PersonalText | None, PUBLIC] = None


class SeedingErrorRate(Value):
    """The figures that seed an entry: the number of analysed matches, and the sum of its error rates in them, in
    thousandths."""

    entry: EntryNumber
    matches: Number
    error_rates_thousandths: Count


class FieldSeededByErrorRates(Event):
    """The first seeds: the lowest mean first, equal ones by entry number, of all `error_rates` of at least so many
    matches. These are of analyses by that `program`, attached since `since`, as they were read when the log ended at
    `log_position` (TD-20, ALL-14)."""

    TOPIC: ClassVar[str] = "tournament.field-seeded-by-error-rates.v1"
    SEEN: ClassVar[Part] = PUBLIC
    seeds: tuple[EntryNumber, ...]
    error_rates: tuple[SeedingErrorRate, ...]
    program: Annotated[Name, PUBLIC]
    since: Instant
    fewest_matches: Number
    log_position: int


class StageOpened(Event):
    """A later stage begins with its field, the first seed first (SEL-1). Those who were equal were put in order by
    coin. `coin_flips` are the groups so tied, each in entry order, and are drawn from (ALL-2). By hand: `reason`."""

    TOPIC: ClassVar[str] = "tournament.stage-opened.v1"
    SEEN: ClassVar[Part] = PUBLIC
    stage: Number
    attempt: Number
    seeds: tuple[EntryNumber, ...]
    coin_flips: tuple[tuple[EntryNumber, ...], ...] = ()
    commitment: Commitment | None = None
    reason: Annotated[PersonalText | None, PUBLIC] = None


class DrawnPlayOff(Value):
    """A match between two of those tied."""

    match: MatchNumber
    sides: tuple[EntryNumber, EntryNumber]


class PlayOffsDrawn(Event):
    """Matches to `length` points for the last places of a stage, between those that the lot has named of all tied
    (SEL-2, ALL-2). With the secret behind `commitment`, `attempt`, `drawn_from` and the number of `play_offs` are all
    it takes to draw them again."""

    TOPIC: ClassVar[str] = "tournament.play-offs-drawn.v1"
    SEEN: ClassVar[Part] = PUBLIC
    stage: Number
    attempt: Number
    commitment: Commitment
    drawn_from: tuple[EntryNumber, ...]
    play_offs: tuple[DrawnPlayOff, ...]
    length: Length


class ByeRequested(EntryEvent):
    """SWI-6."""

    TOPIC: ClassVar[str] = "tournament.bye-requested.v1"
    round: Number


class ByeRequestWithdrawn(EntryEvent):
    """The entry wants to play in that round after all."""

    TOPIC: ClassVar[str] = "tournament.bye-request-withdrawn.v1"
    round: Number


class EntryAbsent(EntryEvent):
    """From that round on the entry is left out of those that are drawn, until it comes back (SWX-4)."""

    TOPIC: ClassVar[str] = "tournament.entry-absent.v1"
    round: Number


class EntryCameBack(EntryEvent):
    """The entry is in again from that round on (SWX-4)."""

    TOPIC: ClassVar[str] = "tournament.entry-came-back.v1"
    round: Number


class RoundScheduled(Event):
    """SWI-3: when a round opens and closes; `by_default`, as nobody has said otherwise as it came into being."""

    TOPIC: ClassVar[str] = "tournament.round-scheduled.v1"
    SEEN: ClassVar[Part] = PUBLIC
    round: Number
    opens_at: Instant | None
    closes_at: Instant | None
    by_default: bool = False


class PairingsReleased(Event):
    """Draws held from the public are shown to it from now on; `by_itself`, since a result came to count, the tournament
    ended, or pairings are shown at once again."""

    TOPIC: ClassVar[str] = "tournament.pairings-released.v1"
    SEEN: ClassVar[Part] = PUBLIC
    by_itself: bool = False


class QuestionDecided(Event):
    """A director's decision where the rules are silent (ALL-5)."""

    TOPIC: ClassVar[str] = "tournament.question-decided.v1"
    SEEN: ClassVar[Part] = PUBLIC
    question: Annotated[Name, PUBLIC]
    choice: Annotated[Name, PUBLIC]
    entry: EntryNumber | None
    reason: Annotated[PersonalText, PUBLIC]


ROUND_EVENTS: tuple[type[Event], ...] = (
    CommitmentPublished,
    SecretRevealed,
    OutsideValueRecorded,
    OutsideValueWitnessed,
    RoundDrawn,
    RoundPaired,
    PairingsCorrected,
    RoundAnnulled,
    PlaceTaken,
    RoundClosed,
    LotsDrawn,
    BracketDrawn,
    FieldSeeded,
    FieldSeededByErrorRates,
    StageOpened,
    PlayOffsDrawn,
    ByeRequested,
    ByeRequestWithdrawn,
    EntryAbsent,
    EntryCameBack,
    RoundScheduled,
    PairingsReleased,
    QuestionDecided,
)
