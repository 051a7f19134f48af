"""A tournament as it is shown: now, from the read models, or as of a moment past, from its events (`as_of`)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import islice
from typing import Protocol, TypeVar, cast

from api.http.services import Services
from domain.kernel.ids import PersonId, tournament_stream
from domain.kernel.refusal import Refused
from domain.kernel.values import Pool
from domain.problems.tournament import TOURNAMENT_UNKNOWN
from domain.tournament.guards.lookup import find_entry, find_match, no_entry, no_match
from domain.tournament.state import Tournament
from projections.queries.pages import Cursor, Page
from projections.queries.positions import Shown
from projections.views.tournaments import (
    EntryView,
    MatchStatus,
    MatchView,
    StandingsView,
    TournamentView,
    entry_view,
    match_view,
    standings_view,
    tournament_view,
)

T = TypeVar("T", EntryView, MatchView)
Statuses = Sequence[MatchStatus] | None
RatingChanges = Mapping[PersonId, Mapping[Pool, int]]


class Moment(Protocol):
    """The readings of one tournament. Lists are by number; `after` is where a page before ended."""

    @property
    def tournament(self) -> TournamentView: ...
    @property
    def position(self) -> int: ...
    @property
    def incomplete(self) -> bool: ...
    def entries(self, after: Cursor | None, limit: int) -> Page[EntryView]: ...
    def entry(self, number: int) -> EntryView: ...
    def matches(self, after: Cursor | None, limit: int, entry: int | None, statuses: Statuses) -> Page[MatchView]: ...
    def match(self, number: int) -> MatchView: ...
    def standings(self) -> StandingsView: ...
    def rating_changes(self) -> RatingChanges: ...
    def lacks_changes(self) -> bool: ...


def moment(services: Services, tournament: str, as_of: int | datetime | None) -> Moment:
    """The tournament now, or as of a version or time. Raises Refused where it was not announced by then."""
    if as_of is None:
        at = now(services, tournament)
        held = services.held(at.tournament)
        return at if held is None else Held(services, held, now=at)
    return _past(services, tournament, as_of)


def unknown(tournament: str, *, incomplete: bool = False, as_of: int | datetime | None = None) -> Refused:
    """The refusal where there is no such tournament, or was none as of then; `incomplete` where it may be one whose
    events can't be read."""
    later = "" if as_of is None else f" as of {as_of}; if there is one, it was announced later"
    detail = f"There is no tournament {tournament}{later}."
    return Refused(TOURNAMENT_UNKNOWN, detail, tournament=tournament, incomplete=incomplete)


def _number(after: Cursor | None) -> int:
    return int(after[0]) if after else 0


def _page(views: Iterable[T], limit: int) -> Page[T]:
    """The first `limit` of them, and whether others follow."""
    found = list(islice(views, limit + 1))
    shown = tuple(found[:limit])
    return Page(shown, (shown[-1].number,) if len(found) > limit else None)


def _merge_pages(pages: Sequence[Page[MatchView]], limit: int) -> Page[MatchView]:
    """One page of the first of several lists, each by number."""
    found = sorted((match for page in pages for match in page.items), key=lambda match: match.number)
    shown = tuple(found[:limit])
    more = len(found) > limit or any(page.next for page in pages)
    return Page(shown, (shown[-1].number,) if more else None)


@dataclass(frozen=True, slots=True)
class Now:
    """As the read models show it; incomplete where the tournament stands still."""

    services: Services
    tournament: TournamentView
    shown: Shown

    @property
    def position(self) -> int:
        return self.shown.position

    @property
    def incomplete(self) -> bool:
        return self.shown.lacks(tournament_stream(self.tournament.id))

    def entries(self, after: Cursor | None, limit: int) -> Page[EntryView]:
        return self.services.readings.entries(self.tournament.id, after, limit)

    def entry(self, number: int) -> EntryView:
        found = self.services.readings.entry(self.tournament.id, number)
        if found is None:
            raise no_entry(number, incomplete=self.incomplete)
        return found

    def matches(self, after: Cursor | None, limit: int, entry: int | None, statuses: Statuses) -> Page[MatchView]:
        read = self.services.readings.matches
        pages = [read(self.tournament.id, after, limit, entry, status) for status in statuses or (None,)]
        return pages[0] if len(pages) == 1 else _merge_pages(pages, limit)

    def match(self, number: int) -> MatchView:
        found = self.services.readings.match(self.tournament.id, number)
        if found is None:
            raise no_match(number, incomplete=self.incomplete)
        return found

    def standings(self) -> StandingsView:
        found = self.services.readings.standings(self.tournament.id)
        if found is None:
            raise unknown(self.tournament.id)
        return found

    def rating_changes(self) -> RatingChanges:
        return self.services.readings.rating_changes(self.tournament.id)

    def lacks_changes(self) -> bool:
        return any(self.services.readings.lacks_rated(self.shown, pool) for pool in self.tournament.pools)


