"""What a director should look at again (ALL-14, SWI-5, TD-13): where what an entry was taken on has changed since, who
was asked to sit the season out, and what reversed rulings can't undo. Nothing is changed by itself; it is worked out as
it is read."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domain.federation.state import Federation
from domain.ids import PersonId
from domain.person.barred import bar_to_entering
from domain.person.state import Person
from domain.tournament.admission import credits_of, sits_out
from domain.tournament.context import settings_of
from domain.tournament.model import Entry, Settings, Tournament
from domain.tournament.undone import kept_out, missed

LookUp = Callable[[PersonId], Person]


@dataclass(frozen=True, slots=True)
class Item:
    """Something to look at. `recorded` is what stands in the entry's event and `now` what its source says: credits, or
    the resignations that count. `person` is the member concerned, `tournament` the one that asked him to sit out, or
    whose reversed `ruling` kept him from entering here. A `round` was missed while the ruling had put him out."""

    kind: Literal[
        "credits-changed", "barred-since", "resignations-changed", "asked-to-sit-out", "kept-out", "round-missed"
    ]
    entry: int | None
    person: PersonId | None = None
    recorded: int | None = None
    now: int | None = None
    tournament: str | None = None
    round: int | None = None
    ruling: int | None = None


def reviews(
    state: Tournament, person: LookUp, federation: Federation, now: datetime, unbarred: Iterable[PersonId] = ()
) -> Sequence[Item]:
    """The items of a tournament that was announced, by entry; of those only who plays, waits, or asks to enter. Then
    what can't be undone; `unbarred` are persons of whom a bar was taken away since the announcement."""
    settings = settings_of(state)
    entries = (entry for _, entry in sorted(state.entries.items()))
    items = [
        item
        for entry in entries
        if entry.status in ("requested", "approved", "waiting")
        for item in _items(entry, settings, [person(one) for one in entry.persons], federation, now)
    ]
    return [*items, *_not_undone(state, [person(one) for one in unbarred])]


def _not_undone(state: Tournament, unbarred: Sequence[Person]) -> Iterator[Item]:
    if settings_of(state).status == "started":
        for one in missed(state):
            yield Item("round-missed", one.entry, round=one.round, ruling=one.ruling)
    for out in kept_out(state, unbarred):
        yield Item("kept-out", None, out.person, tournament=out.tournament, ruling=out.ruling)


def _items(
    entry: Entry, settings: Settings, persons: Sequence[Person], federation: Federation, now: datetime
) -> Iterator[Item]:
    yield from _credits(entry, persons)
    for person in persons:
        if bar_to_entering(person, federation.resignation_limit, now) is not None:
            yield Item("barred-since", entry.number, person.id)
        yield from _resignations(entry, person)
        tournament = sits_out(person, settings.series)
        if tournament is not None:
            yield Item("asked-to-sit-out", entry.number, person.id, tournament=tournament)


def _credits(entry: Entry, persons: Sequence[Person]) -> Iterator[Item]:
    if entry.credited is None:
        return
    fresh = credits_of(persons, entry.credited.qualifying)
    if fresh.value != entry.credited.value:
        yield Item("credits-changed", entry.number, recorded=entry.credited.value, now=fresh.value)


def _resignations(entry: Entry, person: Person) -> Iterator[Item]:
    looked = [one for one in entry.admission.members if one.person == person.id] if entry.admission else []
    for one in looked:
        if one.resignations != person.resignations_counted:
            recorded, fresh = one.resignations, person.resignations_counted
            yield Item("resignations-changed", entry.number, person.id, recorded, fresh)
