"""Two records of one person merged, and a merge taken back: in one decision over the person's streams and those of the
tournaments (REG-1 to REG-3).

Reading: who directs a tournament is appointed anew under the id that is kept. A resignation or a win of an entry stands
in the record that the entry was made for, so taking a merge back leaves it where it was.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import cast

from domain.application.requests import CommandOrigin
from domain.kernel.envelope import Event
from domain.kernel.ids import PersonId, TournamentId, person_stream, tournament_stream
from domain.kernel.refusal import Refused
from domain.person import events as person_events
from domain.person.commands import MergePerson, TakeMergeBack
from domain.person.merging import merge, require_merged, take_back
from domain.person.state import Person
from domain.ports.command_handling import Decision, Request, Streams, Write
from domain.problems.persons import ENTERED_SINCE, PLAY_IN_ONE_TOURNAMENT
from domain.tournament.entries.events import EntriesMerged, EntriesSplit
from domain.tournament.state import Tournament

_OVER = ("completed", "cancelled")


def of_merge(
    asked: CommandOrigin, record: PersonId, command: MergePerson, tournaments: Collection[TournamentId]
) -> Request:
    """Merges the record. `tournaments` are those in which it has entries."""

    def decision(streams: Streams, _: datetime) -> Decision:
        one, kept = (cast("Person", streams.load(person_stream(id_))) for id_ in (record, command.kept))
        merged, taken = merge(one, kept, command, asked.actor)
        writes = [_own(one, merged, kept), Write(kept.stream, (taken,), cause=f"{one.stream}@{one.version + 1}")]
        for state in _states(streams, tournaments):
            writes += _moved(state, one, kept)
        return Decision(tuple(writes), {"person": kept.id, "revision": kept.version + 1})

    return Request(asked.command, asked.digest, asked.actor, decision)


def of_taking_back(
    asked: CommandOrigin, record: PersonId, command: TakeMergeBack, tournaments: Collection[TournamentId]
) -> Request:
    """Takes the merge of the record back. `tournaments` are those in which the person has entries."""

    def decision(streams: Streams, _: datetime) -> Decision:
        one = cast("Person", streams.load(person_stream(record)))
        kept = cast("Person", streams.load(person_stream(require_merged(one))))
        split, given = take_back(one, kept, command, asked.actor)
        states = list(_states(streams, tournaments))
        _require_answered(one, kept, command, states)
        belong = {(one.tournament, one.entry) for one in command.entered_since if one.person == record}
        own, others = list[Event](), list[Event]()
        writes = list[Write]()
        for state in states:
            since = tuple(number for number in entered_since(state, one, kept) if (state.id, number) in belong)
            made = _made_for(state, one, kept)
            if made or since:
                moved = EntriesSplit(record=one.id, kept=kept.id, entries=made, entered_since=since)
                writes.append(Write(state.stream, (moved,), cause=f"{one.stream}@{one.version + 1}"))
            for number in since:
                gained, lost = _meant(kept, state.id, number)
                own, others = [*own, *gained], [*others, *lost]
        first = _own(one, split, kept, *own)
        second = Write(kept.stream, (given, *others), cause=f"{one.stream}@{one.version + 1}")
        return Decision((first, second, *writes), {"person": one.id, "revision": one.version + 1 + len(own)})

    return Request(asked.command, asked.digest, asked.actor, decision)


def entered_since(state: Tournament, record: Person, kept: Person) -> tuple[int, ...]:
    """The person's entries that were made after the merge."""
    made = set(_made_for(state, record, kept))
    return tuple(
        number
        for number in state.entries_of(kept.id)
        if number not in made and _is_later(state.entries[number].entered_at, record.merged_at)
    )


def _made_for(state: Tournament, record: Person, kept: Person) -> tuple[int, ...]:
    """Those of the person's entries that were made for the record which was merged."""
    person = kept.id, record.id
    return tuple(number for number in state.entries_of(kept.id) if person in state.entries[number].records)


def _is_later(entered: datetime | None, merged: datetime | None) -> bool:
    return entered is not None and merged is not None and entered > merged


def _own(record: Person, event: Event, kept: Person, *further: Event) -> Write:
    """The reason is about the person, under either id."""
    return Write(record.stream, (event, *further), about=lambda _: (record.id, kept.id))


def _states(streams: Streams, tournaments: Collection[TournamentId]) -> Iterator[Tournament]:
    return (cast("Tournament", streams.load(tournament_stream(one))) for one in sorted(tournaments))


def _moved(state: Tournament, record: Person, kept: Person) -> list[Write]:
    numbers = state.entries_of(record.id)
    if not numbers:
        return []
    others = state.entries_of(kept.id)
    is_over = state.settings is not None and state.settings.status in _OVER
    if others and (not is_over or not set(numbers).isdisjoint(others)):
        detail = f"Both have an entry in tournament {state.id}."
        raise Refused(PLAY_IN_ONE_TOURNAMENT, detail, tournament=state.id)
    moved = EntriesMerged(record=record.id, kept=kept.id, entries=numbers)
    return [Write(state.stream, (moved,), cause=f"{record.stream}@{record.version + 1}")]


def _require_answered(record: Person, kept: Person, command: TakeMergeBack, states: Sequence[Tournament]) -> None:
    asked = {(state.id, number) for state in states for number in entered_since(state, record, kept)}
    answered = {(one.tournament, one.entry) for one in command.entered_since if one.person in (record.id, kept.id)}
    if asked != answered:
        rows = [{"tournament": tournament, "entry": entry} for tournament, entry in sorted(asked)]
        raise Refused(ENTERED_SINCE, f"{len(rows)} entries were made since the merge.", entries=rows)


def _meant(kept: Person, tournament: TournamentId, entry: int) -> tuple[Sequence[Event], Sequence[Event]]:
    """What an entry meant for the person who is kept: as the other record gains it, and as it is withdrawn here."""
    gained, lost = list[Event](), list[Event]()
    for one in kept.resignations:
        if (one.tournament, one.entry) == (tournament, entry):
            counted = person_events.ResignationCounted(tournament=tournament, entry=entry, confirmed=one.confirmed)
            gained.append(counted)
            lost.append(person_events.ResignationWithdrawn(tournament=tournament, entry=entry))
    for won in kept.wins:
        if won.tournament == tournament:
            gained.append(person_events.TournamentWon.read_from(won))
            lost.append(person_events.WinWithdrawn(tournament=tournament))
    for sat in kept.sitting_out:
        if sat.tournament == tournament:
            gained.append(person_events.AskedToSitOut.read_from(sat))
            lost.append(person_events.RequestToSitOutWithdrawn(tournament=tournament))
    return gained, lost
