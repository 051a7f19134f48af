"""Runs one embedded PostgreSQL for as long as anybody uses it; started by `ops.embedded.server`, by path.

Everybody who uses the server holds the users' lock shared. The keeper waits to get it exclusively, and the
kernel grants that when the last user has let go or has died, however it died. Then the keeper stops the
server and ends. Only the standard library is imported here: this file runs in Python's isolated mode, so
that nothing in the environment or the current folder can change it.
"""

import ctypes
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

POLL_SECONDS = 0.02
START_SECONDS = 120.0
STOP_SECONDS = 60.0
LEFTOVERS_SECONDS = 15.0
# PostgreSQL says so while processes of a killed server are still going away.
LEFTOVERS = ("pre-existing shared memory block", 'lock file "postmaster.pid" already exists')


@dataclass(frozen=True)
class Order:
    """A server to run: the command, the server's folder, files and account; `temporary` deletes it all."""

    command: list[str]
    home: str
    data: str
    sockets: str
    log: str
    keeper_lock: str
    users_lock: str
    user_id: int
    group_id: int
    temporary: bool


class ServerEndedError(Exception):
    """PostgreSQL ended although nobody had asked it to."""


class StopRequestedError(Exception):
    """A signal asked the keeper to stop at once."""


def main() -> None:
    """Reads the order from the first argument, answers one line (`ready` or what went wrong), then keeps."""
    order = Order(**json.loads(sys.argv[1]))
    os.umask(0o077)
    keeper_lock = os.open(order.keeper_lock, os.O_RDWR)
    fcntl.flock(keeper_lock, fcntl.LOCK_EX)
    _on_signals()
    server = None
    try:
        server = start(order)
        _answer("ready")
        _until_nobody_uses_it(order, server)
        stop(server)
        if order.temporary:
            shutil.rmtree(order.home, ignore_errors=True)
    except ServerEndedError as error:
        _answer(str(error))
    except StopRequestedError:
        _answer("the embedded PostgreSQL was asked to stop")
    finally:
        if server is not None:
            stop(server)


def start(order: Order) -> "subprocess.Popen[bytes]":
    """Starts PostgreSQL, once what a killed predecessor left has gone; returns it when it takes connections.

    Raises ServerEndedError with the server's last words where it doesn't start.
    """
    deadline = time.monotonic() + LEFTOVERS_SECONDS
    _set_aside(Path(order.log))
    _stop_orphan(Path(order.data), Path(order.sockets))
    while True:
        server = _launch(order)
        try:
            _until_ready(order, server)
        except ServerEndedError as error:
            if not any(text in str(error) for text in LEFTOVERS) or time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return server


def stop(server: "subprocess.Popen[bytes]") -> None:
    """Asks for a fast shutdown, then an immediate one, then kills; returns when the process is gone."""
    for signal_number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        if server.poll() is None:
            server.send_signal(signal_number)
        try:
            server.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        return


def _on_signals() -> None:
    def stop_now(_number: int, _frame: FrameType | None) -> None:
        raise StopRequestedError

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop_now)


def _answer(line: str) -> None:
    """Only the first answer finds a reader; later ones have nobody to go to and are dropped."""
    try:
        os.write(1, (line.replace("\n", " ") + "\n").encode())
    except BrokenPipeError:
        return


def _set_aside(log: Path) -> None:
    if log.exists():
        log.replace(log.with_suffix(".previous.log"))


def _launch(order: Order) -> "subprocess.Popen[bytes]":
    is_root = os.geteuid() == 0
    with Path(order.log).open("ab") as log:
        return subprocess.Popen(
            order.command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
            preexec_fn=_die_with_parent(),
            user=order.user_id if is_root else None,
            group=order.group_id if is_root else None,
            extra_groups=[] if is_root else None,
        )


def _die_with_parent() -> Callable[[], None] | None:
    """On Linux the kernel stops PostgreSQL (SIGINT: fast shutdown) even when the keeper itself is killed."""
    if not sys.platform.startswith("linux"):
        return None
    control = ctypes.CDLL(None).prctl
    return lambda: control(1, signal.SIGINT)


def _until_ready(order: Order, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_SECONDS
    while _status(Path(order.data)) != (server.pid, "ready"):
        if server.poll() is not None:
            raise ServerEndedError(_last_words(Path(order.log)))
        if time.monotonic() > deadline:
            stop(server)
            raise ServerEndedError(f"not ready after {START_SECONDS:.0f} s")
        time.sleep(POLL_SECONDS)


def _status(data: Path) -> tuple[int, str] | None:
    """Process id and status from postmaster.pid: its first line and its eighth."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return None
    return (int(lines[0]), lines[7].strip()) if len(lines) > 7 else None


def _last_words(log: Path) -> str:
    lines = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
    fatal = [line for line in lines if "FATAL:" in line or "PANIC:" in line]
    return (fatal or lines or ["it said nothing"])[-1]


def _stop_orphan(data: Path, sockets: Path) -> None:
    """Stops a server whose keeper was killed: nobody but a keeper runs one here, and this is the only one.

    The process id it left may belong to a stranger by now, and PostgreSQL would not start beside it; its
    parent's id it takes for a stale one, and still looks at the shared memory the file names. The lock of its
    socket names that process too, and nothing else.
    """
    file = data / "postmaster.pid"
    try:
        process_id, rest = file.read_text().split("\n", 1)
    except (FileNotFoundError, ValueError):
        _unlock(sockets)
        return
    deadline = time.monotonic() + STOP_SECONDS
    while _is_server(int(process_id), data) and time.monotonic() < deadline:
        os.kill(int(process_id), signal.SIGINT)
        time.sleep(0.1)
    if file.exists() and not _is_server(int(process_id), data):
        file.write_text(f"{os.getpid()}\n{rest}")
        _unlock(sockets)


def _unlock(sockets: Path) -> None:
    for lock in sockets.glob(".s.PGSQL.*.lock"):
        lock.unlink(missing_ok=True)


def _is_server(process_id: int, data: Path) -> bool:
    arguments = _arguments(process_id)
    return "postgres" in arguments and str(data) in arguments


def _arguments(process_id: int) -> str:
    if Path("/proc/self/cmdline").exists():
        try:
            return Path(f"/proc/{process_id}/cmdline").read_text(errors="replace")
        except (FileNotFoundError, ProcessLookupError):
            return ""
    command = ["ps", "-ww", "-o", "args=", "-p", str(process_id)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _until_nobody_uses_it(order: Order, server: "subprocess.Popen[bytes]") -> None:
    def server_ended(_number: int, _frame: FrameType | None) -> None:
        if server.poll() is not None:
            raise ServerEndedError(_last_words(Path(order.log)))

    signal.signal(signal.SIGCHLD, server_ended)
    server_ended(0, None)
    fcntl.flock(os.open(order.users_lock, os.O_RDWR), fcntl.LOCK_EX)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)


if __name__ == "__main__":
    main()
