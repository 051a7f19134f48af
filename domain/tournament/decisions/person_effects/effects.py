"""Effects of a tournament's events on persons, wherever they play: written with them, in one decision.

Readings: a resignation counts for every member of a team (ALL-10), also where the tournament is cancelled later. A win
is that of the champion the format names. Its year is that of the last match, by the tournament's time zone, so that a
tournament completed again stays in its year. A champion who has won no match has won where somebody else completes the
tournament, by a key that is for a person (CHM-1); who has won a match by a director's link alone has won once somebody
else confirms it (TD-9). What a reopened or cancelled tournament had recorded of persons is withdrawn (ALL-13); the bans
that its rulings have ordered stay, as they are lifted by anyone who may.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from domain.kernel.calendar import year_of
from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import PersonId
from domain.match import validity
from domain.person import events as meant
from domain.tournament.decisions.person_effects.bans import Meant, bans_meant
from domain.tournament.derived.links import won_by_link
from domain.tournament.entries import events as entry_events
from domain.tournament.guards.context import Events
from domain.tournament.guards.permissions import acts_for
from domain.tournament.lifecycle import events as lifecycle_events
from domain.tournament.matches import events as match_events
from domain.tournament.rulings import events as ruling_events
from domain.tournament.state import Entry, Settings, Tournament


def elsewhere(state: Tournament, decided: Events, actor: Actor, now: datetime) -> Mapping[PersonId, Events]:
    """By person, the events that these events of the tournament, decided now for this actor on this state, mean for
    that person's stream."""
    found: dict[PersonId, Events] = {}
    for event in decided:
        for person, meaning in _effects_of_event(state, event, actor, now):
            found[person] = (*found.get(person, ()), meaning)
    return found


def _effects_of_event(state: Tournament, event: Event, actor: Actor, now: datetime) -> Meant:
    settings = state.settings
    if settings is None:
        return
    match event:
        case entry_events.EntryResigned(entry=number):
            yield from _count_resignation(state, state.entries[number], actor)
        case entry_events.ResignationTakenBack(entry=number) if state.entries[number].status == "resigned":
            for person in state.as_recorded.entries[number].persons:
                yield person, meant.ResignationWithdrawn(tournament=state.id, entry=number)
        case match_events.ResultConfirmed(match=number):
            yield from _credit_confirmed_win(state, settings, number, now)
        case lifecycle_events.TournamentCompleted():
            yield from _effects_of_completion(state, settings, event, actor, now)
        case lifecycle_events.TournamentReopened() | lifecycle_events.TournamentCancelled():
            yield from _withdraw_completion(state, settings)
        case ruling_events.RulingEvent() | ruling_events.AppealEvent():
            yield from bans_meant(state, event)


def _count_resignation(state: Tournament, entry: Entry, actor: Actor) -> Meant:
    """ALL-8: it counts for the team at once where a member resigned with a key that is theirs alone."""
    confirmed = acts_for(actor, entry) and not actor.behind
    for person in state.as_recorded.entries[entry.number].persons:
        yield person, meant.ResignationCounted(tournament=state.id, entry=entry.number, confirmed=confirmed)


def _effects_of_completion(
    state: Tournament, settings: Settings, event: lifecycle_events.TournamentCompleted, actor: Actor, now: datetime
) -> Meant:
    place = settings.series
    yield from _credit(state, settings, _credited_champion(state, event.champion, actor), now)
    if place is not None:
        for person in _members(state, event.asked_to_sit_out):
            asked = meant.AskedToSitOut(tournament=state.id, series=place.series, season=place.season + 1)
            yield person, asked


def _credit(state: Tournament, settings: Settings, winners: Collection[int], now: datetime) -> Meant:
    place = settings.series
    series, season = (None, None) if place is None else (place.series, place.season)
    year = year_of(_last_played_at(state, now), settings.time_zone)
    for person in _members(state, winners):
        yield person, meant.TournamentWon(tournament=state.id, year=year, series=series, season=season)


def _credited_champion(state: Tournament, champion: int | None, actor: Actor) -> tuple[int, ...]:
    """The champion, where a match that counts was won, which takes the word of somebody else; or where somebody else
    completes the tournament."""
    if champion is None or won_by_link(state, (champion,)):
        return ()
    counting = (validity.counting(match) for match in state.matches.values())
    played = any(result is not None and result.winner == champion for result in counting)
    others = actor.persons and set(actor.persons).isdisjoint(state.entries[champion].persons)
    return (champion,) if played or others else ()


def _credit_confirmed_win(state: Tournament, settings: Settings, match: int, now: datetime) -> Meant:
    """The win that waited for that match alone."""
    champion = settings.champion
    if settings.status == "completed" and champion is not None and won_by_link(state, (champion,)) == [match]:
        yield from _credit(state, settings, (champion,), now)


def _withdraw_completion(state: Tournament, settings: Settings) -> Meant:
    """Takes back what its completion recorded of persons, as long as it is completed."""
    for person in _members(state, () if settings.champion is None else (settings.champion,)):
        yield person, meant.WinWithdrawn(tournament=state.id)
    if settings.series is not None:
        for person in _members(state, settings.asked_to_sit_out):
            yield person, meant.RequestToSitOutWithdrawn(tournament=state.id)


def _members(state: Tournament, entries: Collection[int]) -> Iterator[PersonId]:
    return (person for number in entries for person in state.as_recorded.entries[number].persons)


def _last_played_at(state: Tournament, now: datetime) -> datetime:
    """When the last match that counts was played; now, where none was."""
    counting = (validity.counting(match) for match in state.matches.values())
    return max((result.played_at for result in counting if result is not None), default=now)
