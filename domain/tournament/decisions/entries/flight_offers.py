"""A higher flight offered in place of this one (TD-2).

Reading: to ban a player from a flight is to refuse the entry there. Offer and answer are recorded; a player who accepts
enters the other tournament themselves, and is approved there like anybody.
"""

from domain.kernel.refusal import Refused
from domain.problems.entries import FLIGHT_IS_THIS_TOURNAMENT, OFFER_STATUS
from domain.tournament.decisions.entries.registration import in_status
from domain.tournament.entries import commands as entry_commands
from domain.tournament.entries import events as entry_events
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.guards.lookup import find_entry
from domain.tournament.person_effects.snapshots import Flight
from domain.tournament.state import Tournament


def offer(state: Tournament, command: entry_commands.OfferFlight, context: Context) -> Events:
    """TD-2: before the start, to anyone who has asked to enter."""
    entry = in_status(state, command, "requested", "waiting", "approved")
    if command.flight == state.id:
        raise Refused(FLIGHT_IS_THIS_TOURNAMENT, "The flight offered is this tournament.", flight=command.flight)
    name = settings_of(context.tournament(command.flight)).name
    flight = Flight(tournament=command.flight, name=name)
    return (entry_events.FlightOffered(entry=entry.number, person=entry.person, flight=flight, reason=command.reason),)


def answer(state: Tournament, command: entry_commands.AnswerFlightOffer, _: Context) -> Events:
    """TD-2: by the player, or by the staff for the player; once."""
    entry = find_entry(state, command.entry)
    if entry.status != "refused" or entry.offer is None or entry.offer.accepted is not None:
        raise Refused(OFFER_STATUS, f"Entry {entry.number} has no offer open.", entry=entry.number)
    return (entry_events.FlightOfferAnswered(entry=entry.number, accepted=command.accepted),)
