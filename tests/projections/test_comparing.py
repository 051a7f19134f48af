"""Tables are held against the log as of a position: one changed row is found, anyone who has changed it (ALL-1)."""

import threading

import psycopg
import pytest
from psycopg import sql
from typer.testing import CliRunner

from ops import doctor
from ops.checks_beside_the_log import Finding
from ops.command_line import app
from ops.database import DatabaseUrls
from ops.errors import ExitCode
from projections.engine import comparing, generations
from projections.engine.comparing import Compared, GaveWay, compare, keep_comparing
from projections.engine.rebuild import rebuild
from projections.registry.catalogue import PROJECTIONS
from tests.patience import eventually
from tests.projections.support import Club, contents

pytestmark = pytest.mark.rule("ALL-1")

CHANGES = {
    "tournaments": ("standings", "UPDATE {}.standings SET document = replace(document, '1', '2')"),
    "ratings": (
        "ratings",
        "UPDATE {}.ratings SET rating = rating + 1 WHERE ctid = (SELECT min(ctid) FROM {}.ratings)",
    ),
    "feeds": ("feed_entries", "DELETE FROM {}.feed_entries WHERE position = 2"),
    "evidence": ("log_tiles", "UPDATE {}.log_tiles SET hashes = sha256(hashes)"),
}
"""By projection a table of it, and a change in one row that the log does not make."""


def compared(urls: DatabaseUrls, club: Club, name: str) -> Compared:
    return compare(urls.of_projection(name), club.journal, PROJECTIONS[name])


def changed(urls: DatabaseUrls, name: str) -> str:
    """A row is changed by the owner in the live tables; the table's name."""
    table, change = CHANGES[name]
    with psycopg.connect(urls.owner, autocommit=True) as connection:
        schema = generations.live(connection, PROJECTIONS[name]).generation.schema
        done = connection.execute(change.replace("{}", schema).encode())
        assert done.rowcount == 1
    return table


def told(urls: DatabaseUrls, name: str) -> Finding:
    """What plain doctor says of the projection's tables."""
    with psycopg.connect(urls.owner) as connection:
        [found] = [one for one in doctor.compared_last(connection) if one.what == f"tables of {name}"]
        return found


@pytest.mark.parametrize("name", PROJECTIONS)
def test_tables_as_the_log_makes_them_are_told_so_with_position_and_time(
    followed: Club, database: DatabaseUrls, name: str
) -> None:
    assert told(database, name).found.startswith("not held against the log since they were made")
    assert compared(database, followed, name) == Compared(followed.journal.position(), ())
    found = told(database, name)
    assert found.is_good
    assert f"held against the log as of position {followed.journal.position()} at " in found.found


@pytest.mark.parametrize("name", PROJECTIONS)
def test_one_changed_row_is_found_until_tables_are_made_again(
    followed: Club, database: DatabaseUrls, name: str
) -> None:
    table = changed(database, name)
    assert compared(database, followed, name).differing == (table,)
    found = told(database, name)
    assert not found.is_good
    assert f"not what it makes: {table}; run scoresheet rebuild" in found.found
    if name != "feeds":  # those were told to others for good
        rebuild(database.of_projection(name), followed.journal, PROJECTIONS[name])
        assert told(database, name).found.startswith("not held against the log since they were made")
        assert compared(database, followed, name).differing == ()


def test_comparing_leaves_live_tables_alone_and_keeps_nothing(followed: Club, database: DatabaseUrls) -> None:
    before = contents(database.projections)
    compared(database, followed, "tournaments")
    assert contents(database.projections) == before
    with psycopg.connect(database.owner) as connection:
        live = generations.live(connection, PROJECTIONS["tournaments"])
        other = sql.Identifier("tournaments_b" if live.generation.name == "a" else "tournaments_a")
        query = sql.SQL("SELECT count(*) FROM {}.matches").format(other)
        [[rows]] = connection.execute(query).fetchall()
    assert rows == 0


def test_events_after_the_live_position_are_not_compared(followed: Club, database: DatabaseUrls) -> None:
    before = followed.journal.position()
    followed.play(1, (1, 2, 0, 5))
    assert compared(database, followed, "tournaments") == Compared(before, ())


def test_comparison_gives_way_to_a_rebuild(followed: Club, database: DatabaseUrls) -> None:
    with psycopg.connect(database.projections, autocommit=True) as rebuilding:
        rebuilding.execute("SELECT pg_advisory_lock(hashtextextended('scoresheet rebuild tournaments', 0))")
        with pytest.raises(GaveWay, match="being made again"):
            compared(database, followed, "tournaments")


def test_background_comparison_finds_a_changed_row(
    followed: Club, database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparing, "ASKING_SECONDS", 0.01)
    table, said, stop = changed(database, "tournaments"), list[str](), threading.Event()
    asked = (database.projections, followed.journal, PROJECTIONS["tournaments"], 7, said.append, stop)
    working = threading.Thread(target=keep_comparing, args=asked)
    working.start()
    try:
        eventually(lambda: bool(said))
    finally:
        stop.set()
        working.join()
    assert said == [f"the table {table} is not what the log makes: run scoresheet rebuild"]


@pytest.mark.usefixtures("followed")
def test_doctor_compares_all_tables_where_it_is_asked(
    database: DatabaseUrls, admin_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(database, "ratings")
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", admin_url)
    monkeypatch.setenv("COLUMNS", "400")
    done = CliRunner().invoke(app, ["doctor", "--tables"])
    assert done.exit_code == ExitCode.CHECKS_FAILED
    lines = [line for line in done.stdout.splitlines() if "tables of " in line]
    assert len(lines) == len(PROJECTIONS)
    assert [line for line in lines if "not what it makes: ratings;" in line] == [lines[2]]
