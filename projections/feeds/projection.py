"""The projection of feeds: what followers read, entry by entry, in the order of the log.

Entries are made of whole commands, one after the other, however many are read at once; so a rebuild gives the same
bytes. Where an event is missing, or can't be read or laid on its stream, the feeds stop before it: what was published
is never changed, and nothing can be put in later.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, takewhile
from typing import ClassVar, LiteralString

from psycopg import Connection

from domain.evidence.origins import generation_of
from domain.federation.events import LogRestarted
from domain.journal.errors import Corrupt, Unavailable
from domain.journal.journal import Stored
from domain.kernel.values import LARGEST_INTEGER
from domain.ports.command_handling import State
from domain.webhooks.events import FEEDS, Feed
from projections.engine.log import Log, commands, pages_of, up_to_a_gap
from projections.engine.rows import Row
from projections.engine.states import States
from projections.engine.tables import Table
from projections.feeds import tables
from projections.feeds.causes import cause_of
from projections.feeds.documents import RatingChanged
from projections.feeds.drafts import drafts_of
from projections.feeds.entries import CommandTold, entry, feed_of
from projections.feeds.rerated import Rerating, matches_at

_FURTHER = 100
_FEW_COMMANDS = 200
"""A change far back tells of every match that is rated otherwise by it: of thousands of them nobody would be told for
minutes, nor would what was worked out be kept if the process ended."""


class FeedTables:
    """All feeds. In memory are the rating pools and how many entries each feed has."""

    name: ClassVar[str] = "feeds"
    rendering: ClassVar[int] = 1
    rebuild_reads: ClassVar[int] = 1
    largest_batch: ClassVar[int] = _FEW_COMMANDS
    rest_seconds: ClassVar[float] = 0.1
    unchanging: ClassVar[LiteralString | None] = tables.CHANGED
    tables: ClassVar[tuple[Table, ...]] = tables.ALL

    def __init__(self, log: Log) -> None:
        self._log = log
        self._states = States(log)
        self._rerating = Rerating()
        self._counts: dict[Feed, int] = {}
        self._told: list[CommandTold] = []
        self._restarts: list[Row] = []

    def load(self, connection: Connection) -> None:
        """Rates all that the tables hold, in one pass, and counts the entries."""
        self._rerating.pools.load(*tables.load_rated(connection))
        self._counts = {feed: tables.count(connection, feed) for feed in FEEDS}

    def read(self, after_position: int, limit: int) -> Sequence[Stored]:
        """The events after that position, up to the end of a command or the first that is missing. Raises
        `Unavailable` where the first command, or what may belong to it, can't be read, `Corrupt` where a later one
        can't."""
        try:
            stored = self._log.read(after_position, limit)
            rest = self._rest_of(stored[-1], min(limit, _FURTHER)) if len(stored) == limit else ()
            return up_to_a_gap([*stored, *rest], after_position)
        except Corrupt as fault:
            if limit > 1:
                raise
            raise _standing_still(after_position, fault) from fault

    def _rest_of(self, last: Stored, page: int) -> Iterable[Stored]:
        """The events after that one of the same command, read by so many events: one that can't be read stops no
        command but those beside it."""
        following = chain.from_iterable(pages_of(self._log, last.position, LARGEST_INTEGER, page))
        return takewhile(lambda one: one.recorded.command == last.recorded.command, following)

    def take(self, stored: Sequence[Stored]) -> None:
        """Work out the entries of these commands. Raises `Unavailable` where the only one can't be taken in."""
        taken = list(commands(stored))
        for command in taken:
            try:
                self._take(command)
            except Exception as fault:
                if len(taken) > 1 or isinstance(fault, Unavailable):
                    raise
                raise _standing_still(command[0].position - 1, fault) from fault

    def take_whole(self, state: State) -> None:
        """Nothing: no stream stands still by itself here."""

    def write(self, connection: Connection) -> None:
        """Add the entries, and bring up to date by what they go on."""
        placed = [(told, place, draft) for told in self._told for place, draft in told.placed_drafts()]
        newest = dict(tables.newest(connection, {(feed_of(draft), draft.about) for _, _, draft in placed}))
        rows: list[Row] = []
        for told, place, draft in placed:
            feed, matter = feed_of(draft), (feed_of(draft), draft.about)
            self._counts[feed] += 1
            content = entry(told, place, draft, newest.get(matter))
            rows.append((feed, place.position, place.number, self._counts[feed], draft.about, content))
            newest[matter] = place.id
        tables.ENTRIES.upsert(connection, rows)
        tables.RESTARTS.upsert(connection, self._restarts)
        newest_of = {
            (draft.told.pool, draft.told.person): place.position
            for _, place, draft in placed
            if isinstance(draft.told, RatingChanged)
        }
        tables.RATINGS.upsert(connection, [(*whose, position) for whose, position in newest_of.items()])
        self._write_rated(connection)
        self._told, self._restarts = [], []

    def _take(self, command: Sequence[Stored]) -> None:
        cause, because_of = cause_of(command)
        batch = self._states.fold([one.recorded for one in command])
        drafts = [
            *drafts_of(command, batch, cause),
            *self._rerating.take(batch, cause, command[-1].position),
        ]
        self._told.append(CommandTold(drafts, command, because_of))
        for one in command:
            if isinstance(one.recorded.event, LogRestarted):
                self._restarts.append((one.position, generation_of(one.recorded.event.origin)))

    def _write_rated(self, connection: Connection) -> None:
        rated = self._rerating
        lines = [tables.line(*one) for one in matches_at(rated.pools, rated.matches)]
        tables.LINES.upsert(connection, lines)
        tables.remove_lines(connection, rated.removed)
        tables.open_and_close(connection, rated.opened)
        rated.matches, rated.removed, rated.opened = {}, {}, {}


def _standing_still(position: int, fault: Exception) -> Unavailable:
    return Unavailable(f"the feeds stand still after position {position}: {type(fault).__name__}")
