"""Lists as they stood are those of the log folded up to there, whatever has happened since (ALL-1, REG-1)."""

from collections.abc import Sequence
from contextlib import closing, nullcontext
from typing import Any, cast

import psycopg
import pytest

from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from ops.database import DatabaseUrls
from projections.engine.rebuild import rebuild
from projections.queries.finding.tournaments import Wanted
from projections.queries.lists_then import rows_then, then_of
from projections.queries.pages import Page
from projections.queries.past_tables import PastTables, TournamentsThen
from projections.queries.queries import Readings
from projections.registry.catalogue import PROJECTIONS
from projections.views.tournaments import MatchStatus, PersonMatchView
from tests.projections.support import CLUB, Club, contents, follow, person_id

READ = (
    """SELECT id, announced_at, status, sorting, place, begins_at, formats, directors, merged, series, season, club,
    drawn, held, run_by, document::jsonb FROM projected.tournaments""",
    "SELECT tournament, number, persons, entrants, waits, document::jsonb FROM projected.entries AS one",
    """SELECT id, name, sorting, trigrams, erased, resignations, unconfirmed, merged_into, revision
    FROM projected.persons""",
    "SELECT id, sorting, club, directors, merged, document::jsonb FROM projected.series",
    "SELECT record, tournament, person, series, season FROM projected.wins",
)
"""All columns but what is due, of which nobody asks as of a moment."""


@pytest.fixture
def busy(club: Club) -> Club:
    """Tournaments begin, end and are opened again, entries come and go, records are merged and split, and somebody is
    erased."""
    club.register(1, 2, 3, 4, 5)
    club.begin(1, 1, 2, 3)
    club.play(1, (1, 2, 5, 3), (2, 3, 5, 1))
    club.begin(2, 5, 1, 4, rating=CLUB)
    club.tell(1, entry_commands.WithdrawEntry(entry=3, reason="Ill"))
    club.merge(5, 2)
    club.play(2, (1, 2, 5, 4), (3, 1, 0, 5))
    club.tell(2, lifecycle_commands.CancelTournament(reason="Not announced in time"))
    club.split(5)
    club.tell(1, entry_commands.RequestEntry(person=person_id(4)))
    club.tell(2, lifecycle_commands.ReopenTournament(reason="It was"))
    club.turn_over(1, 1, "second")
    club.tell(1, lifecycle_commands.CompleteTournament())
    club.erase(4)
    return club


def as_text(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    return sorted(map(str, rows))


@pytest.mark.rule("ALL-1", "REG-1")
@pytest.mark.parametrize(("batch", "first"), [(1, 0), (7, 1), (5_000, 2)])
def test_at_every_position_lists_are_those_of_the_log_folded_up_to_there(
    busy: Club, database: DatabaseUrls, batch: int, first: int
) -> None:
    follow(database.projections, busy.journal, largest_batch=batch)
    with psycopg.connect(database.service, autocommit=True) as connection:
        for position in range(first, busy.journal.position() + 1, 3):
            with closing(TournamentsThen(database.service, busy.journal, position)) as folded:
                for query in READ:
                    then = then_of(query)
                    assert then is not None
                    found = rows_then(connection, position, then, {})
                    assert found is not None
                    assert as_text(found) == as_text(folded.rows(query, {})), (position, query)


@pytest.mark.rule("ALL-1")
def test_lists_of_the_past_read_nothing_of_the_log(
    busy: Club, database: DatabaseUrls, readings: Readings, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow(database.projections, busy.journal)
    read = list[object]()
    for name in ("read", "whole", "state", "history"):
        monkeypatch.setattr(busy.journal, name, lambda *asked, **_: read.append(asked))
    with closing(PastTables(database.service, busy.journal, readings)) as tables:
        for position in range(1, busy.journal.position()):
            then = tables.readings(position, nullcontext)
            then.tournaments(Wanted(name="a", status="started", person=person_id(1)))
            then.count_tournaments()
            then.persons("1", resigned=True)
            then.count_persons()
            then.series()
            then.held_tournaments()
    assert read == []


@pytest.mark.rule("ALL-1", "REG-1")
@pytest.mark.parametrize("statuses", [None, ("announced",), ("void", "open")])
def test_a_persons_matches_of_the_past_are_those_of_the_log_folded(
    busy: Club,
    database: DatabaseUrls,
    readings: Readings,
    monkeypatch: pytest.MonkeyPatch,
    statuses: tuple[MatchStatus, ...] | None,
) -> None:
    follow(database.projections, busy.journal, largest_batch=7)
    found, folded = dict[object, object](), dict[object, object]()
    with closing(PastTables(database.service, busy.journal, readings)) as tables:
        for told in (found, folded):
            for position in range(20, busy.journal.position() + 1, 4):
                then = tables.readings(position, nullcontext)
                for person in (1, 2, 5):
                    pages = [then.matches_of(person_id(person), statuses, limit=2)]
                    while pages[-1].next:
                        pages.append(then.matches_of(person_id(person), statuses, pages[-1].next, limit=2))
                    told[position, person] = pages
            monkeypatch.setattr(readings, "rows_then", lambda *_: None)
    assert found == folded
    assert any(page.items for pages in found.values() for page in cast("list[Page[PersonMatchView]]", pages))


@pytest.mark.rule("ALL-1")
def test_where_the_tables_have_not_come_as_far_the_log_is_folded(busy: Club, database: DatabaseUrls) -> None:
    follow(database.projections, busy.journal)
    reached = busy.journal.position()
    query = then_of(READ[0])
    assert query is not None
    with psycopg.connect(database.service, autocommit=True) as connection:
        assert rows_then(connection, reached, query, {}) is not None
        assert rows_then(connection, reached + 1, query, {}) is None


def test_rows_are_the_same_whatever_batches_they_came_in(busy: Club, database_url: str) -> None:
    follow(database_url, busy.journal, "tournaments", largest_batch=3)
    live = contents(database_url, ["tournaments"])
    rebuild(database_url, busy.journal, PROJECTIONS["tournaments"])
    assert contents(database_url, ["tournaments"]) == live
