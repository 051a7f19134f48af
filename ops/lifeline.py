"""Child processes that can't outlive the one that started them, however it ends, on any Unix.

All are forked from one process that has loaded the program and knows no setting (`ops.forking`).
"""

import gc
import importlib
import multiprocessing
import os
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from pathlib import Path

from setproctitle import setproctitle

from api.http.sessions.logins import Logins
from domain.person.erasure_waits import ERASURE_WAIT_HOURS
from ops import extras, late_imports
from ops.forking import FORKING, load_program
from ops.log_lines import to_standard_error
from ops.mails.server import MailServer

GRACE_SECONDS = 10.0
SESSION_PRIORITY = Path("/proc/self/autogroup")


@dataclass(frozen=True)
class Identity:
    """The account of the operating system that root's child becomes: its user, its group, and the group of the server's
    socket."""

    user_id: int
    group_id: int
    socket_group_id: int


@dataclass(frozen=True)
class Job:
    """All that a part of the service needs to know. `socket` is an inherited, bound file descriptor, `limits` is what
    its callers may have open at once, and `logins` how people may log in; it works in the account `identity`, or where
    there is none in that of who starts it. By `gives_way` its priority is lower than the others', as `nice` counts.
    Reads that take long are made by the part that serves on the Unix socket `heavy_socket`. Only who signs the log is
    told where its key lies, its origin, the policy of its witnesses, and in how many days it is to be examined; only
    who delivers to webhooks the key that opens their secrets, in hexadecimal digits, the server of mails, and who push
    services write to; only who makes keys is told all `urls` of the database by role, and the `address` of the service;
    only who answers requests the `replica_url` to read at, and the endpoint of a collector of traces; only who signs
    the `standby_url`. In tests a part may be one that `refuses_late_imports`; its log may be of JSON."""

    database_url: str
    socket: int | None = None
    urls: Mapping[str, str] | None = None
    address: str | None = None
    replica_url: str = ""
    standby_url: str = ""
    heavy_socket: str | None = None
    limits: Mapping[str, int | Sequence[str]] = field(default_factory=dict)
    logins: Logins = field(default_factory=Logins)
    erasure_wait_hours: int = ERASURE_WAIT_HOURS
    identity: Identity | None = None
    gives_way: int = 0
    log_key_dir: str | None = None
    log_origin: str = ""
    log_ml_dsa: bool = False
    witness_policy: str = ""
    examination_days: int = 7
    webhook_key: str | None = None
    mail: MailServer | None = None
    push_contact: str = ""
    traces_endpoint: str = ""
    refuses_late_imports: bool = False
    logs_json: bool = False


def start_part(entry_point: str, job: Job, listener: socket.socket | None = None) -> BaseProcess:
    """Starts `module:function` with the job, and with the socket's descriptor in it, in a process of its own, out of
    reach of the terminal's Ctrl-C."""
    load_program()
    child = FORKING.Process(target=_work, args=(entry_point, job, listener), name=entry_point)
    child.start()
    return child


def stop_part(child: BaseProcess, grace_seconds: float = GRACE_SECONDS) -> None:
    """Asks the child to end, kills it if it takes longer than the grace, and returns when it has ended."""
    child.terminate()
    child.join(grace_seconds)
    child.kill()
    child.join()


def _work(entry_point: str, job: Job, listener: socket.socket | None) -> None:
    """The child: watches its parent, and does the job."""
    os.setsid()
    _give_way(job.gives_way)
    _forget_tracker()
    threading.Thread(target=_end_with_parent, name="lifeline", daemon=True).start()
    setproctitle(f"scoresheet {entry_point}")
    to_standard_error(as_json=job.logs_json)
    work: Callable[[Job], None] = _resolve(entry_point)
    extras.load(job.logins, has_traces=bool(job.traces_endpoint))
    there = late_imports.packages()
    if job.identity is not None:
        _become(job.identity)
    late_imports.watch(there, is_refused=job.refuses_late_imports)
    gc.enable()
    work(job if listener is None else replace(job, socket=listener.detach()))


def _give_way(by: int) -> None:
    """Linux may share its processors out to sessions: then the session's priority counts, and that of a process only
    within it. It is set before the process changes its account, for it may not afterwards."""
    os.nice(by)
    if by:
        with suppress(OSError):  # there is none to set, or it may not be set: only speed rests on it
            SESSION_PRIORITY.write_text(str(by))


def _forget_tracker() -> None:
    """Ends the way to multiprocessing's tracker: it removes what it is told to, with root's rights."""
    tracker = resource_tracker.getfd()
    if tracker is not None:
        os.close(tracker)


def _become(identity: Identity) -> None:
    """For good: what can be taken back would be, by anyone who breaks in."""
    os.setgroups([identity.socket_group_id])
    os.setgid(identity.group_id)
    os.setuid(identity.user_id)
    os.environ["HOME"] = "/nonexistent"
    os.chdir("/")


def _resolve(entry_point: str) -> Callable[[Job], None]:
    module, _, name = entry_point.partition(":")
    function: Callable[[Job], None] = getattr(importlib.import_module(module), name)
    return function


def _end_with_parent() -> None:
    """Ends its own process at once: who starts the service again needs the address, and nothing is lost by a kill."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
