"""The order of a field before its first match: by rating, or by hand (ALL-14)."""

from domain.kernel.refusal import Refused
from domain.problems.rounds import NOT_SEEDABLE
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Tournament


def by_rating(state: Tournament, context: Context) -> round_events.FieldSeeded:
    """The highest rating first, equal ones by entry number. What the ratings were is in the event, and is not
    looked at again."""
    settings = settings_of(state)
    if settings.rating is None:
        raise Refused(NOT_SEEDABLE, "A tournament that is not rated can't be seeded by rating.")
    persons = {n: entry.person for n, entry in state.entries.items() if entry.status == "approved"}
    ratings, position = context.ratings(settings.rating, sorted(persons.values()))
    order = tuple(sorted(persons, key=lambda number: (-ratings[persons[number]], number)))
    read = tuple(round_events.SeedingRating(entry=one, rating_millionths=ratings[persons[one]]) for one in order)
    return round_events.FieldSeeded(method="rating", seeds=order, ratings=read, log_position=position)


def by_hand(state: Tournament, command: round_commands.SeedField, _: Context) -> Events:
    """The director's own order, before the start, the first seed first; anyone who is not named is behind."""
    for number in command.order:
        entry = state.entries.get(number)
        if entry is None or entry.status != "approved":
            raise Refused(NOT_SEEDABLE, f"Entry {number} is not approved.", entry=number)
    if len(set(command.order)) < len(command.order):
        raise Refused(NOT_SEEDABLE, "An entry is named more than once.")
    return (round_events.FieldSeeded(method="by-hand", seeds=command.order, reason=command.reason),)
