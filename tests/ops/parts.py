"""Parts of a service for the tests of serving: one that answers, one that ends at once."""

import os
import socket

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


def end_at_once(_job: Job) -> None:
    """Ends with exit code 7."""
    raise SystemExit(7)
