"""One service on an embedded database: a second one would be meant for another."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ops.embedded.server import EmbeddedServer
from ops.errors import DataFolderError

LONGEST_ADDRESS = 200


@contextmanager
def served_once(server: EmbeddedServer | None, address: str) -> Iterator[None]:
    """Within it the server's data are served at this address, and nowhere else; on a server of one's own any number may
    serve. Raises DataFolderError with the address where they are served already."""
    if server is None:
        yield
        return
    lock = os.open(server.home.lock("service"), os.O_RDWR)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(lock, 0)
        os.pwrite(lock, address.encode(), 0)
        yield
    except BlockingIOError:
        there = os.pread(lock, LONGEST_ADDRESS, 0).decode()
        raise DataFolderError(
            f"the data folder {server.home.path} is served already, at {there}: use that one, or name another folder in"
            " SCORESHEET_DATA_DIR"
        ) from None
    finally:
        os.close(lock)
