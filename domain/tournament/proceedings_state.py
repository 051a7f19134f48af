"""What events make of the proceedings. They change no match: its result and its revision stay."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from domain.history import Event, Recorded
from domain.tournament import proceedings_events as happened
from domain.tournament.model import Tournament
from domain.tournament.proceedings_model import (
    Attachment,
    ClockNote,
    Consent,
    Declaration,
    MadeException,
    MatchProceedings,
    Monitor,
    Proceedings,
    TakenBreak,
    Wish,
)

Of = MatchProceedings
OnMatch = Callable[[Of, Any, Recorded[Any]], Of]
OnAll = Callable[[Proceedings, Any, Recorded[Any]], Proceedings]
Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]
T = TypeVar("T")


def _changed(listed: tuple[T, ...], number: int, change: Callable[[T], T]) -> tuple[T, ...]:
    """The list with its nth changed."""
    return (*listed[: number - 1], change(listed[number - 1]), *listed[number:])


def _monitor(of: Of, event: happened.MonitorAppointed, recorded: Recorded[Any]) -> Of:
    return replace(of, monitors=(*of.monitors, Monitor(event, recorded.happened_at)))


def _released(of: Of, event: happened.MonitorReleased, recorded: Recorded[Any]) -> Of:
    at = recorded.happened_at
    return replace(of, monitors=_changed(of.monitors, event.number, lambda one: replace(one, released_at=at)))


def _consent(of: Of, event: happened.ConsentGiven, recorded: Recorded[Any]) -> Of:
    return replace(of, consents=(*of.consents, Consent(event, recorded.happened_at)))


def _revoked(of: Of, event: happened.ConsentRevoked, _: Recorded[Any]) -> Of:
    return replace(of, consents=_changed(of.consents, event.number, lambda one: replace(one, revoked=event.reason)))


def _begun(of: Of, event: happened.BreakBegun, _: Recorded[Any]) -> Of:
    return replace(of, breaks=(*of.breaks, TakenBreak(event)))


def _ended(of: Of, event: happened.BreakEnded, _: Recorded[Any]) -> Of:
    return replace(of, breaks=_changed(of.breaks, event.number, lambda one: replace(one, ended_at=event.at)))


def _clock(of: Of, event: happened.ClockRecorded, recorded: Recorded[Any]) -> Of:
    return replace(of, clocks=(*of.clocks, ClockNote(event, recorded.happened_at)))


def _declared(of: Of, event: happened.OutOfTimeDeclared, recorded: Recorded[Any]) -> Of:
    return replace(of, declarations=(*of.declarations, Declaration(event, recorded.happened_at)))


def _attached(of: Of, event: happened.AttachmentAdded, recorded: Recorded[Any]) -> Of:
    return replace(of, attachments=(*of.attachments, Attachment(event, recorded.happened_at)))


def _asked(all_: Proceedings, event: happened.RequestMade, recorded: Recorded[Any]) -> Proceedings:
    return replace(all_, requests=(*all_.requests, Wish(event, recorded.happened_at)))


def _answered(all_: Proceedings, event: happened.RequestAnswered, recorded: Recorded[Any]) -> Proceedings:
    at = recorded.happened_at
    requests = _changed(all_.requests, event.number, lambda one: replace(one, answered=event, answered_at=at))
    return replace(all_, requests=requests)


def _excepted(all_: Proceedings, event: happened.ExceptionMade, recorded: Recorded[Any]) -> Proceedings:
    return replace(all_, exceptions=(*all_.exceptions, MadeException(event, recorded.happened_at)))


def _on_match(change: OnMatch) -> Evolve:
    def evolve(state: Tournament, event: happened.OfMatch, recorded: Recorded[Any]) -> Tournament:
        of = change(state.proceedings.of(event.match), event, recorded)
        matches = state.proceedings.matches.insert(event.match, of)
        proceedings = replace(state.proceedings, matches=matches)
        return replace(state, version=recorded.version, proceedings=proceedings)

    return evolve


def _on_all(change: OnAll) -> Evolve:
    def evolve(state: Tournament, event: happened.ProceedingEvent, recorded: Recorded[Any]) -> Tournament:
        return replace(state, version=recorded.version, proceedings=change(state.proceedings, event, recorded))

    return evolve


EVOLVE: Mapping[type[Event], Evolve] = {
    happened.MonitorAppointed: _on_match(_monitor),
    happened.MonitorReleased: _on_match(_released),
    happened.ConsentGiven: _on_match(_consent),
    happened.ConsentRevoked: _on_match(_revoked),
    happened.BreakBegun: _on_match(_begun),
    happened.BreakEnded: _on_match(_ended),
    happened.ClockRecorded: _on_match(_clock),
    happened.OutOfTimeDeclared: _on_match(_declared),
    happened.AttachmentAdded: _on_match(_attached),
    happened.RequestMade: _on_all(_asked),
    happened.RequestAnswered: _on_all(_answered),
    happened.ExceptionMade: _on_all(_excepted),
}
