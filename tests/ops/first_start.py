"""First starts as root on a machine that has neither the system user nor its folder.

`python -m tests.ops.first_start NAME` runs one of these there; `tests.ops.test_first_start` makes such a machine.
"""

import multiprocessing
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from functools import partial
from multiprocessing.synchronize import Barrier
from pathlib import Path

import psycopg

from ops import embedded
from ops.embedded import EmbeddedServer
from ops.embedded.system_account import NAME, ROOT_HOME, ROOT_HOME_MODE, make_folder, server_account
from tests.patience import PATIENCE_SECONDS, eventually

ROUNDS = {"test": 6, "proof": 20}[os.environ.get("SCORESHEET_TEST_PROFILE", "test")]
AT_ONCE = 8
USER_FILES = ("passwd", "shadow", "group", "gshadow")
START = "from ops import embedded; from ops.embedded.system_account import ROOT_HOME; embedded.start(ROOT_HOME).close()"


def eight_at_once() -> None:
    """Account and folder are made once, anyone who is first, and all see the same, whatever the umask."""
    for _ in range(ROUNDS):
        forget()
        barrier = multiprocessing.Barrier(AT_ONCE, timeout=PATIENCE_SECONDS)
        starts = [multiprocessing.Process(target=start, args=(barrier, number)) for number in range(AT_ONCE)]
        for one in starts:
            one.start()
        for one in starts:
            one.join()
        assert [one.exitcode for one in starts] == [0] * AT_ONCE
        lines = Path("/etc/passwd").read_text().splitlines()
        assert len([line for line in lines if line.startswith(f"{NAME}:")]) == 1


def start(barrier: Barrier, number: int) -> None:
    """The step; fails where what it is told is not what there is in the end."""
    os.umask(0o077 if number % 2 else 0o022)
    barrier.wait()
    account = server_account()
    seen = mode()
    barrier.wait()
    assert account.user_id == pwd.getpwnam(NAME).pw_uid
    assert seen == ROOT_HOME_MODE


def many_folders() -> None:
    """Each of hundreds is made by all at once: nobody takes away one that another has found."""
    with tempfile.TemporaryDirectory() as place:
        barrier = multiprocessing.Barrier(AT_ONCE, timeout=PATIENCE_SECONDS)
        making = [multiprocessing.Process(target=fill, args=(barrier, Path(place))) for _ in range(AT_ONCE)]
        for one in making:
            one.start()
        for one in making:
            one.join()
        assert [one.exitcode for one in making] == [0] * AT_ONCE


def fill(barrier: Barrier, place: Path) -> None:
    """Puts something into each as soon as it is there."""
    for number in range(300):
        barrier.wait()
        make_folder(place / str(number), ROOT_HOME_MODE)
        (place / str(number) / "set-up.lock").touch()


def closed_folder() -> None:
    """A start was killed before it had opened the folder."""
    ROOT_HOME.mkdir(mode=0o700)
    server_account()
    assert mode() == ROOT_HOME_MODE


def group_without_user() -> None:
    """useradd was killed between the two."""
    subprocess.run(["groupadd", "--system", NAME], check=True)
    assert server_account().name == NAME


def another_number() -> None:
    """The user was made again, with another number, since the data were written."""
    with embedded.start(ROOT_HOME) as server:
        remember(server)
    forget_user()
    subprocess.run(["useradd", "--system", "--uid", "4242", "--user-group", NAME], check=True)
    with embedded.start(ROOT_HOME) as server:
        assert remembers(server)


def incomplete_programs() -> None:
    """The copy of PostgreSQL's programs lacks one, and an unfinished copy lies beside it."""
    embedded.start(ROOT_HOME).close()
    [programs] = ROOT_HOME.glob("binaries-*")
    next(programs.rglob("initdb")).unlink()
    (ROOT_HOME / "unfinished-binaries-1").mkdir()
    embedded.start(ROOT_HOME / "another").close()
    assert [path.name for path in ROOT_HOME.glob("*binaries*")] == [programs.name]


def killed_anywhere() -> None:
    """Starts killed as soon as each of these is there; the next one goes through."""
    for sight in ("", "set-up.lock", "unfinished-binaries-*", "binaries-*", "postgresql.unfinished-*"):
        forget()
        begun = subprocess.Popen([sys.executable, "-c", START], start_new_session=True)
        assert eventually(partial(is_seen, sight), pause_seconds=0.001)
        os.killpg(begun.pid, signal.SIGKILL)
        begun.wait()
        with embedded.start(ROOT_HOME) as server:
            remember(server)
            assert remembers(server)


def is_seen(sight: str) -> bool:
    """Whether such a thing is in the folder; for no name, whether the folder is there."""
    return any(ROOT_HOME.glob(sight)) if sight else ROOT_HOME.exists()


def forget() -> None:
    """The machine has never seen the program."""
    forget_user()
    shutil.rmtree(ROOT_HOME, ignore_errors=True)


def forget_user() -> None:
    """Takes the user and the group out of the lists."""
    for name in USER_FILES:
        file = Path("/etc") / name
        if file.exists():
            kept = [line for line in file.read_text().splitlines(keepends=True) if not line.startswith(f"{NAME}:")]
            file.write_text("".join(kept))


def mode() -> int:
    """The folder's."""
    return stat.S_IMODE(ROOT_HOME.stat().st_mode)


def remember(server: EmbeddedServer) -> None:
    """Writes something."""
    with psycopg.connect(server.owner_url()) as connection:
        connection.execute("CREATE TABLE memory AS SELECT 42 AS number")


def remembers(server: EmbeddedServer) -> bool:
    """Whether it is there."""
    with psycopg.connect(server.owner_url()) as connection:
        return connection.execute("SELECT number FROM memory").fetchone() == (42,)


SCENES = (
    eight_at_once,
    many_folders,
    closed_folder,
    group_without_user,
    another_number,
    incomplete_programs,
    killed_anywhere,
)

if __name__ == "__main__":
    forget()
    {scene.__name__: scene for scene in SCENES}[sys.argv[1]]()
