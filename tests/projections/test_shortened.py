"""A log that has lost its newest events: said in plain words, and mended by a rebuild, which ends."""

import threading
from collections.abc import Sequence

import psycopg
import pytest

from ops.database import DatabaseUrls
from projections.engine.rebuild import rebuild
from projections.engine.shortened_log import mark
from projections.evidence.returned import go_on
from projections.queries.queries import Readings
from projections.registry.catalogue import PROJECTIONS, READ
from tests.patience import PATIENCE_SECONDS, eventually
from tests.projections.processes import position, runner_thread
from tests.projections.support import Club, contents, follow, of_follower


@pytest.fixture
def lost(club: Club, database_url: str, admin_url: str) -> Club:
    """Ten events were taken in, and the last four are gone from the log."""
    club.register(*range(1, 11))
    follow(database_url, club.journal)
    cut(admin_url, 6)
    return club


def cut(admin_url: str, last: int) -> None:
    """Removes what comes after that position; it is set aside."""
    with psycopg.connect(admin_url) as connection:
        connection.execute("CREATE TABLE set_aside AS SELECT * FROM events WHERE position > %s", (last,))
        connection.execute("DELETE FROM events WHERE position > %s", (last,))


def rebuilt(url: str, club: Club, name: str) -> int | None:
    """Where a rebuild came to; None where it has not ended in good time."""
    reached: list[int] = []
    thread = threading.Thread(
        target=lambda: reached.append(rebuild(of_follower(url, name), club.journal, PROJECTIONS[name])), daemon=True
    )
    thread.start()
    thread.join(PATIENCE_SECONDS)
    return reached[0] if reached else None


@pytest.mark.parametrize("name", list(PROJECTIONS))
def test_a_rebuild_ends_and_shows_what_is_left(lost: Club, database_url: str, name: str) -> None:
    assert rebuilt(database_url, lost, name) == 6
    assert position(database_url, name) == 6
    if name == "tournaments":
        assert len(contents(database_url, [name])["persons"]) == 6


def test_a_runner_says_so_and_stands_still_until_the_rebuild(lost: Club, readings: Readings, database_url: str) -> None:
    said: list[str] = []
    with runner_thread(database_url, lost.journal, "tournaments", said.append):
        assert eventually(lambda: bool(said))
        [told] = said
        assert told == (
            "tournaments: The tournaments projection has taken in 10 events and the log ends at 6, so the newest events"
            " are gone from it. Put back a backup that has them if there is one, then run `scoresheet rebuild`."
        )
        lost.register(*range(21, 31))  # the log grows beyond what was taken in
        assert not readings.wait_for(16, 0.5, ["tournaments"])
        assert position(database_url, "tournaments") == 10
        assert rebuilt(database_url, lost, "tournaments") == 16
        lost.register(31)
        assert readings.wait_for(17, PATIENCE_SECONDS, ["tournaments"])
    assert len(said) == 1
    assert len(contents(database_url, ["tournaments"])["persons"]) == 17


def test_losses_while_a_runner_follows_are_noticed(club: Club, database_url: str, admin_url: str) -> None:
    said: list[str] = []
    with runner_thread(database_url, club.journal, "ratings", said.append):
        club.register(1, 2, 3)
        assert eventually(lambda: position(database_url, "ratings") == 3)
        cut(admin_url, 1)
        assert eventually(lambda: bool(said))
    assert "has taken in 3 events and the log ends at 1" in said[0]


def test_shortened_log_is_still_known_to_a_runner_that_comes_when_it_has_grown_again(
    lost: Club, readings: Readings, database_url: str
) -> None:
    with runner_thread(database_url, lost.journal, "tournaments", (said := list[str]()).append):
        assert eventually(lambda: bool(said))
    lost.register(*range(21, 31))
    with runner_thread(database_url, lost.journal, "tournaments", (again := list[str]()).append):
        assert eventually(lambda: bool(again))
    assert again == said
    assert [(one.projection, one.position, one.log_ended_at) for one in readings.shortened_projections()] == [
        ("tournaments", 10, 6)
    ]
    assert readings.positions()["tournaments"] == 6


def test_events_that_are_back_byte_for_byte_let_all_go_on(
    lost: Club, readings: Readings, database: DatabaseUrls
) -> None:
    """And others in their place do not."""
    follow(database.projections, lost.journal)
    mark_all(database)
    assert {one.projection for one in readings.shortened_projections()} == set(PROJECTIONS)
    lost.register(*range(21, 31))
    assert gone_on(database) == []
    with psycopg.connect(database.owner) as connection:
        connection.execute("DELETE FROM events WHERE position > 6")
        connection.execute("INSERT INTO events SELECT * FROM set_aside")
    assert gone_on(database) == sorted(PROJECTIONS)
    assert readings.shortened_projections() == []


def mark_all(database: DatabaseUrls) -> None:
    for name in PROJECTIONS:
        with psycopg.connect(of_follower(database.projections, name), autocommit=True) as connection:
            assert mark(connection, name) is not None


def gone_on(database: DatabaseUrls) -> Sequence[str]:
    with psycopg.connect(database.signer) as connection:
        return go_on(connection)


def test_a_log_that_was_not_cut_is_not_taken_for_one(club: Club, readings: Readings, database_url: str) -> None:
    assert readings.shortened_projections() == []
    club.register(1, 2)
    follow(database_url, club.journal)
    assert readings.shortened_projections() == []
    assert rebuilt(database_url, club, "tournaments") == 2


def test_an_unreadable_event_after_a_gap_is_parked(club: Club, database_url: str, admin_url: str) -> None:
    club.register(1, 2, 3)
    with psycopg.connect(admin_url) as connection:
        connection.execute("DELETE FROM events WHERE position = 1")
        connection.execute("UPDATE events SET state = 'nonsense' WHERE position = 2")
    follow(database_url, club.journal, *READ)
    assert position(database_url, "tournaments") == 3
