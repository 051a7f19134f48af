"""Players who the list calls otherwise now: a new name in the lines of somebody whom the list names no more.

It may be a new name of theirs, or somebody else who the list has put in their place: so it is asked.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.importing.match_lists.club_list import Row
from domain.kernel.ids import PersonId

_SOMEBODY = "?"


def former_names(
    rows: Sequence[Row], said: Sequence[Row], is_new: Callable[[str], bool]
) -> Mapping[str, tuple[PersonId, ...]]:
    """By each name that means nobody yet, in the order of the list, those in whose lines it is and who are named no
    more. `rows` and what was `said` name persons by their ids."""
    named = {player for row in rows for player in row[1:3]}
    left = [row for row in said if not named.issuperset(row[1:3])]
    lines = {place: player for row in left for player, place in _sides(row) if player not in named}
    if not lines:
        return {}
    found = ((player, lines[place]) for row in rows for player, place in _sides(row) if place in lines)
    former: dict[str, dict[PersonId, None]] = {}
    for player, person in found:
        if is_new(player):
            former.setdefault(player, {})[person] = None
    return {player: tuple(persons) for player, persons in former.items()}


def _sides(row: Row) -> Iterator[tuple[str, Row]]:
    """Each player of the match, and the match without them and its score."""
    yield row.winner, row._replace(winner=_SOMEBODY, score=None)
    yield row.loser, row._replace(loser=_SOMEBODY, score=None)
