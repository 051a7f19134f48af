"""Two records of one person merged, and a merge taken back: in one decision over every stream that names the record
(REG-1 to REG-3).

Reading: a resignation or a win of an entry is in the record that the entry was made for, so taking a merge back
leaves it where it was. The keys of the record that ends are revoked, and stay so. Whatever a record holds goes with it,
as it is merged and as it is split off.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import TypeVar, cast

from domain.access.decide import end_keys_of
from domain.access.state import Access
from domain.application.requests import CommandOrigin
from domain.clubs import events as club_events
from domain.clubs.state import Clubs
from domain.kernel.envelope import Event
from domain.kernel.ids import (
    ACCESS,
    CLUBS,
    PersonId,
    SeriesId,
    StreamName,
    TournamentId,
    person_stream,
    series_stream,
    tournament_stream,
)
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.person import events as person_events
from domain.person.commands import MergePerson, WithdrawMerge
from domain.person.merging import event_of_merge, merge, require_merged, stays_with, take_back
from domain.person.state import Person
from domain.ports.command_handling import Decision, Request, State, Streams, Write
from domain.problems.persons import ENTERED_SINCE, MERGE_IMPOSSIBLE, PLAY_IN_ONE_TOURNAMENT
from domain.series import events as series_events
from domain.series.state import Series
from domain.tournament.merges.events import RecordMerged, RecordSplit
from domain.tournament.state import Tournament

_OVER = ("completed", "cancelled")
S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Naming:
    """The tournaments and the series that name a person."""

    tournaments: Collection[TournamentId] = ()
    series: Collection[SeriesId] = ()


@dataclass(frozen=True, slots=True)
class _Records:
    """The record that is merged, or is its own person's again, and the one that is kept."""

    streams: Streams
    record: Person
    kept: Person
    naming: Naming

    @property
    def pair(self) -> tuple[PersonId, PersonId]:
        return self.record.id, self.kept.id

    @property
    def going(self) -> list[Person]:
        """The record, and those that it holds."""
        return [self.record, *map(self.person, self.record.records)]

    def person(self, person: PersonId) -> Person:
        """That record."""
        return cast("Person", self.streams.load(person_stream(person)))

    def write(self, stream: StreamName, *events: Event) -> Write:
        """A write that follows from the record's own event."""
        return Write(stream, events, cause=f"{self.record.stream}@{self.record.version + 1}")

    def own(self, *events: Event) -> Write:
        """A write on the record itself. The reason is about the person, under either id."""
        return Write(self.record.stream, events, about=lambda _: self.pair)

    def writes_of_held(self, event: Event) -> Iterator[Write]:
        """A write for each record that it holds."""
        about = (*self.pair, *self.record.records)
        return (replace(self.write(one.stream, event), about=lambda _: about) for one in self.going[1:])

    def tournaments(self) -> list[Tournament]:
        """Those that name the person."""
        named = (tournament_stream(one) for one in sorted(self.naming.tournaments))
        return [cast("Tournament", self.streams.load(one)) for one in named]

    def series(self) -> list[Series]:
        """Those that name the person."""
        return [cast("Series", self.streams.load(series_stream(one))) for one in sorted(self.naming.series)]

    def clubs(self) -> Clubs:
        """All of them."""
        return cast("Clubs", self.streams.load(CLUBS))


def of_merge(asked: CommandOrigin, record: PersonId, command: MergePerson, naming: Naming) -> Request:
    """Merges the record, which `naming` names."""

    def decision(streams: Streams, now: datetime) -> Decision:
        one, kept = (cast("Person", streams.load(person_stream(id_))) for id_ in (record, command.merged_into))
        merged = merge(one, kept, command, asked.actor)
        records = _Records(streams, one, kept, naming)
        taken = records.write(kept.stream, *map(event_of_merge, records.going))
        elsewhere = (*_merge_writes(records), *_keys_ended(records, now))
        writes = (records.own(merged), *records.writes_of_held(merged), taken, *elsewhere)
        return Decision(writes, {"person": kept.id, "revision": kept.version + len(taken.events)})

    return Request(asked.command, asked.digest, asked.actor, decision)


def _merge_writes(records: _Records) -> Iterator[Write]:
    """The events for every other stream that names the record."""
    record, kept = records.pair
    for state in records.tournaments():
        entries = _entries_apart(state, record, kept)
        yield records.write(state.stream, RecordMerged(record=record, merged_into=kept, entries=entries))
    for series in records.series():
        yield records.write(series.stream, series_events.RecordMerged(record=record, merged_into=kept))
    if records.clubs().names(record):
        yield records.write(CLUBS, club_events.RecordMerged(record=record, merged_into=kept))


