"""A number of a table, or a rank, opened up down to the events (SWI-11)."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from domain.formats.contract.account import Part
from domain.journal.journal import Stored
from domain.kernel.ids import StreamName, person_stream
from domain.person.events import TournamentWon, WinWithdrawn
from domain.standings.ranking import Criterion, Reason, Row
from domain.tournament.entries.events import EntryRequested
from domain.tournament.person_effects.snapshots import CheckedMember, QualifyingWins
from domain.tournament.state import Tournament
from projections.explain.causes import Trail, Watched, event_name
from projections.explain.documents import (
    MOST_EVENTS,
    Compared,
    EventName,
    ExplainedPart,
    NumberExplained,
    PartView,
    RankExplained,
    SourceView,
)
from projections.explain.lines import STAGE, ExplainedLine

PersonsPast = Callable[[StreamName, int], Sequence[Stored]]
"""Gives the events of a person's stream up to that version."""

Place = tuple[int, int]
"""Where a page of parts ended: at which of several numbers, and after which place in it."""

MOST_LOOKED_AT = 1_000
"""Matches that are looked at for one page of parts."""

BROUGHT = "brought"
"""The label of what an entry brought with it (CHM-1)."""


@dataclass(frozen=True, slots=True)
class Past:
    """A tournament, what each event up to it concerned, and the past of streams: of its own, of which `event` gives the
    event of a version and `at` the state, and of persons."""

    state: Tournament
    trail: Trail
    event: Callable[[int], Stored]
    at: Callable[[int], Tournament]
    of_person: PersonsPast

    @property
    def position(self) -> int:
        """Where its last event is in the log."""
        return self.trail.name(self.state.version).position

    def names(self, watched: Collection[Watched]) -> tuple[EventName, ...]:
        """The events that concern any of these; of very many the newest, and one more than are shown."""
        return self.trail.names(watched, self.state.version, MOST_EVENTS + 1)


class Column(NamedTuple):
    """A number of a line, of which the parts are listed."""

    line: ExplainedLine
    name: str

    def after(self, place: int, played_by: Callable[[int], Sequence[int]]) -> Iterator[tuple[int, Part | None]]:
        """Its parts that come after that place, each with its own. Where each match gives its share, places are the
        matches' numbers; None stands for one that gives nothing."""
        parts = self.line.parts_of(self.name)
        if parts is not None:
            yield from islice(enumerate(parts, 1), place, None)
            return
        played = played_by(self.line.entry)
        for number in played[bisect_right(played, place) :]:
            yield number, self.line.share(self.name, number)


def number_explained(past: Past, line: ExplainedLine, name: str) -> NumberExplained:
    """The number of that name in the line. Raises KeyError where the line has none."""
    return NumberExplained(
        tournament=past.state.id,
        version=past.state.version,
        entry=line.entry,
        stage=line.number,
        number=name,
        total=line.values[name],
    )


def columns_of_rank(line: ExplainedLine, reason: Reason) -> Sequence[Column]:
    """The numbers compared for a rank: one by one, that of the line first, then that of the one above it."""
    names = [one.name for one in _criteria_compared(line, reason)]
    return [Column(one, name) for above in _above(line, reason) for name in names for one in (line, above)]


def rank_explained(past: Past, line: ExplainedLine, row: Row) -> RankExplained:
    """The rank of the entry's row in the whole table, or in that of the line's stage, by what sets it below the row
    above."""
    return RankExplained(
        tournament=past.state.id,
        version=past.state.version,
        entry=line.entry,
        stage=line.number,
        rank=row.rank,
        above=row.reason.above,
        shared=row.reason.above is not None and row.reason.criterion is None,
        compared=tuple(
            Compared(
                criterion=one.name,
                better=one.better,
                mine=line.values[one.name],
                above=above.values[one.name],
            )
            for above in _above(line, row.reason)
            for one in _criteria_compared(line, row.reason)
        ),
    )


