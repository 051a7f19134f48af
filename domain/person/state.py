"""A person in the registry, as the events describe them: personal text is unsealed, or gone once the person is
erased."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from domain.kernel.envelope import Event, Recorded
from domain.kernel.ids import StreamName
from domain.person import events as person_events
from domain.person.events import BarKind, Details

Status = Literal["registered", "erased"]
BarStatus = Literal["in-force", "suspended", "reversed", "lifted"]


@dataclass(frozen=True, slots=True)
class OpeningRating:
    """What the person brings to a pool: rating in millionths of a point, and experience."""

    rating: int
    experience: int


@dataclass(frozen=True, slots=True)
class Resignation:
    """A resignation from a tournament, as one of its entries (ALL-8)."""

    tournament: str
    entry: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Ordered:
    """The ruling that has ordered a bar, and the clause it names."""

    tournament: str
    ruling: int
    clause: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar until a moment or for good (TD-4), placed by the federation or `ordered` by a ruling. `reason` is the
    federation's, an erased person's has none; `since` is when it came to its `status`, and `version` that of the
    person's stream then."""

    number: int
    kind: BarKind
    placed_at: datetime
    until: datetime | None
    since: datetime
    reason: str | None = None
    ordered: Ordered | None = None
    status: BarStatus = "in-force"
    version: int = 0

    def in_force(self, now: datetime) -> bool:
        """Whether it bars the person at that moment."""
        return self.status == "in-force" and (self.until is None or now < self.until)

    def of(self, event: person_events.OfRuling) -> bool:
        """Whether that ruling has ordered it."""
        return self.ordered is not None and (self.ordered.tournament, self.ordered.ruling) == (
            event.tournament,
            event.ruling,
        )


@dataclass(frozen=True, slots=True)
class Win:
    """A tournament won, in the year it was played; where it belongs to a series, in that season of it."""

    tournament: str
    year: int
    series: str | None
    season: int | None


@dataclass(frozen=True, slots=True)
class SittingOut:
    """A season of a series which the person is asked to sit out, by the tournament that removed them (SWI-5)."""

    tournament: str
    series: str
    season: int
    version: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """The state. `status` is None until the person is registered; `forgiven` resignations no longer bar the person
    (ALL-8); wins and seasons to sit out are those that have not been withdrawn. `resignations_version` and
    `wins_version` are those of the events that last changed what counts of them."""

    stream: StreamName
    version: int = 0
    status: Status | None = None
    details: Details | None = None
    opening_ratings: Mapping[str, OpeningRating] = field(default_factory=dict)
    resignations: tuple[Resignation, ...] = ()
    forgiven: int = 0
    bars: tuple[Bar, ...] = ()
    wins: tuple[Win, ...] = ()
    sitting_out: tuple[SittingOut, ...] = ()
    resignations_version: int = 0
    wins_version: int = 0

    @property
    def id(self) -> str:
        return self.stream.removeprefix("person-")

    @property
    def called(self) -> str:
        """The name, or the id where it is not known."""
        return self.details.name if self.details else f"Person {self.id}"

    @property
    def resignations_counted(self) -> int:
        """How many resignations count towards the limit (ALL-8)."""
        return len(self.resignations) - self.forgiven


def initial(stream: StreamName) -> Person:
    """The state before the first event."""
    return Person(stream)


def evolve(state: Person, recorded: Recorded[Any]) -> Person:
    """The state after one more event of its stream."""
    return replace(_EVOLVE[type(recorded.event)](state, recorded.event, recorded.recorded_at), version=recorded.version)


def _registered(state: Person, event: person_events.PersonRegistered, _: datetime) -> Person:
    return replace(state, status="registered", details=event.details)


def _details_corrected(state: Person, event: person_events.PersonDetailsCorrected, _: datetime) -> Person:
    return replace(state, details=event.details)


def _opening_rating_set(state: Person, event: person_events.OpeningRatingSet, _: datetime) -> Person:
    opening = OpeningRating(event.rating, event.experience)
    return replace(state, opening_ratings={**state.opening_ratings, event.pool: opening})


def _erased(state: Person, _: person_events.PersonErased, __: datetime) -> Person:
    bars = tuple(replace(bar, reason=None) for bar in state.bars)
    return replace(state, status="erased", details=None, bars=bars)


