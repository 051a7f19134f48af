"""The runner: exactly once whatever is killed, one leads, news are found, what is broken stands aside."""

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from itertools import product
from typing import Any, get_args

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from domain.journal.journal import Journal, Stored
from domain.kernel.ids import tournament_stream
from domain.kernel.values import FirstPool, Pool
from ops.command_line.imports.common import followed
from ops.database import DatabaseUrls
from projections.engine import runner
from projections.engine.generations import Fenced
from projections.engine.projection import definition
from projections.engine.rebuild import rebuild
from projections.engine.runner import RETRY_CHANNEL
from projections.feeds.projection import FeedTables
from projections.queries.queries import Readings
from projections.registry.catalogue import PROJECTIONS, READ
from projections.tournaments.projection import TournamentTables
from tests.bench.library import events_per_second
from tests.patience import PATIENCE_SECONDS, eventually
from tests.projections.processes import leaders, position, runner_process, runner_thread
from tests.projections.support import Club, contents, follow, of_follower, session, tournament_id
from tests.properties import PROFILE

NAMES = tuple(PROJECTIONS)
KILLS = 4 if PROFILE == "proof" else 1


def _season(club: Club, lists: int = 10) -> int:
    club.register(1, 2, 3, 4)
    club.begin(1, 1, 2, 3, 4)
    for _ in range(lists):
        club.play(1, (1, 2, 5, 0), (3, 4, 1, 5), (2, 3, 5, 4), (4, 1, 5, 3))
    club.turn_over(1, 2, "first")
    return club.journal.position()


FILLED = {"tournaments": "matches", "ratings": "rating_lines", "feeds": "feed_entries", "evidence": "log_tiles"}


def is_beyond(url: str, name: str, former: int) -> Callable[[], bool]:
    """Tells whether the projection has gone further than that position."""
    return lambda: position(url, name) > former


