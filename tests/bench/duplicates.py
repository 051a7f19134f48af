"""How fast those are listed who are likely one: python -m tests.bench.duplicates [server URL]

On a register of 10,000 persons as the log made it, once with names of which hardly two are alike, once with those of
few families, over HTTP from a service in this process. Each page is asked for three times. Beside it stands how long
it takes to compare everybody as the tables are made, and how the tables' one index of marks would do that if it put
new marks into their places later. Prints figures; nothing is asserted.
"""

import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

import psycopg
from psycopg import sql

from domain.application.requests import CommandOrigin, of_person
from domain.person.commands import RegisterPerson
from domain.ports.command_handling import command_id, request_digest
from projections.engine import generations
from projections.tournaments import likely_pairs
from projections.tournaments.projection import TournamentTables
from tests.api.support import Service, running_service
from tests.bench.database import database
from tests.bench.finding import word
from tests.projections.support import OFFICE
from tests.site.test_office import at_the_office

PERSONS, FIRST_NAMES, FAMILIES, TIMES = 10_000, 150, 400, 3
_LATER = (
    "ALTER INDEX person_facts_by_mark SET (fastupdate = on)",
    "CREATE TEMPORARY TABLE known ON COMMIT DROP AS SELECT * FROM person_facts",
    "TRUNCATE person_facts",
    "INSERT INTO person_facts SELECT * FROM known",
)


def register(service: Service, names: Sequence[str]) -> None:
    """Persons of these names, in the log."""
    for number, name in enumerate(names):
        origin = CommandOrigin(command_id("bench", str(number)), request_digest(str(number), b""), OFFICE)
        person = f"00000000-0000-4000-8000-{number:012x}"
        service.services.journal.execute(of_person(origin, person, RegisterPerson(name=name)))


def compare_everybody(owner: str, before: Sequence[str] = ()) -> float:
    """How long it takes in milliseconds, in tables that are as they were afterwards; with some statements before it."""
    with psycopg.connect(owner) as connection:
        schema = generations.live(connection, TournamentTables).generation.schema
        connection.execute(sql.SQL("SET search_path TO {}, public").format(sql.Identifier(schema)))
        for statement in before:
            connection.execute(statement.encode())
        ids = [id_ for (id_,) in connection.execute("SELECT id::text FROM person_facts ORDER BY id")]
        began = time.perf_counter()
        likely_pairs.write(connection, ids)
        took = time.perf_counter() - began
        connection.rollback()
    return 1000 * took


def measure(service: Service, names: Sequence[str]) -> None:
    """Prints what it comes to with these names."""
    register(service, names)
    with at_the_office(service) as office:
        client = service.administrator()
        pairs = client.read("/v1/persons/duplicates", limit=1, count="true")["count"]
        print(f"{pairs} pairs among {len(names)} persons")
        print(f"the list by HTTP  median {_median(partial(client.read, '/v1/persons/duplicates')):8.1f} ms")
        for page in ("/office/duplicates", "/office"):
            print(f"{page:17} median {_median(partial(office.open, page)):8.1f} ms")
    at_once, later = compare_everybody(service.owner_url), compare_everybody(service.owner_url, _LATER)
    print(f"everybody compared {at_once:8.1f} ms; with marks put into place later {later:8.1f} ms")


def _median(ask: Callable[[], object]) -> float:
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        ask()
        times.append(1000 * (time.perf_counter() - began))
    return median(times)


def main(server_url: str | None) -> None:
    """Run everything on `server_url`, or on an embedded server."""
    chance = random.Random(1)  # noqa: S311 -- the same names each time
    first, families = ([word(chance) for _ in range(count)] for count in (FIRST_NAMES, FAMILIES))
    for names in (
        [f"{word(chance)} {word(chance)}" for _ in range(PERSONS)],
        [f"{chance.choice(first)} {chance.choice(families)}" for _ in range(PERSONS)],
    ):
        with database(server_url, "scoresheet_bench_duplicates") as urls, running_service(urls, []) as service:
            measure(service, names)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
