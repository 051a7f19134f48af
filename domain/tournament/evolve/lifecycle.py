"""Effects of events on a tournament's settings: announced, started, ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from rpds import HashTrieMap

from domain.kernel.envelope import Event, Recorded
from domain.kernel.replacing import replace
from domain.tournament.derived.propagation import void_for_good
from domain.tournament.lifecycle import events as lifecycle_events
from domain.tournament.state import Entry, OrderChange, Settings, Status, Tournament

Change = Callable[[Settings, Any, Recorded[Any]], Settings]
Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]
Ending = lifecycle_events.TournamentCompleted | lifecycle_events.TournamentCancelled


def _announce_tournament(
    state: Tournament, event: lifecycle_events.TournamentAnnounced, recorded: Recorded[Any]
) -> Tournament:
    actor = recorded.actor
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
        outside_source=event.outside_source,
        club=event.club,
        announced_by=(actor.key,) if actor.person is None else (actor.key, actor.person),
    )
    return replace(state, version=recorded.version, settings=settings)


def _on_settings(change: Change) -> Evolve:
    """Lays what an event makes of the settings; before the announcement there are none, and nothing is made of it."""

    def evolve(state: Tournament, event: Event, recorded: Recorded[Any]) -> Tournament:
        settings = state.settings and replace(change(state.settings, event, recorded), revision=recorded.version)
        return replace(state, version=recorded.version, settings=settings)

    return evolve


def _conditions_changed(settings: Settings, event: lifecycle_events.ConditionsChanged, _: Recorded[Any]) -> Settings:
    return replace(settings, conditions=event.conditions)


def _settings_changed(settings: Settings, event: lifecycle_events.SettingsChanged, recorded: Recorded[Any]) -> Settings:
    after = replace(settings, name=event.name, format=event.format, stages=event.stages, rating=event.rating)
    changes = _order_changes(settings, after, recorded.recorded_at) if settings.started_at else ()
    return replace(after, order_changes=(*settings.order_changes, *changes))


def _order_changes(before: Settings, after: Settings, at: datetime) -> Iterator[OrderChange]:
    """TB-29: by stage the order that was changed."""
    for stage, (was, is_) in enumerate(zip(_orders(before), _orders(after), strict=False), 1):
        if was != is_:
            yield OrderChange(stage=stage, before=was, changed_at=at)


def _orders(settings: Settings) -> Sequence[tuple[str, ...]]:
    return [one.chosen_order for one in (settings.format, *(stage.format for stage in settings.stages))]


def _director_appointed(settings: Settings, event: lifecycle_events.DirectorAppointed, _: Recorded[Any]) -> Settings:
    return replace(settings, directors=(*settings.directors, event.person))


def _director_released(
    state: Tournament, event: lifecycle_events.DirectorReleased, recorded: Recorded[Any]
) -> Tournament:
    """Under whichever of their records the person was appointed (REG-1)."""
    left = tuple(one for one in state.directors if state.known_id(one) != event.person)
    return _on_settings(lambda settings, _, __: replace(settings, directors=left))(state, event, recorded)


def _start_tournament(
    state: Tournament, event: lifecycle_events.TournamentStarted, recorded: Recorded[Any]
) -> Tournament:
    starters = sum(entry.status == "approved" for entry in state.entries.values())
    state = _on_settings(_under_way)(state, event, recorded)
    return replace(state, rounds=replace(state.rounds, starters=starters))


def _under_way(settings: Settings, _: lifecycle_events.TournamentStarted, recorded: Recorded[Any]) -> Settings:
    return replace(settings, status="started", started_at=recorded.happened_at)


def _start_taken_back(state: Tournament, event: lifecycle_events.StartTakenBack, recorded: Recorded[Any]) -> Tournament:
    """The numbers of draws of lots and rounds stay known; so does the order that a director gave the field before.
    Nobody has left a place any more (SE-12)."""
    state = _on_settings(_announce_again)(state, event, recorded)
    rounds = state.rounds
    chosen = {number: one for number, one in rounds.schedules.items() if not one.by_default}
    rounds = replace(rounds, starters=None, lots=HashTrieMap(), schedules=HashTrieMap(chosen))
    rounds = replace(rounds, brackets_drawn=HashTrieMap())
    if rounds.seeded is not None:
        rounds = replace(rounds, seeds=HashTrieMap(), seeded=None)
    state = replace(state, rounds=rounds, held=None, entries=_with_no_place_left(state.entries))
    return void_for_good(state, event.matches, event.byes)


def _with_no_place_left(entries: HashTrieMap[int, Entry]) -> HashTrieMap[int, Entry]:
    left = {number: entry for number, entry in entries.items() if entry.place_given_up}
    return entries.update({number: replace(one, place_given_up=False, left_at=None) for number, one in left.items()})


def _announce_again(settings: Settings, _: lifecycle_events.StartTakenBack, __: Recorded[Any]) -> Settings:
    return replace(settings, status="announced", started_at=None)


def _reopen_tournament(settings: Settings, _: lifecycle_events.TournamentReopened, __: Recorded[Any]) -> Settings:
    """ALL-13: started again, or announced where it was cancelled before it was started."""
    status: Status = "announced" if settings.started_at is None else "started"
    return replace(
        settings, status=status, ended_at=None, ended_by=None, report_due_at=None, champion=None, asked_to_sit_out=()
    )


def _complete_tournament(
    settings: Settings, event: lifecycle_events.TournamentCompleted, recorded: Recorded[Any]
) -> Settings:
    settings = replace(settings, champion=event.champion, asked_to_sit_out=event.asked_to_sit_out)
    return _with_end(replace(settings, status="completed"), event, recorded)


def _cancel_tournament(
    settings: Settings, event: lifecycle_events.TournamentCancelled, recorded: Recorded[Any]
) -> Settings:
    return _with_end(replace(settings, status="cancelled", champion=None, asked_to_sit_out=()), event, recorded)


def _with_end(settings: Settings, event: Ending, recorded: Recorded[Any]) -> Settings:
    by = recorded.actor.person or recorded.actor.key
    return replace(settings, ended_at=recorded.recorded_at, ended_by=by, report_due_at=event.report_due_at)


EVOLVE: Mapping[type[Event], Evolve] = {
    lifecycle_events.TournamentAnnounced: _announce_tournament,
    lifecycle_events.ConditionsChanged: _on_settings(_conditions_changed),
    lifecycle_events.SettingsChanged: _on_settings(_settings_changed),
    lifecycle_events.DirectorAppointed: _on_settings(_director_appointed),
    lifecycle_events.DirectorReleased: _director_released,
    lifecycle_events.TournamentStarted: _start_tournament,
    lifecycle_events.StartTakenBack: _start_taken_back,
    lifecycle_events.TournamentCompleted: _on_settings(_complete_tournament),
    lifecycle_events.TournamentCancelled: _on_settings(_cancel_tournament),
    lifecycle_events.TournamentReopened: _on_settings(_reopen_tournament),
}
