"""How the database finds what is read most: by an index, and not by looking through all rows of a large table.

That must hold when it plans for the values asked for, and when it has settled for one plan, as it does in time."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, LiteralString, TypeVar

import psycopg
import pytest
from psycopg import Connection, Cursor, sql
from psycopg.rows import TupleRow
from psycopg_pool import ConnectionPool

from domain.journal.connections import Work
from domain.journal.recorder import JournalRecorder
from domain.kernel.ids import StreamName, tournament_stream
from ops.database import DatabaseUrls
from projections.feeds.entries import Place
from projections.queries.queries import Readings
from projections.ratings.rated_then import RatedThen
from tests.projections.support import ROOM, START, person_id, tournament_id

T = TypeVar("T")
Plan = Mapping[str, Any]
Values = Mapping[str, Any] | Sequence[Any]

ROWS = 20_000
_FILL = sql.SQL("INSERT INTO {} SELECT {} FROM generate_series(0, {}) AS n")
_UUID: LiteralString = "lpad(to_hex({}), 32, '0')::uuid"
_FILLED: Mapping[LiteralString, LiteralString] = {
    "public.events": "'tournament-' || CASE n % 2 WHEN 0 THEN 'long' ELSE (n / 200)::text END,"
    " CASE n % 2 WHEN 0 THEN n / 2 ELSE n % 200 END + 1, n + 1, 'a.b.v1', '{{}}'::bytea",
    "projected.tournaments": "{n}, now(), 'started', n, '', now(), '{{}}', ARRAY[{n}], '{{}}', NULL, NULL, NULL, true,"
    " NULL, ARRAY[n::text], CASE WHEN n % 100 = 0 THEN now() END, '{{}}'",
    "projected.entries": "{tournament}, n % 200 + 1, ARRAY[{person}], ARRAY[{person}], n % 100 = 0, '{{}}'",
    "projected.matches": "{tournament}, n % 200 + 1, n % 50 + 1, n % 49 + 51, CASE WHEN n % 50 = 0 THEN 'open' ELSE"
    " 'announced' END, '{{}}'",
    "projected.standings": "{n}, '{{}}'",
    "projected.persons": "{n}, n::text, n::text, ARRAY[n::text], false, 0, 0, NULL, 1",
    "projected.settlements": "{tournament}, n % 200 + 1, 1, {person}, n, n, now(), 1, 2",
    "projected.ratings": "CASE WHEN n % 2 = 0 THEN 'normal' ELSE 'money' END, {n}, n, 1, NULL, NULL, NULL",
    "projected.rating_totals": "{tournament}, {n}, 'normal', 1, 1",
    "projected.rating_lines": "{tournament}, n % 200 + 1, 'normal', n, n, n, {person}, {other}, 5, 'room', 1,"
    " 1, 1, 1, 1, 1, 1",
    "projected.feed_entries": "CASE WHEN n % 2 = 0 THEN 'results' ELSE 'ratings' END, n, 1, n, n / 10, '{{}}'::bytea",
    "projected.feed_ratings": "'normal', {n}, n",
    "projected.rated_matches": "{tournament}, n % 200 + 1, n, CASE WHEN n % 50 = 0 THEN n + 100 END, 'normal', n, n, n,"
    " {person}, {other}, 5, 'room', 1",
}
"""What each row holds, the nth: two hundred to a tournament, seven or so to a person."""

_PARTS: Mapping[str, LiteralString] = {
    "n": _UUID.format("n"),
    "tournament": _UUID.format("n / 200"),
    "person": _UUID.format("n % 3000"),
    "other": _UUID.format("n % 2999 + 1"),
}
"""Ids, of which none is asked for below: rows that nobody finds need no documents that can be read."""

TOURNAMENT, PERSON, ANOTHER = tournament_id(1), person_id(1), person_id(2)

READS: Mapping[str, Callable[[Readings], object]] = {
    "a tournament": lambda readings: readings.tournament(TOURNAMENT),
    "its table": lambda readings: readings.standings(TOURNAMENT),
    "its entries": lambda readings: readings.entries(TOURNAMENT, (50,)),
    "an entry": lambda readings: readings.entry(TOURNAMENT, 7),
    "a match": lambda readings: readings.match(TOURNAMENT, 7),
    "its matches": lambda readings: readings.matches(TOURNAMENT, (50,)),
    "matches of an entry": lambda readings: readings.matches(TOURNAMENT, entry=7),
    "matches with a result": lambda readings: readings.matches(TOURNAMENT, status="announced"),
    "matches without": lambda readings: readings.matches(TOURNAMENT, status="open"),
    "what is due": lambda readings: readings.due_tournaments(START),
    "a name": lambda readings: readings.names([PERSON, ANOTHER]),
    "entries of a person": lambda readings: readings.entries_of(PERSON),
    "whom a person directs": lambda readings: readings.tournaments_directed(PERSON),
    "what a person staked": lambda readings: (readings.person_postings(PERSON), readings.person_balance(PERSON)),
    "a rating list": lambda readings: readings.ratings("normal"),
    "its next page": lambda readings: readings.ratings("normal", (5_000, PERSON)),
    "ratings by person": lambda readings: readings.ratings_by_person("normal", (PERSON,)),
    "ratings of some": lambda readings: readings.ratings_of("normal", [PERSON, ANOTHER]),
    "a rating": lambda readings: readings.rating("normal", PERSON),
    "ratings to seed by": lambda readings: readings.current_ratings(ROOM, [PERSON, ANOTHER]),
    "a player's rated matches": lambda readings: readings.ledger_lines("normal", PERSON),
    "those of a tournament": lambda readings: readings.ledger_lines_in(TOURNAMENT, PERSON),
    "error rates before": lambda readings: readings.error_rates_before("An engine", START, START, [PERSON, ANOTHER]),
    "a rating before": lambda readings: readings.rating_before(ROOM, PERSON, START),
    "a tournament's rating changes": lambda readings: readings.rating_changes(TOURNAMENT),
    "a page of a feed": lambda readings: readings.feed_entries("results", Place(7_000, 0), 100),
    "what the feeds hold": lambda readings: readings.feed_summaries(),
    "when ratings changed": lambda readings: readings.rating_revisions("normal", [PERSON]),
    "ratings changed since": lambda readings: readings.rated_since("normal", ROWS - 100, None, 100),
    "its next page of them": lambda readings: readings.rated_since("normal", ROWS - 100, PERSON, 100),
    "when lines changed": lambda readings: readings.line_revisions("normal", PERSON, [(TOURNAMENT, 1)]),
}

RATED_READS: Mapping[str, Callable[[RatedThen], object]] = {
    "how far back later events reach": lambda rated: rated.since(),
    "whether many were played since": lambda rated: rated.is_longer(ROWS - 1_000, 100),
    "what was played since": lambda rated: rated.tail(ROWS - 1_000),
}

STREAM = tournament_stream(TOURNAMENT)

LOG_READS: Mapping[str, Callable[[JournalRecorder], object]] = {
    "a history": lambda recorder: recorder.select_events(STREAM, gt=50, limit=100),
    "its newest event": lambda recorder: recorder.select_events(STREAM, desc=True, limit=1),
    "a version as of a position": lambda recorder: recorder.version_at(STREAM, 7_000),
    "a version of much": lambda recorder: recorder.version_at(StreamName("tournament-long"), 7_000),
    "the newest of much": lambda recorder: recorder.version_at(StreamName("tournament-long"), ROWS),
    "a page of the log": lambda recorder: recorder.select_notifications(7_000, 100),
    "its events of a topic": lambda recorder: recorder.select_notifications(7_000, 100, 7_500, ["c.d.v1"]),
    "its end": lambda recorder: recorder.max_notification_id(),
}


ASKED = 7
"""So often each query is asked for: the planner may settle for one plan after five times."""
MOST_READ = ROWS // 8
"""Rows of a large table that are looked at for one answer."""
TYPES = {int: "bigint", bool: "boolean"}
PLACES = re.compile(r"%(?:\((\w+)\))?[sb]")


class _Explaining(Cursor[TupleRow]):
    """Asks how each query is carried out, before it is."""

    plans: list[Plan]

    def execute(self, query: Any, params: Any = None, **more: Any) -> "_Explaining":  # noqa: ANN401 -- the library's
        text = query.as_string(self.connection) if isinstance(query, sql.Composable) else query
        text = text.decode() if isinstance(text, bytes) else str(text)
        if text.lstrip().startswith(("SELECT", "WITH")):
            self.plans += _explained(Cursor(self.connection), text, params or ())
        return super().execute(query, params, **more)


def _explained(asked: Cursor[TupleRow], query: str, values: Values) -> list[Plan]:
    """How the query is carried out the first time, and the last."""
    numbered, used = _numbered(query, values)
    types = "({})".format(", ".join(TYPES.get(type(value), "unknown") for value in used)) if used else ""
    asked.execute(f"PREPARE asked {types} AS {numbered}".encode())
    given = sql.SQL("({})").format(sql.SQL(", ").join(used)) if used else sql.SQL("")
    explain = sql.SQL("EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked {}").format(given)
    plans = [one["Plan"] for _ in range(ASKED) for (found,) in asked.execute(explain) for one in found]
    asked.execute("DEALLOCATE asked")
    return [plans[0], plans[-1]]


def _numbered(query: str, values: Values) -> tuple[str, list[object]]:
    """The query with the server's own places for values, which have numbers, and the values that it uses."""
    if not isinstance(values, Mapping):
        numbers = count(1)
        return PLACES.sub(lambda _: f"${next(numbers)}", query), list(values)
    names = list(dict.fromkeys(place[1] for place in PLACES.finditer(query)))
    numbered = PLACES.sub(lambda place: f"${names.index(place[1]) + 1}", query)
    return numbered, [values[name] for name in names]


