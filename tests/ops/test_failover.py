"""`kill -9` of the primary, of its standby and of an API worker, under writers: what was acknowledged is there."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psutil
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from api.http.responses import BEHIND, POSITION
from tests.faults.evidence import assert_exactly, assert_kept, await_projections
from tests.faults.service import Service, held_port, service
from tests.faults.writers import name_of, writing
from tests.ops.standbys import CLUB, LOGIN, Server, begin_standby, primary_and_standby
from tests.ops.support import COMMAND
from tests.patience import PATIENCE_SECONDS, eventually

pytestmark = pytest.mark.operations

SEED = 20_261_129
SYNCHRONOUS = {"synchronous_standby_names": "two"}
_SIGNED = "SELECT coalesce(max(size), 0) FROM checkpoints"
_NEWEST = "SELECT max(position) FROM events"


@contextmanager
def both_served(folder: Path, primary: Server, standby: Server) -> Iterator[Service]:
    """A service that works at whichever server is the primary, reads at the standby and signs what that has."""
    where = {"host": f"{primary.folder},{standby.folder}", "user": LOGIN, "dbname": CLUB}
    either = make_conninfo("", **where, target_session_attrs="read-write")
    copies = {"replica_url": standby.url(), "standby_url": standby.url()}
    with service(database_url=either, data_dir=folder / "data", **copies) as served:
        served.start()
        yield served


@contextmanager
def worker(served: Service, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """A second process of the API, as on another machine."""
    told = served.environment() | {"SCORESHEET_PORT": str(port)}
    process = subprocess.Popen([sys.executable, "-c", COMMAND, "run", "api"], env=told, stdout=served.log)
    try:
        yield process
    finally:
        kill(process)


def kill(process: "subprocess.Popen[bytes]") -> None:
    """`kill -9` of it and of all that it has started."""
    if process.poll() is None:
        for one in (*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid)):
            with suppress(psutil.NoSuchProcess):
                one.kill()
    process.wait()


@pytest.mark.parametrize(("tournaments", "writers_each"), [(2, 2), pytest.param(4, 8, marks=pytest.mark.proof)])
def test_workers_replicas_and_primaries_that_are_killed_lose_nothing(
    tmp_path: Path, tournaments: int, writers_each: int
) -> None:
    with primary_and_standby() as (primary, standby), both_served(tmp_path, primary, standby) as served:
        key, held = served.office_key(), held_port()
        port = held.getsockname()[1]
        others = [f"http://127.0.0.1:{port}"]
        with (
            worker(served, port) as second,
            writing(served.url, key, SEED, tournaments, writers_each, others=others) as writers,
        ):
            writers.await_answers()
            standby.kill()
            writers.await_answers(2)
            kill(second)
            with worker(served, port):
                writers.await_answers()
                begin_standby(primary, standby)
                primary.kill()
                primary.start()
                writers.await_answers(2)
                assert_kept(primary.url(), writers.answers(), key)
                writers.end()
        held.close()
        await_projections(served.url)
        assert served.stop() == 0
        assert_exactly(primary.url(), writers.answers(), key)
        assert int(str(primary.one(_SIGNED))) <= int(str(primary.one(_NEWEST)))
        assert eventually(lambda: standby.one(_NEWEST) == primary.one(_NEWEST))


def test_list_that_one_worker_took_another_one_shows(tmp_path: Path) -> None:
    """The position travels in a cookie; both read at the standby."""
    with primary_and_standby() as (primary, standby), both_served(tmp_path, primary, standby) as served:
        key, held = served.office_key(), held_port()
        own = {"Authorization": f"Bearer {key}"}
        other, shown = f"http://127.0.0.1:{held.getsockname()[1]}", 0
        with worker(served, held.getsockname()[1]), httpx.Client(timeout=PATIENCE_SECONDS, headers=own) as browser:
            assert eventually(lambda: answers(browser, f"{other}/health"))
            for number in range(10):
                told = {"Idempotency-Key": f"person-{number}"}
                name = {"name": name_of(f"person {number}")}
                made = browser.post(f"{served.url}/v1/persons", json=name, headers=told)
                assert made.status_code == 201, made.text
                read = browser.get(f"{other}/v1/persons/{made.json()['person']}")
                is_there = read.status_code == 200 and int(read.headers[POSITION]) >= made.json()["position"]
                assert is_there or BEHIND in read.headers, read.text
                shown += is_there
        held.close()
        assert shown > 0


def answers(browser: httpx.Client, address: str) -> bool:
    try:
        return browser.get(address).is_success
    except httpx.TransportError:
        return False


def test_a_standby_that_takes_over_has_all_that_was_acknowledged(tmp_path: Path) -> None:
    """The primary answers nobody before the standby has it: so it is with `synchronous_standby_names`."""
    with primary_and_standby(settings=SYNCHRONOUS) as (primary, standby):
        with both_served(tmp_path, primary, standby) as served:
            key = served.office_key()
            with writing(served.url, key, SEED, 2) as writers:
                writers.await_answers(3)
                assert eventually(lambda: int(str(primary.one(_SIGNED))) > 0)
                primary.kill()
                before = writers.answers()
                standby.promote()
                assert_kept(standby.url(), before, key)
                writers.await_answers(3)
            await_projections(served.url)
            assert served.stop() == 0
        assert_exactly(standby.url(), writers.answers(), key)
        assert 0 < int(str(standby.one(_SIGNED))) <= int(str(standby.one(_NEWEST)))
        with psycopg.connect(standby.url()) as connection:
            assert connection.execute("SELECT held_because FROM append_turn").fetchone() == (None,)
