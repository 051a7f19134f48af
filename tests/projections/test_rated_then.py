"""Ratings as they stood are those of the log folded up to there, whatever has happened since (ALL-1, ELO-1, ELO-6)."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import cast

import pytest
from psycopg_pool import ConnectionPool

from domain.journal.journal import Stored
from domain.person.commands import SetOpeningRating
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.state import Tournament
from ops.database import DatabaseUrls
from projections.engine.log import commands
from projections.engine.rebuild import rebuild
from projections.explain.changes import changes as what_changed
from projections.queries.queries import Readings
from projections.ratings import lines, standings, totals
from projections.ratings.pools import Pools, as_match, pools_at
from projections.ratings.preview import ForeseenRatings
from projections.ratings.tables_then import RatingsThen
from projections.registry.catalogue import PROJECTIONS
from tests.projections.support import CLUB, Club, contents, follow
from tests.projections.test_foreseen_ratings import touched

READ = (
    "SELECT tournament, person, pool, change FROM projected.rating_totals",
    f"SELECT {', '.join((*lines.TABLE.key, *lines.TABLE.values))} FROM projected.rating_lines",  # noqa: S608 -- columns of this program
    f"SELECT {', '.join((*standings.TABLE.key, *standings.TABLE.values))} FROM projected.ratings",  # noqa: S608 -- likewise
)


@pytest.fixture(autouse=True)
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of two matches, so that tournaments have several."""
    monkeypatch.setattr(totals, "PART", 2)


@pytest.fixture
def busy(club: Club) -> Club:
    """Two tournaments that take turns; results are corrected late, taken out and back, and one is cancelled for a
    while; openings come before and after a first match."""
    club.register(1, 2, 3, 4)
    club.begin(1, 1, 2, 3)
    club.begin(2, 2, 1, 4, rating=CLUB)
    club.play(1, (1, 2, 5, 3), (2, 3, 5, 1))
    open_with(club, 2, 1_650_000_000)
    club.play(2, (1, 2, 5, 4), (3, 1, 0, 5))
    club.turn_over(1, 1, "second")
    club.tell(1, match_commands.VoidMatch(match=2, reason="Never played"))
    club.play(1, (1, 3, 5, 0))
    club.tell(2, lifecycle_commands.CancelTournament(reason="Not announced in time"))
    club.tell(1, match_commands.ReinstateMatch(match=2, reason="It was"))
    open_with(club, 2, 1_600_000_000)
    club.play(1, (3, 2, 5, 2))
    club.tell(2, lifecycle_commands.ReopenTournament(reason="It was"))
    return club


def open_with(club: Club, person: int, rating: int) -> None:
    command = SetOpeningRating(pool="normal", rating_millionths=rating, experience=10, reason="From abroad.")
    club.tell_of(person, command)


def as_text(rows: Iterator[tuple[object, ...]]) -> list[tuple[str, ...]]:
    return sorted(tuple(map(str, row)) for row in rows)


def changes(pools: Pools) -> Iterator[tuple[object, ...]]:
    """What each player's rating changed by over each tournament."""
    found: dict[tuple[object, ...], int] = {}
    for name, pool in pools.pools.items():
        for line in pool.ledger.lines():
            tournament, _ = as_match(line.match.match)
            for side, change in (
                ((tournament, line.match.winner, name), line.winner_after - line.winner_before),
                ((tournament, line.match.loser, name), line.loser_after - line.loser_before),
            ):
                found[side] = found.get(side, 0) + change
    return ((*side, change) for side, change in found.items())


def folded(club: Club, position: int) -> Pools:
    pools = pools_at(club.journal, position)
    pools.settle()
    return pools


@pytest.mark.rule("ALL-1", "ELO-1", "ELO-6")
def test_ratings_at_every_position_are_those_of_the_log(busy: Club, database: DatabaseUrls) -> None:
    follow(database.projections, busy.journal, "ratings")
    for position in range(busy.journal.position() + 1):
        with closing(RatingsThen(database.service, busy.journal, position)) as then:
            shown = [as_text(iter(then.rows(query, {}))) for query in READ]
        pools = folded(busy, position)
        assert shown == [as_text(changes(pools)), as_text(lines.rows(pools)), as_text(standings.rows(pools))], position


