"""Items that a director should look at again (ALL-14, SWI-5, TD-13). Values taken from elsewhere have changed, a person
was asked to sit the season out, or a reversed ruling left something behind. Nothing is changed by itself; it is worked
out as it is read. What a director has resolved stays resolved, until its source changes again.

Reading: ratings change with every match. One that seeded the field has changed by what was played before. It is
compared with the rating that the player had when the field was seeded, by the present ledger. Of error rates that
seeded it, analyses that came later count where their match was played before.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from domain.federation.state import Federation
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.person.banned import ban_to_entering
from domain.person.state import Person, SittingOut
from domain.problems.entries import REVIEW_RESOLVED
from domain.tournament.decisions.reviews.after_reversal import items_of_kept_out, left_behind
from domain.tournament.derived.seeds import lowest_first
from domain.tournament.guards.context import Context, Events, settings_of
from domain.tournament.lifecycle.events import RatingTerms
from domain.tournament.person_effects.snapshots import credits_of
from domain.tournament.reviews import commands as review_commands
from domain.tournament.reviews import events as review_events
from domain.tournament.reviews.events import ReviewItem
from domain.tournament.reviews.state import ResolvedReview
from domain.tournament.state import Entry, SeededByErrorRates, Settings, Tournament

RatedBefore = Callable[[RatingTerms, PersonId, datetime], int | None]
"""A person's rating before that moment, in millionths of a point, by the present ledger; None: there was no match."""
ErrorRatesBefore = Callable[[str, datetime, datetime, Sequence[PersonId]], Mapping[PersonId, tuple[int, int]]]
"""Error rates of that program, for persons who have any: the number of matches, and the sum in thousandths. They were
played before the second moment; their present analyses were attached since the first."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where it is looked up what is so now."""

    person: Callable[[PersonId], Person]
    federation: Federation
    rated_before: RatedBefore
    error_rates_before: ErrorRatesBefore
    now: datetime


@dataclass(frozen=True, slots=True)
class Review:
    """An item, and how it was resolved; None while it is open."""

    item: ReviewItem
    resolution: ResolvedReview | None = None


def reviews(state: Tournament, sources: Sources) -> Sequence[Review]:
    """All items of a tournament that was announced: the open ones by entry, then those that rulings have left behind.
    The resolved ones follow in the order in which they were resolved."""
    resolved = {one.item.key for one in state.reviewed}
    still_open = {item.key: Review(item) for item in _items(state, sources) if item.key not in resolved}
    return [*still_open.values(), *(Review(one.item, one) for one in state.reviewed)]


def settle(state: Tournament, command: review_commands.ResolveReview, _: Context) -> Events:
    """By the staff, with a reason, as it was shown; the same item once."""
    if any(one.item.key == command.item.key for one in state.reviewed):
        raise Refused(REVIEW_RESOLVED, "The item has already been resolved.", item=command.item.key)
    person = command.item.person or state.entries[command.item.entry].person
    return (review_events.ReviewResolved(item=command.item, text_about=person, reason=command.reason),)


def _items(state: Tournament, sources: Sources) -> Iterator[ReviewItem]:
    settings = settings_of(state)
    if settings.status == "cancelled":
        return
    for _, entry in sorted(state.entries.items()):
        persons = [sources.person(one) for one in entry.persons]
        if entry.status in ("requested", "approved", "waiting"):
            yield from _changes_of_persons(entry, settings, persons, sources)
        yield from _rating(state, entry, persons[0], sources)
        yield from items_of_kept_out(state, entry, persons)
    yield from _error_rates(state, sources)
    yield from left_behind(state)
    yield from _of_one_person(state)


def _of_one_person(state: Tournament) -> Iterator[ReviewItem]:
    """REG-2: matches between two records of one person that were merged since."""
    if not state.merged:
        return
    for number, match in sorted(state.matches.items()):
        first, second = (state.entries[side] for side in match.as_played[0])
        if not match.void and not set(first.persons).isdisjoint(second.persons):
            yield ReviewItem(kind="match-of-one-person", entry=first.number, match=number, other_entry=second.number)


def _changes_of_persons(
    entry: Entry, settings: Settings, persons: Sequence[Person], sources: Sources
) -> Iterator[ReviewItem]:
    yield from _credits(entry, persons)
    for person in persons:
        if ban_to_entering(person, sources.federation.resignation_limit, sources.now) is not None:
            version = max((person.resignations_version, *(ban.version for ban in person.bans)))
            yield ReviewItem(kind="banned-since", entry=entry.number, person=person.id, source_version=version)
        yield from _resignations(entry, person)
        yield from _sitting_out(entry, settings, person)


