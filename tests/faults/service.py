"""The whole service as it is run: the command `scoresheet serve`, in processes of its own, seen from outside."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil
from psycopg.conninfo import make_conninfo

from ops import embedded
from ops.embedded.cluster import Home
from tests.ops.support import COMMAND, called
from tests.patience import PATIENCE_SECONDS, eventually


@dataclass
class Service:
    """One data folder, or one address of a database, and the command that serves it. `settings` are its own."""

    settings: Mapping[str, str]
    port: int
    log: IO[bytes] = field(default_factory=tempfile.TemporaryFile)
    began: int = 0
    process: "subprocess.Popen[bytes] | None" = None
    seen: set[psutil.Process] = field(default_factory=set)
    program: str = COMMAND

    @property
    def url(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self.port}"

    def run(self, *arguments: str) -> str:
        """What a command of the command line prints; it must succeed."""
        code, said = self.tried(*arguments)
        assert code == 0, said
        return said.strip()

    def office_key(self) -> str:
        """A new key of an administrator's."""
        return self.run("keys", "make", "--role", "administrator")

    def tried(self, *arguments: str) -> tuple[int, str]:
        """The exit code of a command of the command line, and what it prints; its errors too where it fails."""
        done = called(arguments, self.environment())
        return done.returncode, done.stdout + (done.stderr if done.returncode else "")

    def start(self, *options: str) -> None:
        """Starts it; returns when it says that it serves. Fails with what it said where it ends instead."""
        self.begin(*options)
        assert eventually(self._has_begun), self.said()
        self.look()

    def begin(self, *options: str) -> None:
        """Starts it, and waits for nothing."""
        self.began = os.fstat(self.log.fileno()).st_size
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.program, "serve", *options],
            env=self.environment(),
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )

    def _has_begun(self) -> bool:
        assert self.main.poll() is None, self.said()
        return "serving on" in self.said()

    @property
    def main(self) -> "subprocess.Popen[bytes]":
        """The process that was started, which watches the others."""
        assert self.process is not None
        return self.process

    def look(self) -> list[psutil.Process]:
        """The processes of the service that run now; they are remembered."""
        found: list[psutil.Process] = []
        with suppress(psutil.NoSuchProcess):
            main = psutil.Process(self.main.pid)
            found = [main, *main.children(recursive=True)]
        self.seen.update(found)
        return found

    def find(self, *words: str) -> Sequence[psutil.Process]:
        """Those of its processes that have one of the words in their command line, in the order of their ids."""
        found = [one for one in self.look() if any(word in _shown(one) for word in words)]
        return sorted(found, key=lambda one: one.pid)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Asks it to end; its exit code."""
        self.look()
        self.main.send_signal(number)
        return self.ended()

    def ended(self) -> int:
        """Waits until it has ended by itself; its exit code."""
        return self.main.wait(PATIENCE_SECONDS)

    def nothing_is_left(self) -> bool:
        """Whether every process it ever started is gone before the deadline."""
        return eventually(lambda: not any(map(_runs, self.seen)))

    def kill_all(self) -> None:
        """Kills whatever of it is still there; for the end of a test that failed."""
        for one in [*self.look(), *self.seen]:
            with suppress(psutil.NoSuchProcess):
                one.kill()

    def said(self) -> str:
        """All that it has printed since it was started."""
        return os.pread(self.log.fileno(), 1_000_000, self.began).decode()

    def environment(self) -> dict[str, str]:
        """What it and its commands are run with."""
        return os.environ | {"SCORESHEET_PORT": str(self.port)} | dict(self.settings)


@contextmanager
def service(**settings: str | Path) -> Iterator[Service]:
    """A service, not started yet, with these settings; nothing of it is left afterwards."""
    keys = Path(tempfile.mkdtemp(prefix="scoresheet-log-key-"))
    keys.chmod(0o711)
    named = {f"SCORESHEET_{name.upper()}": str(value) for name, value in settings.items()}
    held = held_port()
    made = Service({"SCORESHEET_LOG_KEY_DIR": str(keys / "log-key"), **named}, held.getsockname()[1])
    try:
        yield made
    finally:
        if made.process is not None:
            made.kill_all()
            made.main.wait()
            print(os.pread(made.log.fileno(), 10_000_000, 0).decode())
        held.close()
        made.log.close()
        shutil.rmtree(keys, ignore_errors=True)


def held_port() -> socket.socket:
    """A free port on loopback, that the system hands to nobody else as long as the socket is open: it is bound and does
    not listen, so that a service started on the port can, again and again."""
    held = socket.socket()
    held.bind(("127.0.0.1", 0))
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return held


def owner_of(folder: Path) -> str:
    """The address of the embedded database in a data folder, without holding its server as a user of it does."""
    sockets = Home(folder).sockets
    return make_conninfo("", host=str(sockets), user=embedded.OWNER, dbname=embedded.DATABASE)


def _shown(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return ""


def _runs(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
