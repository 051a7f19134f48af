"""The shapes of answers, besides the views of a tournament that the read models make."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import ConfigDict, Field

from domain.kernel.envelope import Role
from domain.kernel.ids import PersonId, Season, SeriesId, TournamentId
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Instant, Pool, Value
from domain.kernel.visibility import FOR_PLAYERS, FOR_STAFF, TEXT
from domain.person.events import BanKind
from domain.person.state import BanStatus
from domain.scoring.clock import LostOnTime, PlayOnWithoutClock
from domain.tournament.match_record.recording import BreakMeaning
from projections.explain.documents import Explained, MatchExplained, OpeningLine, RatedLine
from projections.views.ratings import RatingView
from projections.views.rounds import DrawCheckView
from projections.views.series import SeasonView, SeriesView
from projections.views.stages import AccountView, ChartView, StageStandingsView
from projections.views.tournaments import EntryView, MatchView, TournamentView

Item = TypeVar("Item")


class Revision(Value):
    """Something that was changed, by its number, and the revision its ETag now carries."""

    number: int
    revision: int


class RecordedThing(Value):
    """Something that was recorded, by its number among those of its kind in its match, or in the tournament; of breaks
    and declarations what that comes to, for the director to rule (TD-5, TD-7, TD-8)."""

    kind: str
    number: int
    comes_to: BreakMeaning | LostOnTime | PlayOnWithoutClock | None = None


class TournamentAnswer(Value):
    """What a command did: the tournament's version after it, the log's position, and what was changed. Disputes,
    rulings and appeals are listed where there are any. `not_rated` are matches that a ruling decides without play
    having begun, as far as is known: where it had, the ruling is to say so by `play_began` (ALL-6). `left_open` are
    matches that a round was closed without, since whoever closed it plays them."""

    tournament: TournamentId
    version: int
    position: int
    entries: tuple[Revision, ...]
    matches: tuple[Revision, ...]
    disputes: tuple[Revision, ...] = ()
    rulings: tuple[Revision, ...] = ()
    appeals: tuple[Revision, ...] = ()
    recorded: tuple[RecordedThing, ...] = ()
    not_rated: tuple[int, ...] = ()
    left_open: tuple[int, ...] = ()


class PersonAnswer(Value):
    """What a command did to a person of the registry."""

    person: PersonId
    revision: int
    position: int


class SeriesAnswer(Value):
    """What a command did to a series."""

    series: SeriesId
    revision: int
    position: int


class FederationAnswer(Value):
    """What a command did to the federation's settings; `number` is that of what was added to a list of its."""

    revision: int
    number: int | None = None
    position: int


class Page(Value, Generic[Item]):
    """A page of a list; the header Link leads to the next one. `names` are those of the persons in it, where they
    are not erased. `incomplete`: here and elsewhere, a stream that it is made of stands still until it is mended."""

    items: tuple[Item, ...]
    names: dict[PersonId, str]
    incomplete: bool


class ItemList(Value, Generic[Item]):
    """A whole list."""

    items: tuple[Item, ...]


class ItemListRead(ItemList[Item], Generic[Item]):
    """A list from the read models."""

    incomplete: bool


class TournamentDocument(TournamentView):
    """A tournament."""

    incomplete: bool


class EntryDocument(EntryView):
    """An entry."""

    incomplete: bool


class MatchDocument(MatchView):
    """A match."""

    incomplete: bool


class ExplainedDocument(Value):
    """How a number came about."""

    explained: Explained
    incomplete: bool


class MatchExplainedDocument(MatchExplained):
    """How a match came to its score."""

    incomplete: bool


class RatedLinePage(Page[RatedLine]):
    """How a rating came about, the last match first. `opening` is on the last page."""

    opening: OpeningLine | None


class RatingDocument(RatingView):
    """A player's rating."""

    incomplete: bool


class ActorDocument(Value):
    """Who did it. The key is shown to the staff, administrators and auditors."""

    role: Role | Literal["service"]
    person: PersonId | None
    staff_of: TournamentId | None
    key: Annotated[str | None, FOR_STAFF]


class EventDocument(Value):
    """An event of a tournament's history. `withheld` names what is not shown to this reader: `data` whole, or fields
    of it."""

    version: int
    position: int
    topic: str
    actor: ActorDocument
    recorded_at: Instant
    happened_at: Instant
    command: Annotated[str | None, FOR_STAFF]
    cause: str | None
    data: dict[str, Any] | None
    withheld: tuple[str, ...]


class StandingsRow(Value):
    """A line of the table. `rating_changes` are those over the tournament (OPN-1), in points: in each of
    its pools."""

    rank: int
    entry: int
    person: PersonId
    name: str | None
    withdrawn: bool
    values: dict[str, int]
    rating_changes: dict[Pool, str]
    reason: "StandingsReason"
    mark: str | None


