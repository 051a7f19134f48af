"""Which match is played at which table now (REG-6): a table is free when its match has its result."""

from collections.abc import Mapping
from typing import assert_never

from domain.match.record import Match
from domain.tournament.state import Tournament


def to_be_played(match: Match) -> bool:
    """Whether the match is to be played, or goes on: it has no result yet, be it one that is still to be verified."""
    match match.phase:
        case "open":
            return True
        case "needs-ruling" | "reported" | "announced" | "abandoned" | "void":
            return False
        case _:
            assert_never(match.phase)


def open_matches(state: Tournament) -> list[Match]:
    """The matches to be played, by number."""
    found = (state.matches[number] for number in sorted(state.awaiting))
    return [match for match in found if to_be_played(match)]


def taken_tables(state: Tournament) -> Mapping[int, int]:
    """The numbers of the tables that are not free, each with that of its match."""
    return {match.table: match.number for match in open_matches(state) if match.table is not None}