def positions_asked(tables: type[TournamentTables | FeedTables], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The positions after which such a projection asks for events from now on."""
    read, asked = tables.read, list[int]()

    def noted(projection: Any, after_position: int, limit: int) -> Sequence[Stored]:  # noqa: ANN401 -- one of these
        asked.append(after_position)
        return read(projection, after_position, limit)

    monkeypatch.setattr(tables, "read", noted)
    return asked


def finishing(url: str, journal: Journal, name: str) -> AbstractContextManager[object]:
    """The runner that takes in what is left: in `make proof` one more process, whose start takes long."""
    return runner_process(url, name, batch=3) if PROFILE == "proof" else runner_thread(url, journal, name)


@pytest.mark.longer
@pytest.mark.parametrize("name", NAMES)
def test_a_killed_runner_takes_every_event_in_exactly_once(club: Club, database_url: str, name: str) -> None:
    last = _season(club)
    reached = 0
    for _ in range(KILLS):
        with runner_process(database_url, name, batch=3) as process:
            assert eventually(is_beyond(database_url, name, min(reached + 6, last - 1)))
            process.kill()
        reached = position(database_url, name)
    with finishing(database_url, club.journal, name):
        assert eventually(lambda: position(database_url, name) == last)
    live = contents(database_url, [name])
    rebuild(of_follower(database_url, name), club.journal, PROJECTIONS[name])
    assert contents(database_url, [name]) == live
    assert live[FILLED[name]]


def test_one_runner_leads_and_another_takes_over(club: Club, readings: Readings, database_url: str) -> None:
    club.register(1)
    with (
        runner_process(database_url, "tournaments", "one") as one,
        runner_process(database_url, "tournaments", "two") as two,
    ):
        assert eventually(lambda: len(leaders(database_url, "one", "two")) == 1)
        [leader] = leaders(database_url, "one", "two")
        assert readings.wait_for(club.journal.position(), PATIENCE_SECONDS, ["tournaments"])
        {"one": one, "two": two}[leader].kill()
        club.register(2)
        assert readings.wait_for(club.journal.position(), PATIENCE_SECONDS, ["tournaments"])
        assert leaders(database_url, "one", "two") == [{"one": "two", "two": "one"}[leader]]


def test_news_that_is_not_told_is_found_by_asking(
    club: Club, readings: Readings, database_url: str, admin_url: str
) -> None:
    with psycopg.connect(admin_url) as connection:
        row = connection.execute("SELECT pg_get_functiondef('scoresheet_append'::regproc)").fetchone()
        assert row is not None
        silent = row[0].replace("PERFORM pg_notify", "PERFORM concat")
        assert silent != row[0]
        connection.execute(silent)
    with runner_thread(database_url, club.journal, "tournaments"):
        club.register(1)
        assert readings.wait_for(club.journal.position(), PATIENCE_SECONDS, ["tournaments"])
        club.register(2)
        assert readings.wait_for(club.journal.position(), PATIENCE_SECONDS, ["tournaments"])


def test_runner_that_has_taken_all_in_asks_again_when_it_is_told(
    club: Club, database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for each event that comes alone, and not once more to find that there is none."""
    monkeypatch.setattr(runner, "POLL_SECONDS", 600.0)
    asked = positions_asked(TournamentTables, monkeypatch)
    with followed(database, print) as readings:
        assert eventually(lambda: asked == [0])
        for person in (1, 2, 3):
            club.register(person)
            assert readings.wait_for(club.journal.position(), PATIENCE_SECONDS, ["tournaments"])
    assert asked == [0, 0, 1, 2]


def test_runner_that_rests_leaves_what_comes_for_one_turn(
    club: Club, database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Feeds are followed in few turns: nobody who records something waits for them."""
    assert FeedTables.rest_seconds > 0
    monkeypatch.setattr(FeedTables, "rest_seconds", 600.0)
    asked = positions_asked(FeedTables, monkeypatch)
    with followed(database, print) as readings:
        club.register(1)
        assert readings.wait_for(club.journal.position(), PATIENCE_SECONDS, ["feeds"])
        for person in (2, 3):
            club.register(person)
            assert readings.wait_for(club.journal.position(), PATIENCE_SECONDS, ["tournaments"])
    assert set(asked) == {0}


def test_programs_that_follow_within_a_program_end_with_it_whatever_they_wait_for(
    club: Club, database: DatabaseUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For news, or for the end of a rest."""
    monkeypatch.setattr(runner, "POLL_SECONDS", 600.0)
    monkeypatch.setattr(PROJECTIONS["evidence"], "rest_seconds", 600.0)
    said: list[str] = []

    def follow_all() -> None:
        with followed(database, said.append) as readings:
            club.register(1)
            assert readings.wait_for(club.journal.position(), PATIENCE_SECONDS, NAMES)

    following = threading.Thread(target=follow_all, daemon=True)
    following.start()
    following.join(PATIENCE_SECONDS)
    assert (following.is_alive(), said) == (False, [])


def test_the_runner_comes_back_when_the_database_does(
    club: Club, readings: Readings, database_url: str, admin_url: str
) -> None:
    said: list[str] = []
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'to be cut'"
    named = make_conninfo(database_url, application_name="to be cut")
    with runner_thread(named, club.journal, "ratings", said.append):
        position = _season(club, 1)
        assert readings.wait_for(position, PATIENCE_SECONDS, ["ratings"])
        with psycopg.connect(admin_url) as connection:
            connection.execute(cut)
        assert eventually(lambda: bool(said))
        assert readings.wait_for(club.turn_over(1, 1, "second"), PATIENCE_SECONDS, ["ratings"])
    assert len(said) == 1
    assert "again in 0.1 s" in said[0]


def test_nobody_writes_on_from_a_position_that_has_moved(club: Club, database_url: str) -> None:
    club.register(1)
    with session(database_url, club.journal, "tournaments") as stale:
        follow(database_url, club.journal)
        with pytest.raises(Fenced):
            stale.step()


def test_a_runner_goes_on_with_the_tables_that_a_rebuild_put_in_place(
    club: Club, readings: Readings, database_url: str
) -> None:
    said: list[str] = []
    with runner_thread(database_url, club.journal, "tournaments", said.append):
        assert readings.wait_for(_season(club, 1), PATIENCE_SECONDS, ["tournaments"])
        rebuild(database_url, club.journal, PROJECTIONS["tournaments"])
        assert readings.wait_for(club.play(1, (1, 2, 5, 0)), PATIENCE_SECONDS, ["tournaments"])
    assert len(said) == 1
    live = contents(database_url, ["tournaments"])
    rebuild(database_url, club.journal, PROJECTIONS["tournaments"])
    assert contents(database_url, ["tournaments"]) == live


def test_tables_of_another_version_are_rebuilt_before_anything_else(
    club: Club, readings: Readings, database_url: str, admin_url: str
) -> None:
    last = _season(club, 1)
    follow(database_url, club.journal)
    with psycopg.connect(admin_url) as connection:
        connection.execute("UPDATE projections SET definition = 'of old'")
        connection.execute("DROP VIEW projected.matches")
    with runner_thread(database_url, club.journal, "tournaments"):
        assert eventually(lambda: _definition(database_url) == definition(PROJECTIONS["tournaments"]))
        assert readings.wait_for(last, PATIENCE_SECONDS, ["tournaments"])
    assert readings.match(tournament_id(1), 1) is not None


def _definition(url: str) -> str:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT definition FROM projections WHERE name = 'tournaments' AND is_live").fetchone()
    return str(row and row[0])


BROKEN = (b"not an event", b"{}", None)
USUAL = {*product(READ[:1], BROKEN), *product(READ, BROKEN[:1])}
"""One projection with each of them, and each projection with one; `make proof` tries all."""


@pytest.mark.parametrize(
    ("name", "broken"),
    [pytest.param(*one, marks=() if one in USUAL else pytest.mark.proof) for one in product(READ, BROKEN)],
)
def test_a_broken_event_parks_its_stream_and_the_rest_goes_on(
    club: Club, readings: Readings, database_url: str, admin_url: str, name: str, broken: bytes | None
) -> None:
    last = _season(club)
    whole = _followed(club, database_url, name)
    bad = last - 20
    with psycopg.connect(admin_url, autocommit=True) as admin:
        former = _break(admin, bad, broken)
        rebuild(of_follower(database_url, name), club.journal, PROJECTIONS[name], largest_batch=16)
        [parked] = readings.parked_streams()
        assert (parked.stream, parked.projection, parked.position) == (tournament_stream(tournament_id(1)), name, bad)
        assert parked.error
        assert readings.parked_streams(tournament_stream(tournament_id(9))) == []
        club.register(5)
        with runner_thread(database_url, club.journal, name):
            assert readings.wait_for(club.journal.position(), PATIENCE_SECONDS, [name])
            assert [one.position for one in readings.parked_streams(parked.stream)] == [bad]
            admin.execute("UPDATE events SET topic = %s, state = %s WHERE position = %s", (*former, bad))
            admin.execute("SELECT pg_notify(%s, '')", (RETRY_CHANNEL,))
            assert eventually(lambda: not readings.parked_streams())
    assert _but_persons(database_url, name) == whole


@pytest.mark.parametrize(
    ("topic", "pools"),
    [
        ("tournament.result-reported.v1", ["normal"]),
        ("tournament.announced.v2", ["normal", "price"]),
        ("person.registered.v1", ["normal", "price"]),
    ],
)
def test_stalled_runner_is_known_by_what_it_touches(
    club: Club, readings: Readings, database_url: str, admin_url: str, topic: str, pools: list[Pool]
) -> None:
    """Where it can't be known which pool that is, any may lack something."""
    _season(club, 1)
    with psycopg.connect(admin_url, autocommit=True) as admin:
        _break(admin, _last(admin, topic), b"not an event")
    follow(database_url, club.journal, *READ)
    shown = readings.shown_position()
    assert shown.position == club.journal.position()
    assert [pool for pool in get_args(FirstPool) if readings.lacks_rated(shown, pool)] == pools
    kind = topic.partition(".")[0]
    assert [each for each in ("person", "tournament") if shown.lacks_any(each)] == [kind]
    assert shown.lacks(tournament_stream(tournament_id(1))) == (kind == "tournament")
    assert not shown.lacks(tournament_stream(tournament_id(2)))


def _last(admin: psycopg.Connection, topic: str) -> int:
    """The position of the last event of that kind."""
    row = admin.execute("SELECT max(position) FROM events WHERE topic = %s", (topic,)).fetchone()
    assert row is not None
    return int(row[0])


def test_the_fault_is_told_without_the_text_it_lies_in(
    club: Club, readings: Readings, database_url: str, admin_url: str
) -> None:
    position = _season(club, 1)
    with psycopg.connect(admin_url, autocommit=True) as admin:
        row = admin.execute("SELECT state FROM events WHERE position = %s", (position,)).fetchone()
        assert row is not None
        _break(admin, position, row[0].replace(b'"late":false', b'"late":"the player was ill"'))
    follow(database_url, club.journal, *READ)
    assert {parked.projection for parked in readings.parked_streams()} == set(READ)
    for parked in readings.parked_streams():
        assert parked.error.startswith("Corrupt: event.late")
        assert "the player was ill" not in parked.error


def _followed(club: Club, url: str, name: str) -> dict[str, list[tuple[Any, ...]]]:
    follow(url, club.journal, name)
    return _but_persons(url, name)


def _but_persons(url: str, name: str) -> dict[str, list[tuple[Any, ...]]]:
    of_persons = ("persons", "person_facts", "persons_then")
    return {key: rows for key, rows in contents(url, [name]).items() if key not in of_persons}


def _break(admin: psycopg.Connection, position: int, broken: bytes | None) -> tuple[str, bytes]:
    """Spoil the event's bytes, or where there are none to spoil it with, its kind."""
    row = admin.execute("SELECT topic, state FROM events WHERE position = %s", (position,)).fetchone()
    assert row is not None
    topic = "tournament.unheard-of.v1" if broken is None else row[0]
    admin.execute("UPDATE events SET topic = %s, state = %s WHERE position = %s", (topic, broken or row[1], position))
    return row[0], row[1]


def test_waiting_ends_with_what_is_waited_for_or_with_the_time(
    club: Club, readings: Readings, database_url: str
) -> None:
    position = _season(club, 1)
    assert not readings.wait_for(position, 0.2)
    answers: list[bool] = []
    waiting = [
        threading.Thread(target=lambda: answers.append(readings.wait_for(position, PATIENCE_SECONDS))) for _ in range(8)
    ]
    for thread in waiting:
        thread.start()
    follow(database_url, club.journal, "tournaments")
    assert readings.wait_for(position, PATIENCE_SECONDS, ["tournaments"])
    assert not readings.wait_for(position, 0.1, ["ratings"])
    assert answers == []
    follow(database_url, club.journal, "ratings")
    for thread in waiting:
        thread.join()
    assert answers == [True] * 8
    assert readings.positions() == {"tournaments": position, "ratings": position, "feeds": 0, "evidence": 0}
    with pytest.raises(KeyError):
        readings.wait_for(position, 1, ["weather"])


def test_a_position_from_before_the_question_is_not_trusted(club: Club, readings: Readings, database_url: str) -> None:
    """A server that crashes may lose the projections' last transactions; anyone who waits must not be told of them."""
    position = _season(club, 1)
    follow(database_url, club.journal)
    assert not readings.wait_for(position + 1, 0.6)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE projections SET position = position - 1")
    assert not readings.wait_for(position, 0.6)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE projections SET position = position + 1")
    assert readings.wait_for(position, PATIENCE_SECONDS)


def test_runner_of_the_library_follows_the_log_as_the_bench_has_it(club: Club, database_url: str) -> None:
    last = _season(club)
    follow(database_url, club.journal)
    assert events_per_second(database_url, club.journal, last // 2, 1.0) > 0