def parts_page(
    past: Past, columns: Sequence[Column], after: Place | None, limit: int
) -> tuple[Sequence[ExplainedPart], Place | None]:
    """The parts of these numbers after that place, at most so many, and the place after which the next page goes on.
    Where many matches give nothing there are fewer, so that no page takes longer than others."""
    items: list[ExplainedPart] = []
    reached = after or (0, 0)
    for looked_at, (place, column, part) in enumerate(_place_parts(past, columns, reached)):
        if looked_at == MOST_LOOKED_AT or (part is not None and len(items) == limit):
            return items, reached
        if part is not None:
            items.append(_item(past, column, part))
        reached = place
    return items, None


def _place_parts(past: Past, columns: Sequence[Column], after: Place) -> Iterator[tuple[Place, Column, Part | None]]:
    first, place = after
    for number, column in enumerate(columns[first:], first):
        for found, part in column.after(place, past.trail.matches_of):
            yield (number, found), column, part
        place = 0


def _above(line: ExplainedLine, reason: Reason) -> Sequence[ExplainedLine]:
    """The line above, in the same stage or in a later one; none above the first."""
    if reason.above is None:
        return ()
    found = line.lines.of(reason.above, None if reason.criterion == STAGE else line.number)
    return () if found is None else (found,)


def _criteria_compared(line: ExplainedLine, reason: Reason) -> Sequence[Criterion]:
    """The criteria up to the one that decides; all of them where none does."""
    if reason.criterion == STAGE:
        return (Criterion(STAGE),)
    criteria = line.stage.opened.criteria
    names = [one.name for one in criteria]
    return criteria[: len(names) if reason.criterion is None else names.index(reason.criterion) + 1]


def _item(past: Past, column: Column, part: Part) -> ExplainedPart:
    view = _view(past, column.line, part)
    return ExplainedPart.from_attributes(view, entry=column.line.entry, part_of=column.name)


def _view(past: Past, line: ExplainedLine, part: Part, within: Sequence[PartView] | None = None) -> PartView:
    """`within` is what the part is made of, by default looked for."""
    events = past.names(line.rests_on(part))
    return PartView.from_attributes(
        part,
        round=part.round + line.stage.facts.rounds_before if part.round else None,
        events=events[-MOST_EVENTS:],
        earlier_events=len(events) > MOST_EVENTS,
        parts=tuple(_within(past, line, part) if within is None else within),
        sources=_sources(past, line.entry) if part.label == BROUGHT else (),
    )


def _within(past: Past, line: ExplainedLine, part: Part) -> Sequence[PartView]:
    """The parts of the opponent's number, where the part is one."""
    if part.number is None or part.opponent is None:
        return ()
    opponent = line.lines.of(part.opponent, line.number)
    if opponent is None:
        raise LookupError(f"entry {part.opponent} has no line in stage {line.number}")
    return [_view(past, opponent, one, ()) for one in opponent.parts_of(part.number) or ()]


def _sources(past: Past, entry: int) -> tuple[SourceView, ...]:
    """The wins that were counted as the entry's credits, as they stood on record when it was taken (CHM-1, ALL-14)."""
    for version in reversed(past.trail.versions([Watched("entry", entry)], past.state.version)):
        match past.event(version).recorded.event:
            case EntryRequested(entry=number, credits=brought, admission=admission) if number == entry:
                if brought is None or admission is None:
                    return ()
                return tuple(_source(past, looked, brought.qualifying) for looked in admission.members)
    return ()


def _source(past: Past, looked: CheckedMember, qualifying: QualifyingWins) -> SourceView:
    """The wins of a person that qualified, at the version read."""
    won: dict[str, EventName] = {}
    for stored in past.of_person(person_stream(looked.person), looked.person_version):
        match stored.recorded.event:
            case TournamentWon(tournament=tournament, series=series, year=year):
                if series == qualifying.series and year in qualifying.years:
                    won[tournament] = event_name(stored)
            case WinWithdrawn(tournament=tournament):
                won.pop(tournament, None)
    return SourceView(person=looked.person, version=looked.person_version, events=tuple(won.values()))
