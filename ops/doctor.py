"""Examines the set-up: each check says what it looked at, what it found and whether that is good."""

import shutil
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
from psycopg_pool import NullConnectionPool

from domain.evidence.origins import leads_to
from domain.journal.errors import Unavailable
from ops.checks_beside_the_log import Finding, beside_the_log
from ops.database import ROLES, DatabaseUrls, connect, one_line
from ops.definitions import differing
from ops.errors import LogKeyError, OperationError
from ops.evidence.fork_guard import doubt
from ops.evidence.key_folder import Head, KeyFolder
from ops.migrate import missing, read_migrations
from ops.running import Running, running_database
from ops.settings import Settings
from projections.engine.comparing import compare
from projections.engine.log import open_log
from projections.engine.shortened_log import ADVICE
from projections.evidence.examination import MOST_NAMED, before_newest, problems_of
from projections.explain.kept import compare_kept
from projections.queries.log.examinations import COMPARED, LOOKED
from projections.queries.positions import PositionReadings
from projections.registry.catalogue import PROJECTIONS

LEAST_FREE_BYTES = 1_000_000_000
CLOCK_DIFFERENCE = timedelta(minutes=5)
"""By so much clocks of two machines may differ."""
_RESTORE = "put back a backup that has what is missing, then run scoresheet rebuild"
_WHO = dict(zip(ROLES, ("the service", "the projections", "the signer", "the webhooks"), strict=True))
_RECORDED_AT = "SELECT public.scoresheet_recorded_at(state) FROM public.events WHERE position = %s"
_SIGNED = "SELECT origin, size FROM public.checkpoints ORDER BY number DESC LIMIT 1"
_CHANGED = (
    "keep the database as it is for anyone who looks into that, and compare with a backup and with copies of the log"
)
_MAKE_ANEW = (
    "run scoresheet rebuild and start the service again, which makes them again; anyone who works as the service"
    " can have written there"
)
_AFTER = "once that is mended, run scoresheet rebuild --parked"


def examine(settings: Settings, *, whole_log: bool = False, tables: bool = False) -> tuple[Finding, ...]:
    """All findings, in the order of the checks; a database that can't be reached is a finding, not an error. The tree
    over the log is worked out again since the newest checkpoint but one, or over the `whole_log`; then what is kept of
    long streams is worked out again too. All `tables` are made again from the log, and compared, if that is asked."""
    return tuple(_examine(settings, whole_log=whole_log, tables=tables))


def _examine(settings: Settings, *, whole_log: bool, tables: bool) -> Iterator[Finding]:
    if settings.database_url is None:
        yield disk(settings.data_dir)
    try:
        with running_database(settings) as running:
            folder = KeyFolder.of(settings.log_key_dir)
            yield from _examine_database(running, folder, whole_log=whole_log, tables=tables)
    except OperationError as error:
        yield Finding("database", str(error), is_good=False)


def _examine_database(running: Running, folder: KeyFolder, *, whole_log: bool, tables: bool) -> Iterator[Finding]:
    with connect(running.urls.owner) as connection:
        yield server(connection)
        state = migrations(connection)
        yield state
    if state.is_good:
        for wanted in ROLES:
            with connect(running.urls.of(wanted)) as connection:
                yield role(connection, wanted)
        with connect(running.urls.owner) as connection:
            yield from (events(connection), schemas(connection))
            yield from beside_the_log(connection, running.urls.service)
        with connect(running.urls.owner) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            yield from (
                log(connection),
                clock(connection, datetime.now(UTC)),
                evidence(connection, folder, whole=whole_log),
                examined(connection),
            )
        with connect(running.urls.owner, autocommit=True) as connection:
            yield definitions(connection)
        yield key(folder)
        yield kept(running.urls.service, again=whole_log)
        yield from compared_now(running.urls) if tables else ()
        with connect(running.urls.owner) as connection:
            yield from compared_last(connection)
        yield from projections(running.urls.service)


