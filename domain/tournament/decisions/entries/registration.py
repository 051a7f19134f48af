"""Entries: requested, approved or refused with a reason, withdrawn (TD-2); of persons or of teams (ALL-10).

Readings: a person is in one entry of a tournament at most, and any member acts for a team's entry. Outside the times
for entries the staff may enter somebody, and says why (TD-21). A banned person is refused on asking, which is recorded,
and on approval (ALL-8, TD-4). A player who names others as a team asks for themselves alone. Each member asks for the
same team; until then it neither binds them nor tells anything of them. What an officer asks for in the name of members
of their club is a proposal: each of them asks for it too. They may ask otherwise instead, or withdraw it, and then no
officer proposes it again.
"""

from collections.abc import Sequence

from domain.formats.contract.acts import Act, EnterLate, Leave
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.person.state import Person
from domain.problems.entries import (
    COLOUR_UNCHANGED,
    ENTRIES_NOT_OPEN,
    ENTRY_EXISTS,
    ENTRY_STATUS,
    ENTRY_UNCHANGED,
    MEMBERS_UNASKED,
    NO_TEAM,
    REFUSE_INSTEAD,
    RESIGN_INSTEAD,
    TOURNAMENT_FULL,
)
from domain.problems.tournament import REASON_MISSING
from domain.tournament.decisions.entries.automatic_refusal import refusal_of_banned
from domain.tournament.decisions.entries.eligibility import admission_of, look_at_members, require_members
from domain.tournament.decisions.entries.reentry import (
    give_up_others,
    given_up_for,
    require_in_time,
    require_may_enter_again,
)
from domain.tournament.decisions.entries.to_play import has_begun, left_to_play
from domain.tournament.decisions.entries.waiting_list import free_places
from domain.tournament.derived.progress import open_play_offs
from domain.tournament.derived.stage import current_stage
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.guards.empty_places import place_taken
from domain.tournament.guards.lookup import find_entry
from domain.tournament.guards.permissions import acts_for, is_person, is_staff, said_itself
from domain.tournament.guards.rosters import require_rosters
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.person_effects.snapshots import Credits, credits_of
from domain.tournament.state import Entry, EntryStatus, Settings, Tournament

LIVE: tuple[EntryStatus, ...] = ("requested", "waiting", "approved")
"""Of an entry that is neither refused nor has left."""


def request(state: Tournament, command: entry_commands.RequestEntry, context: Context) -> Events:
    """TD-2. A person has one entry: who was refused or has withdrawn asks again for the same one. So does a member of a
    team for which another has asked (ALL-10)."""
    settings = settings_of(state)
    persons = (command.person, *command.members)
    staff = is_staff(state, context.actor)
    _require_format(state, settings, EnterLate(_coming_back(state, command.person)))
    _require_open(settings.conditions, command, context, staff=staff)
    known = [context.person(person) for person in persons]
    credits_brought = _require_admitted(state, settings, known)
    if command.club is not None:
        require_members(persons, command.club, context)
    asking = persons if staff else tuple(person for person in persons if is_person(context.actor, person))
    former = _require_entry_again(state, settings, command, context)
    number = _number_of(state, persons, asking, former)
    before = state.entries.get(number)
    asked = before if before is not None and _is_asked_for_again(before, command) else None
    named: entry_commands.Entering | Entry = asked or command
    if not asking:
        _require_not_left(before)
    requested = (entry_events.EntryRequested if asking else entry_events.EntryProposed)(
        entry=number,
        person=named.person,
        members=named.members,
        team_name=None if asked else command.team_name,
        club=named.club,
        credits=credits_brought,
        admission=look_at_members(known, settings.series, context),
        reason=command.reason,
    )
    asked_for = [person for person in known if person.id in asking]
    asked_back = before is not None and before.place_given_up
    place = (entry_events.PlaceAskedFor(entry=number),) if asked_back else ()
    return (*place, requested, *refusal_of_banned(before, requested, asked_for, context))


def _require_admitted(state: Tournament, settings: Settings, known: Sequence[Person]) -> Credits | None:
    """The credits that they bring. Raises Refused where the format does not admit them with so many."""
    brought = None if settings.qualifying is None else credits_of(known, settings.qualifying)
    current_stage(state).require_admitted(0 if brought is None else brought.value)
    return brought


def _require_entry_again(
    state: Tournament, settings: Settings, command: entry_commands.RequestEntry, context: Context
) -> Entry | None:
    """The entry that they gave up after a loss, if any. Raises Refused where they may not enter again for it."""
    former = given_up_for(state, settings, (command.person, *command.members))
    if former is not None:
        require_may_enter_again(state, former)
        require_in_time(state, former, command.reason, context)
    return former


def _coming_back(state: Tournament, person: PersonId) -> int | None:
    """The entry with which the person was in, and may come back with."""
    entry = state.entries.get(state.entry_of.get(person, 0))
    if entry is None or not entry.entrant or entry.status in LIVE or _has_lost_place(state, entry):
        return None
    return entry.number


