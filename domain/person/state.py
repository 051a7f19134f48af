"""A person in the registry, as the events make him: personal text is unsealed, or gone once he is erased."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from domain.history import Event, Recorded
from domain.ids import StreamName
from domain.person import events as happened
from domain.person.events import Details

Status = Literal["registered", "erased"]


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
class Bar:
    """A bar from entering tournaments, until a moment or for good (TD-4). An erased person's has no reason."""

    number: int
    placed_at: datetime
    until: datetime | None
    reason: str | None
    lifted: bool = False

    def in_force(self, now: datetime) -> bool:
        """Whether it bars the person at that moment."""
        return not self.lifted and (self.until is None or now < self.until)


@dataclass(frozen=True, slots=True)
class Win:
    """A tournament won, in the year it was played; where it belongs to a series, in that season of it."""

    tournament: str
    year: int
    series: str | None
    season: int | None


@dataclass(frozen=True, slots=True)
class SittingOut:
    """A season of a series which the person is asked to sit out, by the tournament that removed him (SWI-5)."""

    tournament: str
    series: str
    season: int


@dataclass(frozen=True, slots=True)
class Person:
    """The state. `status` is None until the person is registered; `forgiven` of his resignations no longer bar him
    (ALL-8); wins and seasons to sit out are those that have not been withdrawn."""

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

    @property
    def id(self) -> str:
        return self.stream.removeprefix("person-")

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


def _registered(state: Person, event: happened.PersonRegistered, _: datetime) -> Person:
    return replace(state, status="registered", details=event.details)


def _details_corrected(state: Person, event: happened.PersonDetailsCorrected, _: datetime) -> Person:
    return replace(state, details=event.details)


def _opening_rating_set(state: Person, event: happened.OpeningRatingSet, _: datetime) -> Person:
    opening = OpeningRating(event.rating, event.experience)
    return replace(state, opening_ratings={**state.opening_ratings, event.pool: opening})


def _erased(state: Person, _: happened.PersonErased, __: datetime) -> Person:
    bars = tuple(replace(bar, reason=None) for bar in state.bars)
    return replace(state, status="erased", details=None, bars=bars)


def _resignation_counted(state: Person, event: happened.ResignationCounted, at: datetime) -> Person:
    resignation = Resignation(event.tournament, event.entry, at)
    return replace(state, resignations=(*state.resignations, resignation))


def _resignation_bar_lifted(state: Person, _: happened.ResignationBarLifted, __: datetime) -> Person:
    return replace(state, forgiven=len(state.resignations))


def _bar_placed(state: Person, event: happened.BarPlaced, at: datetime) -> Person:
    return replace(state, bars=(*state.bars, Bar(event.bar, at, event.until, event.reason)))


def _bar_lifted(state: Person, event: happened.BarLifted, _: datetime) -> Person:
    bars = tuple(replace(bar, lifted=bar.lifted or bar.number == event.bar) for bar in state.bars)
    return replace(state, bars=bars)


def _tournament_won(state: Person, event: happened.TournamentWon, _: datetime) -> Person:
    return replace(state, wins=(*state.wins, Win(event.tournament, event.year, event.series, event.season)))


def _win_withdrawn(state: Person, event: happened.WinWithdrawn, _: datetime) -> Person:
    return replace(state, wins=tuple(win for win in state.wins if win.tournament != event.tournament))


def _sitting_out_asked(state: Person, event: happened.SittingOutAsked, _: datetime) -> Person:
    asked = SittingOut(event.tournament, event.series, event.season)
    return replace(state, sitting_out=(*state.sitting_out, asked))


def _sitting_out_withdrawn(state: Person, event: happened.SittingOutWithdrawn, _: datetime) -> Person:
    left = tuple(asked for asked in state.sitting_out if asked.tournament != event.tournament)
    return replace(state, sitting_out=left)


_EVOLVE: Mapping[type[Event], Callable[[Person, Any, datetime], Person]] = {
    happened.PersonRegistered: _registered,
    happened.PersonDetailsCorrected: _details_corrected,
    happened.OpeningRatingSet: _opening_rating_set,
    happened.PersonErased: _erased,
    happened.ResignationCounted: _resignation_counted,
    happened.ResignationBarLifted: _resignation_bar_lifted,
    happened.BarPlaced: _bar_placed,
    happened.BarLifted: _bar_lifted,
    happened.TournamentWon: _tournament_won,
    happened.WinWithdrawn: _win_withdrawn,
    happened.SittingOutAsked: _sitting_out_asked,
    happened.SittingOutWithdrawn: _sitting_out_withdrawn,
}
