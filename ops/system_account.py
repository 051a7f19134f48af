"""The account that runs PostgreSQL, which refuses to run as root."""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass

from ops.errors import EmbeddedServerError

NAME = "scoresheet"


@dataclass(frozen=True)
class Account:
    """A user of the operating system, by name and numeric ids."""

    name: str
    user_id: int
    group_id: int


def server_account() -> Account:
    """The account for PostgreSQL: whoever runs this program, or for root a system user of its own.

    Raises EmbeddedServerError where root can't make that user.
    """
    if os.geteuid() != 0:
        return _account(pwd.getpwuid(os.geteuid()))
    try:
        return _account(pwd.getpwnam(NAME))
    except KeyError:
        _create()
        return _account(pwd.getpwnam(NAME))


def _account(entry: pwd.struct_passwd) -> Account:
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def _create() -> None:
    useradd = shutil.which("useradd", path="/usr/sbin:/usr/bin:/sbin:/bin")
    advice = f"create a system user named {NAME}, or run as an ordinary user"
    if useradd is None:
        raise EmbeddedServerError(f"PostgreSQL can't run as root and there is no useradd here: {advice}")
    options = ("--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent")
    made = subprocess.run(
        [useradd, *options, "--shell", "/usr/sbin/nologin", NAME], capture_output=True, text=True, check=False
    )
    # 9: the name exists by now, another start was quicker.
    if made.returncode not in (0, 9):
        raise EmbeddedServerError(f"useradd said: {made.stderr.strip()}; {advice}")
