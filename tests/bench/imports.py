"""What it takes to import a long list of matches, and to try one: python -m tests.bench.imports [server]

On an embedded server in a temporary folder with fsync on, or on yours. The list names 300 persons. Measured is the
import as on the machine, from the text to the last event. On a busy machine time tells little: so the computing time
of this process and of the database's processes is told beside it, and how many statements the database was sent.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date, timedelta

import psutil
import psycopg

from domain.importing.match_lists.club import FEDERATION_TERMS
from domain.importing.recording import record, try_list
from ops.command_line.imports.common import Asked, Office, office_at
from ops.database import DatabaseUrls
from projections.engine.garbage_collection import few_collections
from tests.bench.database import database
from tests.bench.sizes import sized

TRIED, RECORDED = sized(2_000, 20_000), sized(5_000, 50_000)
PERSONS, A_DAY = 300, 25
BUSY_SECONDS = 600.0
"""How long a busy machine is waited for."""
ASKED = Asked("list.csv", rating=FEDERATION_TERMS)
_STATEMENTS = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()"


def text(rows: int) -> str:
    """A list of so many rows, in the order of their days; everybody meets everybody in turn."""
    return "date,winner,loser,length,winner_points,loser_points\n" + "".join(map(_row, range(rows)))


def _row(number: int) -> str:
    one = number % PERSONS
    other = (one + 1 + number // PERSONS % (PERSONS - 1)) % PERSONS
    day = date(2010, 1, 1) + timedelta(days=number // A_DAY)
    return f"{day},Player {_letters(one)},Player {_letters(other)},5,5,{number % 5}\n"


def _letters(number: int) -> str:
    """A name that no other is like."""
    return "".join(chr(ord("a") + number // place % 26) * 3 for place in (676, 26, 1)).capitalize()


class Costs:
    """Computing time of this process and of the database's."""

    def __init__(self, urls: DatabaseUrls) -> None:
        self._urls = urls
        with psycopg.connect(urls.owner) as connection:
            self._server = psutil.Process(connection.info.backend_pid).parent()

    def of(self, work: Callable[[], object]) -> str:
        """What the work took."""
        before, began = self._now(), time.perf_counter()
        work()
        took = time.perf_counter() - began
        here, there, asked = (after - earlier for after, earlier in zip(self._now(), before, strict=True))
        return f"{took:6.1f} s; computing {here:.1f} s here, {there:.1f} s in the database; {asked:.0f} transactions"

    def _now(self) -> tuple[float, float, float]:
        with psycopg.connect(self._urls.owner, autocommit=True) as connection:
            connection.execute("SELECT pg_stat_clear_snapshot()")
            [(asked,)] = connection.execute(_STATEMENTS).fetchall()
        return time.process_time(), sum(_computed(self._server)), float(asked)


def _computed(server: psutil.Process | None) -> Iterator[float]:
    """By each process of the server, and by those that have ended."""
    for process in [server, *server.children()] if server else ():
        with suppress(psutil.NoSuchProcess):  # it ends just now, and is counted with those that have
            times = process.cpu_times()
            yield times.user + times.system
    if server:
        ended = server.cpu_times()
        yield ended.children_user + ended.children_system


def tried(office: Office, rows: int) -> None:
    """A dry run of a list that is new."""
    with office.listed(text(rows), "utf-8", "A list", ASKED) as listed:
        try_list(office.journal, "matches", listed)


def recorded(office: Office, rows: int) -> None:
    """A list that is recorded, whatever of it was."""
    with office.listed(text(rows), "utf-8", "A list", ASKED) as listed:
        record(office.journal, "matches", listed, lambda _: None)


def caught_up(office: Office, _: int) -> None:
    """The tables, which follow while no list is recorded."""
    with office.readings():
        pass


def measure(server_url: str | None, tell: Callable[[str], object]) -> None:
    """Tries one, records one, and records it again."""
    steps = (
        ("tried", tried, TRIED),
        ("recorded", recorded, RECORDED),
        ("in the tables", caught_up, RECORDED),
        ("recorded again", recorded, RECORDED),
    )
    with database(server_url, "scoresheet_bench_imports") as urls:
        costs = Costs(urls)
        for what, does, rows in steps:
            with office_at(urls, BUSY_SECONDS) as office:
                tell(f"{rows:6} rows {what}: {costs.of(lambda: does(office, rows))}")  # noqa: B023 -- called at once


def main(arguments: Sequence[str]) -> None:
    """Measures on that server, or on an embedded one, as the command line works."""
    with few_collections():
        measure(next(iter(arguments), None), lambda line: sys.stdout.write(f"{line}\n"))


if __name__ == "__main__":
    main(sys.argv[1:])