@pytest.fixture
def plans() -> Iterator[list[Plan]]:
    """How the queries of the test were carried out."""
    _Explaining.plans = []
    yield _Explaining.plans
    _Explaining.plans = []


@pytest.fixture(scope="module")
def filled(module_database: DatabaseUrls) -> DatabaseUrls:
    """Many rows in each table that is read, and known to the planner."""
    with psycopg.connect(module_database.owner, autocommit=True) as connection:
        for table, columns in _FILLED.items():
            rows = sql.SQL(columns.format(**_PARTS))
            connection.execute(_FILL.format(sql.SQL(table), rows, ROWS - 1))
        connection.execute("ANALYZE")
    return module_database


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_frequent_reads_are_found_by_an_index(
    read: Callable[[Readings], object], filled: DatabaseUrls, plans: list[Plan]
) -> None:
    options = {"cursor_factory": _Explaining, "autocommit": True}
    with ConnectionPool(filled.service, min_size=1, max_size=1, kwargs=options, open=True) as pool:
        readings = Readings(pool)
        read(readings)
        readings.close()
    check(plans)


@pytest.mark.parametrize("read", LOG_READS.values(), ids=LOG_READS)
def test_the_log_is_read_by_an_index(
    read: Callable[[JournalRecorder], object], filled: DatabaseUrls, plans: list[Plan]
) -> None:
    with psycopg.connect(filled.service, autocommit=True, cursor_factory=_Explaining) as connection:
        read(JournalRecorder(_One(connection)))
    check(plans)


