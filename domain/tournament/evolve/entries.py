"""Effects of events on a tournament's entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rpds import HashTrieMap

from domain.kernel.envelope import Actor, Event, Recorded
from domain.kernel.ids import PersonId
from domain.kernel.replacing import replace
from domain.match import layering
from domain.match.sitting import GivenUp
from domain.tournament.derived.propagation import lay_entry, lay_match, void_for_good
from domain.tournament.entries import events as entry_events
from domain.tournament.state import (
    CameBack,
    ChosenCode,
    Departure,
    Entry,
    EntryStatus,
    Offer,
    Overtaken,
    Reentered,
    Tournament,
)

Change = Callable[[Entry, Any, Recorded[Any]], Entry]
Evolve = Callable[[Tournament, Any, Recorded[Any]], Tournament]


def _on_entry(change: Change) -> Evolve:
    """Lays what an event makes of its entry; of one that is not there it makes nothing."""

    def evolve(state: Tournament, event: entry_events.EntryEvent, recorded: Recorded[Any]) -> Tournament:
        entry = state.entries.get(event.entry)
        state = replace(state, version=recorded.version)
        if entry is None:
            return state
        return lay_entry(state, replace(change(entry, event, recorded), revision=recorded.version))

    return evolve


def _request_entry(state: Tournament, event: entry_events.EntryRequested, recorded: Recorded[Any]) -> Tournament:
    asked_before = state.entries.get(event.entry)
    awaited = asked_before if asked_before is not None and asked_before.waits_for_members else None
    entry = Entry(
        event.entry,
        event.person,
        "requested",
        recorded.version,
        entrant=asked_before is not None and asked_before.entrant,
        withdrawn_before=asked_before is not None and _withdrawn_by_others(asked_before),
        members=event.members,
        team_name=awaited.team_name if awaited else event.team_name,
        club=event.club,
        credited=event.credits,
        admission=event.admission,
        unasked=_unasked_persons(event, awaited, recorded.actor),
        entered_by=recorded.actor.persons,
        entered_at=recorded.recorded_at,
        again_of=asked_before.again_of if asked_before is not None else _given_up_for(state, event),
    )
    entry = _with_what_stays(entry, asked_before or _entry_left_before(state, event))
    if asked_before is not None and asked_before.place_asked_for:
        entry = replace(entry, place_given_up=True, left_at=asked_before.left_at, in_place_of=asked_before.in_place_of)
    return lay_entry(replace(state, version=recorded.version, entry_of=_entry_of_asked(state, entry)), entry)


def _entry_of_asked(state: Tournament, entry: Entry) -> HashTrieMap[PersonId, int]:
    """The entry of each person, with those of this one who have asked for it."""
    entry_of = state.entry_of
    for person in entry.persons:
        if person not in entry.unasked:
            entry_of = entry_of.insert(person, entry.number)
    return entry_of


def _with_what_stays(entry: Entry, before: Entry | None) -> Entry:
    """The new request, with what the staff noted of its persons, and who held its place before (SE-12)."""
    if before is None:
        return entry
    held_before = before.held_before if before.number == entry.number else ()
    return replace(entry, fee_paid=before.fee_paid, fixed_table=before.fixed_table, held_before=held_before)


def _entry_left_before(state: Tournament, event: entry_events.EntryRequested) -> Entry | None:
    """The entry whose place the same persons have given up, where they ask for another one with a new entry."""
    before = state.entries.get(state.entry_of.get(event.person, 0))
    is_theirs = before is not None and set(before.persons) == {event.person, *event.members}
    return before if before is not None and is_theirs and before.place_given_up else None


def _given_up_for(state: Tournament, event: entry_events.EntryRequested) -> int | None:
    """SE-10: the entry with which these are in, who ask for another. Where nobody may enter again, two entries of one
    person are those of two records that were merged since (REG-3)."""
    if state.settings is None or not state.settings.conditions.reentries:
        return None
    newest = state.entries.get(state.entry_of.get(event.person, 0))
    is_theirs = newest is not None and set(newest.persons) == {event.person, *event.members}
    return newest.number if newest is not None and is_theirs and newest.status == "approved" else None


def _withdrawn_by_others(entry: Entry) -> bool:
    by_others = entry.departure is not None and entry.departure.by.person not in entry.persons
    return entry.withdrawn_before or (entry.status == "withdrawn" and by_others)


def _unasked_persons(event: entry_events.EntryRequested, awaited: Entry | None, by: Actor) -> tuple[PersonId, ...]:
    """The persons it names who have yet to ask for the entry, of those who had to where it was asked for before. These
    are all of them where an officer of their club proposes it; nobody where the staff have entered them. An officer who
    has asked for it before there were proposals has entered them too."""
    if isinstance(event, entry_events.EntryProposed):
        return (event.person, *event.members)
    by_officer = event.club is not None and by.person not in (event.person, *event.members)
    if by.role == "administrator" or by.staff_of is not None or by_officer:
        return ()
    named = awaited.unasked if awaited else (event.person, *event.members)
    return tuple(person for person in named if person != by.person)


def _approve_entry(state: Tournament, event: entry_events.EntryApproved, recorded: Recorded[Any]) -> Tournament:
    before = state.entries.get(event.entry)
    if before is not None and before.waits_since is not None:
        state = _pass_over_waiting(state, before.waits_since, Overtaken(event.entry, recorded.recorded_at))
    return _on_entry(_in)(state, event, recorded)


def _in(entry: Entry, event: entry_events.EntryApproved, _: Recorded[Any]) -> Entry:
    return replace(_with_admission(entry, "approved", event), entrant=True, in_place_of=event.in_place_of)


def _pass_over_waiting(state: Tournament, since: int, passed: Overtaken) -> Tournament:
    """The state, in which anyone who has waited longer than since that version was passed over."""
    entries = state.entries
    for number, entry in state.entries.items():
        if entry.waits_since is not None and entry.waits_since < since:
            entries = entries.insert(number, replace(entry, passed_over=(*entry.passed_over, passed)))
    return replace(state, entries=entries)


def _colour_given(entry: Entry, event: entry_events.ColourGiven, _: Recorded[Any]) -> Entry:
    return replace(entry, colour=event.colour)


def _change_entry(entry: Entry, event: entry_events.EntryChanged, _: Recorded[Any]) -> Entry:
    return replace(entry, team_name=event.team_name or entry.team_name, club=event.club or entry.club)


def _put_on_list(entry: Entry, event: entry_events.EntryPutOnWaitingList, recorded: Recorded[Any]) -> Entry:
    return replace(_with_admission(entry, "waiting", event), waits_since=recorded.version)


def _with_admission(
    entry: Entry, status: EntryStatus, event: entry_events.EntryApproved | entry_events.EntryPutOnWaitingList
) -> Entry:
    return replace(
        entry,
        status=status,
        colour=event.colour or entry.colour,
        admission=event.admission or entry.admission,
        waits_since=None,
        turned_away=None,
        departure=None,
        void_with=None,
    )


def _refuse_entry(entry: Entry, event: entry_events.EntryRefused, _: Recorded[Any]) -> Entry:
    return replace(_end_entry(entry, "refused", event), turned_away=event.turned_away)


def _flight_offered(entry: Entry, event: entry_events.FlightOffered, _: Recorded[Any]) -> Entry:
    return replace(_end_entry(entry, "refused", event), offer=Offer(event.flight))


def _flight_answered(entry: Entry, event: entry_events.FlightOfferAnswered, _: Recorded[Any]) -> Entry:
    return replace(entry, offer=entry.offer and replace(entry.offer, accepted=event.accepted))


def _withdraw_entry(entry: Entry, event: entry_events.EntryWithdrawn, recorded: Recorded[Any]) -> Entry:
    return replace(_end_entry(entry, "withdrawn", event), departure=_departure(recorded))


def _place_given_up(state: Tournament, event: entry_events.PlaceGivenUp, recorded: Recorded[Any]) -> Tournament:
    state = _on_entry(_without_playing)(state, event, recorded)
    return void_for_good(state, event.matches, event.byes)


def _without_playing(entry: Entry, _: entry_events.PlaceGivenUp, recorded: Recorded[Any]) -> Entry:
    return replace(entry, place_given_up=True, left_at=recorded.happened_at)


def _place_asked_for(entry: Entry, _: entry_events.PlaceAskedFor, __: Recorded[Any]) -> Entry:
    return replace(entry, place_asked_for=True)


def _substitute_player(state: Tournament, event: entry_events.PlayerSubstituted, recorded: Recorded[Any]) -> Tournament:
    state = _on_entry(_held_by_another)(state, event, recorded)
    entry_of = state.entry_of.discard(event.instead_of).insert(event.person, event.entry)
    return replace(state, entry_of=entry_of)


def _held_by_another(entry: Entry, event: entry_events.PlayerSubstituted, recorded: Recorded[Any]) -> Entry:
    person, *members = (event.person if one == event.instead_of else one for one in entry.persons)
    held_before = tuple(one for one in entry.held_before if one != event.person)
    return replace(
        entry,
        person=person,
        members=tuple(members),
        held_before=(*held_before, event.instead_of),
        admission=event.admission,
        credited=event.credits,
        entered_by=recorded.actor.persons,
        here_since=None,
    )


def _departure(recorded: Recorded[Any]) -> Departure:
    return Departure(recorded.actor, recorded.happened_at, recorded.version)


def _let_entrant_leave(state: Tournament, event: entry_events.EntrantLeft, recorded: Recorded[Any]) -> Tournament:
    state = _on_entry(_out)(state, event, recorded)
    by = GivenUp(event.entry, recorded.happened_at, event.play_began)
    for number in event.given_up:
        match = state.matches.get(number)
        if match is not None:
            state = lay_match(state, layering.with_concession(match, by, recorded.version))
    return state


def _concede_matches(state: Tournament, event: entry_events.MatchesConceded, recorded: Recorded[Any]) -> Tournament:
    state = replace(state, version=recorded.version)
    for one in event.conceded:
        match = state.matches.get(one.match)
        if match is not None:
            by = GivenUp(one.entry, recorded.happened_at, one.play_began)
            state = lay_match(state, layering.with_concession(match, by, recorded.version))
    return state


def _out(entry: Entry, event: entry_events.EntrantLeft, recorded: Recorded[Any]) -> Entry:
    gone = _end_entry(entry, "left" if isinstance(event, entry_events.EntryLeftForToday) else "resigned", event)
    departure, before = _departure(recorded), entry.reason
    return replace(gone, left_at=departure.at, departure=departure, finishes=event.finishes, reason_before=before)


def _take_back_resignation(
    state: Tournament, event: entry_events.ResignationTakenBack, recorded: Recorded[Any]
) -> Tournament:
    state = _on_entry(_in_again)(state, event, recorded)
    for number in event.matches:
        match = state.matches.get(number)
        if match is not None:
            state = lay_match(state, layering.without_concession(match, event.entry, recorded.version))
    return state


def _in_again(entry: Entry, event: entry_events.ResignationTakenBack, recorded: Recorded[Any]) -> Entry:
    """Where it stays out all the same, it has been so since it resigned (ALL-4)."""
    out_since = entry.out_since if entry.excluded_by else entry.left_at
    again = replace(entry, status="approved", reason=entry.reason_before, out_since=out_since)
    came_back = CameBack(recorded.version, event.matches)
    return replace(again, left_at=None, departure=None, finishes=(), reason_before=None, came_back=came_back)


def _enter_again(state: Tournament, event: entry_events.EntryReentered, recorded: Recorded[Any]) -> Tournament:
    state = _on_entry(_give_up_entry)(state, event, recorded)
    return void_for_good(state, event.matches, event.byes)


def _give_up_entry(entry: Entry, event: entry_events.EntryReentered, recorded: Recorded[Any]) -> Entry:
    again = Reentered(event.again, event.match)
    return replace(entry, status="re-entered", left_at=recorded.happened_at, reentered=again)


def _reentry_back(state: Tournament, event: entry_events.ReentryTakenBack, recorded: Recorded[Any]) -> Tournament:
    former = state.entries.get(event.former)
    state = _on_entry(_end_reentry)(state, event, recorded)
    if former is not None and former.reentered is not None and event.void_with_loss:
        state = lay_entry(state, replace(state.entries[event.entry], void_with=former.reentered.lost))
        former = replace(former, void_entries=(*former.void_entries, event.entry))
    if former is not None:
        back = replace(former, status="approved", left_at=None, reentered=None, revision=recorded.version)
        state = lay_entry(state, back)
    state = _found_by_former(state, former) if event.played else _without_place(state, event.entry)
    return void_for_good(state, event.matches, event.byes)


def _found_by_former(state: Tournament, former: Entry | None) -> Tournament:
    """A person is found by the newest entry that is theirs."""
    if former is not None:
        for person in former.persons:
            state = replace(state, entry_of=state.entry_of.insert(person, former.number))
    return state


def _without_place(state: Tournament, entry: int) -> Tournament:
    return replace(state, rounds=replace(state.rounds, places_taken=state.rounds.places_taken.discard(entry)))


def _end_reentry(entry: Entry, event: entry_events.ReentryTakenBack, recorded: Recorded[Any]) -> Entry:
    departure = _departure(recorded)
    gone = replace(entry, status="withdrawn", reason=event.reason, departure=departure)
    return replace(gone, left_at=departure.at) if event.played else replace(gone, entrant=False)


Gone = entry_events.EntryRefused | entry_events.FlightOffered | entry_events.EntryWithdrawn | entry_events.EntrantLeft


def _end_entry(entry: Entry, status: EntryStatus, event: Gone) -> Entry:
    return replace(entry, status=status, reason=event.reason, waits_since=None)


def _note_check_in(entry: Entry, event: entry_events.EntryCheckedIn, recorded: Recorded[Any]) -> Entry:
    return replace(entry, here_since=recorded.recorded_at if event.here else None)


def _fee_noted(entry: Entry, event: entry_events.EntryFeeNoted, _: Recorded[Any]) -> Entry:
    return replace(entry, fee_paid=event.paid)


def _code_chosen(state: Tournament, event: entry_events.CodeChosen, recorded: Recorded[Any]) -> Tournament:
    made = len(state.matches)
    return _on_entry(lambda entry, *_: _with_code(entry, event, recorded, made))(state, event, recorded)


def _with_code(entry: Entry, event: entry_events.CodeChosen, recorded: Recorded[Any], made: int) -> Entry:
    """A code in the place of the person's former one: it counts in the same matches where it only renews that."""
    former = entry.code_of(recorded.actor.person)
    after = former.after if former is not None and former.is_renewed_by(recorded.actor) else made
    chosen = ChosenCode(event.key, recorded.actor, recorded.recorded_at, after)
    return replace(entry, codes=(*(code for code in entry.codes if code != former), chosen))


