"""The tables as they stood when the log ended at some position, read by the same queries: from rows that say when they
held (`lists_then`); ratings, and all where these rows don't tell, in temporary tables of a connection of their own.

They hold no opened text: names are those that are known now, so anyone who is erased is erased in the past too.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from threading import Lock
from typing import Any, LiteralString, cast

import psycopg
from psycopg import sql

from domain.journal.journal import Stored
from domain.kernel.ids import PersonId, StreamName, TournamentId, tournament_stream
from domain.kernel.personal_text import Sealed
from domain.ports.command_handling import State
from domain.tournament.state import Tournament
from projections.engine.log import Log, pages_of
from projections.engine.projection import LARGEST_BATCH
from projections.queries.finding import matches_then
from projections.queries.finding.matches_then import PLAYED
from projections.queries.lists_then import up_to_then
from projections.queries.pages import Cursor, Page
from projections.queries.positions import Shown
from projections.queries.queries import Readings
from projections.ratings.rated_then import RatedThen
from projections.ratings.tables_then import RatingsThen
from projections.tournaments.projection import TournamentTables
from projections.views.tournaments import MatchStatus, PersonMatchView

Rows = Sequence[tuple[Any, ...]]
Turn = Callable[[], AbstractContextManager[None]]
_MOST_KEPT = 4

_NAMED_AS_NOW = """
ALTER TABLE persons RENAME TO persons_folded;
CREATE TEMPORARY VIEW persons AS
SELECT id, now.name, now.sorting, now.trigrams, now.erased, past.resignations, past.unconfirmed, past.merged_into,
    past.revision
FROM persons_folded AS past JOIN projected.persons AS now USING (id)
"""


class _Closed:
    """A log that opens nothing."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def read(self, after_position: int, limit: int) -> Sequence[Stored]:
        return self._log.read(after_position, limit)

    def read_bytes(self, after_position: int, limit: int) -> Sequence[Stored]:
        return self._log.read_bytes(after_position, limit)

    def position(self) -> int:
        return self._log.position()

    def whole(self, stream: StreamName, after_version: int = 0) -> Iterator[Stored]:
        return self._log.whole(stream, after_version)

    def open_boxes(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        return {box.bound_to: None for box in boxes}

    def state(self, stream: StreamName, *, version: int | None = None) -> State:
        return self._log.state(stream, version=version)


class TournamentsThen:
    """The tables of tournaments and persons as they stood at a position, folded from the log. Raises what reading it
    raises."""

    def __init__(self, conninfo: str, log: Log, position: int) -> None:
        self._position = position
        self._connection = psycopg.connect(conninfo, autocommit=True)
        try:
            with self._connection.transaction():
                self._fill(_Closed(log), position)
        except BaseException:
            self._connection.close()
            raise

    def rows(self, query: LiteralString, values: Mapping[str, object]) -> Rows:
        """The rows that the query finds in them."""
        query = up_to_then(query.replace("projected.", "pg_temp."))
        return self._connection.execute(query, {**values, "then": self._position}).fetchall()

    def close(self) -> None:
        """Let go of the tables."""
        self._connection.close()

    def _fill(self, log: Log, position: int) -> None:
        tables = TournamentTables(log, keeps_spans=False)
        self._connection.execute("SET synchronous_commit = off")  # what is temporary need not be on the disk
        self._connection.execute("SET search_path TO pg_temp, public")
        for table in tables.tables:
            self._connection.execute(sql.SQL(table.definition))
        for stored in pages_of(log, 0, position, LARGEST_BATCH):
            tables.take(stored)
        tables.write(self._connection)
        self._connection.execute(_NAMED_AS_NOW)


Then = TournamentsThen | RatingsThen


class PastTables:
    """The tables of the positions asked for last, so many of them. May be used from any thread; one uses them at a
    time."""

    def __init__(self, conninfo: str, log: Log, live: Readings) -> None:
        self._conninfo = conninfo
        self._log = log
        self._live = live
        self._kept: OrderedDict[tuple[type[Then], int], Then] = OrderedDict()
        self._working = Lock()

    def readings(self, position: int, turn: Turn) -> "PastReadings":
        """The reads of the tables there; anyone who has to make the tables first waits for their turn."""
        return PastReadings(self, self._live, position, turn)

    def rows(self, kind: type[Then], position: int, query: LiteralString, values: Mapping[str, object]) -> Rows:
        """The rows that the query finds in the tables of that kind there. Raises what reading the log raises."""
        with self._working:
            kept = self._kept.pop((kind, position), None) or kind(self._conninfo, self._log, position)
            try:
                found = kept.rows(query, values)
            except BaseException:
                kept.close()
                raise
            self._kept[kind, position] = kept
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)[1].close()
            return found

    def tournament(self, tournament: TournamentId, version: int) -> Tournament:
        """The tournament after so many of its events. Raises what the log raises."""
        return cast("Tournament", self._log.state(tournament_stream(tournament), version=version))

    def close(self) -> None:
        """Let go of all."""
        with self._working:
            for kept in self._kept.values():
                kept.close()
            self._kept.clear()


class _NotToldError(Exception):
    """The rows don't tell what stood there then."""


class PastReadings(Readings):
    """Reads what stood in the tables when the log ended at a position."""

    def __init__(self, tables: PastTables, live: Readings, position: int, turn: Turn) -> None:
        self._tables = tables
        self._live = live
        self._position = position
        self._turn = turn

    def _rows(self, query: LiteralString, **values: object) -> Rows:
        found = self._live.rows_then(self._position, query, values)
        if found is not None:
            return found
        with self._turn():
            return self._tables.rows(TournamentsThen, self._position, query, values)

    def _rating_rows(self, query: LiteralString, **values: object) -> Rows:
        with self._turn():
            return self._tables.rows(RatingsThen, self._position, query, values)

    def matches_of(
        self,
        person: PersonId,
        statuses: Sequence[MatchStatus] | None = None,
        after: Cursor | None = None,
        limit: int = 50,
        seen: Collection[TournamentId] = (),
        opponent: PersonId | None = None,
    ) -> Page[PersonMatchView]:
        """The person's matches as they stood, in the same order."""
        try:
            with self._turn():
                played = matches_then.played_matches(partial(self._played_rows, person, seen), after)
                return matches_then.first_page(
                    played, self._tables.tournament, (statuses, (person, opponent) if opponent else None), limit
                )
        except _NotToldError:
            return super().matches_of(person, statuses, after, limit, seen, opponent)

    def _played_rows(self, person: PersonId, seen: Collection[TournamentId], place: Mapping[str, object]) -> Rows:
        found = self._live.rows_then(self._position, PLAYED, {"person": person, "seen": list(seen), **place})
        if found is None:
            raise _NotToldError
        return found

    @contextmanager
    def then(self, position: int) -> Iterator[RatedThen | None]:
        """As the tables of now tell it."""
        with self._live.then(position) as then:
            yield then

    def names(self, persons: Iterable[PersonId]) -> Mapping[PersonId, str]:
        """The names that are known now; the erased and the unknown are left out."""
        return self._live.names(persons)

    def teams(self, teams: Collection[PersonId]) -> Mapping[PersonId, Sequence[PersonId]]:
        """The teams that are rated now."""
        return self._live.teams(teams)

    def shown_position(self) -> Shown:
        """The position, and nothing that is lacking: what can't be read is refused."""
        return Shown(self._position, frozenset())