def _has_lost_place(state: Tournament, entry: Entry) -> bool:
    """SE-12: it has withdrawn before play, and its place is no longer free. Its player may ask for another place, as
    any late entrant may (SE-9)."""
    has_left = state.started and entry.place_given_up and entry.status not in LIVE and not entry.excluded_by
    return has_left and current_stage(state).empty_place(entry.number) is None


def _is_asked_for_again(entry: Entry, command: entry_commands.RequestEntry) -> bool:
    """Whether it is the same as in the first request; who was only proposed for a club may ask otherwise."""
    return entry.waits_for_members and not (entry.is_proposed and entry.club != command.club)


def _require_not_left(entry: Entry | None) -> None:
    """Raises Refused where its player has withdrawn it, or declined it."""
    if entry is not None and entry.status == "withdrawn" and said_itself(entry):
        detail = f"The player has withdrawn entry {entry.number}."
        raise Refused(ENTRY_EXISTS, detail, entry=entry.number, status=entry.status)


def _require_format(state: Tournament, settings: Settings, act: Act) -> None:
    """Before the start everything is open; after it the format says."""
    if settings.status == "started":
        current_stage(state).require(act)


def _require_open(
    conditions: Conditions, command: entry_commands.RequestEntry, context: Context, *, staff: bool
) -> None:
    opens_at, closes_at = conditions.entries_open_at, conditions.entries_close_at
    early = opens_at is not None and context.now < opens_at
    late = closes_at is not None and context.now >= closes_at
    if not (early or late):
        return
    times = {
        "opens_at": opens_at.isoformat() if opens_at else None,
        "closes_at": closes_at.isoformat() if closes_at else None,
    }
    if not staff:
        raise Refused(ENTRIES_NOT_OPEN, f"Entries are {'not open yet' if early else 'closed'}.", **times)
    if command.reason is None:
        raise Refused(REASON_MISSING, "Outside the times for entries the staff must give a reason.", **times)


def _number_of(state: Tournament, persons: Sequence[PersonId], asking: Sequence[PersonId], former: Entry | None) -> int:
    """The entry's number: that of the same persons before, else a new one. It is new where they give up their `former`
    entry for it (SE-10), or have lost the place of one (SE-12). Raises Refused where one of them has another entry that
    is live, stays in the table, or was put out by a ruling (TD-4); a team waits for those who are `asking` for it
    now."""
    bound = {state.entry_of[person] for person in persons if person in state.entry_of}
    proposed = (one for one in state.entries.values() if one.is_proposed and set(one.persons) == set(persons))
    numbers = sorted({*bound, *(one.number for one in proposed)})
    found = [state.entries[number] for number in numbers if former is None or number != former.number]
    theirs = [entry for entry in found if set(entry.persons) == set(persons)]
    before = [entry for entry in theirs if not _has_lost_place(state, entry)]
    found = [entry for entry in found if entry in before or entry not in theirs]
    for entry in found:
        if entry in before and entry.waits_for_members and set(entry.unasked) & set(asking):
            continue
        if entry.status in LIVE or entry.excluded_by or (entry.entrant and entry not in before):
            detail = f"Entry {entry.number} is {'out by a ruling' if entry.excluded_by else entry.status}."
            raise Refused(ENTRY_EXISTS, detail, entry=entry.number, status=entry.status)
    return before[0].number if before else len(state.entries) + 1


def approve(state: Tournament, command: entry_commands.ApproveEntry, context: Context) -> Events:
    """TD-2. A refused or withdrawn entry may be approved after all, but not that of an erased person. Where all places
    are taken it goes on the waiting list."""
    entry = in_status(state, command, "requested", "waiting", "refused", "withdrawn")
    settings = settings_of(state)
    _require_format(state, settings, EnterLate(entry.number))
    if entry.unasked:
        raise Refused(MEMBERS_UNASKED, f"Entry {entry.number} is waiting for its members.", members=entry.unasked)
    _require_in_no_other(state, entry)
    if settings.status == "started":
        require_rosters(state, (entry,))
    admission = admission_of(map(context.person, entry.persons), settings.series, context)
    given_up = give_up_others(state, settings, entry)
    if given_up or free_places(state, settings) != 0:
        empty = current_stage(state).empty_place(entry.number) if settings.status == "started" else None
        in_place_of = None if empty is None else empty.instead_of
        approved = entry_events.EntryApproved(
            entry=entry.number, colour=command.colour, admission=admission, in_place_of=in_place_of
        )
        return (approved, *place_taken(empty, entry.number), *given_up)
    if entry.status == "waiting":
        raise Refused(
            TOURNAMENT_FULL, f"Entry {entry.number} is waiting for a place.", places=settings.conditions.places
        )
    return (entry_events.EntryPutOnWaitingList(entry=entry.number, colour=command.colour, admission=admission),)


