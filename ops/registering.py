"""Writes down what the tables of the read models are, in a process that has them loaded."""

import sys

import psycopg

from ops.database import connect
from ops.errors import OperationError
from ops.lifeline import Job
from projections.registry.catalogue import register


def run(job: Job) -> None:
    """Entry point: registers them as the database's owner. Ends with 1 where that failed."""
    try:
        with connect(job.database_url) as connection:
            register(connection)
    except (OperationError, psycopg.Error):
        sys.exit(1)
