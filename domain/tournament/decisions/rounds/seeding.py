"""The order of a field before its first match: by rating, by error rates, or by hand (ALL-14)."""

from datetime import timedelta

from domain.kernel.refusal import Refused
from domain.problems.rounds import NOT_SEEDABLE
from domain.rating.teams import rated_id
from domain.tournament.derived.seeds import lowest_first
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rounds import events as round_events
from domain.tournament.state import Tournament


def by_rating(state: Tournament, context: Context) -> round_events.FieldSeeded:
    """The highest rating first, equal ones by entry number; a team that is not rated as one side by that of the person
    it is entered under. What the ratings were is in the event, and is not
    looked at again."""
    settings = settings_of(state)
    if settings.rating is None:
        raise Refused(NOT_SEEDABLE, "A tournament that is not rated can't be seeded by rating.")
    pinned = settings.rating.pinned
    approved = {n: entry for n, entry in state.entries.items() if entry.status == "approved"}
    persons = {n: rated_id(pinned, entry.persons) or entry.person for n, entry in approved.items()}
    ratings, position = context.ratings(settings.rating, sorted(persons.values()))
    order = tuple(sorted(persons, key=lambda number: (-ratings[persons[number]], number)))
    read = tuple(round_events.SeedingRating(entry=one, rating_millionths=ratings[persons[one]]) for one in order)
    return round_events.FieldSeeded(method="rating", seeds=order, ratings=read, log_position=position)


def by_error_rates(state: Tournament, context: Context) -> round_events.FieldSeededByErrorRates:
    """TD-20: what was read is in the event, and is not looked at again. A team has no figure."""
    wanted = settings_of(state).conditions.error_rate_seeding
    if wanted is None:
        raise Refused(NOT_SEEDABLE, "It is not announced that error rates seed the field.")
    approved = (entry for entry in state.entries.values() if entry.status == "approved" and not entry.members)
    persons = {entry.person: entry.number for entry in approved}
    since = context.now - timedelta(days=wanted.days)
    found, position = context.error_rates(wanted.program, since, sorted(persons))
    read = tuple(
        round_events.SeedingErrorRate(entry=persons[one], matches=matches, error_rates_thousandths=total)
        for one, (matches, total) in sorted(found.items(), key=lambda item: persons[item[0]])
    )
    return round_events.FieldSeededByErrorRates(
        seeds=lowest_first(
            {one.entry: (one.matches, one.error_rates_thousandths) for one in read}, wanted.fewest_matches
        ),
        error_rates=read,
        program=wanted.program,
        since=since,
        fewest_matches=wanted.fewest_matches,
        log_position=position,
    )


def by_hand(state: Tournament, command: round_commands.SeedField, _: Context) -> Events:
    """The director's own order, before the start, the first seed first; anyone who is not named is behind."""
    if settings_of(state).conditions.error_rate_seeding is not None:
        raise Refused(NOT_SEEDABLE, "It is announced that error rates seed the field.")
    for number in command.order:
        entry = state.entries.get(number)
        if entry is None or entry.status != "approved":
            raise Refused(NOT_SEEDABLE, f"Entry {number} is not approved.", entry=number)
    if len(set(command.order)) < len(command.order):
        raise Refused(NOT_SEEDABLE, "An entry is named more than once.")
    return (round_events.FieldSeeded(method="by-hand", seeds=command.order, reason=command.reason),)
