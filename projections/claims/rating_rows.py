"""The rows of the rating tables as a replay makes them."""

from collections.abc import Iterator

from projections.claims.replay import Replayed
from projections.engine.rows import Row
from projections.ratings.pools import as_match


def of_openings(of: Replayed) -> Iterator[Row]:
    """The openings of all persons."""
    for person in of.persons:
        for pool, opening in person.openings.items():
            yield pool, person.id, opening.rating, opening.experience


def of_totals(of: Replayed) -> Iterator[Row]:
    """The total change of each player's ratings over each tournament."""
    for name, pool in of.pools.pools.items():
        found: dict[tuple[str, str], tuple[int, int]] = {}
        for line in pool.ledger.lines():
            tournament, _ = as_match(line.match.match)
            for player, change in (
                (line.match.winner, line.winner_after - line.winner_before),
                (line.match.loser, line.loser_after - line.loser_before),
            ):
                matches, total = found.get((tournament, player), (0, 0))
                found[tournament, player] = matches + 1, total + change
        yield from ((tournament, player, name, *totals) for (tournament, player), totals in found.items())
