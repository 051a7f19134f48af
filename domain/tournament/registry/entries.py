"""The commands on entries. Whether an entry that was refused, or that waits for a place, comes in after all is a matter
of its players; letting in who has asked is the same for all."""

from domain.tournament.decisions.entries import check_in, flight_offers, reentry, registration, resignation, substitutes
from domain.tournament.entries import commands
from domain.tournament.guards.conflicts_of_interest import Interested, open_or_ruled, sides_of
from domain.tournament.guards.context import Context
from domain.tournament.guards.lookup import find_entry
from domain.tournament.guards.permissions import acts_for, is_person, is_staff, keeps, said_itself
from domain.tournament.registry.spec import (
    ENTRY,
    STAFF,
    UNTIL_THE_END,
    Permission,
    Role,
    Row,
    nobody,
    of_entry,
    or_staff,
)
from domain.tournament.state import Tournament


def _enters(_: Tournament, command: commands.RequestEntry, context: Context) -> bool:
    return any(is_person(context.actor, person) for person in (command.person, *command.members))


def _is_officer(_: Tournament, command: commands.RequestEntry, context: Context) -> bool:
    return command.club is not None and context.club(command.club).is_kept_by(context.actor)


def _the_entry(
    state: Tournament, command: commands.RefuseEntry | commands.OfferFlight | commands.ApproveEntry
) -> Interested:
    return Interested((find_entry(state, command.entry).number,))


def _who_comes_in_after_all(state: Tournament, command: commands.ApproveEntry) -> Interested:
    waits = find_entry(state, command.entry).status in ("refused", "waiting")
    return _the_entry(state, command) if waits else Interested()


def _those_it_leaves(state: Tournament, command: commands.Leaving | commands.WithdrawEntry) -> Interested:
    """Anyone who has a match open against an entry, or would but for a ruling, gains by its leaving."""
    entry = find_entry(state, command.entry).number
    return Interested(sides_of(state, open_or_ruled(state, (entry,))))


def _who_loses_by_its_return(state: Tournament, command: commands.WithdrawResignation) -> Interested:
    """Anyone who has been conceded a match, beside the entry itself."""
    entry = find_entry(state, command.entry)
    return Interested((entry.number, *sides_of(state, resignation.conceded_on_leaving(state, entry))))


def _who_comes_and_goes(state: Tournament, command: commands.SubstitutePlayer) -> Interested:
    """Its persons, the substitute, and those that the entry has to play."""
    entry = find_entry(state, command.entry).number
    return Interested((entry, *sides_of(state, open_or_ruled(state, (entry,)))), (command.person,))


def _who_comes_back(state: Tournament, command: commands.WithdrawReentry) -> Interested:
    """Its persons, and those who it has to play."""
    entry = find_entry(state, command.entry).number
    return Interested((entry, *sides_of(state, open_or_ruled(state, (entry,)))))


def _resigned_by_others(state: Tournament, command: commands.WithdrawResignation, context: Context) -> bool:
    entry = find_entry(state, command.entry)
    return acts_for(context.actor, entry) and not said_itself(entry)


def _other_staff(state: Tournament, command: commands.WithdrawResignation, context: Context) -> bool:
    departure = find_entry(state, command.entry).departure
    return is_staff(state, context.actor) and (departure is None or context.actor.is_another_than(departure.by))


def _undoes_it(state: Tournament, command: commands.WithdrawResignation, context: Context) -> bool:
    """Anyone who has recorded it in the player's name, as long as no match or bye was made since."""
    entry = find_entry(state, command.entry)
    own = entry.departure is not None and not set(entry.departure.by.persons).isdisjoint(context.actor.persons)
    by_staff = own and is_staff(state, context.actor) and not said_itself(entry)
    return by_staff and not resignation.has_play_gone_on(state, entry)


def _keeps(state: Tournament, command: commands.Leaving | commands.WithdrawEntry, context: Context) -> bool:
    return keeps(find_entry(state, command.entry), context)


