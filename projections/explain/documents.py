"""Explanations of a number, as readers see them: parts that add up to it, and the events behind each.

An event is named by its stream, its version there, and its topic, so that it can be looked up in the history.
"""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.ids import PersonId, StreamName, TournamentId
from domain.kernel.values import Instant, Pool, Value
from domain.kernel.visibility import ONCE_ALL_ANNOUNCED
from domain.scoring.amount import Amount
from domain.scoring.games import EndedAs
from domain.scoring.result import Result
from projections.views.ratings import RatedMatchView
from projections.views.tournaments import MatchStatus

MOST_EVENTS = 100
"""Events that are shown of one part: of a match that was corrected again and again there may be any number."""


class EventName(Value):
    """An event, and where it is in the log."""

    stream: StreamName
    version: int
    position: int
    topic: str
    recorded_at: Instant


class SourceView(Value):
    """A fact taken from a person's record at the version read: the events there that count (ALL-14)."""

    person: PersonId
    version: int
    events: tuple[EventName, ...]


class PartView(Value):
    """The contribution of one thing. `label` is the format's own word for it; `round` is the tournament's. Where it is
    a number of the opponent's line, `number` is its name and `parts` are what that is made of. `events` are those that
    made what it rests on, the newest hundred; `earlier_events` says whether there were others before them, which the
    explanation of its match lists page by page, or the history."""

    label: str
    value: int
    kind: Literal["real", "virtual", "inherited"]
    round: int | None
    match: int | None
    opponent: int | None
    number: str | None
    events: tuple[EventName, ...]
    earlier_events: bool
    parts: tuple["PartView", ...] = ()
    sources: tuple[SourceView, ...] = ()


class ExplainedPart(PartView):
    """A part of the number `part_of` in the line of that entry."""

    entry: int
    part_of: str


class NumberExplained(Value):
    """A number of an entry's line in the table of a stage. The parts that add up to it are beside it, page by page;
    what is no sum has one part, of all that it rests on."""

    kind: Literal["number"] = "number"
    tournament: TournamentId
    version: int
    entry: int
    stage: int
    number: str
    total: int


class Compared(Value):
    """One criterion: the number in the entry's line, and in the one above."""

    criterion: str
    better: Literal["more", "less"]
    mine: int
    above: int


class RankExplained(Value):
    """A rank: the entry's criteria against those of the line above, up to the first that differs. `shared` where none
    does; `above` is None in the first line, with nothing compared. The parts that these numbers add up from are beside
    it, page by page: of each criterion those of the entry first, then those of the line above."""

    kind: Literal["rank"] = "rank"
    tournament: TournamentId
    version: int
    entry: int
    stage: int
    rank: int | None
    above: int | None
    shared: bool
    compared: tuple[Compared, ...]


class RatedMatchExplained(RatedMatchView):
    """A rated match as the player saw it, and how its change was worked out (ELO-3 to ELO-5, ELO-7), in points.

    `difference` is the winner's rating minus the loser's before it, `chance` is P, `k` the player's own K; `unrounded`
    is the change before it was rounded to `change`. `result` is the event by which the match last became what it is.
    """

    factor: Decimal
    scale: Decimal
    k: Decimal
    difference: str
    chance: Decimal
    unrounded: Decimal
    result: EventName | None


class RatingChangeExplained(Value):
    """The change of a player's ratings over a tournament (OPN-1). `totals` are by pool; the rated matches that they add
    up from are beside them, page by page: pool by pool as they are in the ledger in the order of ELO-6. `rated_by` are
    the newest hundred events that say that it is rated, and by which policy."""

    kind: Literal["rating-changes"] = "rating-changes"
    tournament: TournamentId
    version: int
    entry: int
    totals: dict[Pool, str]
    rated_by: tuple[EventName, ...]


class PostingLine(Value):
    """The change of an entry's share by a posting of the tournament's ledger, and the event that brought it about."""

    posting: int
    match: int
    staked: Amount
    credited: Amount
    net: Amount
    event: EventName


class SettlementExplained(Value):
    """The stakes and credits of an entry over the tournament (STK-5). The postings that add up to it are beside it,
    page by page; how a match came to its result is explained with the match."""

    kind: Literal["settlement"] = "settlement"
    tournament: TournamentId
    version: int
    entry: int
    staked: Amount
    credited: Amount
    net: Amount


Explained = Annotated[
    NumberExplained | RankExplained | RatingChangeExplained | SettlementExplained, Field(discriminator="kind")
]


class OpeningLine(Value):
    """The rating that a player began with in a pool: by the `event` that set it, or by the start of the policy of their
    first rated match there (ELO-1)."""

    rating: str
    experience: int
    event: EventName | None


class ResultSoFar(Value):
    """The result of a match so far: `ended` is None while it is open. `points` are those of the sides in order."""

    status: MatchStatus
    sides: tuple[int, int]
    length: int
    result: Result | None
    ended: EndedAs | None
    winner: int | None
    points: tuple[int, int] | None
    sitting: int


class LayerView(Value):
    """An event that concerns a match, and what the match had come to after it. `layer` says what it laid on the match;
    `in_force` whether that still is part of what the match comes to. `ruling` is the number of the ruling. Of a result
    that is not announced others than the staff and the two sides are shown no more than that there is one (ALL-12)."""

    event: EventName
    layer: Literal["reported", "corrected", "ruled", "other"]
    in_force: bool
    ruling: int | None
    came_to: Annotated[ResultSoFar | None, ONCE_ALL_ANNOUNCED]


class MatchExplained(Value):
    """The origin of a match's score: the events that changed it are beside it, page by page in their order, the last as
    it now is (ALL-3)."""

    tournament: TournamentId
    version: int
    match: int
    made_from: tuple[int, ...]
