"""Entries of feeds. They hold ids and numbers, and never a name, a country or anybody's own words: those are read where
they can vanish.

Every entry holds all there is to say of its subject, so that a follower needs no other; ratings are in millionths of a
point (ELO-7).
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from domain.kernel.ids import PersonId, SeriesId, TournamentId
from domain.kernel.values import Instant, Pool, Side, Value
from domain.person.bans import BanStatus
from domain.person.events import BanKind
from domain.scoring.games import EndedAs
from domain.scoring.result import Form
from domain.tournament.state import Status
from domain.webhooks.events import Feed

VERSION = 1
"""Of what feeds say. Entries that say it otherwise are another version, beside this one."""

Cause = Literal["result", "correction", "ruling", "reversal", "void", "opening-rating", "merge", "place-in-time"]
"""Why something is as it is now: a result came to count, or was corrected; a ruling orders it, or what was ruled,
voided or merged was taken back; a match was voided, or its tournament cancelled; an opening rating was set; two records
of a person were merged (REG-1); or a match before it in the order of ELO-6 has come or changed."""


class Told(Value):
    """The content of an entry. `TYPE` names its kind and version for ever; `supersedes` is the id of the entry before
    it on the same matter, None in the first."""

    TYPE: ClassVar[str]
    FEED: ClassVar[Feed]
    supersedes: str | None = None

    def content(self) -> Mapping[str, Any]:
        """It as JSON has it."""
        return self.model_dump(mode="json")


class RatingChanged(Told):
    """A player's line in a pool: what a match did to their rating, and where they stand now.

    `before` and `after` are the ratings around the match, `experience_before` the experience brought to it; all are
    None where the match is not rated, or no longer, and where an opening rating was set, which names no match. `rating`
    and `experience` are where the player stands after everything that the log holds up to the entry; None for who is
    in the pool no longer."""

    TYPE: ClassVar[str] = "rating.changed.v1"
    FEED: ClassVar[Feed] = "ratings"
    pool: Pool
    person: PersonId
    tournament: TournamentId | None
    match: int | None
    before: int | None = None
    after: int | None = None
    experience_before: int | None = None
    opponent: PersonId | None = None
    won: bool | None = None
    policy: str | None = None
    policy_version: int | None = None
    rating: int | None
    experience: int | None
    rating_class: str | None
    cause: Cause
    pool_position: int

    def content(self) -> Mapping[str, Any]:
        """It as JSON has it: each value is so already. A correction far back tells thousands of lines."""
        return self.__dict__


class ResultChanged(Told):
    """The effective result of a match, once it is announced (ALL-3, ALL-12). `counts` is false where it counts no
    longer, and what would be said of the result is None then. `sides` are the persons of either side; `revision` is
    that of the match. `by_link_of`, which no other entry has, is the director who plays it, and by whose link alone the
    opponent has confirmed it (TD-9)."""

    TYPE: ClassVar[str] = "result.changed.v1"
    FEED: ClassVar[Feed] = "results"
    tournament: TournamentId
    match: int
    revision: int
    counts: bool
    sides: tuple[tuple[PersonId, ...], tuple[PersonId, ...]]
    winner: Side | None = None
    ended: EndedAs | None = None
    points: tuple[int, int] | None = None
    length: int
    form: Form
    round: int | None
    stage: int
    played_at: Instant | None = None
    cause: Cause
    by_link_of: Annotated[PersonId | None, Field(exclude_if=lambda value: value is None)] = None


class TournamentChanged(Told):
    """The progress of a tournament, and who has won it. Its name is read from `/v1/tournaments`. `champions` are the
    champion's persons: more than one where it is a team."""

    TYPE: ClassVar[str] = "tournament.changed.v1"
    FEED: ClassVar[Feed] = "tournaments"
    tournament: TournamentId
    status: Status
    format: str
    pools: tuple[Pool, ...]
    series: SeriesId | None
    season: int | None
    champions: tuple[PersonId, ...]


PersonChange = Literal[
    "registered", "details-corrected", "publication-consent-recorded", "merged", "merge-taken-back", "erased"
]


class PersonChanged(Told):
    """A person is in the registry, is to be read again, or was erased. Who they are is read from `/v1/persons`.
    `merged_into` is the record that this one was merged into, None where it stands by itself (REG-2)."""

    TYPE: ClassVar[str] = "person.changed.v1"
    FEED: ClassVar[Feed] = "persons"
    person: PersonId
    change: PersonChange
    merged_into: PersonId | None = None


class BanChanged(Told):
    """A person's ban, for those who may read it (TD-4). It was ordered by the ruling that is named, or placed by the
    federation."""

    TYPE: ClassVar[str] = "ban.changed.v1"
    FEED: ClassVar[Feed] = "bans"
    person: PersonId
    ban: int
    kind: BanKind
    status: BanStatus
    placed_at: Instant
    until: Instant | None
    tournament: TournamentId | None
    ruling: int | None


KINDS: Mapping[Feed, type[Told]] = {
    kind.FEED: kind for kind in (ResultChanged, RatingChanged, TournamentChanged, PersonChanged, BanChanged)
}
"""What the entries of each feed say."""
