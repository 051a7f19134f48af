"""What events make of matches and their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.envelope import Event, Recorded
from domain.kernel.ids import PersonId
from domain.kernel.replacing import replace
from domain.match import layering
from domain.match.record import Correction, Invitation, Match, PlayedTo, Report
from domain.tournament.derived.propagation import lay_match, make
from domain.tournament.matches import events as match_events
from domain.tournament.state import Tournament

Change = Callable[[Match, Any, Recorded[Any]], Match]
Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]


def _on_match(change: Change) -> Evolve:
    """Lays what an event makes of its match; of one that is not there it makes nothing."""

    def evolve(state: Tournament, event: match_events.MatchEvent, recorded: Recorded[Any]) -> Tournament:
        match = state.matches.get(event.match)
        if match is None:
            return replace(state, version=recorded.version)
        return lay_match(state, replace(change(match, event, recorded), revision=recorded.version))

    return evolve


def _made(state: Tournament, event: match_events.MatchMade, recorded: Recorded[Any]) -> Tournament:
    match = Match(
        event.match,
        event.sides,
        event.length,
        recorded.version,
        form=event.form,
        stake=event.stake,
        point_value=event.point_value,
        round=event.round,
    )
    return make(state, match)


def _reported(state: Tournament, event: match_events.ResultReported, recorded: Recorded[Any]) -> Tournament:
    """ELO-6: reports are counted as they come in."""
    place = len(state.reported) + 1
    state = replace(state, reported=state.reported.insert(place, recorded.recorded_at))
    spoken_for = None if event.in_name_of is None else state.entries.get(event.in_name_of)
    by = (*recorded.actor.persons, *(() if spoken_for is None else spoken_for.persons))
    return _on_match(lambda match, *_: _with_report(match, event, recorded, by, place))(state, event, recorded)


def _with_report(
    match: Match, event: match_events.ResultReported, recorded: Recorded[Any], by: tuple[PersonId, ...], place: int
) -> Match:
    report = Report(
        event.result,
        event.outcome,
        event.played_at,
        recorded.recorded_at,
        recorded.recorded_at if event.verified else None,
        event.starters,
        by,
        place,
        event.by_resigning,
    )
    return layering.reported(match, report, recorded.version)


def _verified(match: Match, _: match_events.ResultVerified, recorded: Recorded[Any]) -> Match:
    return layering.announced(match, recorded.recorded_at, recorded.version)


def _taken_back(match: Match, _: match_events.ResultTakenBack, recorded: Recorded[Any]) -> Match:
    """TD-14: from here on it takes the word of whoever took it back, or a director's."""
    report = match.sitting.report and replace(match.sitting.report, announced_at=None)
    match = replace(match, verification="confirmed")
    return match if report is None else layering.reported(match, report, recorded.version)


def _corrected(state: Tournament, event: match_events.ResultCorrected, recorded: Recorded[Any]) -> Tournament:
    if event.place_in_rating_order is not None:
        state = replace(state, placed=state.placed.insert(event.match))
    return _on_match(_with_correction)(state, event, recorded)


def _with_correction(match: Match, event: match_events.ResultCorrected, recorded: Recorded[Any]) -> Match:
    return layering.corrected(match, correction_of(event), recorded.version)


def correction_of(event: match_events.ResultCorrected) -> Correction:
    """What a correction lays over the record."""
    return Correction(
        event.sides,
        event.length,
        event.result,
        event.outcome,
        event.played_at,
        event.place_in_rating_order,
        event.starters,
    )


def _length_settled(match: Match, event: match_events.WrongLengthResolved, recorded: Recorded[Any]) -> Match:
    return layering.length_settled(match, PlayedTo(event.length, event.from_game), recorded.version)


def _voided(match: Match, event: match_events.MatchVoided, _: Recorded[Any]) -> Match:
    return replace(match, void_reason=event.reason)


def _reinstated(match: Match, _: match_events.MatchReinstated, __: Recorded[Any]) -> Match:
    return replace(match, void_reason=None)


def _told(match: Match, event: match_events.NoTimeAgreedReported, _: Recorded[Any]) -> Match:
    return replace(match, no_time_agreed=(*match.no_time_agreed, event.reported_by))


def _invited(match: Match, event: match_events.InvitationSent, recorded: Recorded[Any]) -> Match:
    return replace(match, invitation=Invitation(event.invited_by, recorded.recorded_at))


def _acknowledged(match: Match, _: match_events.InvitationAcknowledged, recorded: Recorded[Any]) -> Match:
    if match.invitation is None:
        return match
    invitation = replace(match.invitation, acknowledged_at=recorded.recorded_at)
    return layering.acknowledged(match, invitation, recorded.version)


EVOLVE: Mapping[type[Event], Evolve] = {
    match_events.MatchMade: _made,
    match_events.ResultReported: _reported,
    match_events.ResultVerified: _on_match(_verified),
    match_events.ResultTakenBack: _on_match(_taken_back),
    match_events.ResultCorrected: _corrected,
    match_events.WrongLengthResolved: _on_match(_length_settled),
    match_events.MatchVoided: _on_match(_voided),
    match_events.MatchReinstated: _on_match(_reinstated),
    match_events.NoTimeAgreedReported: _on_match(_told),
    match_events.InvitationSent: _on_match(_invited),
    match_events.InvitationAcknowledged: _on_match(_acknowledged),
}