@pytest.mark.parametrize("read", RATED_READS.values(), ids=RATED_READS)
def test_past_ratings_are_found_by_an_index(
    read: Callable[[RatedThen], object], filled: DatabaseUrls, plans: list[Plan]
) -> None:
    with psycopg.connect(filled.service, cursor_factory=_Explaining) as connection:
        read(RatedThen(connection, ROWS - 100))
    check(plans)


@pytest.mark.parametrize("condition", ["document = 'x'", "number > 0 AND document = 'x'"])
def test_a_query_without_an_index_is_found(condition: LiteralString, filled: DatabaseUrls, plans: list[Plan]) -> None:
    with psycopg.connect(filled.service, cursor_factory=_Explaining) as connection:
        connection.execute(sql.SQL("SELECT 1 FROM projected.matches WHERE {}").format(sql.SQL(condition)))
    with pytest.raises(AssertionError, match="matches"):
        check(plans)


class _One:
    """Somewhere to read with one connection."""

    def __init__(self, connection: Connection[TupleRow]) -> None:
        self._connection = connection

    def run(self, work: Work[T]) -> T:
        return work(self._connection)


def check(plans: list[Plan]) -> None:
    """No large table is looked through, whether row by row or by an index that finds too much."""
    large = {name.partition(".")[2] for name in _FILLED}
    assert plans
    for step in _steps(plans):
        if step.get("Relation Name") in large:
            assert step["Node Type"] != "Seq Scan", step
            assert _read(step) <= MOST_READ, step


def _read(step: Plan) -> float:
    """How many rows the step has looked at."""
    looked_at = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
    return float(step["Actual Loops"] * sum(step.get(rows, 0) for rows in looked_at))


def _steps(plans: Iterable[Plan]) -> Iterator[Plan]:
    for plan in plans:
        yield plan
        yield from _steps(plan.get("Plans", ()))
