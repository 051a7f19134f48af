"""Parts of a service for the tests of serving: one that answers, one that ends at once."""

import os
import socket
from contextlib import closing
from functools import partial
from pathlib import Path

import psycopg

from ops.lifeline import Job


def answer(job: Job) -> None:
    """Answers each connection with this process's id and the role it has in the database, until SIGTERM."""
    with psycopg.connect(job.database_url) as connection:
        row = connection.execute("SELECT current_user").fetchone()
    with socket.socket(fileno=job.socket) as listener:
        listener.listen()
        while True:
            connected, _ = listener.accept()
            with connected:
                connected.sendall(f"{os.getpid()} {row}".encode())


def idle(_job: Job) -> None:
    """Waits for SIGTERM."""
    while True:
        os.read(os.pipe()[0], 1)


def end_well(_job: Job) -> None:
    """Ends with exit code 0."""


def load(job: Job) -> None:
    """Loads the list named in the environment, as the demonstration is loaded beside the service. The others do without
    what that takes, which is most of the program."""
    from ops.command_line.bars import progress_bar
    from ops.database import DatabaseUrls
    from ops.demonstration.demo import demonstrate

    assert job.urls is not None
    assert job.address is not None
    urls = DatabaseUrls(**job.urls)
    path = Path(os.environ["DEMONSTRATION"])
    told = partial(print, flush=True)
    demonstrate(urls, job.address, told, progress_bar, path=path, if_empty=True, parts=())


def register(job: Job) -> None:
    """Registers two persons, as a demonstration that loads little."""
    from domain.application.catalogue import FOLDS, REGISTRY
    from domain.journal.journal import Journal
    from tests.projections.support import Club, ticking

    with closing(Journal(job.database_url, ticking(), REGISTRY, FOLDS)) as log:
        Club(log).register(1, 2)


def end_at_once(_job: Job) -> None:
    """Ends with exit code 7."""
    raise SystemExit(7)
