"""Lists as they stood are those of the log folded up to there, whatever has happened since (ALL-1, REG-1)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing, nullcontext
from typing import Any, LiteralString, cast

import psycopg
import pytest

from domain.journal.journal import Journal
from domain.tournament.entries import commands as entry_commands
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.state import Tournament
from ops.database import DatabaseUrls
from projections.engine.rebuild import rebuild
from projections.queries.finding import matches_then
from projections.queries.finding.tournaments import Wanted
from projections.queries.lists_then import rows_then, then_of
from projections.queries.pages import Page
from projections.queries.past_tables import PastTables, TournamentsThen
from projections.queries.queries import Readings
from projections.registry.catalogue import PROJECTIONS
from projections.tournaments import spans
from projections.tournaments.projection import TournamentTables
from projections.views.tournaments import MatchStatus, PersonMatchView, taking_part
from tests.projections.happenings import TWICE, begun, publish_error_rates
from tests.projections.support import CLUB, START, Club, contents, follow, person_id, series_id
from tests.projections.test_register import reverse

READ: Mapping[str, LiteralString] = {
    "tournaments": """SELECT id, announced_at, status, sorting, place, begins_at, formats, directors, merged, series,
    season, club, drawn, held, run_by, document::jsonb FROM projected.tournaments""",
    "entries": "SELECT tournament, number, persons, entrants, waits, document::jsonb FROM projected.entries AS one",
    "persons": """SELECT id, name, sorting, trigrams, erased, resignations, unconfirmed, merged_into, revision
    FROM projected.persons""",
    "series": "SELECT id, sorting, club, directors, merged, document FROM projected.series",
    "wins": "SELECT record, tournament, person, series, season FROM projected.wins",
    "sanctions": "SELECT tournament, ruling, place, person, given_at, document FROM projected.sanctions",
    "bans": "SELECT person, number, kind, status, placed_at, since, until, review, document FROM projected.bans",
    "error rates": """SELECT tournament, match, person, opponent, rate, program, at, digest
    FROM projected.error_rates""",
    "published error rates": """SELECT tournament, match, person, opponent, rate, program, at, digest
    FROM projected.published_error_rates""",
    "reports": """SELECT tournament, ended_at, due_at, owed, directors, filings FROM projected.reports
    WHERE ended_at IS NOT NULL""",
    "imports": "SELECT tournament, imported_at FROM projected.imports",
    "settlements": """SELECT tournament, posting, entry, person, match, version, at, staked, credited
    FROM projected.settlements WHERE person = %(person)s::uuid""",
}
"""All columns but what is due, of which nobody asks as of a moment. Of postings are asked those of a person."""


def compare(database: DatabaseUrls, journal: Journal, position: int) -> Counter[str]:
    """Asserts that each list there is that of the log folded; tells how many rows each holds."""
    held = Counter[str](dict.fromkeys(READ, 0))
    with (
        closing(TournamentsThen(database.service, journal, position)) as folded,
        psycopg.connect(database.service, autocommit=True) as connection,
    ):
        for name, query in READ.items():
            then = then_of(query)
            assert then is not None, name
            for person in (1, 2, 5) if "%(person)s" in query else (1,):
                values = {"person": person_id(person)}
                found = rows_then(connection, position, then, values)
                assert found is not None
                assert as_text(found) == as_text(folded.rows(query, values)), (position, name)
                held[name] += len(found)
    return held


@pytest.fixture
def busy(club: Club) -> Club:
    """Tournaments begin, end and are opened again, entries come and go, records are merged and split, and somebody is
    erased; before, something has come to be in every list."""
    begun(club)
    club.begin(3, 1, 2, 3)
    club.play(3, (1, 2, 5, 3), (2, 3, 5, 1))
    club.begin(4, TWICE, 1, 4, rating=CLUB)
    club.tell(3, entry_commands.WithdrawEntry(entry=3, reason="Ill"))
    club.merge(TWICE, 2)
    club.play(4, (1, 2, 5, 4), (3, 1, 0, 5))
    club.tell(4, lifecycle_commands.CancelTournament(reason="Not announced in time"))
    reverse(club, 1)
    club.split(TWICE)
    club.tell(3, entry_commands.RequestEntry(person=person_id(4)))
    club.tell(4, lifecycle_commands.ReopenTournament(reason="It was"))
    club.turn_over(3, 1, "second")
    club.turn_over(1, 1, "second")
    club.tell(3, lifecycle_commands.CompleteTournament())
    club.tell(2, lifecycle_commands.ReopenTournament(reason="Another has won"))
    publish_error_rates(club, 1, shown=False)
    club.erase(4)
    return club


def as_text(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    return sorted(map(str, rows))


@pytest.mark.rule("ALL-1", "REG-1")
@pytest.mark.parametrize(
    ("batch", "first"),
    [
        (7, 3),
        pytest.param(1, 0, marks=pytest.mark.proof),
        pytest.param(5_000, 6, marks=pytest.mark.proof),
    ],
)
def test_lists_at_every_position_are_those_of_the_log_folded_up_to_there(
    busy: Club, database: DatabaseUrls, batch: int, first: int
) -> None:
    follow(database.projections, busy.journal, largest_batch=batch)
    held = Counter[str]()
    for position in range(first, busy.journal.position() + 1, 9):
        held.update({name: 1 for name, rows in compare(database, busy.journal, position).items() if rows})
    assert held.keys() == READ.keys()


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
            then.seasons(series_id(1))
            then.winners(series_id(1))
            then.sanctions(person_id(5))
            then.bans(START, None)
            then.error_rates(person_id(1))
            then.average_error_rates()
            then.published_error_rates(person_id(1))
            then.published_average_error_rates()
            then.reports(START, owed=True)
            then.imports()
            then.person_postings(person_id(1))
            then.person_balance(person_id(1))
    assert read == []


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("folded", [False, True])
def test_events_since_end_at_the_moment_that_is_read(
    busy: Club, database: DatabaseUrls, readings: Readings, monkeypatch: pytest.MonkeyPatch, folded: bool
) -> None:
    follow(database.projections, busy.journal)
    if folded:
        monkeypatch.setattr(readings, "rows_then", lambda *_: None)
    stream_of = [one.recorded.stream for one in busy.journal.read(0, 1_000)]
    changed = 0
    with closing(PastTables(database.service, busy.journal, readings)) as tables:
        for position in range(20, len(stream_of), 20):
            for since in (position, position - 7):
                then = tables.readings(position, nullcontext)
                tournaments = then.tournaments(Wanted(since=since)).items
                persons = then.persons(since=since).items
                found = {f"tournament-{one.id}" for one in tournaments} | {f"person-{one.id}" for one in persons}
                found |= {f"series-{one.id}" for one in then.series(since=since).items}
                assert found == set(stream_of[since:position]), (position, since)
                assert (then.count_tournaments(Wanted(since=since)), then.count_persons(since=since)) == (
                    len(tournaments),
                    len(persons),
                )
                changed += len(found)
    assert changed > 10


@pytest.mark.rule("ALL-1", "REG-1")
@pytest.mark.parametrize("statuses", [None, ("announced",), ("void", "open")])
def test_a_persons_matches_of_the_past_are_those_of_the_log_folded(
    busy: Club,
    database: DatabaseUrls,
    readings: Readings,
    monkeypatch: pytest.MonkeyPatch,
    statuses: tuple[MatchStatus, ...] | None,
) -> None:
    monkeypatch.setattr(matches_then, "TOURNAMENTS_AT_ONCE", 1)
    follow(database.projections, busy.journal, largest_batch=7)
    found, folded = dict[object, object](), dict[object, object]()
    with closing(PastTables(database.service, busy.journal, readings)) as tables:
        for told in (found, folded):
            for position in range(50, busy.journal.position() + 1, 9):
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
def test_log_is_folded_where_the_tables_have_not_come_as_far(busy: Club, database: DatabaseUrls) -> None:
    follow(database.projections, busy.journal)
    reached = busy.journal.position()
    query = then_of(READ["tournaments"])
    assert query is not None
    with psycopg.connect(database.service, autocommit=True) as connection:
        assert rows_then(connection, reached, query, {}) is not None
        assert rows_then(connection, reached + 1, query, {}) is None


def test_rows_are_the_same_whatever_batches_they_came_in(busy: Club, database_url: str) -> None:
    follow(database_url, busy.journal, "tournaments", largest_batch=3)
    live = contents(database_url, ["tournaments"])
    rebuild(database_url, busy.journal, PROJECTIONS["tournaments"])
    assert contents(database_url, ["tournaments"]) == live


def test_entries_are_counted_where_they_change_and_not_for_each_result(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = list[Tournament]()

    def count(state: Tournament) -> int:
        counted.append(state)
        return taking_part(state)

    monkeypatch.setattr(spans, "taking_part", count)
    club.register(1, 2)
    club.begin(1, 1, 2)
    club.play(1, *[(1, 2, 5, 3)] * 40)
    TournamentTables(club.journal).take(club.journal.read(0, 1_000))
    assert 0 < len(counted) < 10
