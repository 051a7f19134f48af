"""Readers of files, forked from a process that has loaded all they need.

A part of the service that has given up root's rights may not even read its interpreter, so it can start no program of
its own in Python. So it begins this process before it serves: that holds no connection and no setting, and forks a
bounded reader for each file.
"""

import os
import signal
import socket
from collections.abc import Callable

from setproctitle import setproctitle

READING = "scoresheet: reads files of programs"
_PIECE = 65_536
_LONGEST_KIND = 16

Read = Callable[[bytes, str], bytes]
"""What is answered to the bytes of a file of that kind."""


class Readers:
    """The process that forks them; it ends with the process that began it."""

    def __init__(self, read: Read) -> None:
        self._control, asked = socket.socketpair()
        self.process = os.fork()
        if self.process == 0:
            _fork_for_each(asked, read)
        asked.close()

    def end(self) -> None:
        """Ends the process."""
        self._control.close()
        os.waitpid(self.process, 0)

    def answer(self, content: bytes, kind: str, seconds: float) -> bytes:
        """The answer of that file's reader; nothing where it was ended, or takes longer for any step. Raises
        OSError where the process is gone."""
        own, readers = socket.socketpair()
        with own:
            own.settimeout(seconds)
            with readers:
                socket.send_fds(self._control, [kind.encode()], [readers.fileno()])
            try:
                own.sendall(content)
                own.shutdown(socket.SHUT_WR)
                return _whole(own)
            except (TimeoutError, BrokenPipeError, ConnectionResetError):
                return b""


def _fork_for_each(asked: socket.socket, read: Read) -> None:
    """Never returns: it is the program of a process."""
    try:
        for which in (signal.SIGTERM, signal.SIGINT):
            signal.signal(which, signal.SIG_DFL)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        os.environ.clear()
        os.closerange(3, asked.fileno())
        os.closerange(asked.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
        setproctitle(READING)
        while True:
            kind, descriptors, *_ = socket.recv_fds(asked, _LONGEST_KIND, 1)
            if not descriptors:
                break
            if os.fork() == 0:
                with socket.socket(fileno=descriptors[0]) as one:
                    one.sendall(read(_whole(one), kind.decode()))
                break
            os.close(descriptors[0])
    finally:
        os._exit(0)


def _whole(one: socket.socket) -> bytes:
    return b"".join(iter(lambda: one.recv(_PIECE), b""))
