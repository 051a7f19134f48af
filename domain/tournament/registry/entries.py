"""The commands on entries. Whether an entry that was refused, or that waits for a place, comes in after all is a matter
of its players; letting in who has asked is the same for all."""

from domain.tournament.entries import commands, flight_offers, registration, resignation
from domain.tournament.guards.conflicts_of_interest import Interested, open_against, sides_of
from domain.tournament.guards.context import Context
from domain.tournament.guards.lookup import find_entry
from domain.tournament.guards.permissions import is_person
from domain.tournament.registry.spec import (
    BY_STAFF,
    ENTRY,
    STAFF,
    CommandSpec,
    Permission,
    Role,
    nobody,
    of_entry,
)
from domain.tournament.state import Tournament


def _enters(_: Tournament, command: commands.RequestEntry, context: Context) -> bool:
    return any(is_person(context.actor, person) for person in (command.person, *command.members))


def _the_entry(
    state: Tournament, command: commands.RefuseEntry | commands.OfferFlight | commands.ApproveEntry
) -> Interested:
    return Interested((find_entry(state, command.entry).number,))


def _who_comes_in_after_all(state: Tournament, command: commands.ApproveEntry) -> Interested:
    waits = find_entry(state, command.entry).status in ("refused", "waiting")
    return _the_entry(state, command) if waits else Interested()


def _those_it_leaves(state: Tournament, command: commands.Resign | commands.WithdrawEntry) -> Interested:
    """Whoever has a match open against an entry gains by its leaving."""
    entry = find_entry(state, command.entry).number
    return Interested(sides_of(state, open_against(state, (entry,))))


_ENTRANT = Role("whoever enters, or a member of the team", _enters)

COMMANDS = (
    CommandSpec(
        commands.RequestEntry,
        registration.request,
        Permission((_ENTRANT, STAFF), "Only the player, for a team a member, or the staff may enter somebody."),
        decides_for=nobody,
        during=("announced", "started"),
        creates=("entry",),
        reasons=("reason",),
        path="entries",
    ),
    CommandSpec(
        commands.ApproveEntry,
        registration.approve,
        BY_STAFF,
        decides_for=_who_comes_in_after_all,
        during=("announced", "started"),
        revision=of_entry,
        path="entries/{entry}/approval",
    ),
    CommandSpec(
        commands.GiveColour,
        registration.give_colour,
        BY_STAFF,
        decides_for=nobody,
        during=("announced",),
        revision=of_entry,
        path="entries/{entry}/colour",
    ),
    CommandSpec(
        commands.RefuseEntry,
        registration.refuse,
        BY_STAFF,
        decides_for=_the_entry,
        during=("announced", "started"),
        revision=of_entry,
        reasons=("reason",),
        path="entries/{entry}/refusal",
    ),
    CommandSpec(
        commands.OfferFlight,
        flight_offers.offer,
        BY_STAFF,
        decides_for=_the_entry,
        during=("announced",),
        revision=of_entry,
        reasons=("reason",),
        path="entries/{entry}/flight-offer",
    ),
    CommandSpec(
        commands.AnswerFlight,
        flight_offers.answer,
        Permission((ENTRY, STAFF), "Only the player who was offered the flight, or staff, may answer."),
        decides_for=nobody,
        during=("announced", "started"),
        revision=of_entry,
        path="entries/{entry}/flight-answer",
    ),
    CommandSpec(
        commands.WithdrawEntry,
        registration.withdraw,
        Permission((ENTRY, STAFF), "Only the entry's player, or staff, may withdraw it."),
        decides_for=_those_it_leaves,
        during=("announced", "started"),
        revision=of_entry,
        reasons=("reason",),
        path="entries/{entry}/withdrawal",
    ),
    CommandSpec(
        commands.Resign,
        resignation.resign,
        Permission((ENTRY, STAFF), "Only the entry's player, or staff, may record that it resigns."),
        decides_for=_those_it_leaves,
        revision=of_entry,
        reasons=("reason",),
        path="entries/{entry}/resignation",
    ),
)
