"""Entering again (SE-10): who has lost gives up what they have left to play, and takes an empty place as a new entry.

The same person, another number: so many times, until a moment, as announced. They hold one entry that is in, so that
nobody meets themselves. Readings: the last match that the entry has played is lost, and the next one has not begun;
what waits for it there is empty from then on (CON-4). If the loss is taken back before the new entry has begun to play,
that is void, and its persons play on as before. If the match is a loss once more, the new entry is in again where a
place is still empty, even after the moment. If what they have played since is kept, they play on as before. Should they
lose another match, they enter again by themselves. Once it has played it stays, until a director takes it back. Who has
resigned, or was put out, does not enter again.
"""

from collections.abc import Sequence

from domain.formats.contract.acts import EnterLate
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.match import validity
from domain.match.record import Match
from domain.problems.entries import ENTRY_STATUS, REENTRY_PLAYS, REENTRY_REFUSED
from domain.problems.tournament import REASON_MISSING
from domain.tournament.decisions.entries.eligibility import admission_of
from domain.tournament.decisions.entries.to_play import being_played, last_decided, left_to_play, matches_of
from domain.tournament.derived.stage import current_stage
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.guards.context import Context, Effect, Events, settings_of
from domain.tournament.guards.empty_places import place_taken
from domain.tournament.guards.lookup import find_entry
from domain.tournament.guards.permissions import is_staff
from domain.tournament.state import Entry, Settings, Tournament


def given_up_for(state: Tournament, settings: Settings, persons: Sequence[PersonId]) -> Entry | None:
    """The entry with which exactly these are in, where entering again is announced and it has started."""
    if settings.status != "started" or not settings.conditions.reentries:
        return None
    newest = state.entries.get(state.entry_of.get(persons[0], 0))
    if newest is None or set(newest.persons) != set(persons):
        return None
    if newest.again_of is not None and not newest.entrant:
        newest = state.entries[newest.again_of]
    return newest if newest.status == "approved" else None


def require_may_enter_again(state: Tournament, entry: Entry) -> None:
    """Raises Refused where it may not be given up for another: too often, or while it has not lost."""
    most = settings_of(state).conditions.reentries
    lost_match(state, entry)
    entries = [state.entries[number] for number in state.entries_of(entry.person)]
    if sum(one.entrant for one in entries) > most:
        detail = f"The conditions allow no more re-entries than this: {most}."
        raise Refused(REENTRY_REFUSED, detail, entry=entry.number)


def require_in_time(state: Tournament, entry: Entry, reason: str | None, context: Context) -> None:
    """Raises Refused where it is too late; the staff then say why."""
    closes_at = settings_of(state).conditions.reentries_close_at
    if closes_at is None or context.now < closes_at:
        return
    if not is_staff(state, context.actor):
        raise Refused(
            REENTRY_REFUSED, "It is too late to enter again.", entry=entry.number, closes_at=closes_at.isoformat()
        )
    if reason is None:
        detail = "It is too late to enter again, unless the staff give a reason."
        raise Refused(REASON_MISSING, detail, closes_at=closes_at.isoformat())


def lost_match(state: Tournament, entry: Entry) -> Match:
    """The last match that it has played, which it has lost, with nothing begun since. Raises Refused where it has not,
    or is out by a ruling."""
    if entry.excluded_by:
        raise Refused(REENTRY_REFUSED, f"Entry {entry.number} is out by a ruling.", entry=entry.number)
    playing = being_played(state, entry)
    if playing:
        detail = f"Match {playing[0]} of entry {entry.number} is being played."
        raise Refused(REENTRY_REFUSED, detail, entry=entry.number, match=playing[0])
    newest = last_decided(state, entry)
    if newest is None or not _loses(newest, entry.number):
        raise Refused(REENTRY_REFUSED, f"Entry {entry.number} has not lost its last match.", entry=entry.number)
    return newest