_KEEPER = Role("an officer of the club that the entry stands for", _keeps, own=False)
_LEFT_BY_OTHERS = Role("the entry's player, where somebody else has recorded it", _resigned_by_others)
_OTHER_STAFF = Role("staff who have not recorded it", _other_staff, own=False)
_UNDOES = Role("staff who have recorded it, until a match or a bye is made", _undoes_it, own=False)
_OFFICER = Role("an officer of the club that the entry stands for", _is_officer, office=True)
_WHO_LEAVES = "Only the entry's player, an officer of the club that it stands for, or staff may record that it leaves."
_WHO_ENTERS = "Only the player, for a team a member, an officer of their club, or the staff may enter somebody."
_ENTRANT = Role("anyone who enters, or a member of the team", _enters)

COMMANDS = (
    Row(commands.RequestEntry, registration.request, nobody).at(
        "entries",
        permission=Permission((_ENTRANT, _OFFICER, STAFF), _WHO_ENTERS),
        during=UNTIL_THE_END,
        creates=("entry",),
    ),
    Row(commands.ApproveEntry, registration.approve, _who_comes_in_after_all).at(
        "entries/{entry}/approval", during=UNTIL_THE_END, revision=of_entry
    ),
    Row(commands.SubstitutePlayer, substitutes.substitute, _who_comes_and_goes).at(
        "entries/{entry}/substitute", during=UNTIL_THE_END, revision=of_entry
    ),
    Row(commands.CheckIn, check_in.check_in, nobody).at("entries/{entry}/check-in", during=UNTIL_THE_END),
    Row(commands.NoteFee, check_in.note_fee, nobody).at("entries/{entry}/fee", during=UNTIL_THE_END),
    Row(commands.ChooseCode, check_in.choose_code, nobody).at(
        "entries/{entry}/code",
        permission=Permission((ENTRY,), "Only the player chooses their code."),
        during=UNTIL_THE_END,
    ),
    Row(commands.GiveColour, registration.give_colour, nobody).at(
        "entries/{entry}/colour", during=("announced",), revision=of_entry
    ),
    Row(commands.ChangeEntry, registration.change, nobody).at(
        "entries/{entry}/change", during=("announced",), revision=of_entry
    ),
    Row(commands.RefuseEntry, registration.refuse, _the_entry).at(
        "entries/{entry}/refusal", during=UNTIL_THE_END, revision=of_entry
    ),
    Row(commands.OfferFlight, flight_offers.offer, _the_entry).at(
        "entries/{entry}/flight-offer", during=("announced",), revision=of_entry
    ),
    Row(commands.AnswerFlightOffer, flight_offers.answer, nobody).at(
        "entries/{entry}/flight-answer",
        permission=or_staff(ENTRY, "Only the player who was offered the flight, or staff, may answer."),
        during=UNTIL_THE_END,
        revision=of_entry,
    ),
    Row(commands.WithdrawEntry, registration.withdraw, _those_it_leaves).at(
        "entries/{entry}/withdrawal",
        permission=Permission((ENTRY, _KEEPER, STAFF), _WHO_LEAVES),
        during=UNTIL_THE_END,
        revision=of_entry,
    ),
    Row(commands.Resign, resignation.resign, _those_it_leaves).at(
        "entries/{entry}/resignation", permission=Permission((ENTRY, _KEEPER, STAFF), _WHO_LEAVES), revision=of_entry
    ),
    Row(commands.LeaveForToday, resignation.leave_for_today, _those_it_leaves).at(
        "entries/{entry}/leaving", permission=Permission((ENTRY, _KEEPER, STAFF), _WHO_LEAVES), revision=of_entry
    ),
    Row(commands.WithdrawReentry, reentry.take_back, _who_comes_back).at(
        "entries/{entry}/re-entry/withdrawal", revision=of_entry
    ),
    Row(commands.WithdrawResignation, resignation.take_back, _who_loses_by_its_return).at(
        "entries/{entry}/resignation/withdrawal",
        permission=Permission(
            (_LEFT_BY_OTHERS, _OTHER_STAFF, _UNDOES),
            "The player takes back what others have recorded; so do staff, and who recorded it until play has gone on.",
        ),
        revision=of_entry,
    ),
)
