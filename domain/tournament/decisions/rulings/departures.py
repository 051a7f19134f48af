"""Departures of a ruling's remedies from what its clause permits (TD-22), by the edition that the tournament has pinned
and earlier warnings.

Readings: a warning to one member of a team is one to the team. Only warnings of this tournament come before its points;
those given elsewhere are shown to the director.
"""

from collections.abc import Iterator, Sequence

from domain.kernel.values import Side
from domain.officiating.remedies import (
    Addressee,
    Disqualification,
    EntryNamed,
    Expulsion,
    PenaltyPoints,
    PersonDescribed,
    PersonNamed,
    Remedy,
    SpectatorExpulsion,
    WarningGiven,
)
from domain.officiating.sanction_catalogue import Clause, Edition, Flag, flags, same_line
from domain.tournament.rulings.events import About
from domain.tournament.state import Tournament, announced_settings


def departures(state: Tournament, about: About, clause: Clause, remedies: Sequence[Remedy]) -> tuple[Flag, ...]:
    """The flags of a ruling about that, under that clause."""
    edition = announced_settings(state).conditions.catalogue
    warned = set(_warned_persons(state, edition, clause))
    return flags(edition, clause, remedies, lambda remedy: not warned.isdisjoint(_against(state, about, remedy)))


def _warned_persons(state: Tournament, edition: Edition, clause: Clause) -> Iterator[str]:
    """The persons who were warned under the same line of the catalogue before, and still are."""
    for _, ruling in sorted(state.directing.rulings.items()):
        if ruling.in_force is not None and same_line(edition, clause, ruling.clause):
            for remedy in ruling.in_force.remedies:
                if isinstance(remedy, WarningGiven):
                    yield from _addressed_persons(state, remedy.to)


def _against(state: Tournament, about: About, remedy: Remedy) -> tuple[str, ...]:
    """The addressees of a sanction that a warning may have to come before: persons by their ids, others as
    described."""
    match remedy:
        case PenaltyPoints(offender=side) if about.number is not None:
            return _on_side(state, about.number, side)
        case Disqualification(entry=entry) | Expulsion(entry=entry):
            return state.entries[entry].persons
        case SpectatorExpulsion(spectator=spectator):
            return _addressed_persons(state, spectator)
        case _:
            return ()


def _addressed_persons(state: Tournament, to: Addressee) -> tuple[str, ...]:
    match to:
        case EntryNamed(entry=entry):
            return state.entries[entry].persons
        case PersonNamed(person=person):
            return (person,)
        case PersonDescribed(description=description):
            return (description,)


def _on_side(state: Tournament, match: int, side: Side) -> tuple[str, ...]:
    (first, second), _ = state.matches[match].as_played
    return state.entries[first if side == "first" else second].persons
