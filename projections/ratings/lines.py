"""The ledger in force: every rated match with the ratings before and after it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from psycopg import Connection

from domain.rating.lines import LedgerMatch, RatedLine
from projections.engine.rows import Row
from projections.engine.tables import Table
from projections.ratings.policies import NamedPolicies, policies_in
from projections.ratings.pools import Pools, as_match

TABLE = Table(
    "rating_lines",
    ("tournament", "match"),
    (
        "pool",
        "played_at",
        "reported_at",
        "place",
        "winner",
        "loser",
        "n",
        "policy",
        "policy_version",
        "winner_before",
        "winner_after",
        "loser_before",
        "loser_after",
        "winner_experience",
        "loser_experience",
    ),
)

_REMOVE = """
DELETE FROM rating_lines AS line
USING unnest(%s::uuid[], %s::bigint[]) AS removed (tournament, match)
WHERE line.tournament = removed.tournament AND line.match = removed.match
"""
_LOAD = """
SELECT pool, played_at, reported_at, place, tournament::text, match, winner::text, loser::text, n,
    policy, policy_version
FROM rating_lines ORDER BY played_at, reported_at, place, tournament, match
"""


def row(pool: str, line: RatedLine) -> Row:
    """One line."""
    played_at, reported_at, place, name, winner, loser, n, policy = line.match
    return (*as_match(name), pool, played_at, reported_at, place, winner, loser, n, *policy.key, *line[1:])


def rows(pools: Pools) -> Iterator[Row]:
    """Every rated match."""
    for name, pool in pools.pools.items():
        yield from (row(name, line) for line in pool.ledger.lines())


def remove(connection: Connection, matches: Iterable[tuple[str, int]]) -> None:
    """Take these matches' lines out."""
    tournaments, numbers = zip(*matches, strict=True)
    connection.execute(_REMOVE, (list(tournaments), list(numbers)))


def load(connection: Connection) -> Iterator[tuple[str, LedgerMatch]]:
    """The matches that are rated, with their pools, in the order of ELO-6."""
    policies = policies_in(connection)
    for pool, *match in connection.execute(_LOAD):
        yield pool, ledger_match(match, policies)


def ledger_match(row: Sequence[Any], policies: NamedPolicies) -> LedgerMatch:
    """The match of a row that holds it in the order of ELO-6, then the players, n and policy."""
    played_at, reported_at, place, tournament, number, winner, loser, n, name, version = row
    policy = policies.policy_of((name, version))
    return LedgerMatch(played_at, reported_at, place, (tournament, number), winner, loser, n, policy)