def now(services: Services, tournament: str) -> Now:
    """The tournament as the read models show it. Raises Refused."""
    shown = services.readings.shown_position()
    view = services.readings.tournament(tournament)
    if view is None:
        raise unknown(tournament, incomplete=shown.lacks(tournament_stream(tournament)))
    return Now(services, view, shown)


@dataclass(frozen=True)
class Past:
    """As its events up to a moment make it: that is whole, or can't be read. What is shown of persons' names is what
    is known of them now."""

    services: Services
    state: Tournament
    incomplete: bool = False

    @cached_property
    def tournament(self) -> TournamentView:
        return tournament_view(self.state)

    @cached_property
    def position(self) -> int:
        """Where in the log the last event shown stands."""
        stored = self.services.journal.history(self.state.stream, self.state.version - 1, 1)
        return stored[0].position

    def entries(self, after: Cursor | None, limit: int) -> Page[EntryView]:
        numbers = range(_number(after) + 1, len(self.state.entries) + 1)
        return _page((entry_view(self.state.entries[number]) for number in numbers), limit)

    def entry(self, number: int) -> EntryView:
        return entry_view(find_entry(self.state, number))

    def matches(self, after: Cursor | None, limit: int, entry: int | None, statuses: Statuses) -> Page[MatchView]:
        """A page of the matches of that entry, and with one of these statuses."""
        numbers = range(_number(after) + 1, len(self.state.matches) + 1)
        views = (match_view(self.state, self.state.matches[number]) for number in numbers)
        wanted = (
            view
            for view in views
            if (entry is None or entry in view.sides) and (statuses is None or view.status in statuses)
        )
        return _page(wanted, limit)

    def match(self, number: int) -> MatchView:
        return match_view(self.state, find_match(self.state, number))

    def standings(self) -> StandingsView:
        return standings_view(self.state)

    def rating_changes(self) -> RatingChanges:
        if self.tournament.rating is None:
            return {}
        return self.services.as_of(self.position).readings.rating_changes(self.state.id)

    def lacks_changes(self) -> bool:
        return False


@dataclass(frozen=True)
class Held(Past):
    """As its reader may see it now, where the tables may show more. Ratings tell of results that count, and of nothing
    that is held."""

    now: Now = field(kw_only=True)

    def rating_changes(self) -> RatingChanges:
        return self.now.rating_changes()

    def lacks_changes(self) -> bool:
        return self.now.lacks_changes()


def state_read(services: Services, tournament: str, as_of: int | datetime | None) -> tuple[Tournament, int]:
    """The tournament's state now, or as of a version or time, and the log's position that it shows at least. Raises
    Refused where it was not announced by then."""
    if as_of is None:
        position = services.journal.position()
        return state_at(services, tournament), position
    past = Past(services, state_at(services, tournament, as_of))
    return past.state, past.position


def _past(services: Services, tournament: str, as_of: int | datetime) -> Past:
    return Past(services, state_at(services, tournament, as_of))


def state_at(services: Services, tournament: str, as_of: int | datetime | None = None) -> Tournament:
    """The tournament's state now, which is at hand, or as of a version or time. Raises Refused where it was not
    announced by then."""
    stream = tournament_stream(tournament)
    if as_of is None:
        found = services.journal.state(stream)
    else:
        version, recorded_by = (as_of, None) if isinstance(as_of, int) else (None, as_of)
        with services.replays.turn():
            found = services.journal.state(stream, version=version, recorded_by=recorded_by)
    state = cast("Tournament", found)
    if state.settings is None:
        raise unknown(tournament, as_of=as_of)
    return state