def disk(folder: Path) -> Finding:
    """Whether the disk of the data folder has a gigabyte left."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    free = shutil.disk_usage(there).free
    return Finding("disk", f"{free / 1e9:.1f} GB free for {folder}", is_good=free >= LEAST_FREE_BYTES)


def server(connection: psycopg.Connection) -> Finding:
    """Which server answers; one too old does not get here, and one that may lose commits is not good."""
    info = connection.info
    found = connection.execute("SELECT current_setting('fsync') = 'on'").fetchone()
    is_safe = found is not None and bool(found[0])
    version = info.parameter_status("server_version")
    return Finding("server", f"PostgreSQL {version}, fsync {'on' if is_safe else 'off'}", is_good=is_safe)


def migrations(connection: psycopg.Connection) -> Finding:
    """Whether the database is at this program's migrations. Raises what `ops.migrate.missing` raises."""
    wanted = read_migrations()
    lacking = missing(connection, wanted)
    found = f"{len(wanted) - len(lacking)} of {len(wanted)} applied"
    return Finding("migrations", found + ("; run scoresheet migrate" if lacking else ""), is_good=not lacking)


def role(connection: psycopg.Connection, wanted: str) -> Finding:
    """Whether anyone who is to work in this role does, and owns no table."""
    row = connection.execute(
        "SELECT current_user, rolsuper, pg_has_role(current_user, %s, 'USAGE'),"
        " EXISTS (SELECT FROM pg_class WHERE relowner = r.oid AND relname = 'schema_version')"
        " FROM pg_roles r WHERE rolname = current_user",
        (wanted,),
    ).fetchone()
    name, is_superuser, is_member, is_owner = row if row is not None else ("nobody", False, False, False)
    restricted = not is_superuser and not is_owner
    found = f"{name}, {'restricted' if restricted else 'not restricted'}"
    advice = "" if is_member else f'; as the owner GRANT {wanted} TO "{name}"'
    return Finding(f"role of {_WHO[wanted]}", found + advice, is_good=restricted and is_member)


def events(connection: psycopg.Connection) -> Finding:
    """Whether history is out of everybody's reach: it is not added to past the append, nor changed."""
    rows = connection.execute(
        "SELECT role FROM unnest(%s::text[]) AS asked (role)"
        " WHERE has_table_privilege(role, 'public.events', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')",
        (list(ROLES),),
    ).fetchall()
    found = f"can be changed by {_WHO[rows[0][0]]}" if rows else "can't be changed by the service"
    return Finding("recorded events", found, is_good=not rows)


def schemas(connection: psycopg.Connection) -> Finding:
    """Whether nobody but the owner makes tables, functions or types in this database's schemas."""
    rows = connection.execute(
        "SELECT role, nspname::text FROM unnest(%s::text[]) AS asked (role), pg_namespace"
        " WHERE nspname !~ '^pg_' AND has_schema_privilege(role, oid, 'CREATE') ORDER BY 1, 2",
        (list(ROLES),),
    ).fetchall()
    advice = "; as the schema's owner REVOKE CREATE ON SCHEMA from PUBLIC and from it"
    found = f"{rows[0][0]} can make things in {rows[0][1]}{advice}" if rows else "only the owner makes things there"
    return Finding("schemas", found, is_good=not rows)


def definitions(connection: psycopg.Connection) -> Finding:
    """Whether functions, triggers, views and grants are those that the migrations make; `connection` is the owner's."""
    try:
        found = differing(connection)
    except psycopg.Error as error:
        return Finding("definitions", f"can't be compared: {one_line(error)}", is_good=False)
    if found:
        told = f"{len(found)} are not as the migrations make them, first {found[0]}; {_CHANGED}"
        return Finding("definitions", told, is_good=False)
    return Finding("definitions", "as the migrations make them", is_good=True)


def log(connection: psycopg.Connection) -> Finding:
    """Whether every event that was recorded is still there; `connection` is to see one moment of the database."""
    missing = "; ".join(missing_events(connection))
    if missing:
        return Finding("log", f"missing: {missing}; {_RESTORE}", is_good=False)
    return Finding("log", f"{newest(connection)} events, none is missing", is_good=True)


