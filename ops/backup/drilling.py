"""Tries a backup out on a scratch server: what it holds, whether the log proves it, whether its tables are what the log
makes, and whether nobody erased is in it once it is put right. No table is held against a log that is wrong itself."""

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from ops import embedded
from ops.backup.kept import Backup
from ops.backup.restoring import follow, load, put_right, unlike
from ops.database import DatabaseUrls, connect
from ops.doctor import missing_events
from ops.erasures import brought_back, not_told
from ops.errors import BackupError
from ops.evidence.key_folder import ERASED, KeyFolder
from projections.engine.comparing import compare
from projections.engine.log import open_log
from projections.evidence.examination import problems_of, root_at
from projections.registry.catalogue import PROJECTIONS

_NEWEST = "SELECT coalesce(max(position), 0) FROM public.events"
_ERASED = "SELECT DISTINCT substr(stream, length('person-') + 1) FROM public.events WHERE topic LIKE 'person.erased.%'"
_KEPT = "SELECT person FROM public.person_keys WHERE person = ANY(%s) AND key IS NOT NULL"
_NAMED = "SELECT id::text FROM projected.persons WHERE id::text = ANY(%s) AND name IS NOT NULL"
_COPIED = ("head.json", "seen.json", ERASED)
"""What lies beside the log's key, but for the key itself: a drill signs nothing."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Drilled:
    """Faults that a drill found, in a sentence each; and how many events the log has now that the backup has not."""

    problems: list[str]
    behind: int


def drill(backup: Backup, live: DatabaseUrls, folder: KeyFolder, say: Say) -> Drilled:
    """Puts the backup back on a scratch server, and looks at everything. Nothing of it stays. Raises BackupError where
    the backup can't be put back at all."""
    with scratch() as urls:
        say("putting it back")
        load(backup, urls.owner)
        problems = [f"the table {name} is not as it was when it was backed up" for name in unlike(backup, urls.owner)]
        say("reading its log")
        with connect(live.owner) as connection:
            behind = int(_one(connection, _NEWEST)) - backup.manifest.size
            problems += _of_another_history(connection, backup)
            erased = {person for (person,) in connection.execute(_ERASED.encode()).fetchall()}
        of_log = list(_in_log(urls, backup))
        problems += of_log
        if not of_log:
            say("holding its tables against its log")
            problems += differing_tables(urls)
        say("erasing persons again who were erased since")
        problems += _after_putting_right(urls, folder, erased)
    return Drilled(problems, behind)


@contextmanager
def scratch() -> Iterator[DatabaseUrls]:
    """An empty database on an embedded server of its own, gone at the end."""
    place = Path(tempfile.mkdtemp(prefix="scoresheet-drill-"))
    place.chmod(0o711)
    try:
        with embedded.start(place / "data", fsync=False, temporary=True) as server:
            yield server.urls()
    finally:
        shutil.rmtree(place, ignore_errors=True)


def differing_tables(urls: DatabaseUrls) -> Iterator[str]:
    """Holds all tables against the log, once they have followed it to its end, and names those that it makes
    otherwise."""
    follow(urls)
    with closing(open_log(urls.service)) as log:
        for name, projection in PROJECTIONS.items():
            for table in compare(urls.of_projection(name), log, projection).differing:
                yield f"the table {table} is not what the log makes"


def _in_log(urls: DatabaseUrls, backup: Backup) -> Iterator[str]:
    with connect(urls.owner) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        yield from (f"of its log is missing: {missing}" for missing in missing_events(connection))
        yield from (f"in its log: {problem}" for problem in problems_of(connection, None))
        if root_at(connection, backup.manifest.size).hex() != backup.manifest.root:
            yield "its log is not the one that was backed up"


def _of_another_history(live: psycopg.Connection, backup: Backup) -> Iterator[str]:
    """Whether the log has gone on from there. One that is shorter now has lost its end, and can't tell."""
    size = backup.manifest.size
    if 0 < size <= int(_one(live, _NEWEST)) and root_at(live, size).hex() != backup.manifest.root:
        yield f"among the first {size} events of the log is another now than in the backup"


def _after_putting_right(urls: DatabaseUrls, folder: KeyFolder, erased: Iterable[str]) -> Iterator[str]:
    """`erased` are those of whom the log of today tells that: all of them are to be listed beside the key."""
    listed = folder.erased()
    with _copied(folder) as copy:
        put_right(urls, copy, listed)
    yield from (f"{person} was erased, and is not listed beside the key" for person in sorted({*erased} - {*listed}))
    yield from _still_there(urls, {**listed, **dict.fromkeys(erased, "")})


def _still_there(urls: DatabaseUrls, erased: Mapping[str, str]) -> Iterator[str]:
    with connect(urls.owner) as connection:
        persons = sorted(erased)
        kept = connection.execute(_KEPT, (persons,)).fetchall()
        named = connection.execute(_NAMED, (persons,)).fetchall()
        found = {*not_told(connection, persons), *brought_back(connection), *(one for (one,) in [*kept, *named])}
    yield from (f"{person} was erased, and is there again" for person in sorted(found))


@contextmanager
def _copied(folder: KeyFolder) -> Iterator[KeyFolder]:
    """A folder with what lies beside the key, and no key: a scratch log that begins again makes one of its own."""
    with tempfile.TemporaryDirectory(prefix="scoresheet-drill-") as place:
        copy = KeyFolder(Path(place) / "log-key")
        copy.prepare(None)
        for name in _COPIED:
            _copy(folder.path / name, copy.path / name)
        yield copy


def _copy(source: Path, target: Path) -> None:
    try:
        shutil.copyfile(source, target)
    except FileNotFoundError:
        return
    except OSError as error:
        raise BackupError(f"{source} can't be read: {error.strerror}") from error


def _one(connection: psycopg.Connection, query: str) -> int:
    row = connection.execute(query.encode()).fetchone()
    return 0 if row is None else row[0]
