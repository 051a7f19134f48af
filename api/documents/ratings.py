"""What is read of ratings."""

from api.documents.lists import Page
from domain.kernel.ids import ClubId, PersonId
from domain.kernel.values import Instant, Pool, Value
from domain.rating.announcing import SaidK, SaidStart
from domain.rating.listing import ListingRules
from domain.rating.policy import LengthPower, Teams
from domain.rating.pools import PoolName, PoolPolicy
from projections.explain.documents import OpeningLine, RatedMatchExplained
from projections.queries.finding.players import PlayerView
from projections.views.ratings import RatedMatchView, RatingView


class RatedLinePage(Page[RatedMatchExplained]):
    """How a rating came about, the last match first. `opening` is on the last page."""

    opening: OpeningLine | None


class ListedRating(RatingView):
    """A player's rating; `revision` is the position of the command that has changed it last, None as of a moment past,
    or while the feeds have not followed so far. `club` is the player's, None where it is not public, and as of a moment
    past."""

    club: ClubId | None
    revision: int | None


class ListedMatch(RatedMatchView):
    """A line of a player; `revision` is the position of the command that has changed it last, likewise."""

    revision: int | None


class PlayerList(Page[PlayerView]):
    """A page of the players of a pool; `count` is how many there are on all pages. `clubs` are the names of all clubs
    that are public of anybody."""

    count: int
    clubs: dict[ClubId, str]


class RatingDocument(ListedRating):
    """A player's rating."""

    incomplete: bool


class RatingClassDocument(Value):
    """A rating class (ELO-9): it begins at `lowest`, in points; none for the lowest class."""

    name: str
    lowest: str | None


class PolicyDocument(Value):
    """A version of a rating policy (ELO-8); `digest` is the SHA-256 of its canonical JSON."""

    name: str
    version: int
    start: str
    factor: str
    scale: str
    pools: tuple[SaidStart, ...]
    k: SaidK | None
    common_k: bool
    length_in_chance: LengthPower
    length_in_change: LengthPower
    shortest: int
    longest: int
    smallest_field: int
    teams: Teams
    modes: dict[str, int]
    digest: str


class RatedTeamDocument(Value):
    """Persons who are rated as one side where they play as one (TEA-8). Lists of ratings name the team by its id."""

    id: PersonId
    persons: tuple[PersonId, ...]


class PoolDocument(Value):
    """The newest version of a rating pool (ELO-1). Version 0 came with the service; without a policy a tournament names
    any."""

    pool: Pool
    version: int
    names: tuple[PoolName, ...]
    policy: PoolPolicy | None
    announced_at: Instant | None
    listing: ListingRules
