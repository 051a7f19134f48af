"""The tables from before a rebuild are kept, follow the log again when they are wanted, and are switched back to."""

from collections.abc import Sequence
from typing import LiteralString

import psycopg
import pytest
from typer.testing import CliRunner

from ops.command_line import app
from projections.engine import generations
from projections.engine.comparing import compare, is_due
from projections.engine.projection import definition
from projections.engine.rebuild import NothingKept, rebuild, switch_back
from projections.registry.catalogue import PROJECTIONS
from tests.patience import eventually
from tests.projections.processes import runner_thread
from tests.projections.support import Club, contents, follow, of_follower

TOURNAMENTS = PROJECTIONS["tournaments"]


def generation(url: str, name: str = "tournaments") -> tuple[str, str | None]:
    """The generation that readers see, and the one that is kept from before."""
    query = """
        SELECT generation, replaced_at IS NOT NULL FROM projections
        WHERE name = %s AND (is_live OR replaced_at IS NOT NULL)
    """
    with psycopg.connect(url) as connection:
        found = {kept: one for one, kept in connection.execute(query, (name,)).fetchall()}
    return found[False], found.get(True)


def tables(url: str, schema: str) -> Sequence[str]:
    """The names of the tables there."""
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT tablename::text FROM pg_tables WHERE schemaname = %s", (schema,)).fetchall()
    return [name for (name,) in rows]


def change(url: str, statement: LiteralString) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)


@pytest.mark.parametrize("name", PROJECTIONS)
def test_rebuild_keeps_tables_which_are_switched_to_and_fro(followed: Club, database_url: str, name: str) -> None:
    url = of_follower(database_url, name)
    rebuild(url, followed.journal, PROJECTIONS[name])
    assert generation(database_url, name) == ("b", "a")
    followed.play(1, (2, 1, 5, 3))
    follow(database_url, followed.journal)
    live = contents(database_url)
    for expected in (("a", "b"), ("b", "a")):
        assert switch_back(url, followed.journal, PROJECTIONS[name]) == followed.journal.position()
        assert generation(database_url, name) == expected
        assert contents(database_url) == live


def test_switching_back_leaves_what_a_wrong_rebuild_has_made(followed: Club, database_url: str) -> None:
    right = contents(database_url)
    rebuild(database_url, followed.journal, TOURNAMENTS)
    change(database_url, "DELETE FROM tournaments_b.standings")
    assert contents(database_url) != right
    switch_back(database_url, followed.journal, TOURNAMENTS)
    assert contents(database_url) == right


def test_switching_back_goes_on_under_a_runner(followed: Club, database_url: str) -> None:
    said: list[str] = []
    rebuild(database_url, followed.journal, TOURNAMENTS)
    with runner_thread(database_url, followed.journal, "tournaments", said.append):
        followed.play(1, (2, 1, 5, 3))
        switch_back(database_url, followed.journal, TOURNAMENTS)
        followed.play(1, (1, 2, 5, 4))
        assert eventually(lambda: _position(database_url) == followed.journal.position())
    assert generation(database_url) == ("a", "b")
    assert [one for one in said if "is not at position" not in one] == []
    live = contents(database_url, ["tournaments"])
    rebuild(database_url, followed.journal, TOURNAMENTS)
    assert contents(database_url, ["tournaments"]) == live


def _position(url: str) -> int:
    with psycopg.connect(url) as connection:
        return generations.live(connection, TOURNAMENTS).position


def test_runner_of_the_version_before_takes_its_tables_again(followed: Club, database_url: str, admin_url: str) -> None:
    """What a later version has made is a rebuild's with another definition, as an upgrade leaves it."""
    rebuild(database_url, followed.journal, TOURNAMENTS)
    change(admin_url, "UPDATE projections SET definition = 'of later' WHERE name = 'tournaments' AND is_live")
    change(
        admin_url,
        "CREATE TABLE tournaments_b.later (one int); CREATE VIEW projected.later AS TABLE tournaments_b.later",
    )
    with runner_thread(database_url, followed.journal, "tournaments"):
        assert eventually(lambda: generation(database_url) == ("a", "b"))
    with psycopg.connect(database_url) as connection:
        assert generations.live(connection, TOURNAMENTS).definition == definition(TOURNAMENTS)
        assert connection.execute("SELECT to_regclass('projected.later')").fetchone() == (None,)