def _resignation_counted(state: Person, event: person_events.ResignationCounted, at: datetime) -> Person:
    resignation = Resignation(event.tournament, event.entry, at)
    return replace(state, resignations=(*state.resignations, resignation), resignations_version=state.version + 1)


def _resignation_bar_lifted(state: Person, _: person_events.ResignationBarLifted, __: datetime) -> Person:
    return replace(state, forgiven=len(state.resignations), resignations_version=state.version + 1)


def _bar_placed(state: Person, event: person_events.BarPlaced, at: datetime) -> Person:
    bar = Bar(event.bar, event.kind, at, event.until, at, event.reason, version=state.version + 1)
    return replace(state, bars=(*state.bars, bar))


def _bar_ordered(state: Person, event: person_events.BarOrdered, at: datetime) -> Person:
    ordered = Ordered(event.tournament, event.ruling, event.clause)
    number, version = len(state.bars) + 1, state.version + 1
    bar = Bar(number, event.kind, at, event.until, at, ordered=ordered, version=version)
    return replace(state, bars=(*state.bars, bar))


def _bar_lifted(state: Person, event: person_events.BarLifted, at: datetime) -> Person:
    return _with_bars(state, lambda bar: bar.number == event.bar, "lifted", at)


def _suspended(state: Person, event: person_events.OrderedBarsSuspended, at: datetime) -> Person:
    return _with_bars(state, lambda bar: bar.of(event) and bar.status == "in-force", "suspended", at)


def _resumed(state: Person, event: person_events.OrderedBarsResumed, at: datetime) -> Person:
    return _with_bars(state, lambda bar: bar.of(event) and bar.status == "suspended", "in-force", at)


def _reversed(state: Person, event: person_events.OrderedBarsReversed, at: datetime) -> Person:
    return _with_bars(state, lambda bar: bar.of(event), "reversed", at)


def _with_bars(state: Person, those: Callable[[Bar], bool], status: BarStatus, at: datetime) -> Person:
    """The person with that status of those bars."""
    version = state.version + 1
    bars = (replace(bar, status=status, since=at, version=version) if those(bar) else bar for bar in state.bars)
    return replace(state, bars=tuple(bars))


def _tournament_won(state: Person, event: person_events.TournamentWon, _: datetime) -> Person:
    won = Win(event.tournament, event.year, event.series, event.season)
    return replace(state, wins=(*state.wins, won), wins_version=state.version + 1)


def _win_withdrawn(state: Person, event: person_events.WinWithdrawn, _: datetime) -> Person:
    left = tuple(win for win in state.wins if win.tournament != event.tournament)
    return replace(state, wins=left, wins_version=state.version + 1)


def _sitting_out_asked(state: Person, event: person_events.SittingOutAsked, _: datetime) -> Person:
    asked = SittingOut(event.tournament, event.series, event.season, state.version + 1)
    return replace(state, sitting_out=(*state.sitting_out, asked))


def _sitting_out_withdrawn(state: Person, event: person_events.SittingOutWithdrawn, _: datetime) -> Person:
    left = tuple(asked for asked in state.sitting_out if asked.tournament != event.tournament)
    return replace(state, sitting_out=left)


_EVOLVE: Mapping[type[Event], Callable[[Person, Any, datetime], Person]] = {
    person_events.PersonRegistered: _registered,
    person_events.PersonDetailsCorrected: _details_corrected,
    person_events.OpeningRatingSet: _opening_rating_set,
    person_events.PersonErased: _erased,
    person_events.ResignationCounted: _resignation_counted,
    person_events.ResignationBarLifted: _resignation_bar_lifted,
    person_events.BarPlaced: _bar_placed,
    person_events.BarLifted: _bar_lifted,
    person_events.BarOrdered: _bar_ordered,
    person_events.OrderedBarsSuspended: _suspended,
    person_events.OrderedBarsResumed: _resumed,
    person_events.OrderedBarsReversed: _reversed,
    person_events.TournamentWon: _tournament_won,
    person_events.WinWithdrawn: _win_withdrawn,
    person_events.SittingOutAsked: _sitting_out_asked,
    person_events.SittingOutWithdrawn: _sitting_out_withdrawn,
}
