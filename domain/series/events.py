"""What can have happened to a series of tournaments."""

from typing import Annotated, ClassVar

from pydantic import Field

from domain.kernel.chance import Commitment
from domain.kernel.envelope import Event
from domain.kernel.ids import ClubId, PersonId, SeriesId, TournamentId
from domain.kernel.merges import RecordEvent
from domain.kernel.values import Digest, Name, Value
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


EVENTS: tuple[type[Event], ...] = (
    SeriesAnnounced,
    SeriesChanged,
    ChainCommitted,
    LinkUsed,
    LinkSecretRevealed,
    RecordMerged,
    RecordSplit,
)