EVOLVE: Mapping[type[Event], Evolve] = {
    entry_events.EntryRequested: _request_entry,
    entry_events.EntryProposed: _request_entry,
    entry_events.EntryApproved: _approve_entry,
    entry_events.ColourGiven: _on_entry(_colour_given),
    entry_events.EntryChanged: _on_entry(_change_entry),
    entry_events.EntryPutOnWaitingList: _on_entry(_put_on_list),
    entry_events.EntryRefused: _on_entry(_refuse_entry),
    entry_events.FlightOffered: _on_entry(_flight_offered),
    entry_events.FlightOfferAnswered: _on_entry(_flight_answered),
    entry_events.EntryWithdrawn: _on_entry(_withdraw_entry),
    entry_events.PlaceGivenUp: _place_given_up,
    entry_events.PlaceAskedFor: _on_entry(_place_asked_for),
    entry_events.PlayerSubstituted: _substitute_player,
    entry_events.EntryResigned: _let_entrant_leave,
    entry_events.EntryLeftForToday: _let_entrant_leave,
    entry_events.EntryReentered: _enter_again,
    entry_events.ReentryTakenBack: _reentry_back,
    entry_events.ResignationTakenBack: _take_back_resignation,
    entry_events.MatchesConceded: _concede_matches,
    entry_events.EntryCheckedIn: _on_entry(_note_check_in),
    entry_events.EntryFeeNoted: _on_entry(_fee_noted),
    entry_events.CodeChosen: _code_chosen,
}
"""The function that applies each event of an entry."""
