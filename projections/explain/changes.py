"""What each command has changed: ranks and matches of its tournament, and rating lines there and later (ALL-4, ELO-6).

Ratings are compared in two sets of pools, one just before the command and one after it: of what was played since the
earliest match that was touched then or later, as the tables tell it; where they don't, of all, following the log.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import cast

from domain.journal.journal import Stored
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Instant, Pool, Value
from domain.rating.lines import RatedLine
from domain.tournament.derived.progress import final_table
from domain.tournament.state import Tournament
from projections.engine.log import Log
from projections.engine.states import Batch, States
from projections.explain.causes import event_name
from projections.explain.documents import EventName
from projections.ratings.pools import FollowingPools, Pools, as_match, moment
from projections.ratings.preview import concerned_matches
from projections.ratings.rated_then import Then, nothing_told, pools_so_far
from projections.views.ratings import points
from projections.views.tournaments import MatchView, match_view

LONGEST_RUN = 50
"""Commands whose ratings are read together."""


class LineThen(Value):
    """An entry's line in the table."""

    rank: int | None
    values: dict[str, int]
    mark: str | None


class RankChange(Value):
    """An entry's line before and after; None where it had or has none."""

    tournament: TournamentId
    entry: int
    person: PersonId
    before: LineThen | None
    after: LineThen | None


class MatchChange(Value):
    """A match before and after; None where it was not made yet."""

    tournament: TournamentId
    match: int
    before: MatchView | None
    after: MatchView | None


class RatedThen(Value):
    """The ratings of a rated match's two players around it, in points, and when it was played."""

    played_at: Instant
    winner: PersonId
    loser: PersonId
    winner_before: str
    winner_after: str
    loser_before: str
    loser_after: str

    @property
    def persons(self) -> tuple[PersonId, PersonId]:
        """Both players."""
        return self.winner, self.loser


class RatingLineChange(Value):
    """A line of a pool's ledger before and after; None where the match was or is not rated. One that was rated again
    because of another is here too."""

    pool: Pool
    tournament: TournamentId
    match: int
    before: RatedThen | None
    after: RatedThen | None


class RatingChange(Value):
    """A player's rating in a pool before and after, in points; None for who was or is not in it."""

    pool: Pool
    person: PersonId
    before: str | None
    after: str | None


