"""A number of a table, or a rank, opened up down to the events (SWI-11)."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from domain.formats.contract.account import Part
from domain.journal.journal import Stored
from domain.kernel.ids import StreamName, person_stream
from domain.person.events import TournamentWon, WinWithdrawn
from domain.standings.ranking import Criterion, Reason, Row
from domain.tournament.entries.events import EntryRequested
from domain.tournament.person_effects.snapshots import CheckedMember, QualifyingWins
from domain.tournament.state import Tournament
from projections.explain.causes import Trail, Watched, event_name
from projections.explain.documents import Compared, EventName, NumberExplained, PartView, RankExplained, SourceView
from projections.explain.lines import STAGE, ExplainedLine

PersonsPast = Callable[[StreamName, int], Sequence[Stored]]
"""Gives the events of a person's stream up to that version."""

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
        """Where its last event stands in the log."""
        return self.trail.name(self.state.version).position

    def names(self, watched: Collection[Watched]) -> tuple[EventName, ...]:
        """The events that concern any of these."""
        return self.trail.names(watched, self.state.version)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A number with its parts, before the events are looked for."""

    line: ExplainedLine
    name: str
    parts: Sequence[tuple[Part, "_Opened | None"]]


def number_explained(past: Past, line: ExplainedLine, name: str) -> NumberExplained:
    """The number of that name in the line. Raises KeyError where the line has none."""
    return _number(past, _opened(line, name))


def rank_explained(past: Past, line: ExplainedLine, row: Row) -> RankExplained:
    """The rank of the entry's row in the whole table, or in that of the line's stage, by what sets it below the row
    above."""
    pairs = [
        (one, _opened(line, one.name), _opened(above, one.name))
        for above in _above(line, row.reason)
        for one in _compared(line, row.reason)
    ]
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
                mine=_number(past, mine),
                above=_number(past, theirs),
            )
            for one, mine, theirs in pairs
        ),
    )


def _above(line: ExplainedLine, reason: Reason) -> Sequence[ExplainedLine]:
    """The line above, in the same stage or in a later one; none above the first."""
    if reason.above is None:
        return ()
    found = line.lines.of(reason.above, None if reason.criterion == STAGE else line.number)
    return () if found is None else (found,)


def _compared(line: ExplainedLine, reason: Reason) -> Sequence[Criterion]:
    """The criteria up to the one that decides; all of them where none does."""
    if reason.criterion == STAGE:
        return (Criterion(STAGE),)
    names = [one.name for one in line.table.criteria]
    return line.table.criteria[: len(names) if reason.criterion is None else names.index(reason.criterion) + 1]


def _opened(line: ExplainedLine, name: str) -> _Opened:
    if name not in line.values:
        raise KeyError(name)
    return _Opened(line, name, [(part, _within(line, part)) for part in line.account(name).parts])


def _within(line: ExplainedLine, part: Part) -> _Opened | None:
    """The opponent's number that the part is, where it is one."""
    if part.number is None or part.opponent is None:
        return None
    opponent = line.lines.of(part.opponent, line.number)
    if opponent is None:
        raise LookupError(f"entry {part.opponent} has no line in stage {line.number}")
    own = opponent.account(part.number).parts
    return _Opened(opponent, part.number, [(one, None) for one in own])


def _number(past: Past, opened: _Opened) -> NumberExplained:
    parts = _parts(past, opened)
    return NumberExplained(
        tournament=past.state.id,
        version=past.state.version,
        entry=opened.line.entry,
        stage=opened.line.number,
        number=opened.name,
        total=sum(part.value for part in parts),
        parts=parts,
    )


def _parts(past: Past, opened: _Opened) -> tuple[PartView, ...]:
    line = opened.line
    before = line.stage.facts.rounds_before
    return tuple(
        PartView.read_from(
            part,
            round=part.round + before if part.round else None,
            events=past.names(line.rests_on(part)),
            parts=() if within is None else _parts(past, within),
            sources=_sources(past, line.entry) if part.label == BROUGHT else (),
        )
        for part, within in opened.parts
    )


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
    """What of a person's wins qualified, at the version read."""
    won: dict[str, EventName] = {}
    for stored in past.of_person(person_stream(looked.person), looked.person_version):
        match stored.recorded.event:
            case TournamentWon(tournament=tournament, series=series, year=year):
                if series == qualifying.series and year in qualifying.years:
                    won[tournament] = event_name(stored)
            case WinWithdrawn(tournament=tournament):
                won.pop(tournament, None)
    return SourceView(person=looked.person, version=looked.person_version, events=tuple(won.values()))
