"""Rebuilding from the command line, and what a broken-off rebuild leaves."""

import psycopg
import pytest
from typer.testing import CliRunner

from ops.command_line import app
from projections.engine import generations
from projections.engine.rebuild import rebuild
from projections.engine.runner import RETRY_CHANNEL
from projections.registry.catalogue import PROJECTIONS
from tests.patience import PATIENCE_SECONDS
from tests.projections.processes import position
from tests.projections.support import Club, contents, follow


@pytest.fixture
def command(admin_url: str, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", admin_url)
    return CliRunner()


def test_the_command_makes_the_named_tables_anew(club: Club, database_url: str, command: CliRunner) -> None:
    club.register(1, 2)
    follow(database_url, club.journal, "tournaments")
    done = command.invoke(app, ["rebuild", "ratings"])
    assert (done.exit_code, done.stdout) == (0, "ratings: rebuilt from 2 events\n")
    assert position(database_url, "ratings") == 2
    assert command.invoke(app, ["rebuild", "weather"]).exit_code == 2


def test_the_command_makes_all_tables_anew(club: Club, database_url: str, command: CliRunner) -> None:
    club.register(1, 2)
    club.begin(1, 1, 2)
    club.play(1, (1, 2, 5, 0))
    follow(database_url, club.journal)
    live = contents(database_url)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DELETE FROM tournaments_a.standings")
        connection.execute("UPDATE ratings_a.ratings SET rating = 0")
    assert contents(database_url) != live
    assert command.invoke(app, ["rebuild"]).exit_code == 0
    assert contents(database_url) == live


def test_the_command_asks_the_runners_to_try_again(database_url: str, command: CliRunner) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(f"LISTEN {RETRY_CHANNEL}")
        assert command.invoke(app, ["rebuild", "--parked"]).exit_code == 0
        [news] = connection.notifies(timeout=PATIENCE_SECONDS, stop_after=1)
    assert news.channel == RETRY_CHANNEL


def test_leftovers_of_a_broken_off_rebuild_are_cleared_away(club: Club, database_url: str) -> None:
    club.register(1, 2)
    follow(database_url, club.journal)
    live = contents(database_url)
    tournaments = PROJECTIONS["tournaments"]
    with psycopg.connect(database_url, autocommit=True) as connection:
        begun = generations.begin(connection, tournaments)
        assert not generations.switch(connection, begun, 1)  # the live one is further
    assert contents(database_url) == live
    progress: list[tuple[int, int]] = []
    reached = rebuild(database_url, club.journal, tournaments, lambda *at: progress.append(at), largest_batch=1)
    assert (reached, progress) == (2, [(1, 2), (2, 2)])
    assert contents(database_url) == live
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            "SELECT generation FROM projections WHERE name = 'tournaments' AND is_live"
        ).fetchall()
    assert rows == [(begun.name,)]
