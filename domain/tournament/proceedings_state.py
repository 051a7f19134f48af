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
    TakenBack,
    TakenBreak,
    Wish,
    changed,
)

Of = MatchProceedings
OnMatch = Callable[[Of, Any, Recorded[Any]], Of]
OnAll = Callable[[Proceedings, Any, Recorded[Any]], Proceedings]
Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]
T = TypeVar("T")


def _noted(kind: Callable[..., T], event: happened.ProceedingEvent, recorded: Recorded[Any]) -> T:
    """As it was recorded."""
    return kind(event, at=recorded.happened_at, by=recorded.actor.person)


def _monitor(of: Of, event: happened.MonitorAppointed, recorded: Recorded[Any]) -> Of:
    return replace(of, monitors=(*of.monitors, _noted(Monitor, event, recorded)))


def _released(of: Of, event: happened.MonitorReleased, recorded: Recorded[Any]) -> Of:
    at = recorded.happened_at
    return replace(of, monitors=changed(of.monitors, event.number, lambda one: replace(one, released_at=at)))


def _consent(of: Of, event: happened.ConsentGiven, recorded: Recorded[Any]) -> Of:
    return replace(of, consents=(*of.consents, _noted(Consent, event, recorded)))


def _revoked(of: Of, event: happened.ConsentRevoked, _: Recorded[Any]) -> Of:
    return replace(of, consents=changed(of.consents, event.number, lambda one: replace(one, revoked=event.reason)))


def _begun(of: Of, event: happened.BreakBegun, recorded: Recorded[Any]) -> Of:
    return replace(of, breaks=(*of.breaks, _noted(TakenBreak, event, recorded)))


def _ended(of: Of, event: happened.BreakEnded, _: Recorded[Any]) -> Of:
    return replace(of, breaks=changed(of.breaks, event.number, lambda one: replace(one, ended_at=event.at)))


def _clock(of: Of, event: happened.ClockRecorded, recorded: Recorded[Any]) -> Of:
    return replace(of, clocks=(*of.clocks, _noted(ClockNote, event, recorded)))


def _declared(of: Of, event: happened.OutOfTimeDeclared, recorded: Recorded[Any]) -> Of:
    return replace(of, declarations=(*of.declarations, _noted(Declaration, event, recorded)))


def _attached(of: Of, event: happened.AttachmentAdded, recorded: Recorded[Any]) -> Of:
    return replace(of, attachments=(*of.attachments, _noted(Attachment, event, recorded)))


def _asked(all_: Proceedings, event: happened.RequestMade, recorded: Recorded[Any]) -> Proceedings:
    return replace(all_, requests=(*all_.requests, _noted(Wish, event, recorded)))


def _answered(all_: Proceedings, event: happened.RequestAnswered, recorded: Recorded[Any]) -> Proceedings:
    at = recorded.happened_at
    requests = changed(all_.requests, event.number, lambda one: replace(one, answered=event, answered_at=at))
    return replace(all_, requests=requests)


def _excepted(all_: Proceedings, event: happened.ExceptionMade, recorded: Recorded[Any]) -> Proceedings:
    return replace(all_, exceptions=(*all_.exceptions, _noted(MadeException, event, recorded)))


def _taken_back(state: Tournament, event: happened.ProceedingTakenBack, recorded: Recorded[Any]) -> Tournament:
    taken_back = TakenBack(recorded.happened_at, event.reason)
    proceedings = state.proceedings.changed(
        event.what, event.match, event.number, lambda one: replace(one, taken_back=taken_back)
    )
    return replace(state, version=recorded.version, proceedings=proceedings)


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
    happened.ProceedingTakenBack: _taken_back,
}
