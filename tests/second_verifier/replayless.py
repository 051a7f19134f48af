"""Of step 10, what no rule of play is needed for: which tables there are, and the secrets that were revealed."""

import hashlib
import re
from collections import defaultdict

from tests.second_verifier.canonical import text_in, written
from tests.second_verifier.envelopes import Event
from tests.second_verifier.findings import Findings
from tests.second_verifier.manifest import Manifest
from tests.second_verifier.place import Place

OF_ONE = {
    "tournaments", "entries", "matches", "standings", "reports", "settlements", "sanctions", "error_rates", "imports",
}  # fmt: skip
OF_ALL = OF_ONE | {"wins", "bans", "series", "rating_lines", "rating_totals", "rating_openings", "ratings"}
TABLE = re.compile(r"tables/([a-z_]+)@(0|[1-9][0-9]*)\.json")


def check_tables(manifest: Manifest, found: Findings) -> None:
    """Each table is claimed once, by its name, at a position of the log."""
    names = OF_ALL if manifest.tournament is None else OF_ONE
    claimed = defaultdict[str, list[int]](list)
    for file in sorted(name for name in manifest.files if name.startswith("tables/")):
        if (table := TABLE.fullmatch(file)) is None or table[1] not in names:
            found.add("table", f"{file} is no table")
        else:
            claimed[table[1]].append(int(table[2]))
    for name in sorted(names):
        _check_claims(name, claimed[name], manifest.size, found)


def _check_claims(name: str, positions: list[int], size: int, found: Findings) -> None:
    if len(positions) != 1:
        found.add("table", f"{name} is claimed {len(positions)} times")
    elif positions[0] > size:
        found.add("table", f"{name} is claimed beyond the log")


def check_secrets(place: Place, events: list[Event], found: Findings) -> None:
    """The file of secrets is what the events reveal, and each secret is the one committed to."""
    revealed = [event for event in events if event.topic == "tournament.secret-revealed.v1"]
    name = "draws/revealed.jsonl"
    if name not in place or place.read(name) != b"".join(map(_line, revealed)):
        found.add("draw", f"{name} is not what the events reveal")
    for event in revealed:
        if _digest(text_in(event.data, "secret") or "") != event.data.get("commitment"):
            found.add("draw", "the secret is not the one committed to", event.position)


def _line(event: Event) -> bytes:
    held = {name: event.data.get(name) for name in ("commitment", "secret")}
    return written(held | {"position": event.position, "stream": event.stream, "version": event.version}) + b"\n"


def _digest(secret: str) -> str | None:
    try:
        return hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    except ValueError:
        return None
