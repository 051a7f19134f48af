"""A key for trying things out, and commands that use it."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from api.http import api_keys
from api.http.sessions.store import make_link
from domain.importing.clerk import Log
from domain.kernel.envelope import Role
from domain.kernel.ids import PersonId, TournamentId
from ops import database
from ops.command_line.key_making import made_key

DAYS = 30
LINK_LASTS = timedelta(days=1)


def make_trial_key(owner_url: str, log: Log, now: datetime, director: PersonId | None = None) -> str:
    """A key for a month: an administrator's, or that of the director named. `owner_url` is the address of the database
    for its owner."""
    role: Role = "director" if director else "administrator"
    wanted = api_keys.Wanted(role, director, label="demonstration", expires_at=now + timedelta(days=DAYS))
    with database.connect(owner_url) as connection:
        return made_key(connection, log, wanted, now)


def login_link(owner_url: str, address: str, key: str) -> str:
    """A link that logs in with that key, once, on this machine."""
    with database.connect(owner_url) as connection:
        return f"{address}/login/{make_link(connection, api_keys.id_of(key), LINK_LASTS, is_for_loopback=True)}"


def curl_lines(address: str, tournament: TournamentId, key: str) -> Sequence[str]:
    """Commands for a shell: what there is, a table, the ratings, a new result, and its history."""
    here = f"{address}/v1/tournaments/{tournament}"
    may = f"-H 'Authorization: Bearer {key}'"
    posts = f"{may} -H 'Idempotency-Key: try-1' -H 'Content-Type: application/json'"
    match = {"sides": [1, 2], "length": 5, "result": {"kind": "score", "first": 5, "second": 3}}
    return (
        f"curl {address}/v1/tournaments",
        f"curl {here}/standings",
        f"curl {address}/v1/ratings/normal",
        f"curl {here}/matches {posts} -d '{json.dumps(match)}'",
        f"curl {here}/history {may}",
    )