class StandingsReason(Value):
    """Why the row stands below the one above: the first criterion that differs. None: the rank is shared."""

    above: int | None
    criterion: str | None
    value: int | None
    value_above: int | None


class CriterionDocument(Value):
    """A value that ranks, and whether more or less of it is better."""

    name: str
    better: str


class StandingsDocument(Value):
    """The table of a tournament, with the reason for each rank."""

    tournament: TournamentId
    version: int
    criteria: tuple[CriterionDocument, ...]
    rows: tuple[StandingsRow, ...]
    incomplete: bool


class StageStandingsDocument(StageStandingsView):
    """The table of one stage of a tournament."""

    names: dict[PersonId, str]


class ChartDocument(ChartView):
    """The chart of a stage."""

    names: dict[PersonId, str]


class AccountDocument(AccountView):
    """What the numbers in an entry's line are made of."""

    names: dict[PersonId, str]


class PersonDocument(Value):
    """A person. Contact and note are for administrators, directors and the person themselves; None for others."""

    id: PersonId
    name: str | None
    status: str
    contact: Annotated[str | None, FOR_PLAYERS & TEXT]
    note: Annotated[str | None, FOR_PLAYERS & TEXT]
    revision: int


class ResignationDocument(Value):
    """A resignation from a tournament, as one of its entries."""

    tournament: TournamentId
    entry: int
    at: Instant


class BanDocument(Value):
    """A ban from entering, directing or watching tournaments, until a moment or for good, placed by the federation or
    ordered by a tournament's `ruling` under that clause. The reason is the federation's, for a ruling tells its own; it
    goes when the person is erased."""

    number: int
    kind: BanKind
    placed_at: Instant
    until: Instant | None
    status: BanStatus
    in_force: bool
    tournament: TournamentId | None
    ruling: int | None
    clause: str | None
    reason: PersonalText | None


class SittingOutDocument(Value):
    """A season of a series that the person is asked to sit out, and the tournament that asked."""

    series: SeriesId
    season: Season
    tournament: TournamentId


class RecordDocument(Value):
    """What directors know of a person: the resignations, of which `counted` count towards the federation's `limit`; the
    bans; the seasons to sit out. `may_enter` says whether the person may enter tournaments now."""

    person: PersonId
    may_enter: bool
    counted: int
    limit: int | None
    resignations: tuple[ResignationDocument, ...]
    bans: tuple[BanDocument, ...]
    sitting_out: tuple[SittingOutDocument, ...]
    revision: int


class WinDocument(Value):
    """A tournament won; of a series, with its season."""

    tournament: TournamentId
    year: int
    series: SeriesId | None
    season: Season | None


class WinsDocument(Value):
    """The tournaments somebody has won, in the order in which they were completed, and how many in each year."""

    person: PersonId
    wins: tuple[WinDocument, ...]
    years: dict[int, int]
    revision: int


class SeriesDocument(SeriesView):
    """A series, and its seasons."""

    seasons: tuple[SeasonView, ...]
    incomplete: bool


class DrawCheckDocument(DrawCheckView):
    """What the check of a tournament's draws has found."""

    incomplete: bool


class FederationDocument(Value):
    """What the federation has settled: with how many resignations a person is banned; None: with none. Tournaments'
    reports are due `report_days` after their end. Days that are named to it begin and end in `time_zone`."""

    resignation_limit: int | None
    report_days: int
    time_zone: str
    revision: int


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
    k: dict[str, str] | None
    length_in_chance: str
    length_in_change: str
    shortest: int
    longest: int
    modes: dict[str, int]
    digest: str


class ProblemKind(Value):
    """A kind of problem; problems name it as their `type`."""

    slug: str
    type: str
    status: int
    title: str
    rule: str | None
    advice: str


class ValidationMessage(Value):
    """A value that was not allowed: where it stood, and why."""

    place: str = Field(alias="in")
    pointer: str
    message: str


class ProblemDocument(Value):
    """Problem details (RFC 9457). Further members hold what the detail speaks of."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    title: str
    status: int
    detail: str
    rule: str | None
    advice: str
    errors: tuple[ValidationMessage, ...] = ()


class Health(Value):
    """The process answers."""

    status: str


class LoadingDocument(Value):
    """What is being loaded beside the running service, and how far that is."""

    what: str
    done: int
    total: int


class Readiness(Value):
    """The log's position, how far each projection is behind it, and how many streams are parked: what they touch is
    incomplete. What is being `loading` comes in while the service answers."""

    status: str
    position: int
    lag: dict[str, int]
    parked: int
    incomplete: bool
    loading: list[LoadingDocument]
