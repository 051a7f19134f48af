"""How fast tournaments, persons and matches are found.

    python -m tests.bench.finding [server URL]

In full on 100,000 persons and 10,000 tournaments, each with 20 entries and 20 matches, over HTTP from a service in this
process, after each search was made once. The rows are made in the tables themselves, after the pattern of one
tournament that was played: the log would take an hour. Prints figures; nothing is asserted.
"""

import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from statistics import median, quantiles
from typing import LiteralString

import psycopg
from psycopg import sql

from projections.engine import generations
from projections.engine.rows import array
from projections.engine.tables import Table
from projections.tournaments import entries, matches, persons, tournaments
from projections.tournaments.projection import TournamentTables
from projections.tournaments.sorting import sorting, trigrams, words_of
from tests.api.support import Client, Season, Service, running_service, season
from tests.bench.database import database
from tests.bench.sizes import sized

PERSONS, TOURNAMENTS, ENTRIES, SEARCHES = sized((10_000, 1_000, 20, 20), (100_000, 10_000, 20, 100))
SYLLABLES = [consonant + vowel for consonant in "bdfghjklmnprstvwxz" for vowel in ("a", "e", "i", "ön", "ur")]

_TOURNAMENTS: Mapping[str, LiteralString] = {
    "id": "md5('tournament' || n)::uuid",
    "announced_at": "announced_at - n * interval '1 hour'",
    "status": "CASE WHEN n %% 20 = 0 THEN 'started' ELSE 'completed' END",
    "sorting": "words[n %% 400 + 1] || ' cup ' || n",
    "place": "words[n %% 37 + 1]",
    "begins_at": "begins_at - n * interval '1 hour'",
    "document": """jsonb_set(jsonb_set(document::jsonb, '{id}', to_jsonb(md5('tournament' || n)::uuid)),
        '{name}', to_jsonb(words[n %% 400 + 1] || ' cup ' || n))::text""",
}
_OF_TOURNAMENT = "id = %(pattern)s::uuid"
_ENTRIES: Mapping[str, LiteralString] = {
    "tournament": "md5('tournament' || n)::uuid",
    "number": "e",
    "persons": "ARRAY[who]",
    "entrants": "ARRAY[who]",
    "waits": "n %% 20 = 0 AND e = 20",
}
_ENTRANTS = """, generate_series(1, %(entries)s) AS e, (SELECT array_agg(id ORDER BY id) AS ids FROM persons) AS known,
    LATERAL (SELECT CASE WHEN e = 1 AND n %% 25 = 0 THEN %(someone)s::uuid
                    ELSE ids[(n * 7 + e * 4999) %% %(persons)s + 1] END AS who) AS entrant"""
_MATCHES: Mapping[str, LiteralString] = {
    "tournament": "md5('tournament' || n)::uuid",
    "number": "m",
    "first": "m",
    "second": "m %% %(entries)s + 1",
    "status": "CASE WHEN n %% 20 = 0 THEN (ARRAY['open', 'reported', 'announced'])[m %% 3 + 1] ELSE 'announced' END",
}
_FIRST_OF_ITS_KIND = "tournament = %(pattern)s::uuid AND number = 1"


def statements() -> Iterator[sql.Composed]:
    """What makes the rows: each is like that of the pattern, but for the columns that are named above."""
    words = ", (SELECT %(words)s::text[] AS words) AS known"
    yield _rows(tournaments.TABLE, _TOURNAMENTS, words, _OF_TOURNAMENT)
    yield _rows(entries.TABLE, _ENTRIES, _ENTRANTS, _FIRST_OF_ITS_KIND)
    yield _rows(matches.TABLE, _MATCHES, ", generate_series(1, %(entries)s) AS m", _FIRST_OF_ITS_KIND)


def _rows(
    table: Table, made: Mapping[str, LiteralString], beside: LiteralString, pattern: LiteralString
) -> sql.Composed:
    columns = (*table.key, *table.values)
    values = (sql.SQL(made[column]) if column in made else sql.Identifier(column) for column in columns)
    return sql.SQL(
        "INSERT INTO {table} ({columns}) SELECT {values} FROM {table}, generate_series(1, %(count)s) AS n{beside}"
        " WHERE {pattern}"
    ).format(
        table=sql.Identifier(table.name),
        columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
        values=sql.SQL(", ").join(values),
        beside=sql.SQL(beside),
        pattern=sql.SQL(pattern),
    )


