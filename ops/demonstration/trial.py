"""A key for trying things out, and commands that use it."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from api.http import api_keys
from domain.kernel.ids import TournamentId
from ops import database
from ops.clerk import Log
from ops.command_line.key_making import made_key

DAYS = 30


def make_trial_key(owner_url: str, log: Log, now: datetime) -> str:
    """An administrator's key for a month. `owner_url` is the address of the database for its owner."""
    wanted = api_keys.Wanted("administrator", label="demonstration", expires_at=now + timedelta(days=DAYS))
    with database.connect(owner_url) as connection:
        return made_key(connection, log, wanted, now)


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
