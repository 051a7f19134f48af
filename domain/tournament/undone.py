"""What the reversal of a ruling can't undo, for the directors to look at (TD-13, ALL-4).

Readings: who asks to enter while he is barred leaves no event, for refused commands leave none. So where a bar has been
taken away since, the directors of every tournament that was open meanwhile are shown whom it kept out, asked or not. A
round is missed by who was put out and is in again, where it was drawn for others and he is still in the running.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.directing.remedies import Disqualification, Expulsion
from domain.ids import PersonId
from domain.person.state import Bar, Person
from domain.tournament.context import settings_of
from domain.tournament.entries import LIVE
from domain.tournament.model import Settings, Tournament
from domain.tournament.ruling_model import Ruling
from domain.tournament.stage import current_stage


@dataclass(frozen=True, slots=True)
class KeptOut:
    """A person could not enter here while a ruling of that tournament barred him, which has been taken away since."""

    person: PersonId
    tournament: str
    ruling: int


@dataclass(frozen=True, slots=True)
class Missed:
    """A round that an entry missed while that ruling had put it out."""

    entry: int
    round: int
    ruling: int


def kept_out(state: Tournament, persons: Iterable[Person]) -> Iterator[KeptOut]:
    """Those of the persons whom reversed bars have kept from entering here, as long as the tournament goes on."""
    settings = settings_of(state)
    if settings.status not in ("announced", "started"):
        return
    for person in persons:
        if _entered(state, person):
            continue
        for bar in person.bars:
            if bar.ordered is not None and _kept_out(settings, bar):
                yield KeptOut(person.id, bar.ordered.tournament, bar.ordered.ruling)


def _entered(state: Tournament, person: Person) -> bool:
    number = state.entry_of.get(person.id)
    return number is not None and state.entries[number].status in LIVE


def _kept_out(settings: Settings, bar: Bar) -> bool:
    """Whether the bar, taken away since, was in force while entries were open here."""
    conditions = settings.conditions
    opened = max(filter(None, (settings.announced_at, conditions.entries_open_at)))
    closed = conditions.entries_close_at
    lasted = bar.since >= opened and (bar.until is None or bar.until > opened)
    while_open = lasted and (closed is None or bar.placed_at < closed)
    return bar.kind == "bar" and bar.status == "reversed" and while_open


def missed(state: Tournament) -> Iterator[Missed]:
    """The rounds of the stage being played that were missed by who was put out, and is in again."""
    back = [(entry, ruling) for _, ruling in sorted(state.directing.rulings.items()) for entry in _brought_back(ruling)]
    if not back:
        return
    stage = current_stage(state)
    going_on, places = set(stage.going_on()), stage.facts.places
    drawn = sorted({place.round for place in places if place.round > 0})
    for entry, ruling in back:
        if entry in going_on:
            played = {place.round for place in places if entry in place.entries}
            missing = [round_ + stage.facts.rounds_before for round_ in drawn if round_ not in played]
            yield from (Missed(entry, round_, ruling.number) for round_ in missing)


def _brought_back(ruling: Ruling) -> Iterator[int]:
    if ruling.in_force is ruling.orders:
        return
    for remedy in ruling.orders.remedies:
        if isinstance(remedy, Disqualification | Expulsion):
            yield remedy.entry