def whole_log(club: Club) -> list[Sequence[Stored]]:
    return list(commands(club.journal.read(0, 1_000_000)))


@pytest.mark.rule("ALL-1", "ALL-4", "ELO-6")
@pytest.mark.parametrize("every", [1, 2, 3])
@pytest.mark.parametrize("longest", [1, 3, 50])
def test_changes_by_commands_are_told_by_the_tables_as_by_the_log(
    busy: Club, database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch, every: int, longest: int
) -> None:
    monkeypatch.setattr("projections.explain.changes.LONGEST_RUN", longest)
    follow(database.projections, busy.journal, "ratings")
    done = whole_log(busy)[::every]
    with ConnectionPool(database.service, open=True) as pool:
        told = list(what_changed(busy.journal, done, Readings(pool).then))
    assert told == list(what_changed(busy.journal, done))
    assert sum(bool(one.lines) for one in told) > 3


@pytest.mark.rule("ALL-1", "ALL-4", "ELO-6")
def test_changes_by_commands_are_told_without_going_through_the_log(
    busy: Club, database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow(database.projections, busy.journal, "ratings")
    of_results = [events for events in whole_log(busy) if events[0].recorded.stream.startswith("tournament")]
    monkeypatch.delattr("projections.explain.changes.FollowingPools")
    with ConnectionPool(database.service, open=True) as pool:
        told = list(what_changed(busy.journal, of_results, Readings(pool).then))
    assert sum(bool(one.lines) for one in told) > 3


@pytest.mark.rule("ALL-1")
def test_answer_read_before_is_made_again_when_an_event_reaches_further_back(
    club: Club, database: DatabaseUrls
) -> None:
    club.register(1, 2)
    club.begin(1, 1, 2)
    position = club.play(1, (1, 2, 5, 3), (2, 1, 5, 1))
    follow(database.projections, club.journal, "ratings")
    with closing(RatingsThen(database.service, club.journal, position)) as then:
        before = as_text(iter(then.rows(READ[1], {})))
        club.turn_over(1, 1, "second")
        follow(database.projections, club.journal, "ratings")
        assert as_text(iter(then.rows(READ[1], {}))) == before


@pytest.mark.rule("ALL-1", "ALL-4")
def test_events_foreseen_in_the_past_are_foreseen_again(busy: Club, readings: Readings, database: DatabaseUrls) -> None:
    follow(database.projections, busy.journal, "ratings")
    told, logged = ForeseenRatings(busy.journal, readings.then), ForeseenRatings(busy.journal)
    stream, last = busy.state(1).stream, busy.state(1).version
    changed = 0
    for version in range(1, last):
        before, after = (cast("Tournament", busy.journal.state(stream, version=one)) for one in (version, version + 1))
        position = busy.journal.position_of(stream, version)
        found = told.would_have_changed(touched(before, after), position)
        assert found == logged.would_have_changed(touched(before, after), position)
        changed += bool(found.players)
    assert changed >= 6


def test_the_same_log_makes_the_same_rows_whatever_the_batches(busy: Club, database_url: str) -> None:
    follow(database_url, busy.journal, "ratings", largest_batch=1)
    one_by_one = contents(database_url, ["ratings"])
    assert [len(one_by_one[name]) for name in ("rated_openings", "rating_reach", "rating_parts")] == [2, 1, 5]
    assert 0 < len(one_by_one["rating_subtotals"]) < 2 * len(one_by_one["rating_lines"])
    assert len(one_by_one["rated_matches"]) > len(one_by_one["rating_lines"])
    rebuild(database_url, busy.journal, PROJECTIONS["ratings"])
    assert contents(database_url, ["ratings"]) == one_by_one
