"""No match may depend on its own result (ALL-4)."""

from domain.kernel.refusal import Refused
from domain.problems.matches import HANGS_ON_ITSELF
from domain.tournament.state import Tournament


def require_no_circle(before: Tournament, after: Tournament) -> None:
    """Raises Refused where what has happened since makes a match depend on itself."""
    found = after.rounds.circular
    if found is not None and found.version > before.version:
        kind, number = found.made
        detail = f"Circular dependency: {kind} {number} would depend on its own result."
        raise Refused(HANGS_ON_ITSELF, detail, kind=kind, number=number)
