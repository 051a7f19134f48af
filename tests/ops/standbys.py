"""A primary and its streaming standby, on one machine, with PostgreSQL's own programs: the embedded ones, or those that
the machine brings."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import psutil
import psycopg
from psycopg.conninfo import make_conninfo

from ops.embedded.cluster import programs
from ops.embedded.system_account import server_account
from ops.migrate import migrate
from tests.patience import PATIENCE_SECONDS, eventually

LOGIN = "postgres"
CLUB = "club"
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "120",
    "wal_level": "replica",
    "max_wal_senders": "4",
    "hot_standby_feedback": "on",
    "wal_receiver_status_interval": "1",
    "wal_retrieve_retry_interval": "100",
}


@dataclass
class Server:
    """A server in a folder, with the programs of `bin`."""

    bin: Path
    folder: Path
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, database: str = CLUB) -> str:
        """The superuser's address on it."""
        return make_conninfo("", host=str(self.folder), user=LOGIN, dbname=database)

    def start(self) -> None:
        """Starts it; returns when it takes connections."""
        own = {**SETTINGS, "unix_socket_directories": str(self.folder)}
        options = [part for name, value in own.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.bin / "postgres", "-D", self.data, *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **as_server(),
            )
        assert eventually(self.answers), (self.folder / "log").read_text()

    def kill(self) -> None:
        """`kill -9` of all its processes: no last word to anybody. Nothing, if it does not run."""
        if self.process is None:
            return
        main = psutil.Process(self.process.pid)
        main.suspend()  # so that it has no further child
        children = main.children(recursive=True)
        for process in (main, *children):
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()
        _, left = psutil.wait_procs(children, PATIENCE_SECONDS)
        assert not left, left
        self.process = None

    def set(self, settings: Mapping[str, str]) -> None:
        """It works by these settings from now on."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            for name, value in settings.items():
                connection.execute(f"ALTER SYSTEM SET {name} = '{value}'".encode())
            connection.execute("SELECT pg_reload_conf()")

    def pause(self) -> None:
        """The standby takes what comes, and does not show it."""
        self.one("SELECT pg_wal_replay_pause()")
        assert eventually(lambda: self.one("SELECT pg_get_wal_replay_pause_state()") == "paused")

    def go_on(self) -> None:
        """It shows what has come."""
        self.one("SELECT pg_wal_replay_resume()")

    def promote(self) -> None:
        """Makes a primary of a standby; returns when it is one."""
        run(self.bin / "pg_ctl", "promote", "-w", "-D", self.data)

    def answers(self) -> bool:
        """Whether it lets anybody in."""
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=int(PATIENCE_SECONDS)).close()
        except psycopg.OperationalError:
            return False
        return True

    def one(self, query: str, database: str = CLUB) -> object:
        """The one thing that a query finds."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            row = connection.execute(query.encode()).fetchone()
        return None if row is None else row[0]


@contextmanager
def primary_and_standby(
    bin_: Path | None = None, settings: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[Server, Server]]:
    """Both run, the standby follows, and the database is migrated. From then on the primary has these settings."""
    place = Path(tempfile.mkdtemp(prefix="scoresheet-standby-"))
    place.chmod(0o755)
    primary, standby = (Server(bin_ or programs(), _folder(place / name)) for name in ("one", "two"))
    try:
        run(primary.bin / "initdb", "-D", primary.data, "-U", LOGIN, "--auth=trust", "--no-sync", "--encoding=UTF8")
        primary.start()
        with psycopg.connect(primary.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {CLUB}".encode())
        migrate(primary.url())
        begin_standby(primary, standby)
        primary.set(settings)
        yield primary, standby
    finally:
        standby.kill()
        primary.kill()
        shutil.rmtree(place, ignore_errors=True)


def begin_standby(primary: Server, standby: Server) -> None:
    """Makes a standby of the primary in that folder, and starts it."""
    shutil.rmtree(standby.data, ignore_errors=True)
    source = make_conninfo(primary.url("postgres"), application_name="two")
    run(
        standby.bin / "pg_basebackup", "-D", standby.data, "-d", source, "-R", "-X", "stream", "-c", "fast", "--no-sync"
    )
    standby.start()


def run(*command: str | Path) -> None:
    """Runs a program of PostgreSQL."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, **as_server())
    assert done.returncode == 0, f"{command[0]} ended with {done.returncode}: {done.stderr}"


def as_server() -> dict[str, Any]:
    """How a program is started in the server's account, which PostgreSQL demands of root."""
    plain: dict[str, Any] = {"cwd": "/", "env": {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}}
    if os.geteuid() != 0:
        return plain
    account = server_account()
    return plain | {"user": account.user_id, "group": account.group_id, "extra_groups": []}


def _folder(path: Path) -> Path:
    path.mkdir(mode=0o755)
    if os.geteuid() == 0:
        account = server_account()
        os.chown(path, account.user_id, account.group_id)
    return path
