"""Whether teams have players enough for the boards on which they meet (TEA-4)."""

from collections.abc import Iterable

from domain.kernel.refusal import Refused, name_list
from domain.problems.entries import TEAM_TOO_SMALL
from domain.tournament.derived.sides import fewest_of_team
from domain.tournament.guards.context import settings_of
from domain.tournament.state import Entry, Tournament


def require_rosters(state: Tournament, entries: Iterable[Entry]) -> None:
    """TEA-4. Raises Refused where teams meet on boards, and one of these has players for fewer than half of them."""
    boards = settings_of(state).conditions.boards or 1
    small = [entry.number for entry in entries if len(entry.persons) < fewest_of_team(boards)]
    if small:
        detail = f"Teams meet on {boards} boards, and these entries have too few players: {name_list(small)}."
        raise Refused(TEAM_TOO_SMALL, detail, entries=small[:100])
