"""The accounts of the operating system that root starts things in, PostgreSQL and each part of the service, and the
folder that root keeps for them.

Any number of first starts may come here at once: one works at a time, and each mends what an earlier one that was
killed has left half done.
"""

import contextlib
import grp
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ops.database import ROLES
from ops.embedded.alone import alone_with
from ops.errors import DataFolderError, EmbeddedServerError

NAME = "scoresheet"
API, PROJECTIONS, SIGNER = "scoresheet-api", "scoresheet-projections", "scoresheet-signer"
WEBHOOKS = "scoresheet-webhooks"
PART_ACCOUNTS: Mapping[str, str] = dict(zip((API, PROJECTIONS, SIGNER, WEBHOOKS), ROLES, strict=True))
"""The accounts that parts work in, and which role on the database each of them may take. The signer alone reads the key
that the log is signed with."""

ROOT_HOME = Path("/var/lib/scoresheet")
ROOT_HOME_MODE = 0o711
BUSY = 1
"""What useradd ends with where others are changing the list of users just now."""
PATIENCE_SECONDS = 30.0


@dataclass(frozen=True)
class Account:
    """A user of the operating system, by name and numeric ids."""

    name: str
    user_id: int
    group_id: int


def server_account() -> Account:
    """The account for PostgreSQL: anyone who runs this program, or for root a system user of its own.

    Raises EmbeddedServerError where root can't make that user, DataFolderError where root can't make its folder.
    """
    if os.geteuid() != 0:
        return _account(pwd.getpwuid(os.geteuid()))
    return _system_account(NAME)


def part_account(name: str) -> Account | None:
    """The account of that name for a part: for root the one that `scoresheet setup` has made, or where it has not made
    all of them the server's; for everybody else none but their own.

    Raises what `server_account` raises.
    """
    if os.geteuid() != 0:
        return None
    return (_found(name) if is_set_up() else None) or server_account()


def make_part_accounts() -> Mapping[str, Account]:
    """System users for all parts, by name; for root alone. Raises what `server_account` raises."""
    return {name: _system_account(name) for name in PART_ACCOUNTS}


def is_set_up() -> bool:
    """Whether all parts have accounts of their own."""
    return all(_found(name) is not None for name in PART_ACCOUNTS)


def one_account() -> bool:
    """Whether all parts of the service work in the same account."""
    return len({part_account(name) for name in PART_ACCOUNTS}) == 1


def lacks_account() -> bool:
    """Whether root is still to make the account for PostgreSQL."""
    return os.geteuid() == 0 and _found(NAME) is None


def _system_account(name: str) -> Account:
    with root_home():
        return _found(name) or _created(name)


@contextlib.contextmanager
def root_home() -> Iterator[Path]:
    """Root's own folder on this machine, open to be passed through; within, this process alone works on it.

    Raises DataFolderError where it can't be made.
    """
    try:
        make_folder(ROOT_HOME, ROOT_HOME_MODE)
        lock = os.open(ROOT_HOME / "set-up.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DataFolderError(f"the folder {ROOT_HOME} can't be used: {error.strerror}") from error
    with alone_with(lock):
        ROOT_HOME.chmod(stat.S_IMODE(ROOT_HOME.stat().st_mode) | ROOT_HOME_MODE)
        yield ROOT_HOME


def make_folder(folder: Path, mode: int) -> None:
    """Makes the folder, and those above it, with just this mode, whatever the umask. One that is there stays as it is.

    It is made beside its place, so that none is ever left there half made, and by one process at a time: it would take
    the place of another's that is empty yet, and anyone who has found that one would have lost it. Raises OSError.
    """
    if folder.exists():
        return
    make_folder(folder.parent, mode)
    with alone_with(os.open(folder.parent, os.O_RDONLY)):
        if not folder.exists():
            made = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}-"))
            made.chmod(mode)
            made.rename(folder)


def _found(name: str) -> Account | None:
    try:
        return _account(pwd.getpwnam(name))
    except KeyError:
        return None


def _account(entry: pwd.struct_passwd) -> Account:
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def _created(name: str) -> Account:
    advice = f"create a system user named {name}, or run as an ordinary user"
    useradd = shutil.which("useradd", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if useradd is None:
        raise EmbeddedServerError(f"nothing is served as root, and there is no useradd here: {advice}")
    command = [useradd, "--system", *_group_options(name), "--no-create-home", "--home-dir", "/nonexistent"]
    made = _run_unless_busy([*command, "--shell", "/usr/sbin/nologin", name])
    account = _found(name)
    if account is None:
        raise EmbeddedServerError(f"useradd said: {' '.join(made.stderr.split())}; {advice}")
    return account


def _group_options(name: str) -> tuple[str, ...]:
    """A group of that name may have been left by a start that was killed."""
    try:
        return ("--gid", grp.getgrnam(name).gr_name)
    except KeyError:
        return ("--user-group",)


def _run_unless_busy(command: list[str]) -> "subprocess.CompletedProcess[str]":
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode != BUSY or time.monotonic() > deadline:
            return made
        time.sleep(0.2)