def _entries_apart(state: Tournament, record: PersonId, kept: PersonId) -> tuple[int, ...]:
    """The record's entries. Raises Refused where both are live in the tournament, in one team, or on one committee."""
    numbers, others = state.entries_of(record), state.entries_of(kept)
    is_over = state.settings is not None and state.settings.status in _OVER
    if numbers and others and (not is_over or not set(numbers).isdisjoint(others)):
        detail = f"Both have an entry in tournament {state.id}."
        raise Refused(PLAY_IN_ONE_TOURNAMENT, detail, tournament=state.id)
    appeals = (one for one in state.directing.appeals.values() if one.decision is None)
    if any({record, kept} <= set(appeal.members) for appeal in appeals):
        raise Refused(MERGE_IMPOSSIBLE, f"Both sit on a committee of tournament {state.id}.", tournament=state.id)
    return numbers


def _keys_ended(records: _Records, now: datetime) -> Iterator[Write]:
    ended = end_keys_of(cast("Access", records.streams.load(ACCESS)), (records.record.id,), now)
    if ended:
        yield records.write(ACCESS, *ended)


def of_taking_back(asked: CommandOrigin, record: PersonId, command: WithdrawMerge, naming: Naming) -> Request:
    """Takes the merge of the record back. `naming` names the person."""

    def decision(streams: Streams, _: datetime) -> Decision:
        one = cast("Person", streams.load(person_stream(record)))
        kept = cast("Person", streams.load(person_stream(require_merged(one))))
        split = take_back(one, kept, command, asked.actor)
        records = _Records(streams, one, kept, naming)
        _require_answered(records, command)
        belong = {(each.tournament, each.entry) for each in command.entered_since if each.person == record}
        meant = [_meant(records, records.person(holder.person), belong) for holder in one.holders]
        own = records.own(split, *chain.from_iterable(gained for gained, _ in meant))
        stay = records.writes_of_held(stays_with(one, command))
        writes = (own, *stay, *(given for _, given in meant), *_split_writes(records, belong))
        return Decision(writes, {"person": one.id, "revision": one.version + len(own.events)})

    return Request(asked.command, asked.digest, asked.actor, decision)


def _split_writes(records: _Records, belong: Collection[tuple[TournamentId, int]]) -> Iterator[Write]:
    """The events for every other stream in which the record was merged, or entries made since `belong` to it."""
    record, kept = records.pair
    for state in records.tournaments():
        since = tuple(sorted(number for tournament, number in belong if tournament == state.id))
        if since or record in dict(state.merged):
            made = _entries_made_for(state, records.record)
            told = RecordSplit(record=record, merged_into=kept, entries=made, entered_since=since)
            yield records.write(state.stream, told)
    for series in (one for one in records.series() if record in dict(one.merged)):
        yield records.write(series.stream, series_events.RecordSplit(record=record, merged_into=kept))
    if record in dict(records.clubs().merged):
        yield records.write(CLUBS, club_events.RecordSplit(record=record, merged_into=kept))


def entered_since(state: Tournament, record: Person) -> tuple[int, ...]:
    """The entries that were made after the merge for those who hold the record."""
    made = (
        number
        for holder in record.holders
        for number in state.as_recorded.entries_of(holder.person)
        if _is_later(state.entries[number].entered_at, holder.since)
    )
    return tuple(sorted({*made}.difference(_entries_made_for(state, record))))


def _entries_made_for(state: Tournament, record: Person) -> tuple[int, ...]:
    """The entries that were made for the record, or for one that it holds."""
    apart = state.as_recorded
    return tuple(number for one in (record.id, *record.records) for number in apart.entries_of(one))


def _is_later(entered: datetime | None, merged: datetime) -> bool:
    return entered is not None and entered > merged


def _require_answered(records: _Records, command: WithdrawMerge) -> None:
    states = records.tournaments()
    asked = {(one.id, number) for one in states for number in entered_since(one, records.record)}
    answered = {(one.tournament, one.entry) for one in command.entered_since if one.person in records.pair}
    if asked != answered:
        rows = [{"tournament": tournament, "entry": entry} for tournament, entry in sorted(asked)]
        raise Refused(ENTERED_SINCE, f"{len(rows)} entries were made since the merge.", entries=rows)


def _meant(
    records: _Records, holder: Person, belong: Collection[tuple[TournamentId, int]]
) -> tuple[Sequence[Event], Write]:
    """The meaning of these entries for a holder, as the record gains it; and the holder without that and the record."""
    gained, lost = list[Event](), list[Event]()
    for tournament, entry in sorted(belong):
        for one in holder.resignations:
            if (one.tournament, one.entry) == (tournament, entry):
                counted = person_events.ResignationCounted(tournament=tournament, entry=entry, confirmed=one.confirmed)
                gained.append(counted)
                lost.append(person_events.ResignationWithdrawn(tournament=tournament, entry=entry))
        for won in (one for one in holder.wins if one.tournament == tournament):
            gained.append(person_events.TournamentWon.from_attributes(won))
            lost.append(person_events.WinWithdrawn(tournament=tournament))
        for sat in (one for one in holder.sitting_out if one.tournament == tournament):
            gained.append(person_events.AskedToSitOut.from_attributes(sat))
            lost.append(person_events.RequestToSitOutWithdrawn(tournament=tournament))
    given = (person_events.RecordGivenBack(record=one.id) for one in records.going)
    return gained, records.write(holder.stream, *given, *lost)
