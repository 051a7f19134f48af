"""What was changed over a span, command by command, as one reader is shown it."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import cache
from itertools import chain, takewhile
from typing import cast

from starlette.responses import Response

from api.documents.withholding import PartIn, Shown
from api.http.paging import NUMBERS
from api.http.read_requests import Reader
from api.http.services import Services
from api.queries.histories import trail_upto
from api.queries.visibility import Sight
from domain.journal import abandonment
from domain.journal.journal import Journal, Stored
from domain.kernel.ids import StreamName, TournamentId, tournament_stream
from domain.kernel.visibility import ONCE_ANNOUNCED, Part
from domain.tournament.state import Tournament
from projections.engine.log import commands, pages_of
from projections.explain.causes import Watched
from projections.explain.changes import ChangesView, MatchChange, changes
from projections.explain.documents import EventName
from projections.views.tournaments import MatchView, part_in, untold

_PAGE = 500
_LOOKED_AT = 2_000
"""Events that are looked at for a page at most, but for the last command's."""
_TO_SHOW_SECONDS = 5.0
"""For what was found to be shown, once it is looked for no longer."""
_MICROSECOND = timedelta(microseconds=1)

Sights = Callable[[TournamentId], Sight]
Moment = int | datetime | None


def positions(journal: Journal, stream: StreamName | None, since: Moment, until: Moment) -> tuple[int, int]:
    """The position after which the span begins, and the last in it. Numbers are versions of the stream, where one is
    named, else positions. Raises Refused for what is not there yet."""
    first, last = (_position(journal, stream, moment) for moment in (since, until))
    return first or 0, journal.position() if last is None else last


def _position(journal: Journal, stream: StreamName | None, moment: Moment) -> int | None:
    if isinstance(moment, datetime):
        return journal.position_at(moment)
    if moment is None:
        return None
    return journal.as_of(moment).position() if stream is None else journal.position_of(stream, moment)


def events_of(journal: Journal, stream: StreamName | None, after: int, last: int) -> Iterator[Stored]:
    """The events of the stream, or of the log, after that position and up to the last."""
    if stream is None:
        return journal.showing(chain.from_iterable(pages_of(journal, after, last, _PAGE)))
    whole = journal.whole(stream, journal.version_at(stream, after))
    return takewhile(lambda stored: stored.position <= last, whole)


def answer_changes(
    reader: Reader,
    stored: Iterable[Stored],
    wanted: Callable[[ChangesView], ChangesView],
    sights: Sights,
    limit: int,
) -> Response:
    """A page of what commands have changed; `wanted` takes of it what is asked for. Raises what reading raises."""
    journal = reader.services.journal
    position = journal.position()
    with reader.services.replays.turn():
        found, further = _find_changes(
            map(wanted, changes(journal, commands(stored), reader.services.readings.then)), limit
        )
    abandonment.given_up_after(_TO_SHOW_SECONDS)
    items = [shown_changes(reader, change, sights) for change in found]
    persons = {person for change in found for person in change.persons}
    next_cursor = None if further is None else NUMBERS.write((further,))
    return reader.answer_page(reader.page(items, persons), position, next_cursor=next_cursor)


def _find_changes(looked_at: Iterable[ChangesView], limit: int) -> tuple[list[ChangesView], int | None]:
    """Those that are not empty, and the position to go on after: where there are enough, or enough was looked at, or
    the read has spent its time and has come to something. Raises BudgetSpent where it has come to nothing."""
    found, events, reached = list[ChangesView](), 0, None
    try:
        for change in looked_at:
            found += [] if change.is_empty else [change]
            events, reached = events + len(change.events), change.events[-1].position
            if len(found) == limit or events >= _LOOKED_AT or abandonment.is_spent():
                return found, reached
    except abandonment.BudgetSpent:
        if reached is None:
            raise
        return found, reached
    return found, None


def sights_of(reader: Reader) -> Sights:
    """The reader's sight of each tournament now."""

    @cache
    def sight(tournament: TournamentId) -> Sight:
        return Sight.of(reader.caller, cast("Tournament", reader.services.journal.state(tournament_stream(tournament))))

    return sight


def shown_changes(reader: Reader, change: ChangesView, sights: Sights) -> Shown:
    """The changes as the reader is shown them, each match by the reader's part in it."""
    parts = {(one.tournament, one.match): sights(one.tournament) for one in change.matches}

    def part(name: tuple[TournamentId, int], view: MatchView) -> Part:
        sight = parts[name]
        return part_in(view) | sight.in_match(sight.state.matches[name[1]])

    def told(one: MatchChange) -> MatchChange:
        views = {
            side: view if view is None or part((one.tournament, one.match), view) & ONCE_ANNOUNCED else untold(view)
            for side, view in (("before", one.before), ("after", one.after))
        }
        return one.model_copy(update=views)

    shown = change.model_copy(update={"matches": tuple(map(told, change.matches))})
    return reader.shown(shown, _inside(shown, part))


def later(services: Services, state: Tournament, change: ChangesView) -> tuple[EventName, ...]:
    """The events after it that changed the same matches and entries of the tournament again; to be asked for in a
    turn."""
    version = max(event.version for event in change.events if event.stream == state.stream)
    watched = [Watched("match", one.match) for one in change.matches if one.tournament == state.id]
    watched += [Watched("entry", one.entry) for one in change.ranks if one.tournament == state.id]
    trail = trail_upto(services, state.stream, state.version)
    return tuple(trail.name(one) for one in trail.versions(watched, state.version) if one > version)


def _inside(change: ChangesView, part: Callable[[tuple[TournamentId, int], MatchView], Part]) -> PartIn:
    names = {id(view): (one.tournament, one.match) for one in change.matches for view in (one.before, one.after)}
    return lambda value: part(names[id(value)], value) if isinstance(value, MatchView) else Part(0)
