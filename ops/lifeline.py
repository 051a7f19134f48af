"""Child processes that can't outlive the one that started them, however it ends, on any Unix.

The parent holds the writing end of a pipe that is the child's standard input. The first line tells the child
its job; the end of the pipe tells it that the parent is gone.
"""

import importlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from io import FileIO

from domain.person.commands import ERASURE_WAIT_HOURS
from ops.log_lines import to_standard_error

GRACE_SECONDS = 10.0
PRELOAD = "ops.preloading:preload"
SETTINGS_PREFIX = "SCORESHEET_"
"""Parts are told what they need by their job: settings may hold the owner's password."""


@dataclass(frozen=True)
class Identity:
    """The account of the operating system that root's child becomes: its user, its group, and the group of the server's
    socket."""

    user_id: int
    group_id: int
    socket_group_id: int


@dataclass(frozen=True)
class Job:
    """What a part of the service needs to know. `socket` is an inherited, bound file descriptor, `limits` is what its
    callers may have open at once; it works in the account `identity`, or where there is none in that of who starts it.
    Reads that take long are made by the part that serves on the Unix socket `heavy_socket`. Only who signs the log is
    told where its key lies, its origin, and the policy of its witnesses; only who delivers to webhooks the key that
    opens their secrets, in hexadecimal digits; only who makes keys is told all `urls` of the database by role, and the
    `address` of the service."""

    database_url: str
    socket: int | None = None
    urls: Mapping[str, str] | None = None
    address: str | None = None
    heavy_socket: str | None = None
    limits: Mapping[str, int | Sequence[str]] = field(default_factory=dict)
    erasure_wait_hours: int = ERASURE_WAIT_HOURS
    identity: Identity | None = None
    log_key_dir: str | None = None
    log_origin: str = ""
    log_ml_dsa: bool = False
    witness_policy: str = ""
    webhook_key: str | None = None


def start_part(entry_point: str, job: Job) -> "subprocess.Popen[bytes]":
    """Starts `module:function` with the job in a process of its own, out of reach of the terminal's Ctrl-C."""
    child = subprocess.Popen(
        [sys.executable, "-m", "ops.lifeline", entry_point],
        stdin=subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if not name.startswith(SETTINGS_PREFIX)},
        pass_fds=[] if job.socket is None else [job.socket],
        start_new_session=True,
    )
    if child.stdin is None:
        raise ValueError("a pipe was asked for and there is none")
    child.stdin.write(json.dumps(asdict(job)).encode() + b"\n")
    child.stdin.flush()
    return child


def stop_part(child: "subprocess.Popen[bytes]", grace_seconds: float = GRACE_SECONDS) -> None:
    """Asks the child to end, kills it if it takes longer than the grace, and returns when it has ended."""
    child.terminate()
    try:
        child.wait(grace_seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def main() -> None:
    """The child: reads its job, watches its parent, and does the job."""
    # Unbuffered: a thread that waits in a buffered reader would break the interpreter's own ending.
    lifeline = FileIO(0, closefd=False)
    job = _job(lifeline.readline())
    threading.Thread(target=_end_with_parent, args=[lifeline], name="lifeline", daemon=True).start()
    to_standard_error()
    work: Callable[[Job], None] = _resolve(sys.argv[1])
    if job.identity is not None:
        _resolve(PRELOAD)(sys.argv[1])
        _become(job.identity)
    work(job)


def _job(told: bytes) -> Job:
    fields = json.loads(told)
    identity = fields.pop("identity")
    return Job(**fields, identity=None if identity is None else Identity(**identity))


def _become(identity: Identity) -> None:
    """For good: what can be taken back would be, by whoever breaks in."""
    os.setgroups([identity.socket_group_id])
    os.setgid(identity.group_id)
    os.setuid(identity.user_id)
    os.environ["HOME"] = "/nonexistent"
    os.chdir("/")


def _resolve(entry_point: str) -> Callable[..., None]:
    module, _, name = entry_point.partition(":")
    function: Callable[..., None] = getattr(importlib.import_module(module), name)
    return function


def _end_with_parent(lifeline: FileIO) -> None:
    """Ends its own process at once: who starts the service again needs the address, and nothing is lost by a kill."""
    lifeline.read()
    os._exit(1)


if __name__ == "__main__":
    main()