class ChangesView(Value):
    """The changes by one command, by the events that it recorded."""

    events: tuple[EventName, ...]
    ranks: tuple[RankChange, ...] = ()
    matches: tuple[MatchChange, ...] = ()
    lines: tuple[RatingLineChange, ...] = ()
    ratings: tuple[RatingChange, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether no table is another by it."""
        return not (self.ranks or self.matches or self.lines or self.ratings)

    @property
    def persons(self) -> tuple[PersonId, ...]:
        """The persons whose rank or rating it changes."""
        return (*(one.person for one in self.ranks), *(one.person for one in self.ratings))

    def of_person(self, person: PersonId) -> "ChangesView":
        """Its part that concerns that person."""
        return ChangesView(
            events=self.events,
            ranks=tuple(one for one in self.ranks if one.person == person),
            matches=tuple(one for one in self.matches if any(person in _players(v) for v in (one.before, one.after))),
            lines=tuple(one for one in self.lines if any(v and person in v.persons for v in (one.before, one.after))),
            ratings=tuple(one for one in self.ratings if one.person == person),
        )

    def of_pool(self, pool: Pool) -> "ChangesView":
        """Its part that concerns that pool."""
        return ChangesView(
            events=self.events,
            lines=tuple(one for one in self.lines if one.pool == pool),
            ratings=tuple(one for one in self.ratings if one.pool == pool),
        )

    def of_list(self, pool: Pool, moment: datetime, members: Container[PersonId] | None = None) -> "ChangesView":
        """Its part that concerns matches of that pool that were played before a moment, or are said to have been; where
        `members` are named, of one of them."""

        def is_listed(line: RatedThen | None) -> bool:
            if line is None or line.played_at >= moment:
                return False
            return members is None or any(one in members for one in line.persons)

        lines = (one for one in self.lines if one.pool == pool and (is_listed(one.before) or is_listed(one.after)))
        return ChangesView(events=self.events, lines=tuple(lines))


def _players(match: MatchView | None) -> tuple[PersonId, ...]:
    return () if match is None else (*match.persons, *match.members)


def changes(log: Log, done: Iterable[Sequence[Stored]], then: Then = nothing_told) -> Iterator[ChangesView]:
    """The changes that each of these commands made, in the order of the log; `then` is asked for the ratings before
    them. Raises what reading the log raises, `Corrupt` and `Unavailable`."""
    states, around = States(log), _PoolsAround(log, then)
    for run in _runs(done):
        batches = [states.fold([one.recorded for one in events]) for events in run]
        before, after = around.pools(run[0][0].position - 1, batches)
        for events, batch in zip(run, batches, strict=True):
            after.take(batch)
            lines, ratings = _rating_changes(before, after)
            before.take(batch)
            before.settle()
            yield ChangesView(
                events=tuple(map(event_name, events)),
                ranks=tuple(_ranks(batch)),
                matches=tuple(_matches(batch)),
                lines=tuple(lines),
                ratings=tuple(ratings),
            )


def _runs(done: Iterable[Sequence[Stored]]) -> Iterator[list[Sequence[Stored]]]:
    """Commands that were recorded one right after the other, so many at most."""
    run: list[Sequence[Stored]] = []
    for events in done:
        if run and (len(run) == LONGEST_RUN or events[0].position != run[-1][-1].position + 1):
            yield run
            run = []
        run.append(events)
    if run:
        yield run


class _PoolsAround:
    """Twice the pools as they stood at a position, for what some events do to them. Positions only grow."""

    def __init__(self, log: Log, then: Then) -> None:
        self._log = log
        self._then = then
        self._following: list[FollowingPools] = []

    def pools(self, position: int, batches: Sequence[Batch]) -> Sequence[Pools]:
        """Those that the batches concern, which come right after the position."""
        return self._from_tables(position, batches) or self._follow_pools(position)

    def _from_tables(self, position: int, batches: Sequence[Batch]) -> Sequence[Pools]:
        """None of them where the tables don't tell, or somebody's opening rating may be another afterwards."""
        if any(batch.persons for batch in batches):
            return ()
        lines = [
            line for batch in batches for touched in batch.tournaments.values() for line in concerned_matches(touched)
        ]
        with self._then(position) as tables:
            if tables is None or tables.position < position:
                return ()
            return tables.tails(2, tables.since(lines), lines)

    def _follow_pools(self, position: int) -> Sequence[Pools]:
        if not self._following:
            self._following = [FollowingPools(self._log, *pools_so_far(self._then, position)) for _ in range(2)]
        found = [following.follow(position) for following in self._following]
        for pools in found:
            pools.settle()
        return found


def _rating_changes(before: Pools, after: Pools) -> tuple[list[RatingLineChange], list[RatingChange]]:
    lines, ratings = list[RatingLineChange](), list[RatingChange]()
    for pool in sorted({*before.pools, *after.pools}):
        former, now = before.pool(pool).ledger, after.pool(pool)
        settled = now.settle()
        for match in sorted({*settled.matches, *settled.removed}):
            then, since = (led.line(match) if match in led else None for led in (former, now.ledger))
            if then != since:
                tournament, number = as_match(match)
                lines.append(
                    RatingLineChange(
                        pool=pool,
                        tournament=tournament,
                        match=number,
                        before=_rating_then(then),
                        after=_rating_then(since),
                    )
                )
        for player in settled.players:
            was, is_now = (_rating(pools, pool, player) for pools in (before, after))
            if was != is_now:
                ratings.append(RatingChange(pool=pool, person=player, before=was, after=is_now))
    return lines, ratings


def _rating(pools: Pools, pool: Pool, player: PersonId) -> str | None:
    kept = pools.pool(pool)
    return points(kept.ledger.current(player).rating) if kept.is_shown(player) else None


def _rating_then(line: RatedLine | None) -> RatedThen | None:
    if line is None:
        return None
    return RatedThen(
        played_at=moment(line.match.played_at),
        winner=line.match.winner,
        loser=line.match.loser,
        winner_before=points(line.winner_before),
        winner_after=points(line.winner_after),
        loser_before=points(line.loser_before),
        loser_after=points(line.loser_after),
    )


def _ranks(batch: Batch) -> Iterator[RankChange]:
    for touched in batch.tournaments.values():
        former, now = _lines(touched.before), _lines(touched.state)
        for entry in sorted({*former, *now}):
            before, after = former.get(entry), now.get(entry)
            if before != after:
                person = touched.state.entries[entry].person
                yield RankChange(tournament=touched.state.id, entry=entry, person=person, before=before, after=after)


def _lines(state: Tournament | None) -> Mapping[int, LineThen]:
    if state is None or state.settings is None:
        return {}
    rows = final_table(state).rows
    return {row.entry: LineThen(rank=row.rank, values=dict(row.values), mark=row.mark) for row in rows}


def _matches(batch: Batch) -> Iterator[MatchChange]:
    for touched in batch.tournaments.values():
        for number in sorted(touched.matches):
            before, after = (_match(state, number) for state in (touched.before, touched.state))
            if before != after:
                yield MatchChange(tournament=touched.state.id, match=number, before=before, after=after)


def _match(state: Tournament | None, number: int) -> MatchView | None:
    found = None if state is None else state.matches.get(number)
    return None if found is None else match_view(cast("Tournament", state), found)
