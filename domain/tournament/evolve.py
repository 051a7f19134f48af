"""A tournament as its events make it: `evolve` lays one recorded event on a frozen state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.kernel.envelope import Event, Recorded
from domain.match import layering
from domain.match.record import Correction, Match, PlayedTo, Report
from domain.tournament.derived.propagation import lay_match, make_match
from domain.tournament.entries import evolve as entry_evolve
from domain.tournament.lifecycle import events as lifecycle_events
from domain.tournament.match_record import evolve as match_record_evolve
from domain.tournament.matches import events as match_events
from domain.tournament.reporting import evolve as report_evolve
from domain.tournament.reviews import evolve as review_evolve
from domain.tournament.rounds import evolve as round_evolve
from domain.tournament.rulings import evolve as ruling_evolve
from domain.tournament.stakes.evolve import posted
from domain.tournament.state import Entry, EntryStatus, Settings, Status, Tournament, announced_settings, initial

__all__ = ["Entry", "EntryStatus", "Settings", "Status", "Tournament", "announced_settings", "evolve", "initial"]


def evolve(state: Tournament, recorded: Recorded[Any]) -> Tournament:
    """The state after one more event of its stream."""
    laid = _EVOLVE[type(recorded.event)](state, recorded.event, recorded)
    return _settled(laid, recorded) if laid.settlements.moved else laid


def _settled(state: Tournament, recorded: Recorded[Any]) -> Tournament:
    """The state with what the event has changed of settlements posted (STK-5)."""
    ledger = posted(state.settlements, state.matches, recorded.version, recorded.recorded_at)
    return replace(state, settlements=ledger)


def _announced(state: Tournament, event: lifecycle_events.TournamentAnnounced, recorded: Recorded[Any]) -> Tournament:
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


def _conditions_changed(
    state: Tournament, event: lifecycle_events.ConditionsChanged, recorded: Recorded[Any]
) -> Tournament:
    return _settings(state, recorded, conditions=event.conditions)


def _director_appointed(
    state: Tournament, event: lifecycle_events.DirectorAppointed, recorded: Recorded[Any]
) -> Tournament:
    return _settings(state, recorded, directors=(*announced_settings(state).directors, event.person))


def _director_released(
    state: Tournament, event: lifecycle_events.DirectorReleased, recorded: Recorded[Any]
) -> Tournament:
    directors = announced_settings(state).directors
    return _settings(state, recorded, directors=tuple(p for p in directors if p != event.person))


def _started(state: Tournament, _: lifecycle_events.TournamentStarted, recorded: Recorded[Any]) -> Tournament:
    starters = sum(entry.status == "approved" for entry in state.entries.values())
    rounds = replace(state.rounds, starters=starters)
    return replace(_settings(state, recorded, status="started", started_at=recorded.happened_at), rounds=rounds)


def _reopened(state: Tournament, _: lifecycle_events.TournamentReopened, recorded: Recorded[Any]) -> Tournament:
    """ALL-13: started again, or announced where it was cancelled before it was started."""
    status: Status = "announced" if announced_settings(state).started_at is None else "started"
    return _settings(state, recorded, status=status, ended_at=None, champion=None, asked_to_sit_out=())


def _completed(state: Tournament, event: lifecycle_events.TournamentCompleted, recorded: Recorded[Any]) -> Tournament:
    told = {"champion": event.champion, "asked_to_sit_out": event.asked_to_sit_out}
    return _settings(state, recorded, status="completed", ended_at=recorded.recorded_at, **told)


def _cancelled(state: Tournament, _: lifecycle_events.TournamentCancelled, recorded: Recorded[Any]) -> Tournament:
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
    by, place = recorded.actor.person, len(state.reported) + 1
    report = Report(event.result, event.played_at, recorded.recorded_at, announced_at, event.starters, by, place)
    state = replace(state, reported=state.reported.insert(place, recorded.recorded_at))
    return lay_match(state, layering.reported(state.matches[event.match], report, recorded.version))


def _result_verified(state: Tournament, event: match_events.ResultVerified, recorded: Recorded[Any]) -> Tournament:
    match = state.matches[event.match]
    return lay_match(state, layering.announced(match, recorded.recorded_at, recorded.version))


def _result_corrected(state: Tournament, event: match_events.ResultCorrected, recorded: Recorded[Any]) -> Tournament:
    correction = correction_of(event)
    if event.place is not None:
        state = replace(state, placed=state.placed.insert(event.match))
    return lay_match(state, layering.corrected(state.matches[event.match], correction, recorded.version))


def _length_settled(state: Tournament, event: match_events.LengthSettled, recorded: Recorded[Any]) -> Tournament:
    played_to = PlayedTo(event.length, event.from_game)
    return lay_match(state, layering.length_settled(state.matches[event.match], played_to, recorded.version))


def correction_of(event: match_events.ResultCorrected) -> Correction:
    """What a correction lays over the record."""
    return Correction(event.sides, event.length, event.result, event.played_at, event.place, event.starters)


def _match_voided(state: Tournament, event: match_events.MatchVoided, recorded: Recorded[Any]) -> Tournament:
    match = replace(state.matches[event.match], void_reason=event.reason, revision=recorded.version)
    return lay_match(state, match)


def _match_reinstated(state: Tournament, event: match_events.MatchReinstated, recorded: Recorded[Any]) -> Tournament:
    return lay_match(state, replace(state.matches[event.match], void_reason=None, revision=recorded.version))


_EVOLVE: Mapping[type[Event], Callable[[Tournament, Any, Recorded[Any]], Tournament]] = {
    lifecycle_events.TournamentAnnounced: _announced,
    lifecycle_events.ConditionsChanged: _conditions_changed,
    lifecycle_events.DirectorAppointed: _director_appointed,
    lifecycle_events.DirectorReleased: _director_released,
    lifecycle_events.TournamentStarted: _started,
    lifecycle_events.TournamentCompleted: _completed,
    lifecycle_events.TournamentCancelled: _cancelled,
    lifecycle_events.TournamentReopened: _reopened,
    match_events.MatchMade: _match_made,
    match_events.ResultReported: _result_reported,
    match_events.ResultVerified: _result_verified,
    match_events.ResultCorrected: _result_corrected,
    match_events.LengthSettled: _length_settled,
    match_events.MatchVoided: _match_voided,
    match_events.MatchReinstated: _match_reinstated,
    **entry_evolve.EVOLVE,
    **round_evolve.EVOLVE,
    **ruling_evolve.EVOLVE,
    **report_evolve.EVOLVE,
    **review_evolve.EVOLVE,
    **match_record_evolve.EVOLVE,
}
