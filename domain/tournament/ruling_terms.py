"""What a ruling must rest on, and whom it can reach (TD-4, TD-9).

Readings: only who is in can be put out; whoever is not yet, is refused instead. Expulsion goes beyond disqualification,
so who is disqualified can still be expelled, and not the other way round.
"""

from collections.abc import Sequence

from domain.directing.remedies import Disqualification, Expulsion, Remedy
from domain.errors import Refused
from domain.problems.entries import ENTRY_STATUS
from domain.problems.rulings import REMEDY_IDLE
from domain.tournament.entries import find_entry
from domain.tournament.model import Tournament


def require_to_put_out(state: Tournament, remedies: Sequence[Remedy], ruling: int) -> None:
    """Raises Refused where a remedy of that ruling puts an entry out that is not in, or is out already by as much."""
    put_out: set[int] = set()
    for remedy in remedies:
        if not isinstance(remedy, Disqualification | Expulsion):
            continue
        entry = find_entry(state, remedy.entry)
        if entry.status != "approved":
            raise Refused(
                ENTRY_STATUS, f"Entry {entry.number} is {entry.status}.", entry=entry.number, status=entry.status
            )
        others = [one.kind for one in entry.excluded_by if one.ruling != ruling]
        if entry.number in put_out or "expelled" in others or (others and isinstance(remedy, Disqualification)):
            detail = f"Entry {entry.number} is put out already."
            raise Refused(REMEDY_IDLE, detail, entry=entry.number, remedies=[remedy.kind])
        put_out.add(entry.number)