def give_up_others(state: Tournament, settings: Settings, entry: Entry) -> tuple[entry_events.EntryReentered, ...]:
    """Events that give up other entries for one that is approved. Raises Refused where that is not possible any
    more."""
    if entry.again_of is None or entry.entrant:
        return ()
    former = given_up_for(state, settings, entry.persons)
    if former is None:
        detail = f"Entry {entry.again_of} is out, or re-entries are over."
        raise Refused(REENTRY_REFUSED, detail, entry=entry.again_of)
    require_may_enter_again(state, former)
    return (_give_up(state, former, entry.number),)


def _give_up(state: Tournament, entry: Entry, again: int) -> entry_events.EntryReentered:
    """That it is given up for the other: with what it has still to play."""
    lost = lost_match(state, entry)
    matches, byes = left_to_play(state, entry, lost)
    return entry_events.EntryReentered(
        entry=entry.number, person=entry.person, again=again, match=lost.number, matches=matches, byes=byes
    )


def take_back(state: Tournament, command: entry_commands.WithdrawReentry, _: Context) -> Events:
    """By a director: between its matches."""
    entry = find_entry(state, command.entry)
    former = None if entry.again_of is None else state.entries[entry.again_of]
    if former is None or former.reentered is None or former.reentered.again != entry.number:
        detail = f"Entry {entry.number} is not a re-entry."
        raise Refused(ENTRY_STATUS, detail, entry=entry.number, status=entry.status)
    playing = being_played(state, entry)
    if playing or entry.gone or former.excluded_by:
        detail = f"Entry {entry.number} is {entry.status}, and is playing {len(playing)} matches."
        raise Refused(REENTRY_PLAYS, detail, entry=entry.number, matches=playing)
    return (_back(state, entry, former, command.reason),)


def with_former_entries(effect: Effect, context: Context) -> Effect:
    """The effect, where those whose loss is none any more play on with their former entry, unless the new one has begun
    to play."""
    for number in effect.matches:
        match = effect.after.matches[number]
        for side in match.sides:
            former = effect.after.entries[side]
            if former.reentered is None or former.reentered.lost != number or _loses(match, side):
                continue
            again = effect.after.entries[former.reentered.again]
            if not again.gone and not any(one.started for one in matches_of(effect.after, again)):
                effect = effect.then((_back(effect.after, again, former, None),), context)
    return effect


def with_reentries_given_back(effect: Effect, context: Context) -> Effect:
    """The effect after the start, and the re-entries that were void with a loss which is one once more."""
    for number in effect.matches:
        for side in effect.after.matches[number].sides:
            if _loses(effect.after.matches[number], side) and not _loses(effect.before.matches[number], side):
                effect = effect.then(_restore_reentry(effect.after, side, number, context), context)
    return effect


def _restore_reentry(state: Tournament, former: int, lost: int, context: Context) -> Events:
    """That they are in again with their re-entry; nothing where none was void with that loss, or it can't be."""
    void_entries = (state.entries[number] for number in state.entries[former].void_entries)
    void = next((one for one in void_entries if one.void_with == lost), None)
    if void is None:
        return ()
    try:
        stage = current_stage(state)
        stage.require(EnterLate(void.number))
        given_up = give_up_others(state, settings_of(state), void)
        admission = admission_of(map(context.person, void.persons), settings_of(state).series, context)
    except Refused:
        return ()
    empty = stage.empty_place(void.number)
    in_place_of = None if empty is None else empty.instead_of
    approved = entry_events.EntryApproved(entry=void.number, admission=admission, in_place_of=in_place_of)
    return (approved, *place_taken(empty, void.number), *given_up)


def _back(state: Tournament, entry: Entry, former: Entry, reason: str | None) -> entry_events.ReentryTakenBack:
    last = last_decided(state, entry)
    matches, byes = left_to_play(state, entry, last)
    return entry_events.ReentryTakenBack(
        entry=entry.number,
        person=entry.person,
        former=former.number,
        matches=matches,
        byes=byes,
        played=last is not None,
        reason=reason,
    )


def _loses(match: Match, entry: int) -> bool:
    ended = validity.end_of_match(match)
    return ended is not None and ended.is_lost_by(entry)
