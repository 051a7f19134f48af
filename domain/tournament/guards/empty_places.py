"""Empty places of brackets, and who takes them."""

from domain.formats.contract.steps import EmptyPlace
from domain.tournament.guards.context import Events
from domain.tournament.rounds.events import PlaceTaken


def place_taken(empty: EmptyPlace | None, entry: int) -> Events:
    """SE-9: where who enters after the start takes an empty place."""
    if empty is None:
        return ()
    matches = tuple(number for kind, number in empty.given_up if kind == "match")
    byes = tuple(number for kind, number in empty.given_up if kind == "bye")
    return (PlaceTaken(entry=entry, slot=empty.slot, matches=matches, byes=byes),)
