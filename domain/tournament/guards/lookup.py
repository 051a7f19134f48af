"""Entries, matches, disputes, rulings and appeals by their number, or the refusal where there is none."""

from typing import Unpack, assert_never

from domain.kernel.facts import Facts
from domain.kernel.refusal import Refused
from domain.match.record import Match
from domain.problems.entries import ENTRY_UNKNOWN
from domain.problems.matches import MATCH_HAS_RESULT, MATCH_LEFT_UNDECIDED, MATCH_UNKNOWN, MATCH_VOID
from domain.problems.rulings import APPEAL_UNKNOWN, DISPUTE_UNKNOWN, RULING_UNKNOWN
from domain.tournament.rulings.state import Appeal, Dispute, Ruling
from domain.tournament.state import Entry, Tournament


def find_entry(state: Tournament, number: int) -> Entry:
    """The entry with that number. Raises Refused where there is none."""
    entry = state.entries.get(number)
    if entry is None:
        raise no_entry(number)
    return entry


def no_entry(number: int, /, **facts: Unpack[Facts]) -> Refused:
    """The refusal where there is no such entry."""
    return Refused(ENTRY_UNKNOWN, f"There is no entry {number} here.", **{**facts, "entry": number})


def find_match(state: Tournament, number: int) -> Match:
    """The match with that number. Raises Refused where there is none."""
    match = state.matches.get(number)
    if match is None:
        raise no_match(number)
    return match


def no_match(number: int, /, **facts: Unpack[Facts]) -> Refused:
    """The refusal where there is no such match."""
    return Refused(MATCH_UNKNOWN, f"There is no match {number} here.", **{**facts, "match": number})


def require_not_void(match: Match) -> None:
    """Raises Refused where the match is void, or no longer live (ALL-4)."""
    if match.void:
        raise void_match(match)


def open_match(state: Tournament, number: int) -> Match:
    """The match with that number, where it can still be played or reported. Raises Refused where there is none."""
    match = find_match(state, number)
    refusal = _refuse_play(match)
    if refusal is not None:
        raise refusal
    return match


def _refuse_play(match: Match) -> Refused | None:
    """Why nothing more can be said of how it is played; of one that was abandoned a late result counts (RNG-6)."""
    match match.phase:
        case "open" | "abandoned":
            return None
        case "needs-ruling":
            detail = f"Match {match.number} is undecided under the rulings in force."
            return Refused(MATCH_LEFT_UNDECIDED, detail, match=match.number)
        case "reported" | "announced":
            return Refused(MATCH_HAS_RESULT, f"Match {match.number} has a result.", match=match.number)
        case "void":
            return void_match(match)
        case _:
            assert_never(match.phase)


def void_match(match: Match) -> Refused:
    """The refusal of what is asked of a void match."""
    return Refused(MATCH_VOID, f"Match {match.number} is void.", match=match.number)


def find_dispute(state: Tournament, number: int) -> Dispute:
    """The dispute with that number. Raises Refused where there is none."""
    dispute = state.directing.disputes.get(number)
    if dispute is None:
        raise Refused(DISPUTE_UNKNOWN, f"There is no dispute {number} here.", dispute=number)
    return dispute


def find_ruling(state: Tournament, number: int) -> Ruling:
    """The ruling with that number. Raises Refused where there is none."""
    ruling = state.directing.rulings.get(number)
    if ruling is None:
        raise Refused(RULING_UNKNOWN, f"There is no ruling {number} here.", ruling=number)
    return ruling


def find_appeal(state: Tournament, number: int) -> Appeal:
    """The appeal with that number. Raises Refused where there is none."""
    appeal = state.directing.appeals.get(number)
    if appeal is None:
        raise Refused(APPEAL_UNKNOWN, f"There is no appeal {number} here.", appeal=number)
    return appeal
