"""Effects of events on the match record. They change no match: its result and its revision stay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from domain.kernel.envelope import Actor, Event, Recorded
from domain.kernel.replacing import replace
from domain.tournament.derived.propagation import recount_bout
from domain.tournament.match_record import events as match_record_events
from domain.tournament.match_record.state import (
    Attachment,
    ClockNote,
    Consent,
    Declaration,
    MadeException,
    Monitor,
    Noted,
    Retracted,
    TakenBreak,
    Wish,
)
from domain.tournament.state import Tournament

Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]


def _adding_record(kind: Callable[..., Noted]) -> Evolve:
    """Lays what was recorded as the next of its kind."""

    def evolve(state: Tournament, event: match_record_events.MatchRecordEvent, recorded: Recorded[Any]) -> Tournament:
        one = kind(event, at=recorded.happened_at, by=recorded.actor.person)
        match_records = state.match_records.with_added(event.record_kind, _match_of(event), one)
        return replace(state, version=recorded.version, match_records=match_records)

    return evolve


def _counting_bout_again(evolve: Evolve) -> Evolve:
    """The same, and what a bout comes to in which error rates count (SER-7)."""

    def with_bout(
        state: Tournament, event: match_record_events.MatchRecordEvent, recorded: Recorded[Any]
    ) -> Tournament:
        match, state = state.matches.get(_match_of(event) or 0), evolve(state, event, recorded)
        return state if match is None else recount_bout(state, match)

    return with_bout


def _changing_record(changes: Callable[[Any, datetime], Mapping[str, Any]]) -> Evolve:
    """Lays what has come at that moment of one that was recorded before."""

    def evolve(state: Tournament, event: match_record_events.MatchRecordEvent, recorded: Recorded[Any]) -> Tournament:
        changed = changes(event, recorded.happened_at)
        match_records = state.match_records.with_changed(
            event.record_kind, _match_of(event), event.number, lambda one: replace(one, **changed)
        )
        return replace(state, version=recorded.version, match_records=match_records)

    return evolve


def plays_not(state: Tournament, match: int, actor: Actor) -> bool:
    """Whether nobody who may have acted plays that match; nobody plays one that is not there."""
    known = state.matches.get(match)
    entries = map(state.entries.get, () if known is None else known.as_played[0])
    return {person for entry in entries if entry for person in entry.persons}.isdisjoint(actor.persons)


def _add_attachment(
    state: Tournament,
    event: match_record_events.AttachmentAdded,
    recorded: Recorded[match_record_events.AttachmentAdded],
) -> Tournament:
    """With whether staff attached it who do not play the match."""
    actor = recorded.actor
    by_staff = actor.role == "administrator" or actor.staff_of == state.id
    by_staff = by_staff and plays_not(state, event.match, actor)
    one = Attachment(event, at=recorded.happened_at, by=actor.person, by_staff=by_staff)
    match_records = state.match_records.with_added(event.record_kind, event.match, one)
    return replace(state, version=recorded.version, match_records=match_records)


def _keep_transcript(
    state: Tournament, event: match_record_events.TranscriptKept, recorded: Recorded[match_record_events.TranscriptKept]
) -> Tournament:
    """The text stays in the event: states are kept in memory."""
    records = state.match_records.with_changed(
        event.record_kind,
        event.match,
        event.number,
        lambda one: replace(one, kept_at=recorded.version),  # type: ignore[call-arg]  # an attachment
    )
    return replace(state, version=recorded.version, match_records=records)


def _match_of(event: match_record_events.MatchRecordEvent) -> int | None:
    """The match whose record it is in; None: the tournament's."""
    of_match = match_record_events.OfMatch | match_record_events.MatchRecordRetracted
    return event.match if isinstance(event, of_match) else None


EVOLVE: Mapping[type[Event], Evolve] = {
    match_record_events.MonitorAppointed: _adding_record(Monitor),
    match_record_events.MonitorReleased: _changing_record(lambda _, at: {"released_at": at}),
    match_record_events.ConsentRecorded: _adding_record(Consent),
    match_record_events.ConsentRevoked: _changing_record(lambda event, _: {"revoked": event.reason}),
    match_record_events.BreakBegun: _adding_record(TakenBreak),
    match_record_events.BreakEnded: _changing_record(lambda event, _: {"ended_at": event.ended_at}),
    match_record_events.ClockRecorded: _adding_record(ClockNote),
    match_record_events.OutOfTimeDeclared: _adding_record(Declaration),
    match_record_events.AttachmentAdded: _counting_bout_again(_add_attachment),
    match_record_events.TranscriptKept: _keep_transcript,
    match_record_events.RequestMade: _adding_record(Wish),
    match_record_events.RequestAnswered: _changing_record(lambda event, at: {"answered": event, "answered_at": at}),
    match_record_events.ExceptionMade: _adding_record(MadeException),
    match_record_events.MatchRecordRetracted: _counting_bout_again(
        _changing_record(lambda event, at: {"retracted": Retracted(at, event.reason)})
    ),
}
