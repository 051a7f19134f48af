"""API keys made, rotated and revoked on the machine, each recorded as an event."""

import secrets
from datetime import datetime
from typing import Any

import psycopg

from api.http import api_keys
from api.http.api_keys import BY_THE_MACHINE, Origin, Wanted
from domain.access import decide
from domain.importing.clerk import Clerk, Log


def made_key(
    connection: psycopg.Connection[Any], log: Log, wanted: Wanted, now: datetime, origin: Origin = BY_THE_MACHINE
) -> str:
    """A new key, which is seen this once. `connection` is the owner's.

    Raises ValueError where the key would have expired when it is made.
    """
    made = api_keys.make_key(connection, wanted, now, origin, proposed=True)
    connection.commit()
    key_id, reads_text = api_keys.id_of(made), wanted.personal
    record(log, decide.MakeKey.from_attributes(wanted, key=key_id, reads_personal_text=reads_text))
    return made


def rotated_key(connection: psycopg.Connection[Any], log: Log, key: str, now: datetime) -> str:
    """A key that may do what that one may, and is seen this once. Raises ValueError where there is none that is
    valid."""
    made = api_keys.rotate_key(connection, key, now, proposed=True)
    connection.commit()
    record(log, decide.RotateKey(key=key, successor=api_keys.id_of(made)))
    return made


def record(log: Log, command: decide.Command) -> None:
    """Carries the command out. Raises Refused."""
    Clerk(log, "keys").access(secrets.token_hex(16), command)
