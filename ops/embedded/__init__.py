"""The embedded PostgreSQL: a real server in a folder, for trying, tests and small clubs."""

from ops.embedded.cluster import DATABASE_FOLDER
from ops.embedded.server import DATABASE, OWNER, EmbeddedServer, Reservation, default_folder, reserve, set_aside, start
from ops.embedded.service import served_once

__all__ = [
    "DATABASE",
    "DATABASE_FOLDER",
    "OWNER",
    "EmbeddedServer",
    "Reservation",
    "default_folder",
    "reserve",
    "served_once",
    "set_aside",
    "start",
]
