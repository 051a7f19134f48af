"""The embedded PostgreSQL: a real server in a folder, for trying, tests and small clubs."""

from ops.embedded.server import DATABASE, OWNER, EmbeddedServer, Reservation, default_folder, reserve, set_aside, start
from ops.embedded.service import served_once

__all__ = [
    "DATABASE",
    "OWNER",
    "EmbeddedServer",
    "Reservation",
    "default_folder",
    "reserve",
    "served_once",
    "set_aside",
    "start",
]
