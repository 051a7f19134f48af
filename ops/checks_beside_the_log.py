"""Checks of the rows that lie beside the log: keys, erasures, files that were published."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import psycopg

from domain.journal.errors import Corrupt, Unfolded
from domain.kernel import canonical_json
from ops.database import one_line
from ops.erasures import brought_back, erasures
from ops.evidence.beside_the_log import wrong_api_keys, wrong_person_keys
from projections.engine.log import open_log
from projections.exports.publications import PUBLISHING

_KEEPS = """
SELECT concat_ws('; ',
    CASE WHEN current_setting('archive_mode') <> 'off' THEN 'the server archives its log (archive_mode)' END,
    CASE WHEN EXISTS (SELECT FROM pg_replication_slots) THEN 'replication slots keep its log' END,
    CASE WHEN current_setting('wal_recycle') = 'on' THEN 'old files of its log are used again (wal_recycle)' END)
"""
_ADMINISTRATORS = """
SELECT count(*) FILTER (WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())),
    max(made_at) FILTER (WHERE maker = 'machine')
FROM public.api_keys WHERE role = 'administrator' AND NOT is_proposed
"""
_PUBLISHED = "SELECT state FROM public.events WHERE topic = ANY(%s) ORDER BY position"
_UNHARMED = """
SELECT sha256 FROM public.published_files WHERE sha256 = ANY(%s) AND encode(sha256(content), 'hex') = sha256
"""


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's report."""

    what: str
    found: str
    is_good: bool


Check = Callable[[psycopg.Connection], Finding]


def beside_the_log(connection: psycopg.Connection, url: str) -> Iterator[Finding]:
    """Findings of all of these checks."""
    checks: dict[str, Check] = {
        "erasures": erased,
        "keys of persons": person_keys,
        "API keys": partial(api_keys, url=url),
        "administrators' keys": administrators,
        "published files": published,
    }
    for what, check in checks.items():
        yield _looked(what, connection, check)


def _looked(what: str, connection: psycopg.Connection, check: Check) -> Finding:
    """Findings of the check. A row that can't be read is found too, and keeps nobody from looking at the others."""
    try:
        with connection.transaction():
            return check(connection)
    except (psycopg.DataError, Corrupt, Unfolded) as problem:
        return Finding(what, f"not known, since a row can't be read: {one_line(problem)}", is_good=False)


def erased(connection: psycopg.Connection) -> Finding:
    """Progress of erasures, and the copies that still hold what was erased: those made before it was gone."""
    back = brought_back(connection)
    if back:
        found = f"the keys of {len(back)} erased persons are back, first {back[0]}; scoresheet serve erases them again"
        return Finding("erasures", found, is_good=False)
    done = [one for one in erasures(connection) if one.state != "requested"]
    waiting = [one for one in done if one.state == "effective"]
    if not done:
        return Finding("erasures", "none", is_good=True)
    if waiting:
        found = f"{len(waiting)} of {len(done)} not finished; run scoresheet erasures finish"
        return Finding("erasures", found, is_good=False)
    latest = max(one.gone_at for one in done if one.gone_at is not None)
    kept = connection.execute(_KEEPS).fetchone()
    keeps = f"; {kept[0]}" if kept is not None and kept[0] else ""
    copies = f"copies and archives from before {latest:%Y-%m-%d %H:%M} UTC may hold what was erased{keeps}"
    return Finding("erasures", f"{len(done)} gone; {copies}", is_good=not keeps)


def person_keys(connection: psycopg.Connection) -> Finding:
    """Whether everybody has the key that the first text about them was sealed with, or none after an erasure."""
    wrong = wrong_person_keys(connection)
    if wrong:
        found = f"{len(wrong)} are wrong, first {wrong[0]}; put it back from a backup"
        return Finding("keys of persons", found, is_good=False)
    return Finding("keys of persons", "each opens what was sealed with it", is_good=True)


def api_keys(connection: psycopg.Connection, url: str) -> Finding:
    """Whether the log tells of every key that lets somebody in, and of what it lets them do."""
    with closing(open_log(url)) as journal:
        wrong = wrong_api_keys(connection, journal)
    if wrong:
        advice = "scoresheet keys revoke ends one; find out who has written there"
        return Finding("API keys", f"{len(wrong)} are wrong, first {wrong[0]}; {advice}", is_good=False)
    return Finding("API keys", "each that is valid is as the log tells", is_good=True)


def administrators(connection: psycopg.Connection) -> Finding:
    """By how many keys administrators can come in, and when the last of them was made on the machine."""
    row = connection.execute(_ADMINISTRATORS).fetchone()
    valid, made = row if row is not None else (0, None)
    if not valid:
        advice = "scoresheet keys make --role administrator makes one"
        return Finding("administrators' keys", f"none is valid; {advice}", is_good=True)
    on_machine = f", the last on this machine at {made:%Y-%m-%d %H:%M} UTC" if made else ", none on this machine"
    return Finding("administrators' keys", f"{valid} valid{on_machine}", is_good=True)


def published(connection: psycopg.Connection) -> Finding:
    """Whether every file that an event has published is there, and as it was then."""
    states = connection.execute(_PUBLISHED, (sorted(PUBLISHING),))
    files = [digest for (state,) in states for digest in _published_by(state)]
    unharmed = {digest for (digest,) in connection.execute(_UNHARMED, (files,))}
    wrong = [digest for digest in files if digest not in unharmed]
    if wrong:
        found = f"of {len(files)} files {len(wrong)} are missing or changed, first {wrong[0]}; put back a backup"
        return Finding("published files", found, is_good=False)
    return Finding("published files", str(len(files) or "none"), is_good=True)


def _published_by(state: bytes) -> Sequence[str]:
    """The digests of the files that an event has published; none where it can't be read, which others tell."""
    match canonical_json.exactly(state):
        case {"event": {"files": [*files]}}:
            return [str(file["sha256"]) for file in files if isinstance(file, dict) and "sha256" in file]
        case _:
            return ()
