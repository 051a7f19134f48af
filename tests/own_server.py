"""A PostgreSQL that the machine brings, as Debian's package `postgresql` installs one, in a temporary folder.

`python -m tests.own_server tests/journal -n 2` runs pytest with these arguments on each version that is there, one
after the other; where there is none it says so, and fails with `SCORESHEET_TEST_OWN_SERVER=demanded`.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from psycopg.conninfo import make_conninfo

from ops.database import OLDEST_MAJOR_VERSION
from ops.embedded.server import UNSAFE

DEMANDED = os.environ.get("SCORESHEET_TEST_OWN_SERVER") == "demanded"
FOLDER = Path("/usr/lib/postgresql")
LACKING = f"no server of one's own, since there is none in {FOLDER}: apt-get install postgresql"
LOGIN = "postgres"
"""The superuser, and as root the account of the operating system that runs the server, which the package makes."""


def versions() -> list[int]:
    """The major versions that are there, the oldest first, of those that the service takes."""
    found = (int(program.parent.parent.name) for program in FOLDER.glob("*/bin/initdb"))
    return sorted(version for version in found if version >= OLDEST_MAJOR_VERSION)


@contextmanager
def running(version: int, *, fsync: bool = False) -> Iterator[str]:
    """The superuser's address on a server of that version, whose folder is deleted at the end. It lets in everybody who
    reaches its socket, and without `fsync` loses what a crash would take."""
    folder = Path(tempfile.mkdtemp(prefix="scoresheet-own-"))
    programs = FOLDER / str(version) / "bin"
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, LOGIN, LOGIN)
            folder.chmod(0o755)
        _run(programs / "initdb", "-D", folder / "data", "-U", LOGIN, "--auth=trust", "--no-sync", "--encoding=UTF8")
        options = " ".join(f"-c {name}={value}" for name, value in _settings(folder, fsync=fsync).items())
        _run(programs / "pg_ctl", "start", "-w", "-D", folder / "data", "-l", folder / "log", "-o", options)
        try:
            yield make_conninfo("", host=str(folder), user=LOGIN, dbname="postgres")
        finally:
            _run(programs / "pg_ctl", "stop", "-m", "immediate", "-D", folder / "data")
    finally:
        shutil.rmtree(folder)


def _settings(folder: Path, *, fsync: bool) -> dict[str, str]:
    return {**({} if fsync else UNSAFE), "listen_addresses": "''", "unix_socket_directories": str(folder)}


def _run(*command: str | Path) -> None:
    """As root in the server's account, which PostgreSQL demands."""
    account = pwd.getpwnam(LOGIN) if os.geteuid() == 0 else None
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"},
        user=None if account is None else account.pw_uid,
        group=None if account is None else account.pw_gid,
        extra_groups=None if account is None else [],
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} ended with {done.returncode}: {done.stderr}")


def main() -> int:
    """The worst exit code of these runs of pytest."""
    if not versions():
        print(LACKING, file=sys.stderr)
        return int(DEMANDED)
    return max(_tested(version, sys.argv[1:]) for version in versions())


def _tested(version: int, arguments: list[str]) -> int:
    print(f"on PostgreSQL {version} of the machine:", flush=True)
    with running(version) as url:
        command = [sys.executable, "-m", "pytest", *arguments]
        return subprocess.run(command, env={**os.environ, "SCORESHEET_TEST_DATABASE_URL": url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
