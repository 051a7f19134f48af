"""What events make of the match record. They change no match: its result and its revision stay."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from domain.kernel.envelope import Event, Recorded
from domain.tournament.match_record import events as match_record_events
from domain.tournament.match_record.state import (
    Attachment,
    ClockNote,
    Consent,
    Declaration,
    MadeException,
    MatchRecord,
    MatchRecords,
    Monitor,
    Retracted,
    TakenBreak,
    Wish,
    changed,
)
from domain.tournament.state import Tournament

Of = MatchRecord
OnMatch = Callable[[Of, Any, Recorded[Any]], Of]
OnAll = Callable[[MatchRecords, Any, Recorded[Any]], MatchRecords]
Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]
T = TypeVar("T")


def _noted(kind: Callable[..., T], event: match_record_events.MatchRecordEvent, recorded: Recorded[Any]) -> T:
    """As it was recorded."""
    return kind(event, at=recorded.happened_at, by=recorded.actor.person)


def _monitor(of: Of, event: match_record_events.MonitorAppointed, recorded: Recorded[Any]) -> Of:
    return replace(of, monitors=(*of.monitors, _noted(Monitor, event, recorded)))


def _released(of: Of, event: match_record_events.MonitorReleased, recorded: Recorded[Any]) -> Of:
    at = recorded.happened_at
    return replace(of, monitors=changed(of.monitors, event.number, lambda one: replace(one, released_at=at)))


def _consent(of: Of, event: match_record_events.ConsentRecorded, recorded: Recorded[Any]) -> Of:
    return replace(of, consents=(*of.consents, _noted(Consent, event, recorded)))


def _revoked(of: Of, event: match_record_events.ConsentRevoked, _: Recorded[Any]) -> Of:
    return replace(of, consents=changed(of.consents, event.number, lambda one: replace(one, revoked=event.reason)))


def _begun(of: Of, event: match_record_events.BreakBegun, recorded: Recorded[Any]) -> Of:
    return replace(of, breaks=(*of.breaks, _noted(TakenBreak, event, recorded)))


def _ended(of: Of, event: match_record_events.BreakEnded, _: Recorded[Any]) -> Of:
    return replace(of, breaks=changed(of.breaks, event.number, lambda one: replace(one, ended_at=event.ended_at)))


def _clock(of: Of, event: match_record_events.ClockRecorded, recorded: Recorded[Any]) -> Of:
    return replace(of, clocks=(*of.clocks, _noted(ClockNote, event, recorded)))


def _declared(of: Of, event: match_record_events.OutOfTimeDeclared, recorded: Recorded[Any]) -> Of:
    return replace(of, declarations=(*of.declarations, _noted(Declaration, event, recorded)))


def _attached(of: Of, event: match_record_events.AttachmentAdded, recorded: Recorded[Any]) -> Of:
    return replace(of, attachments=(*of.attachments, _noted(Attachment, event, recorded)))


def _asked(all_: MatchRecords, event: match_record_events.RequestMade, recorded: Recorded[Any]) -> MatchRecords:
    return replace(all_, requests=(*all_.requests, _noted(Wish, event, recorded)))


def _answered(all_: MatchRecords, event: match_record_events.RequestAnswered, recorded: Recorded[Any]) -> MatchRecords:
    at = recorded.happened_at
    requests = changed(all_.requests, event.number, lambda one: replace(one, answered=event, answered_at=at))
    return replace(all_, requests=requests)


def _excepted(all_: MatchRecords, event: match_record_events.ExceptionMade, recorded: Recorded[Any]) -> MatchRecords:
    return replace(all_, exceptions=(*all_.exceptions, _noted(MadeException, event, recorded)))


def _retracted(
    state: Tournament, event: match_record_events.MatchRecordRetracted, recorded: Recorded[Any]
) -> Tournament:
    retracted = Retracted(recorded.happened_at, event.reason)
    match_records = state.match_records.changed(
        event.what, event.match, event.number, lambda one: replace(one, retracted=retracted)
    )
    return replace(state, version=recorded.version, match_records=match_records)


def _on_match(change: OnMatch) -> Evolve:
    def evolve(state: Tournament, event: match_record_events.OfMatch, recorded: Recorded[Any]) -> Tournament:
        of = change(state.match_records.of(event.match), event, recorded)
        matches = state.match_records.matches.insert(event.match, of)
        match_records = replace(state.match_records, matches=matches)
        return replace(state, version=recorded.version, match_records=match_records)

    return evolve


def _on_all(change: OnAll) -> Evolve:
    def evolve(state: Tournament, event: match_record_events.MatchRecordEvent, recorded: Recorded[Any]) -> Tournament:
        return replace(state, version=recorded.version, match_records=change(state.match_records, event, recorded))

    return evolve


EVOLVE: Mapping[type[Event], Evolve] = {
    match_record_events.MonitorAppointed: _on_match(_monitor),
    match_record_events.MonitorReleased: _on_match(_released),
    match_record_events.ConsentRecorded: _on_match(_consent),
    match_record_events.ConsentRevoked: _on_match(_revoked),
    match_record_events.BreakBegun: _on_match(_begun),
    match_record_events.BreakEnded: _on_match(_ended),
    match_record_events.ClockRecorded: _on_match(_clock),
    match_record_events.OutOfTimeDeclared: _on_match(_declared),
    match_record_events.AttachmentAdded: _on_match(_attached),
    match_record_events.RequestMade: _on_all(_asked),
    match_record_events.RequestAnswered: _on_all(_answered),
    match_record_events.ExceptionMade: _on_all(_excepted),
    match_record_events.MatchRecordRetracted: _retracted,
}