def clock(connection: psycopg.Connection, now: datetime) -> Finding:
    """Whether events were recorded at a time that is still to come: a clock was far ahead then. Times never go back, so
    until that time what is recorded is told apart by microseconds only."""
    last = newest(connection)
    try:
        latest = _recorded_at(connection, last) if last else now
        if latest <= now + CLOCK_DIFFERENCE:
            return Finding("clock", "no event was recorded at a time still to come", is_good=True)
        first = 1 + bisect_left(range(1, last), now + CLOCK_DIFFERENCE, key=lambda one: _recorded_at(connection, one))
    except psycopg.DataError:
        return Finding("clock", "not known, since the time of an event can't be read", is_good=False)
    found = f"event {first} and those after it were recorded at a time still to come, up to {latest:%Y-%m-%d %H:%M} UTC"
    advice = "a clock was far ahead; set it right, and what is recorded until then has times next to that one"
    return Finding("clock", f"{found}; {advice}", is_good=False)


def _recorded_at(connection: psycopg.Connection, position: int) -> datetime:
    """When the event was recorded. Raises psycopg.DataError where it does not say so, or is not there."""
    row = connection.execute(_RECORDED_AT, (position,)).fetchone()
    if row is None or row[0] is None:
        raise psycopg.DataError(f"event {position} has no time")
    found: datetime = row[0]
    return found


def evidence(connection: psycopg.Connection, folder: KeyFolder, *, whole: bool) -> Finding:
    """Whether the log is what its tree and its signed checkpoints say, recomputed since the newest checkpoint but one,
    or as a `whole`; `connection` is to see one moment of the database."""
    try:
        after = 0 if whole else before_newest(connection)
        head = folder.head()
        why = doubt(connection, folder)
        found = [
            *_of_another_log(connection, head),
            *((why,) if why is not None else ()),
            *problems_of(connection, head, after),
        ]
    except LogKeyError as error:
        return Finding("signed log", str(error), is_good=False)
    if found:
        return Finding("signed log", f"{'; '.join(found)}; {_CHANGED}", is_good=False)
    row = connection.execute(_SIGNED).fetchone()
    signed = "nothing is signed yet" if row is None else f"{row[1]} events signed as {row[0]}"
    newer = f"those after {after} as they were recorded; --whole-log works out all of them"
    looked = newer if after else "every one as it was recorded"
    return Finding("signed log", f"{signed}, {looked}", is_good=True)


def _of_another_log(connection: psycopg.Connection, head: Head | None) -> Iterator[str]:
    """Whether the newest checkpoint is of another log than the one that was signed last, or began again after its log:
    of that none may be kept yet."""
    row = connection.execute(_SIGNED).fetchone()
    if row is not None and head is not None and not leads_to(row[0], head.origin):
        yield f"the newest checkpoint is not the newest: it is of {row[0]}, and {head.origin} was signed last"


def examined(connection: psycopg.Connection) -> Finding:
    """The check in the background: its extent, its time, and whether all was well."""
    [(reached, begun_at, _, whole_at, problems)] = connection.execute(LOOKED).fetchall()
    whole = f"the whole log at {whole_at:%Y-%m-%d %H:%M} UTC" if whole_at else "not the whole log yet"
    now = f"up to {reached} since {begun_at:%Y-%m-%d %H:%M} UTC"
    wrong = f"; {'; '.join(problems)}; {_CHANGED}" if problems else ""
    return Finding("old events", f"worked out again: {whole}, now {now}{wrong}", is_good=not problems)


def key(folder: KeyFolder) -> Finding:
    """The age of the log's key, and when it was last copied."""
    made, copied = folder.made_at(), folder.copied_at()
    if made is None:
        return Finding("key of the log", "none yet; the first checkpoint makes it", is_good=True)
    copies = f"copied on {copied:%Y-%m-%d}" if copied else "never copied: scoresheet log copy puts one in a safe place"
    return Finding("key of the log", f"made on {made:%Y-%m-%d}, {copies}", is_good=True)