def _credits(entry: Entry, persons: Sequence[Person]) -> Iterator[ReviewItem]:
    if entry.credited is None:
        return
    fresh = credits_of(persons, entry.credited.qualifying).value
    if fresh != entry.credited.value:
        version = max(person.wins_version for person in persons)
        recorded = entry.credited.value
        yield ReviewItem(
            kind="credits-changed",
            entry=entry.number,
            recorded_value=recorded,
            current_value=fresh,
            source_version=version,
        )


def _resignations(entry: Entry, person: Person) -> Iterator[ReviewItem]:
    looked = [one for one in entry.admission.members if one.person == person.id] if entry.admission else []
    for one in looked:
        if one.resignations != person.resignations_counted:
            yield ReviewItem(
                kind="resignations-changed",
                entry=entry.number,
                person=person.id,
                recorded_value=one.resignations,
                current_value=person.resignations_counted,
                source_version=person.resignations_version,
            )


def _sitting_out(entry: Entry, settings: Settings, person: Person) -> Iterator[ReviewItem]:
    for one in _first_sitting_out(person, settings):
        yield ReviewItem(
            kind="asked-to-sit-out",
            entry=entry.number,
            person=person.id,
            tournament=one.tournament,
            source_version=one.version,
        )


def _first_sitting_out(person: Person, settings: Settings) -> Sequence[SittingOut]:
    """The first tournament that asked the person to sit out the season, if any."""
    place = settings.series
    if place is None:
        return ()
    return [one for one in person.sitting_out if (one.series, one.season) == (place.series, place.season)][:1]


def _rating(state: Tournament, entry: Entry, person: Person, sources: Sources) -> Iterator[ReviewItem]:
    rating, seeded = settings_of(state).rating, state.rounds.seeded
    recorded = None if seeded is None else dict(seeded.ratings).get(entry.number)
    if rating is None or seeded is None or recorded is None:
        return
    fresh = sources.rated_before(rating, person.id, seeded.at)
    if fresh is None:
        opening = person.openings.get(rating.pool)
        fresh = opening.rating if opening else rating.pinned.start_in(rating.pool)[0]
    if fresh != recorded:
        yield ReviewItem(
            kind="rating-changed", entry=entry.number, person=person.id, recorded_value=recorded, current_value=fresh
        )


def seeds_now(state: Tournament, sources: Sources) -> Mapping[int, int]:
    """TD-20: the seed that each entry would have by the error rates of now, in a field that they seeded; who would have
    none is not in it."""
    read, seeding = _read_for_seeds(state), settings_of(state).conditions.error_rate_seeding
    if read is None or seeding is None:
        return {}
    found = _present_rates(state, read, sources)
    order = lowest_first(found, seeding.fewest_matches)
    return {entry: place for place, entry in enumerate(order, 1)}


def _read_for_seeds(state: Tournament) -> SeededByErrorRates | None:
    return state.rounds.seeded.error_rates if state.rounds.seeded else None


def _present_rates(state: Tournament, read: SeededByErrorRates, sources: Sources) -> Mapping[int, tuple[int, int]]:
    """By entry: of how many matches, and their sum in thousandths."""
    at = state.rounds.seeded.at if state.rounds.seeded else sources.now
    persons = {entry: state.entries[entry].person for entry in read.found}
    fresh = sources.error_rates_before(read.program, read.since, at, sorted(persons.values()))
    return {entry: fresh.get(person, (0, 0)) for entry, person in persons.items()}


def _error_rates(state: Tournament, sources: Sources) -> Iterator[ReviewItem]:
    """TD-20: by entry. The seeds stay as they were drawn."""
    read = _read_for_seeds(state)
    if read is None:
        return
    for entry, now in _present_rates(state, read, sources).items():
        if now != read.found[entry]:
            yield _other_error_rates(state, entry, read.found[entry], now)


def _other_error_rates(state: Tournament, entry: int, then: tuple[int, int], now: tuple[int, int]) -> ReviewItem:
    return ReviewItem(
        kind="error-rates-changed",
        entry=entry,
        person=state.entries[entry].person,
        recorded_value=then[1],
        current_value=now[1],
        recorded_matches=then[0],
        current_matches=now[0],
    )
