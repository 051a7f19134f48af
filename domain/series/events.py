"""Events of a series of tournaments."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.kernel.chance import Commitment
from domain.kernel.envelope import Event
from domain.kernel.ids import ClubId, EntryNumber, PersonId, Season, SeriesId, TournamentId
from domain.kernel.merges import RecordEvent
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Digest, Name, Natural, Number, Reason, Value
from domain.kernel.visibility import PUBLIC, Part

Directors = Annotated[tuple[PersonId, ...], Field(max_length=100)]
"""The persons who may announce tournaments of a series, besides the administrators."""

Ordinal = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
"""The number of a chain in its series, or of a link in its chain."""


class ChainLink(Value):
    """A link of a chain of a series."""

    series: SeriesId
    chain: Ordinal
    link: Ordinal


Moving = Annotated[int, Field(strict=True, ge=0, le=64)]
"""How many go up, or down."""


class Division(Value):
    """A tournament that is a division of its season, and how many of it go `up` and `down` (RR-15)."""

    tournament: TournamentId
    up: Moving = 0
    down: Moving = 0


class DivisionEntry(Value):
    """An entry of a division."""

    tournament: TournamentId
    entry: EntryNumber


class PlaceProposed(DivisionEntry):
    """An entry of this season that plays in the division in the next one. It had that `rank`, and has the place
    `by` it, or since somebody else gave the place up (RR-15)."""

    rank: Number
    by: Literal["rank", "vacancy"]


class FieldProposed(Value):
    """The field of the division that this tournament is in this season, and the version at which its table was read
    (ALL-14)."""

    tournament: TournamentId
    tournament_version: Natural
    places: tuple[PlaceProposed, ...]


class SeriesAnnounced(Event):
    """A new series, and who may announce tournaments of it besides the administrators. `club` is the club whose series
    it is, where it is one's (REG-5)."""

    TOPIC: ClassVar[str] = "series.announced.v1"
    SEEN: ClassVar[Part] = PUBLIC
    name: Annotated[Name, PUBLIC]
    directors: Directors
    club: ClubId | None = None


class SeriesChanged(Event):
    """The series' name, directors and club, given again."""

    TOPIC: ClassVar[str] = "series.changed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    name: Annotated[Name, PUBLIC]
    directors: Directors
    club: ClubId | None = None


class RecordMerged(RecordEvent):
    """Where the series names the `record`, it is that person whose record it was `merged_into` (REG-1)."""

    TOPIC: ClassVar[str] = "series.record-merged.v1"


class RecordSplit(RecordEvent):
    """Where the series names the `record`, it is its own person again (REG-3)."""

    TOPIC: ClassVar[str] = "series.merge-taken-back.v1"


class ChainCommitted(Event):
    """A new chain of links for the secrets of draws (ALL-2): the `tree_root` of the hash tree over the commitments of
    all its links, their number, the commitment to the seed they are made of, and that of the next tournament
    announced."""

    TOPIC: ClassVar[str] = "series.chain-committed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    seed_commitment: Commitment
    tree_root: Digest
    number_of_links: Ordinal
    next_commitment: Commitment


class LinkUsed(Event):
    """The next link of the newest chain is this tournament's, under the commitment that was published before, which the
    `inclusion_proof` shows to be the chain's; then the commitment of the one after it, None where the chain has no link
    left."""

    TOPIC: ClassVar[str] = "series.link-used.v1"
    SEEN: ClassVar[Part] = PUBLIC
    tournament: TournamentId
    commitment: Commitment
    inclusion_proof: tuple[Digest, ...]
    next_commitment: Commitment | None


class LinkSecretRevealed(Event):
    """The tournament's secret that belongs to this link was revealed."""

    TOPIC: ClassVar[str] = "series.link-secret-revealed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    chain: Ordinal
    link: Ordinal


class DivisionsArranged(Event):
    """The divisions of a season, the highest first (RR-15); what was proposed from others before is void. Once one of
    them has started there is a reason."""

    TOPIC: ClassVar[str] = "series.divisions-arranged.v1"
    SEEN: ClassVar[Part] = PUBLIC
    season: Season
    divisions: tuple[Division, ...]
    reason: Annotated[Reason | None, PUBLIC] = None


class NextSeasonProposed(Event):
    """The divisions of the season after this one, by the tables (RR-15): but for those who have `declined` to go up or
    are `leaving`. Of those who share a rank these come first: `ahead`, with a reason."""

    TOPIC: ClassVar[str] = "series.next-season-proposed.v1"
    SEEN: ClassVar[Part] = PUBLIC
    season: Season
    fields: tuple[FieldProposed, ...]
    declined: tuple[DivisionEntry, ...] = ()
    leaving: tuple[DivisionEntry, ...] = ()
    ahead: tuple[DivisionEntry, ...] = ()
    reason: Annotated[PersonalText | None, PUBLIC] = None


EVENTS: tuple[type[Event], ...] = (
    SeriesAnnounced,
    SeriesChanged,
    DivisionsArranged,
    NextSeasonProposed,
    ChainCommitted,
    LinkUsed,
    LinkSecretRevealed,
    RecordMerged,
    RecordSplit,
)
