"""Entries: requested, approved or refused with a reason, withdrawn (TD-2)."""

from domain.errors import Refused
from domain.formats.protocol import Act, EnterLate, Leave
from domain.problems import ENTRY_EXISTS, ENTRY_STATUS, ENTRY_UNKNOWN
from domain.tournament import commands as asked
from domain.tournament import events as happened
from domain.tournament.authority import is_person, is_staff, require, require_staff
from domain.tournament.context import Context, Events, require_seen, require_status, settings_of
from domain.tournament.stage import current_stage
from domain.tournament.state import Entry, EntryStatus, Settings, Tournament


def request(state: Tournament, command: asked.RequestEntry, context: Context) -> Events:
    """TD-2. A person has one entry; who was refused or has withdrawn may ask again, and it is the same entry."""
    settings = require_status(state, "announced", "started")
    allowed = is_staff(state, context.actor) or is_person(context.actor, command.person)
    require(allowed, "A player enters himself; the staff may enter anybody.")
    _require_format(state, settings, EnterLate())
    context.person(command.person)
    return (happened.EntryRequested(entry=_number_of(state, command.person), person=command.person),)


def _require_format(state: Tournament, settings: Settings, act: Act) -> None:
    """Before the start everything is open; after it the format says."""
    if settings.status == "started":
        current_stage(state).require(act)


def _number_of(state: Tournament, person: str) -> int:
    number = state.entry_of.get(person, len(state.entries) + 1)
    entry = state.entries.get(number)
    if entry is not None and entry.status in ("requested", "approved"):
        raise Refused(ENTRY_EXISTS, f"Entry {number} is {entry.status}.", entry=number, status=entry.status)
    return number


def approve(state: Tournament, command: asked.ApproveEntry, context: Context) -> Events:
    """TD-2. A refused or withdrawn entry may be approved after all, but not that of an erased person."""
    require_staff(state, context.actor)
    entry = _entry(state, command, "requested", "refused", "withdrawn")
    _require_format(state, settings_of(state), EnterLate())
    context.person(entry.person)
    return (happened.EntryApproved(entry=entry.number, colour=command.colour),)


def refuse(state: Tournament, command: asked.RefuseEntry, context: Context) -> Events:
    """TD-2: with a reason, which the player is given."""
    require_staff(state, context.actor)
    entry = _entry(state, command, "requested")
    return (happened.EntryRefused(entry=entry.number, person=entry.person, reason=command.reason),)


def withdraw(state: Tournament, command: asked.WithdrawEntry, context: Context) -> Events:
    """By the player himself or the staff; an entrant stays in every table (ALL-7)."""
    entry = _entry(state, command, "requested", "approved")
    allowed = is_staff(state, context.actor) or is_person(context.actor, entry.person)
    require(allowed, "A player withdraws himself; the staff may withdraw anybody.")
    if entry.status == "approved":
        _require_format(state, settings_of(state), Leave())
    return (happened.EntryWithdrawn(entry=entry.number, person=entry.person, reason=command.reason),)


def _entry(
    state: Tournament,
    command: asked.ApproveEntry | asked.RefuseEntry | asked.WithdrawEntry,
    *allowed: EntryStatus,
) -> Entry:
    require_status(state, "announced", "started")
    entry = find_entry(state, command.entry)
    require_seen(entry.revision, command.seen)
    if entry.status not in allowed:
        detail = f"Entry {entry.number} is {entry.status}; it must be {' or '.join(allowed)}."
        raise Refused(ENTRY_STATUS, detail, entry=entry.number, status=entry.status)
    return entry


def find_entry(state: Tournament, number: int) -> Entry:
    """The entry with that number. Raises Refused where there is none."""
    entry = state.entries.get(number)
    if entry is None:
        raise Refused(ENTRY_UNKNOWN, f"There is no entry {number} here.", entry=number)
    return entry