@pytest.mark.parametrize("left", ["nothing", "unfinished", "another version's"])
def test_switching_back_is_refused_without_whole_tables_of_this_version(
    followed: Club, database_url: str, admin_url: str, left: str
) -> None:
    if left == "unfinished":
        with psycopg.connect(database_url, autocommit=True) as connection:
            generations.begin(connection, TOURNAMENTS)
    if left == "another version's":
        rebuild(database_url, followed.journal, TOURNAMENTS)
        change(admin_url, "UPDATE projections SET definition = 'of old' WHERE replaced_at IS NOT NULL")
    live = contents(database_url)
    with pytest.raises(NothingKept):
        switch_back(database_url, followed.journal, TOURNAMENTS)
    assert contents(database_url) == live


def test_switching_back_is_refused_where_the_log_is_shorter(followed: Club, database_url: str, admin_url: str) -> None:
    rebuild(database_url, followed.journal, TOURNAMENTS)
    change(admin_url, "UPDATE projections SET log_ended_at = 1 WHERE name = 'tournaments' AND is_live")
    with pytest.raises(NothingKept):
        switch_back(database_url, followed.journal, TOURNAMENTS)
    rebuild(database_url, followed.journal, TOURNAMENTS)
    assert generation(database_url) == ("a", None)
    assert tables(admin_url, "tournaments_b") == []


def test_switching_back_that_is_killed_leaves_the_live_tables(followed: Club, database_url: str) -> None:
    rebuild(database_url, followed.journal, TOURNAMENTS)
    followed.play(1, (2, 1, 5, 3))
    follow(database_url, followed.journal)
    live = contents(database_url)

    class Ended(BaseException):
        """Stands in for a kill."""

    class Ending:
        """The log, of which nothing more is read."""

        def __getattr__(self, name: str) -> object:
            raise Ended(name)

    with pytest.raises(Ended):
        switch_back(database_url, Ending(), TOURNAMENTS)  # type: ignore[arg-type]  # it ends its reader
    assert (generation(database_url), contents(database_url)) == (("b", "a"), live)
    switch_back(database_url, followed.journal, TOURNAMENTS)
    assert (generation(database_url), contents(database_url)) == (("a", "b"), live)


def test_kept_tables_hold_back_a_comparison_until_their_days_are_over(
    followed: Club, database_url: str, admin_url: str
) -> None:
    rebuild(database_url, followed.journal, TOURNAMENTS)
    assert not is_due(database_url, TOURNAMENTS, 7)
    change(admin_url, "UPDATE projections SET replaced_at = replaced_at - interval '8 days' WHERE NOT is_live")
    assert is_due(database_url, TOURNAMENTS, 7)
    assert compare(database_url, followed.journal, TOURNAMENTS).differing == ()
    assert generation(database_url) == ("b", None)


@pytest.fixture
def command(admin_url: str, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.setenv("SCORESHEET_DATABASE_URL", admin_url)
    return CliRunner()


def test_command_goes_back_and_says_where_it_can_not(followed: Club, database_url: str, command: CliRunner) -> None:
    rebuild(database_url, followed.journal, TOURNAMENTS)
    done = command.invoke(app, ["rebuild", "--back", "tournaments"])
    number = followed.journal.position()
    assert (done.exit_code, done.stdout) == (0, f"tournaments: back to the tables from before, with {number} events\n")
    refused = command.invoke(app, ["rebuild", "--back", "ratings"])
    assert refused.exit_code != 0
    assert "ratings is as it was: no tables of this version are kept to go back to." in str(refused.exception)
