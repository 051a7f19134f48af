"""The disk of the database is full to the last byte while clients write: they are told to come again, nothing that was
acknowledged is lost, and once there is room again all goes on by itself.

Where only the tables lack room, PostgreSQL refuses what needs more and runs on. Where its write-ahead log does, it ends
itself and can't come back until there is room; anyone who runs it starts it again then.
"""

import contextlib
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from ops import embedded
from ops.embedded.cluster import SUPERUSER
from ops.errors import ExitCode
from tests.faults.evidence import assert_settled, await_projections
from tests.faults.service import owner_of, service
from tests.faults.test_database_away import assert_told_to_come_again, seconds, serving_from, writers_on
from tests.faults.writers import writing
from tests.patience import PATIENCE_SECONDS, eventually

pytestmark = pytest.mark.operations

SEED = 20_261_124
DISK_MEGABYTES = 200
BLOCK = bytes(65_536)
_LOGGED = "SELECT pg_logical_emit_message(true, 'fill', 'the log')"
_FILL_LOG = f"{_LOGGED}, pg_switch_wal()"


@pytest.fixture
def disk(folder: Path) -> Iterator[Path]:
    """A small file system of its own, which everybody may pass through. Only root may mount one."""
    options = f"size={DISK_MEGABYTES}m,mode=711"
    command = ["mount", "-t", "tmpfs", "-o", options, "scoresheet-disk", str(folder)]
    mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounted.returncode != 0:
        pytest.skip(f"a small file system can't be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@contextlib.contextmanager
def kept_full(disk: Path) -> Iterator[None]:
    """While it lasts, not one more byte goes in; what the server frees is taken at once."""
    ballast, over = disk / "ballast", threading.Event()

    def keep_filling() -> None:
        while not over.wait(0.01):
            fill(ballast)

    def is_full() -> bool:
        fill(ballast)
        return shutil.disk_usage(disk).free == 0

    assert eventually(is_full)  # the server may let a block go meanwhile
    filling = threading.Thread(target=keep_filling)
    filling.start()
    try:
        yield
    finally:
        over.set()
        filling.join()
        ballast.unlink()


def fill(ballast: Path) -> None:
    """Writes to the file until not one byte more goes in."""
    for block in (BLOCK, BLOCK[:1]):
        with contextlib.suppress(OSError), ballast.open("ab", buffering=0) as file:
            while file.write(block):
                pass


def fill_log(url: str) -> None:
    """Lets the server's write-ahead log ask for more room until it gets none; then the server ends."""
    with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url, autocommit=True) as connection:
        while True:
            connection.execute(_FILL_LOG)


def begin_log_file(url: str) -> None:
    """Lets the server's write-ahead log go on in a new file of 16 MB, which is more than is written without room."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(_FILL_LOG)
        connection.execute(_LOGGED)


@pytest.mark.proof
def test_no_room_for_the_tables(disk: Path) -> None:
    with embedded.start(disk) as server, serving_from(server.owner_url()) as served:
        with writers_on(served, server.owner_url()) as writers:
            begin_log_file(server.superuser_url())
            with kept_full(disk):
                writers.await_each(lambda writer: len(writer.client.waits))
                assert server.is_running()
                assert httpx.get(f"{served.url}/health", trust_env=False, timeout=PATIENCE_SECONDS).status_code == 200
            print(f"first answers after {seconds(writers.await_answers):.1f} s")
        assert_told_to_come_again(writers)
        print(f"{len(writers.answers())} answers, {len(writers.waits())} answers 503")


@pytest.mark.proof
def test_no_room_for_the_write_ahead_log(disk: Path) -> None:
    server = embedded.start(disk)
    url = server.owner_url()
    try:
        with serving_from(url) as served, writers_on(served, url) as writers:
            with kept_full(disk):
                fill_log(server.superuser_url())
                assert eventually(lambda: not server.is_running())
                server.close()
                writers.await_each(lambda writer: len(writer.client.waits))
            server = embedded.start(disk)
            print(f"first answers after {seconds(writers.await_answers):.1f} s")
        assert_told_to_come_again(writers)
    finally:
        server.close()


@pytest.mark.proof
def test_no_room_for_the_write_ahead_log_of_the_embedded_server(disk: Path) -> None:
    """Where its PostgreSQL gives up, the service ends and is started again by the same command; where PostgreSQL
    goes on trying, the service goes on once there is room."""
    with service(data_dir=disk) as served:
        served.start()
        key = served.office_key()
        with writing(served.url, key, SEED) as writers:
            writers.await_answers(10)
            with kept_full(disk):
                fill_log(make_conninfo(owner_of(disk), user=SUPERUSER))
                ended = eventually(lambda: served.main.poll() is not None)
            if ended:
                assert served.ended() == ExitCode.SERVICE_ENDED, served.said()
                assert served.nothing_is_left()
                served.start()
            writers.await_answers(10)
        await_projections(served.url)
        assert served.stop() == ExitCode.DONE
        with embedded.start(disk) as server:
            assert_settled(server.owner_url(), served, writers)