def give_colour(state: Tournament, command: entry_commands.GiveColour, _: Context) -> Events:
    """SWI-2: before the start, to an entry that may still come in. To give the same colour again changes nothing."""
    entry = in_status(state, command, *LIVE)
    if entry.colour == command.colour:
        raise Refused(COLOUR_UNCHANGED, f"Entry {entry.number} is {command.colour}.", entry=entry.number)
    return (entry_events.ColourGiven(entry=entry.number, colour=command.colour),)


def change(state: Tournament, command: entry_commands.ChangeEntry, context: Context) -> Events:
    """TD-2: what an entry was made with, before the start. Raises Refused where nothing would change, a single player
    is given a name (ALL-10), or a person is no member of the club (REG-5)."""
    entry = in_status(state, command, *LIVE)
    if command.team_name is not None and not entry.members:
        raise Refused(NO_TEAM, f"Entry {entry.number} is not of a team.", entry=entry.number)
    if command.team_name is None and command.club == entry.club:
        raise Refused(ENTRY_UNCHANGED, f"Entry {entry.number} already plays for this club.", entry=entry.number)
    if command.club is not None:
        require_members(entry.persons, command.club, context)
    return (entry_events.EntryChanged(entry=entry.number, team_name=command.team_name, club=command.club),)


def _require_in_no_other(state: Tournament, entry: Entry) -> None:
    """Requires that none of its persons is in another entry: anyone who was refused with a team may have entered with
    another."""
    others = [state.entry_of[person] for person in entry.persons if state.entry_of[person] != entry.number]
    if others:
        raise Refused(ENTRY_EXISTS, f"A member is already in entry {others[0]}.", entry=others[0])


def refuse(state: Tournament, command: entry_commands.RefuseEntry, _: Context) -> Events:
    """TD-2: with a reason, which the player is given."""
    entry = in_status(state, command, "requested", "waiting")
    return (entry_events.EntryRefused(entry=entry.number, person=entry.person, reason=command.reason),)


def withdraw(state: Tournament, command: entry_commands.WithdrawEntry, context: Context) -> Events:
    """By the player, or by others with a reason; an entrant stays in every table (ALL-7). Before the start the next on
    the waiting list takes the place."""
    entry = in_status(state, command, *LIVE)
    require_reason_of_others(entry, command.reason, context)
    if entry.withdrawn_before and not entry.entrant and not acts_for(context.actor, entry):
        detail = f"Others withdrew entry {entry.number} before, and its player has asked again."
        raise Refused(REFUSE_INSTEAD, detail, entry=entry.number)
    if entry.status == "approved":
        _require_format(state, settings_of(state), Leave(begun=state.opening is not None or has_begun(state, entry)))
        _require_no_play_off(state, entry)
    withdrawn = entry_events.EntryWithdrawn(entry=entry.number, person=entry.person, reason=command.reason)
    return (withdrawn, *_give_up_place(state, entry))


def _give_up_place(state: Tournament, entry: Entry) -> Events:
    """SE-12: the place that it had in a bracket, with what was made there."""
    if not (state.started and entry.status == "approved" and current_stage(state).rules.lets_withdraw):
        return ()
    matches, byes = left_to_play(state, entry)
    return (entry_events.PlaceGivenUp(entry=entry.number, matches=matches, byes=byes),)


def require_reason_of_others(entry: Entry, reason: str | None, context: Context) -> None:
    """1.4.1: the player is given an explanation. Raises Refused where somebody else says without one that it leaves."""
    if reason is None and not acts_for(context.actor, entry):
        raise Refused(
            REASON_MISSING,
            f"You record for its player that entry {entry.number} leaves: give a reason.",
            entry=entry.number,
        )


def _require_no_play_off(state: Tournament, entry: Entry) -> None:
    """SEL-2: anyone who has one to play leaves by conceding it."""
    open_matches = open_play_offs(state, entry.number) if state.started else ()
    if open_matches:
        raise Refused(RESIGN_INSTEAD, f"Entry {entry.number} has play-off {open_matches[0]} to play.")


def in_status(
    state: Tournament,
    command: entry_commands.ApproveEntry
    | entry_commands.GiveColour
    | entry_commands.ChangeEntry
    | entry_commands.RefuseEntry
    | entry_commands.WithdrawEntry
    | entry_commands.OfferFlight,
    *allowed: EntryStatus,
) -> Entry:
    """The entry that the command names, where it has one of these statuses and its sender saw it as it is."""
    entry = find_entry(state, command.entry)
    if entry.status not in allowed:
        detail = f"Entry {entry.number} is {entry.status}; this can only be done while it is {' or '.join(allowed)}."
        raise Refused(ENTRY_STATUS, detail, entry=entry.number, status=entry.status)
    return entry
