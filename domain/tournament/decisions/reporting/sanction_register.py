"""Persons that a tournament's rulings have sanctioned, for the register of persons (TD-4, TD-22).

Readings: a sanction on an entry or on a side of a match is every member's (ALL-10). What an appeal has taken away stays
in the register as reversed; what it has put in its place is beside it. Bans are the person's own, and are not among
these; nor are imposed equipment and what puts a match right.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from domain.kernel.ids import PersonId
from domain.kernel.values import Side
from domain.officiating.remedies import (
    DelayForfeit,
    Disqualification,
    EntryNamed,
    Expulsion,
    GameLoss,
    MatchLoss,
    PenaltyPoints,
    PersonNamed,
    Remedy,
    SpectatorExpulsion,
    WarningGiven,
)
from domain.officiating.sanction_catalogue import Clause, Sanction, same_line
from domain.person.bans import BanStatus
from domain.tournament.rulings.state import Orders, Ruling
from domain.tournament.state import Tournament, announced_settings


@dataclass(frozen=True, slots=True)
class Sanctioned:
    """A sanction against a person. `place` is its own among those of the ruling, from 1; `entry` and `match` are what
    it is on, `points` the penalty points."""

    person: PersonId
    ruling: int
    place: int
    kind: Sanction
    clause: str
    at: datetime
    status: BanStatus
    entry: int | None = None
    match: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class _Against:
    kind: Sanction
    persons: tuple[PersonId, ...]
    entry: int | None = None
    match: int | None = None
    points: int | None = None


def sanctions_of(state: Tournament) -> Iterator[Sanctioned]:
    """All that its rulings have ordered against persons, by ruling."""
    for _, ruling in sorted(state.directing.rulings.items()):
        place = 0
        for orders, status in _orders(ruling):
            for remedy in orders.remedies:
                place += 1
                yield from _sanctions(state, ruling, orders, status, remedy, place)


def given_under(state: Tournament, clause: Clause, person: PersonId) -> Collection[Sanction]:
    """Sanctions in force that this person, or a member of the same team, was given here. They rest on the same lines of
    the catalogue as rulings under this clause (TD-22)."""
    edition = announced_settings(state).conditions.catalogue
    team = {member for entry in state.entries.values() if person in entry.persons for member in entry.persons}
    return {
        one.kind
        for one in sanctions_of(state)
        if one.person in {person, *team} and one.status == "in-force" and same_line(edition, clause, one.clause)
    }


def _orders(ruling: Ruling) -> Iterator[tuple[Orders, BanStatus]]:
    """Its own orders, and those that an appeal has put in their place."""
    match ruling.status:
        case "in-force" | "upheld":
            yield ruling.orders, "in-force"
        case "suspended":
            yield ruling.orders, "suspended"
        case "reversed" | "replaced" | "withdrawn":
            yield ruling.orders, "reversed"
    if ruling.instead is not None:
        yield ruling.instead, "in-force"


def _sanctions(
    state: Tournament, ruling: Ruling, orders: Orders, status: BanStatus, remedy: Remedy, place: int
) -> Iterator[Sanctioned]:
    against = _against(state, ruling, remedy)
    if against is None:
        return
    for person in against.persons:
        yield Sanctioned(
            person,
            ruling.number,
            place,
            against.kind,
            ruling.clause,
            orders.given_at,
            status,
            against.entry,
            against.match,
            against.points,
        )


def _against(state: Tournament, ruling: Ruling, remedy: Remedy) -> _Against | None:
    match remedy:
        case WarningGiven(to=EntryNamed(entry=entry)) | Disqualification(entry=entry) | Expulsion(entry=entry):
            return _Against(remedy.kind, state.entries[entry].persons, entry)
        case WarningGiven(to=PersonNamed(person=person)) | SpectatorExpulsion(spectator=PersonNamed(person=person)):
            return _Against(remedy.kind, (person,))
        case PenaltyPoints(offender=side, points=points):
            return _on_side(state, ruling, remedy.kind, side, points)
        case DelayForfeit(offender=side) | GameLoss(loser=side) | MatchLoss(loser=side):
            return _on_side(state, ruling, remedy.kind, side)
        case _:
            return None


def _on_side(state: Tournament, ruling: Ruling, kind: Sanction, side: Side, points: int | None = None) -> _Against:
    """A present side of the ruling's match."""
    if ruling.on.number is None:
        raise ValueError(f"ruling {ruling.number} names a side, and no match")
    match = state.matches[ruling.on.number]
    sides, _ = match.as_played
    entry = sides[0] if side == "first" else sides[1]
    return _Against(kind, state.entries[entry].persons, entry, match.number, points)
