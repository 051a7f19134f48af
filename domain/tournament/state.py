"""A tournament as its events make it: `evolve` lays one recorded event on a frozen state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain import record_changes
from domain.history import Event, Recorded
from domain.record import Correction, Match, PlayedTo, Report
from domain.tournament import (
    entry_state,
    following,
    match_events,
    proceedings_state,
    report_state,
    review_state,
    ruling_state,
)
from domain.tournament import events as happened
from domain.tournament.laying import lay_match, make_match
from domain.tournament.model import (
    Entry,
    EntryStatus,
    Settings,
    Status,
    Tournament,
    announced_settings,
    initial,
)
from domain.tournament.settlement import posted

__all__ = ["Entry", "EntryStatus", "Settings", "Status", "Tournament", "announced_settings", "evolve", "initial"]


def evolve(state: Tournament, recorded: Recorded[Any]) -> Tournament:
    """The state after one more event of its stream."""
    laid = _EVOLVE[type(recorded.event)](state, recorded.event, recorded)
    return _settled(laid, recorded) if laid.settlements.moved else laid


def _settled(state: Tournament, recorded: Recorded[Any]) -> Tournament:
    """The state with what the event has changed of settlements posted (STK-5)."""
    ledger = posted(state.settlements, state.matches, recorded.version, recorded.recorded_at)
    return replace(state, settlements=ledger)


def _announced(state: Tournament, event: happened.TournamentAnnounced, recorded: Recorded[Any]) -> Tournament:
    settings = Settings(
        name=event.name,
        format=event.format,
        rating=event.rating,
        conditions=event.conditions,
        time_zone=event.time_zone,
        directors=() if event.director is None else (event.director,),
        status="announced",
        announced_at=recorded.recorded_at,
        revision=recorded.version,
        stages=event.stages,
        series=event.series,
        qualifying=event.qualifying,
        cloned_from=event.cloned_from,
    )
    return replace(state, version=recorded.version, settings=settings)


def _settings(state: Tournament, recorded: Recorded[Any], **changes: Any) -> Tournament:  # noqa: ANN401 -- any field
    settings = replace(announced_settings(state), revision=recorded.version, **changes)
    return replace(state, version=recorded.version, settings=settings)


def _conditions_changed(state: Tournament, event: happened.ConditionsChanged, recorded: Recorded[Any]) -> Tournament:
    return _settings(state, recorded, conditions=event.conditions)


def _director_appointed(state: Tournament, event: happened.DirectorAppointed, recorded: Recorded[Any]) -> Tournament:
    return _settings(state, recorded, directors=(*announced_settings(state).directors, event.person))


def _director_released(state: Tournament, event: happened.DirectorReleased, recorded: Recorded[Any]) -> Tournament:
    directors = announced_settings(state).directors
    return _settings(state, recorded, directors=tuple(p for p in directors if p != event.person))


def _started(state: Tournament, _: happened.TournamentStarted, recorded: Recorded[Any]) -> Tournament:
    starters = sum(entry.status == "approved" for entry in state.entries.values())
    rounds = replace(state.rounds, starters=starters)
    return replace(_settings(state, recorded, status="started", started_at=recorded.happened_at), rounds=rounds)


def _reopened(state: Tournament, _: happened.TournamentReopened, recorded: Recorded[Any]) -> Tournament:
    """ALL-13: started again, or announced where it was cancelled before it was started."""
    status: Status = "announced" if announced_settings(state).started_at is None else "started"
    return _settings(state, recorded, status=status, ended_at=None, champion=None, asked_to_sit_out=())


def _completed(state: Tournament, event: happened.TournamentCompleted, recorded: Recorded[Any]) -> Tournament:
    told = {"champion": event.champion, "asked_to_sit_out": event.asked_to_sit_out}
    return _settings(state, recorded, status="completed", ended_at=recorded.recorded_at, **told)


def _cancelled(state: Tournament, _: happened.TournamentCancelled, recorded: Recorded[Any]) -> Tournament:
    told = {"champion": None, "asked_to_sit_out": ()}
    return _settings(state, recorded, status="cancelled", ended_at=recorded.recorded_at, **told)


def _match_made(state: Tournament, event: match_events.MatchMade, recorded: Recorded[Any]) -> Tournament:
    match = Match(
        event.match,
        event.sides,
        event.length,
        recorded.version,
        made_from=event.made_from,
        form=event.form,
        stake=event.stake,
    )
    return make_match(state, match)


def _result_reported(state: Tournament, event: match_events.ResultReported, recorded: Recorded[Any]) -> Tournament:
    announced_at = recorded.recorded_at if event.verified else None
    by = recorded.actor.person
    report = Report(event.result, event.played_at, recorded.recorded_at, announced_at, event.starters, by)
    return lay_match(state, record_changes.reported(state.matches[event.match], report, recorded.version))


def _result_verified(state: Tournament, event: match_events.ResultVerified, recorded: Recorded[Any]) -> Tournament:
    match = state.matches[event.match]
    return lay_match(state, record_changes.announced(match, recorded.recorded_at, recorded.version))


def _result_corrected(state: Tournament, event: match_events.ResultCorrected, recorded: Recorded[Any]) -> Tournament:
    correction = correction_of(event)
    return lay_match(state, record_changes.corrected(state.matches[event.match], correction, recorded.version))


def _length_settled(state: Tournament, event: match_events.LengthSettled, recorded: Recorded[Any]) -> Tournament:
    played_to = PlayedTo(event.length, event.from_game)
    return lay_match(state, record_changes.length_settled(state.matches[event.match], played_to, recorded.version))


def correction_of(event: match_events.ResultCorrected) -> Correction:
    """What a correction lays over the record."""
    return Correction(event.sides, event.length, event.result, event.played_at, event.place, event.starters)


def _match_voided(state: Tournament, event: match_events.MatchVoided, recorded: Recorded[Any]) -> Tournament:
    match = replace(state.matches[event.match], void_reason=event.reason, revision=recorded.version)
    return lay_match(state, match)


def _match_reinstated(state: Tournament, event: match_events.MatchReinstated, recorded: Recorded[Any]) -> Tournament:
    return lay_match(state, replace(state.matches[event.match], void_reason=None, revision=recorded.version))


_EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    happened.TournamentAnnounced: _announced,
    happened.ConditionsChanged: _conditions_changed,
    happened.DirectorAppointed: _director_appointed,
    happened.DirectorReleased: _director_released,
    happened.TournamentStarted: _started,
    happened.TournamentCompleted: _completed,
    happened.TournamentCancelled: _cancelled,
    happened.TournamentReopened: _reopened,
    match_events.MatchMade: _match_made,
    match_events.ResultReported: _result_reported,
    match_events.ResultVerified: _result_verified,
    match_events.ResultCorrected: _result_corrected,
    match_events.LengthSettled: _length_settled,
    match_events.MatchVoided: _match_voided,
    match_events.MatchReinstated: _match_reinstated,
    **entry_state.EVOLVE,
    **following.EVOLVE,
    **ruling_state.EVOLVE,
    **report_state.EVOLVE,
    **review_state.EVOLVE,
    **proceedings_state.EVOLVE,
}