def word(chance: random.Random) -> str:
    return "".join(chance.choices(SYLLABLES, k=chance.randint(2, 3))).title()


def fill(owner: str, pattern: Season, names: Sequence[str]) -> None:
    """The rows, in the live tables."""
    with psycopg.connect(owner) as connection:
        schema = generations.live(connection, TournamentTables).generation.schema
        connection.execute(sql.SQL("SET search_path TO {}, public").format(sql.Identifier(schema)))
        persons.TABLE.bring_in(connection, map(_person, range(len(names)), names))
        persons.TABLE.lay_over(connection)
        words = [sorting(name.split()[0]) for name in names[:400]]
        counts: dict[str, object] = {"count": TOURNAMENTS, "entries": ENTRIES, "persons": PERSONS, "words": words}
        counts |= {"pattern": pattern.id, "someone": pattern.persons[0]}
        for statement in statements():
            connection.execute(statement, counts)
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def _person(number: int, name: str) -> tuple[str, str, str, str, bool, int, int, None, int]:
    key = sorting(name)
    id_ = f"00000000-0000-4000-8000-{number:012x}"
    return id_, name, key, array(trigrams(words_of(key))), False, int(number % 50 == 0), 0, None, 1


def searches(names: Sequence[str], chance: random.Random, someone: str) -> Iterator[tuple[str, dict[str, str]]]:
    """What people search for: words in either order, parts of words, two letters, nothing at all, and filters."""
    for number in range(SEARCHES):
        first, last = chance.choice(names).split()
        held = f"00000000-0000-4000-8000-{chance.randrange(PERSONS):012x}"
        yield (
            ("/v1/persons", {"search": f"{last} {first}"}),
            ("/v1/persons", {"search": last[:5].lower()}),
            ("/v1/persons", {"search": chance.choice(("an", "zo", "xy", "q")), "limit": "20"}),
            ("/v1/persons", {"search": first, "count": "true"}),
            ("/v1/tournaments", {"search": f"cup {first}"}),
            ("/v1/tournaments", {"status": "started", "from": "2025-01-01", "to": "2027-12-31"}),
            ("/v1/tournaments", {"person": held, "count": "true"}),
            ("/v1/tournaments", {"place": last, "format": "open"}),
            (f"/v1/persons/{someone}/matches", {"status": "open"}),
            ("/v1/waiting", {"limit": "50"}),
        )[number % 10]


def measure(client: Client, wanted: Sequence[tuple[str, dict[str, str]]]) -> None:
    taken: dict[str, list[float]] = {}
    for turn in range(2):
        for path, query in wanted:
            begin = time.perf_counter()
            client.read(path, **query)
            if turn:
                kind = "/v1/persons/…/matches" if path.endswith("matches") else path
                taken.setdefault(f"{kind}?{'&'.join(query)}", []).append(1000 * (time.perf_counter() - begin))
    for kind, times in taken.items():
        print(f"{kind:45} median {median(times):6.1f} ms, slowest {max(times):6.1f} ms")
    every = [one for times in taken.values() for one in times]
    print(f"{len(every)} searches: median {median(every):.1f} ms, p95 {quantiles(every, n=20)[-1]:.1f} ms")


def main(server_url: str | None) -> None:
    """Run everything on `server_url`, or on an embedded server."""
    chance = random.Random(1)  # noqa: S311 -- the same names each time
    names = [f"{word(chance)} {word(chance)}" for _ in range(PERSONS)]
    with database(server_url, "scoresheet_bench_finding") as urls, running_service(urls, []) as service:
        _measured(service, names, chance)


def _measured(service: Service, names: Sequence[str], chance: random.Random) -> None:
    pattern = season(service, 2)
    pattern.play()
    pattern.director.read(f"{pattern.path}/standings")
    fill(service.owner_url, pattern, names)
    measure(service.administrator(), list(searches(names, chance, pattern.persons[0])))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
