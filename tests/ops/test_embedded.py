"""The embedded PostgreSQL: starts, is shared, survives every kind of killing, and leaves nothing running."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest

from ops import embedded
from ops.embedded import EmbeddedServer
from ops.embedded.cluster import Home, check_reachable
from ops.embedded.system_account import Account, server_account
from ops.errors import DataFolderError, EmbeddedServerError
from tests.ops.support import is_alive
from tests.patience import eventually

pytestmark = pytest.mark.operations

USER_OF_THE_SERVER = """
import sys
from pathlib import Path
from ops import embedded
server = embedded.start(Path(sys.argv[1]))
print(server.process_id(), flush=True)
sys.stdin.read()
"""


def remember(server: EmbeddedServer) -> None:
    with psycopg.connect(server.owner_url()) as connection:
        connection.execute("CREATE TABLE memory AS SELECT 42 AS number")


def remembered(server: EmbeddedServer) -> tuple[int, ...] | None:
    with psycopg.connect(server.owner_url()) as connection:
        return connection.execute("SELECT number FROM memory").fetchone()


def setting(server: EmbeddedServer, name: str) -> str:
    with psycopg.connect(server.service_url()) as connection:
        row = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
        assert row is not None
        return str(row[0])


def other_user(folder: Path) -> "tuple[subprocess.Popen[bytes], int]":
    """Another process that uses the server in the folder, and the server's process id."""
    other = subprocess.Popen(
        [sys.executable, "-c", USER_OF_THE_SERVER, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    return other, int(other.stdout.readline())


def end(other: "subprocess.Popen[bytes]") -> None:
    other.kill()
    other.communicate()


@pytest.mark.proof
def test_a_second_start_finds_the_data_of_the_first(folder: Path) -> None:
    with embedded.start(folder) as server:
        remember(server)
        process_id = server.process_id()
    assert not is_alive(process_id)
    with embedded.start(folder) as server:
        assert remembered(server) == (42,)


def test_writes_reach_the_disk_and_nothing_listens_on_the_network(begun: Path) -> None:
    with embedded.start(begun) as server:
        assert setting(server, "fsync") == "on"
        assert setting(server, "listen_addresses") == ""


def test_only_the_kernel_vouches_for_who_connects(begun: Path) -> None:
    with embedded.start(begun) as server, psycopg.connect(server.superuser_url()) as connection:
        rules = connection.execute("SELECT type, auth_method FROM pg_hba_file_rules").fetchall()
        allowed = connection.execute("SELECT sys_name FROM pg_ident_file_mappings").fetchall()
    assert rules == [("local", "peer")]
    assert ("nobody",) not in allowed
    assert server.home.data.stat().st_mode & 0o077 == 0
    assert server.home.sockets.stat().st_mode & 0o077 == (0o010 if os.geteuid() == 0 else 0)


def test_neither_the_owner_nor_the_service_is_a_superuser(begun: Path) -> None:
    with embedded.start(begun) as server, psycopg.connect(server.superuser_url()) as connection:
        rows = connection.execute("SELECT rolname FROM pg_roles WHERE rolsuper").fetchall()
    assert rows == [("postgres",)]


def test_the_server_stops_with_its_last_user_and_not_before(begun: Path) -> None:
    first, second = embedded.start(begun), embedded.start(begun)
    process_id = second.process_id()
    first.close()
    assert remembered_nothing(second)
    second.close()
    assert not is_alive(process_id)


def remembered_nothing(server: EmbeddedServer) -> bool:
    with psycopg.connect(server.owner_url()) as connection:
        return connection.execute("SELECT to_regclass('memory')").fetchone() == (None,)


def test_a_strict_umask_does_not_lock_the_server_out_of_its_folder(folder: Path) -> None:
    former = os.umask(0o077)
    try:
        with embedded.start(folder / "inner") as server:
            assert remembered_nothing(server)
            assert server.home.log.stat().st_mode & 0o077 == 0
    finally:
        os.umask(former)


def test_two_who_start_at_once_share_one_server(folder: Path) -> None:
    servers: list[EmbeddedServer] = []
    threads = [threading.Thread(target=lambda: servers.append(embedded.start(folder))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({server.process_id() for server in servers}) == 1
    for server in servers:
        server.close()


def test_the_server_stops_when_its_only_user_is_killed(begun: Path) -> None:
    other, process_id = other_user(begun)
    assert is_alive(process_id)
    end(other)
    assert eventually(lambda: not is_alive(process_id))


@pytest.mark.proof
def test_the_server_stays_for_another_user_when_its_starter_is_killed(folder: Path) -> None:
    other, process_id = other_user(folder)
    with embedded.start(folder) as server:
        end(other)
        assert remembered_nothing(server)
        assert server.process_id() == process_id
    assert not is_alive(process_id)


def test_committed_events_are_there_after_the_server_is_killed(begun: Path) -> None:
    with embedded.start(begun) as server:
        remember(server)
        os.kill(server.process_id(), signal.SIGKILL)
        assert eventually(lambda: not server.is_running())
    with embedded.start(begun) as server:
        assert remembered(server) == (42,)


def test_a_server_whose_keeper_is_killed_stops_or_is_taken_over(begun: Path) -> None:
    server = embedded.start(begun)
    remember(server)
    orphan = server.process_id()
    assert server.reservation.keeper is not None
    server.reservation.keeper.kill()
    assert eventually(lambda: not server.is_running())
    server.close()
    with embedded.start(begun) as server:
        assert remembered(server) == (42,)
        assert not is_alive(orphan)


def test_a_stale_process_id_that_belongs_to_somebody_else_by_now(begun: Path) -> None:
    with embedded.start(begun) as server:
        content = (server.home.data / "postmaster.pid").read_text()
    _, rest = content.split("\n", 1)
    stale = server.home.data / "postmaster.pid"
    stale.write_text(f"{os.getppid()}\n{rest}")
    shutil.chown(stale, *owner_of(server.home.data))
    with embedded.start(begun) as server:
        assert remembered_nothing(server)


@pytest.mark.proof
def test_a_stale_lock_of_the_socket_whose_process_id_belongs_to_somebody_else_by_now(folder: Path) -> None:
    with embedded.start(folder) as server:
        content = (server.home.sockets / ".s.PGSQL.5432.lock").read_text()
    _, rest = content.split("\n", 1)
    account = server_account()
    stranger = subprocess.Popen(["sleep", "600"], user=account.user_id if os.geteuid() == 0 else None)
    stale = server.home.sockets / ".s.PGSQL.5432.lock"
    stale.write_text(f"{stranger.pid}\n{rest}")
    shutil.chown(stale, account.user_id, account.group_id)
    with embedded.start(folder) as server:
        assert remembered_nothing(server)
    stranger.kill()
    stranger.wait()


def owner_of(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_uid, found.st_gid


def test_a_temporary_folder_goes_with_its_server(folder: Path) -> None:
    inner = folder / "inner"
    with embedded.start(inner, temporary=True) as server:
        process_id = server.process_id()
    assert not is_alive(process_id)
    assert not inner.exists()


def test_a_reserved_folder_without_a_server_is_let_go_at_once(folder: Path) -> None:
    inner = folder / "inner"
    reservation = embedded.reserve(inner, temporary=True)
    reservation.release()
    reservation.release()
    assert not inner.exists()


def test_a_path_too_long_for_a_socket(folder: Path) -> None:
    deep = folder / ("deep" * 25) / ("deeper" * 10)
    for parent in (deep.parent, deep):
        parent.mkdir(mode=0o711)
    with embedded.start(deep) as server:
        assert remembered_nothing(server)
        assert folder not in server.home.sockets.parents
    server.home.sockets.rmdir()


@pytest.mark.proof
def test_an_interrupted_initialisation_is_begun_anew(folder: Path) -> None:
    (folder / "postgresql.unfinished-1").mkdir()
    (folder / "postgresql.unfinished-1" / "PG_VERSION").write_text("18\n")
    with embedded.start(folder) as server:
        assert remembered_nothing(server)
    assert list(folder.glob("postgresql.unfinished*")) == []


def test_a_start_that_is_killed_while_it_initialises_leaves_nothing_that_hinders_the_next(folder: Path) -> None:
    starting = subprocess.Popen([sys.executable, "-c", USER_OF_THE_SERVER, folder], stdin=subprocess.PIPE)
    assert eventually(lambda: any(folder.glob("postgresql.unfinished*/base")))
    starting.kill()
    starting.communicate()
    with embedded.start(folder) as server:
        assert remembered_nothing(server)


def test_an_incomplete_cluster_is_refused_by_name(begun: Path) -> None:
    for lost in ("postgresql.conf", "global/pg_control", "PG_VERSION"):
        (begun / "postgresql" / lost).unlink()
        with pytest.raises(DataFolderError, match=f"incomplete .{lost} is missing"):
            embedded.start(begun)


def test_a_cluster_of_another_postgresql_is_refused(begun: Path) -> None:
    (begun / "postgresql" / "PG_VERSION").write_text("16\n")
    with pytest.raises(DataFolderError, match="is of PostgreSQL 16, this is 18"):
        embedded.start(begun)


def test_a_damaged_cluster_is_refused_in_the_words_of_the_server(begun: Path) -> None:
    control = begun / "postgresql" / "global" / "pg_control"
    control.write_bytes(control.read_bytes()[:100])
    with pytest.raises(EmbeddedServerError, match=r"did not start: .*pg_control"):
        embedded.start(begun)


def test_a_folder_that_cannot_be_made(folder: Path) -> None:
    (folder / "file").write_text("in the way")
    with pytest.raises(DataFolderError, match="can't be used: Not a directory"):
        embedded.start(folder / "file" / "inner")


def test_a_private_folder_is_not_opened_for_another_account(folder: Path) -> None:
    folder.chmod(0o700)
    (folder / "inner").mkdir(mode=0o711)
    stranger = Account("stranger", os.geteuid() + 1, os.getegid() + 1)
    with pytest.raises(DataFolderError, match=f"because {folder} is private"):
        check_reachable(Home(folder / "inner"), stranger)
    assert folder.stat().st_mode & 0o777 == 0o700
