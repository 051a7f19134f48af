"""The digest of how a tournament has ended: its completion tells it, and every later replay comes to the same.

Its form is frozen, as that of an event is: who took part, how each match counts, and the final table. It holds no text,
so it stays the same when a person is erased, and nothing that only this program knows.
"""

import hashlib
from typing import Any, cast

from domain.kernel import canonical_json
from domain.kernel.canonical_json import JSON
from domain.kernel.envelope import Recorded
from domain.match.record import Match
from domain.match.validity import counting
from domain.tournament.derived.progress import final_table
from domain.tournament.lifecycle.events import TournamentCompleted
from domain.tournament.state import Tournament, announced_settings

FORM = 1


def outcome_digest(state: Tournament) -> str:
    """SHA-256, in hexadecimal digits, of the canonical JSON of the outcome. The state is that of a tournament that was
    announced."""
    return hashlib.sha256(canonical_json.encode(outcome(state))).hexdigest()


def outcome(state: Tournament) -> JSON:
    """The digested content: entrants by number, matches that count by number, and the table from the top."""
    entrants = [entry for _, entry in sorted(state.entries.items()) if entry.entrant]
    return {
        "form": FORM,
        "tournament": state.id,
        "champion": announced_settings(state).champion,
        "entries": [[entry.number, list(entry.persons)] for entry in entrants],
        "matches": [line for _, match in sorted(state.matches.items()) if (line := _line(match)) is not None],
        "table": [[row.entry, row.rank] for row in final_table(state).rows],
    }


def _line(match: Match) -> JSON:
    """The match as it counts: its number, its sides, how it ended, who has won, the points. None where it does not."""
    result = counting(match)
    if result is None:
        return None
    points = result.outcome.points
    return [match.number, list(result.sides), result.outcome.ended, result.winner, points and list(points)]


def recorded_digest(recorded: Recorded[Any]) -> str | None:
    """The digest that an event of completion tells; None where it tells none, as those that were recorded before."""
    return cast("TournamentCompleted", recorded.event).outcome_digest