def kept(url: str, *, again: bool) -> Finding:
    """Whether what is kept of long streams, with which a start begins, ends with events of the log, and if asked for is
    what these make when all of it is worked out `again`."""
    with closing(open_log(url)) as log:
        found = compare_kept(log, again=again)
    if found.problems:
        named = "; ".join(found.problems[:MOST_NAMED])
        return Finding("kept states", f"{named}; {_MAKE_ANEW}", is_good=False)
    if not found.number:
        return Finding("kept states", "none", is_good=True)
    looked = "what the events make" if again else "of events in the log; --whole-log works each out again"
    return Finding("kept states", f"{found.number}, each {looked}", is_good=True)


def compared_now(urls: DatabaseUrls) -> Iterator[Finding]:
    """Holds all tables against the log; only what kept that from being done is a finding of its own."""
    with closing(open_log(urls.service)) as log:
        for name, projection in PROJECTIONS.items():
            try:
                compare(urls.of_projection(name), log, projection)
            except (psycopg.Error, Unavailable) as fault:
                yield Finding(f"tables of {name}", f"can't be compared now: {one_line(fault)}", is_good=False)


def compared_last(connection: psycopg.Connection) -> Iterator[Finding]:
    """Which tables were not what the log makes when they were compared last, and when that was."""
    for name, position, compared_at, wrong in connection.execute(COMPARED).fetchall():
        if compared_at is None:
            found = "not held against the log since they were made; --tables does it now"
        else:
            found = f"held against the log as of position {position} at {compared_at:%Y-%m-%d %H:%M} UTC"
        told = f"; not what it makes: {', '.join(wrong)}; {_MAKE_ANEW}" if wrong else ""
        yield Finding(f"tables of {name}", found + told, is_good=not wrong)


def projections(url: str) -> Iterator[Finding]:
    """The progress of the read models behind the log, which is no fault when nothing serves, and what stands still."""
    with NullConnectionPool(url) as pool:
        readings = PositionReadings(pool)
        with pool.connection() as connection:
            last = newest(connection)
        shortened = {each.projection: each for each in readings.shortened_projections()}
        for name, position in readings.positions().items():
            found = shortened.get(name)
            said = f"{found.detail} {ADVICE}" if found else f"{max(last - position, 0)} of {last} events to go"
            yield Finding(f"{name} projection", said, is_good=found is None)
        parked = readings.parked_streams()
    first = f"; first {parked[0].stream} in {parked[0].projection}: {parked[0].error}; {_AFTER}" if parked else ""
    yield Finding("parked streams", f"{len(parked)}{first}", is_good=not parked)


_NEWEST = "SELECT coalesce(max(position), 0) FROM events"
_POSITION = """
SELECT place FROM (SELECT row_number() OVER (ORDER BY position) AS place, position FROM events) AS counted
WHERE place <> position ORDER BY place LIMIT 1
"""
_VERSION = """
SELECT place, stream
FROM (SELECT stream, version, row_number() OVER (PARTITION BY stream ORDER BY version) AS place FROM events) AS counted
WHERE place <> version ORDER BY stream, place LIMIT 1
"""
_END = """
SELECT newest + 1, last FROM (SELECT coalesce(max(last_position), 0) AS last FROM commands) AS recorded,
    (SELECT coalesce(max(position), 0) AS newest FROM events) AS log
WHERE last > newest
"""


def newest(connection: psycopg.Connection) -> int:
    """The position of the newest event; 0 in an empty log."""
    row = connection.execute(_NEWEST).fetchone()
    return row[0] if row is not None else 0


def missing_events(connection: psycopg.Connection) -> Iterator[str]:
    """The gaps, in a few words each: the first gap in the positions, the first in a stream's versions, and what
    accepted commands have recorded beyond the log's end."""
    for query, words in ((_POSITION, "event {}"), (_VERSION, "version {} of {}"), (_END, "events {} to {}")):
        row = connection.execute(query.encode()).fetchone()
        if row is not None:
            yield words.format(*row)
