"""Exports: how fast one is verified and replayed, beside reading its lines as JSON; and what memory making it takes.

Ratios are told twice: to reading each line and letting it go, and to reading all of them and keeping them, as a replay
keeps what it has laid. Like the command line, it seldom looks for cycles, and never in a replay.

python -m tests.bench.exports [server URL]
python -m tests.bench.exports log [server URL]   # of 100,000 and 1,000,000 events, the log alone
"""

import json
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from domain.application.catalogue import FOLDS, REGISTRY
from domain.evidence.exported.trust import Trust
from domain.journal.journal import Journal
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from ops.export import reading
from ops.export.replaying import Replaying, events_of
from ops.export.verification import Verification
from projections.engine.garbage_collection import few_collections, no_collections
from tests.bench.database import database
from tests.bench.loading import PLAYERS, fill
from tests.bench.sizes import sized
from tests.evidence.exports.support import exported, follow_and_sign, trusted
from tests.evidence.support import owner, signed
from tests.projections.support import Club, ticking, tournament_id

SIZES = sized((5_000, 10_000), (10_000, 100_000))
LOGS = (100_000, 1_000_000)
TOURNAMENT_EVENTS = 5_000
ROUNDS = sized(1, 3)
_COPY = """
INSERT INTO events (stream, version, position, topic, state)
SELECT replace(stream, %(old)s, %(new)s), version, last + row_number() OVER (ORDER BY position), topic,
    convert_to(replace(convert_from(state, 'UTF8'), %(old)s, %(new)s), 'UTF8')
FROM events, (SELECT max(position) AS last FROM events) AS log WHERE stream = 'tournament-' || %(old)s
"""
"""A tournament once more, under another id."""


def main(server_url: str | None) -> None:
    """Prints the rates and their ratios, and the largest memory of the process that exports."""
    with few_collections(), tempfile.TemporaryDirectory(prefix="scoresheet-bench-") as parent:
        folder = Path(parent)
        for size in SIZES:
            with database(server_url, "scoresheet_bench_exports") as urls:
                trust = _load(urls, size, KeyFolder(folder / f"key-{size}"))
                place = folder / str(size)
                print(f"{size} events: exported with {_exported_apart(urls, place):,} KB at most")
        for _ in range(ROUNDS):
            _compare(place, trust, SIZES[-1])


def of_logs(server_url: str | None) -> None:
    """Prints the largest memory of the process that exports, and how long the log is verified, by its size."""
    with few_collections(), tempfile.TemporaryDirectory(prefix="scoresheet-bench-") as parent:
        for size in LOGS:
            place = Path(parent) / f"{size}.zip"
            with database(server_url, "scoresheet_bench_exports") as urls:
                trust = _load(urls, size, KeyFolder(Path(parent) / f"key-{size}"), tables=False)
                begin = time.monotonic()
                most = _exported_apart(urls, place)
            print(f"{size} events: exported in {time.monotonic() - begin:.0f} s with {most:,} KB at most")
            with reading.opened(place) as source:
                verification = Verification(source, trust, lambda _: None)
                print(f"{size} events: verified {_rate(size, partial(verification.run, log_only=True)):,.0f}/s")


def _load(urls: DatabaseUrls, size: int, key: KeyFolder, *, tables: bool = True) -> Trust:
    with closing(Journal(urls.service, ticking(), REGISTRY, FOLDS)) as journal:
        club = Club(journal)
        club.register(*range(1, PLAYERS + 1))
        fill(club, 0, TOURNAMENT_EVENTS)
        with owner(urls) as connection:
            for number in range(1, size // TOURNAMENT_EVENTS):
                connection.execute(_COPY, {"old": tournament_id(0), "new": tournament_id(number)})
        (follow_and_sign if tables else signed)(urls, journal, key)
    return trusted(key)


def _exported_apart(urls: DatabaseUrls, place: Path) -> int:
    """Exports in a process of its own; the most memory that it had, in KB."""
    command = [sys.executable, "-m", "tests.bench.exports", "export", urls.service]
    return int(subprocess.run([*command, str(place)], check=True, stdout=subprocess.PIPE, text=True).stdout)


def _export(service_url: str, place: str) -> None:
    exported(service_url, Path(place))
    # What getrusage says of a process begins with the memory of the one that started it.
    [most] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
    print(most.split()[1])


def _compare(place: Path, trust: Trust, size: int) -> None:
    with reading.opened(place) as source:
        manifest = reading.read_manifest(source)
        lines = partial(source.event_lines, manifest)
        let_go = _rate(size, lambda: deque(map(json.loads, lines()), maxlen=0))
        kept = _rate(size, lambda: list(map(json.loads, lines())))
        verified = _rate(size, lambda: Verification(source, trust, lambda _: None).run(log_only=True))
        with no_collections():
            replayed = _rate(size, lambda: Replaying(events_of(source, manifest)).go_to(manifest.events))
    print(
        f"json.loads {let_go:,.0f}/s, where all is kept {kept:,.0f}/s;"
        f" verified {verified:,.0f}/s, ratios {verified / let_go:.3f} and {verified / kept:.3f} (wanted 0.25);"
        f" replayed {replayed:,.0f}/s, ratios {replayed / let_go:.3f} and {replayed / kept:.3f} (wanted 0.10)"
    )


def _rate(events: int, work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return events / (time.process_time() - begin)


if __name__ == "__main__":
    if sys.argv[1:2] == ["export"]:
        _export(*sys.argv[2:4])
    elif sys.argv[1:2] == ["log"]:
        of_logs(sys.argv[2] if len(sys.argv) > 2 else None)
    else:
        main(sys.argv[1] if len(sys.argv) > 1 else None)
