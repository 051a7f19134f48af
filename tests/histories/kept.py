"""Copies of whole databases, kept as rows: `kept/shape-<number>.copy` is what the tables held of one whose events had
that shape, `kept/release-<version>.copy` of one that a release has written, and `.txt` what was read from it then.

`python -m tests.histories.kept` records one of the present shape. As long as histories are not frozen it takes the
place of those there are; then they stay for ever, and one is added with each shape
(`ops/decisions/0020-frozen-histories.md`). `python -m tests.histories.kept release` records one of this version: each
release keeps one, and it stays for ever.
"""

import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from psycopg import Connection

from domain.formats.contract.steps import Done, Due, Wait
from domain.journal.journal import Journal
from domain.kernel.ids import StreamName
from domain.match import validity
from domain.scoring.result import FinalScore
from domain.tournament.derived.progress import next_of
from domain.tournament.lifecycle import commands as lifecycle_commands
from domain.tournament.matches import commands as match_commands
from domain.tournament.rounds import commands as round_commands
from domain.tournament.rulings import commands as ruling_commands
from domain.tournament.state import Tournament
from ops import embedded
from ops.database import DatabaseUrls, connect
from ops.migrate import migrate, read_migrations
from ops.origin import FROZEN_SHAPE, SHAPE
from projections.views.tournaments import standings_view
from tests.projections.support import ROOM, Club, follow, opened

FOLDER = Path(__file__).parent / "kept"

Rows = Mapping[str, bytes]
"""By table and its columns, as COPY takes them: what COPY gives of them."""

_SECTION = re.compile(rb"COPY (?P<table>[^;\n]+) FROM stdin;\n(?P<rows>.*?)\\\.\n", re.DOTALL)
_COLUMNS = """
SELECT format('%I.%I', table_schema, table_name), string_agg(format('%I', column_name), ', ' ORDER BY ordinal_position)
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
GROUP BY table_schema, table_name
ORDER BY table_schema = 'public' DESC, table_name <> 'events', table_schema, table_name
"""
_NUMBER = re.compile(rb"^(\d+)\t", re.MULTILINE)
_STREAMS = "SELECT stream FROM events WHERE version = 1 AND stream LIKE 'tournament-%' ORDER BY position"
_RATINGS = "SELECT pool, person::text, rating, experience FROM projected.ratings ORDER BY pool, person"


RELEASES = sorted(FOLDER.glob("release-*.copy"), key=lambda file: [int(part) for part in file.stem[8:].split(".")])
"""The copies of releases, the oldest first."""


def copies() -> list[tuple[int, Path]]:
    """Every copy that is kept, with its shape; the oldest first."""
    return sorted((_shape_of(file), file) for file in FOLDER.glob("*.copy"))


def _shape_of(file: Path) -> int:
    [held] = (held for table, held in read(file).items() if table.startswith("public.origin "))
    return int(held.split(b"\t")[0])


def read(file: Path) -> Rows:
    """The rows of a copy, table by table in the order in which they are to be brought in."""
    return {one["table"].decode(): one["rows"] for one in _SECTION.finditer(file.read_bytes())}


def rows_of(url: str) -> Rows:
    """The same of a database, whose owner's `url` it is."""
    with connect(url) as connection:
        return dict(_rows(connection))


def _rows(connection: Connection) -> Iterator[tuple[str, bytes]]:
    for table, columns in connection.execute(_COLUMNS.encode()).fetchall():
        query = f"COPY (SELECT {columns} FROM {table} AS one ORDER BY one) TO STDOUT"  # noqa: S608 -- names from the catalogue
        with connection.cursor().copy(query.encode()) as copy:
            yield f"{table} ({columns})", b"".join(map(bytes, copy))


def bring_in(url: str, rows: Rows) -> None:
    """Makes the empty database what the copy was taken of. `url` is its owner's."""
    [applied] = (held for table, held in rows.items() if table.startswith("public.schema_version "))
    numbers = set(map(int, _NUMBER.findall(applied)))
    migrate(url, [step for step in read_migrations() if step.number in numbers])
    with connect(url) as connection:
        for table, held in rows.items():
            if table.startswith("public."):
                _replace(connection, table, held)
        _bring_in_tables(connection, rows)


def _bring_in_tables(connection: Connection, rows: Rows) -> None:
    """The tables of the projections, which the copy itself defines."""
    for name, definition in connection.execute("DELETE FROM projections RETURNING name, definition").fetchall():
        connection.execute("SELECT scoresheet_begin_generation(%s, %s)", (name, definition))
    for table, held in rows.items():
        if table.startswith("public.projections ") or not table.startswith("public."):
            _replace(connection, table, held)


def _replace(connection: Connection, table: str, held: bytes) -> None:
    name = table.partition(" ")[0]
    connection.execute(f"DELETE FROM {name}".encode())  # noqa: S608 -- names from the catalogue
    with connection.cursor().copy(f"COPY {table} FROM STDIN".encode()) as copy:
        copy.write(held)


def told(journal: Journal, url: str) -> str:
    """What is read from it: who stands where, how each match ended, and all ratings."""
    with connect(url) as connection:
        streams = [stream for (stream,) in connection.execute(_STREAMS).fetchall()]
        ratings = connection.execute(_RATINGS).fetchall()
    lines = [line for stream in streams for line in _told(stream, cast("Tournament", journal.state(stream)))]
    return "\n".join((*lines, *(" ".join(map(str, row)) for row in ratings), ""))


def _told(stream: StreamName, state: Tournament) -> Iterator[str]:
    yield stream
    for row in standings_view(state).rows:
        yield f"{row.rank} entry {row.entry} {row.mark}"
    for number, match in sorted(state.matches.items()):
        points = match.effective and match.effective.outcome.points
        yield f"match {number} {match.sides} {validity.verdict(match)} {points}"


def play(club: Club) -> None:
    """A season with a correction and an erased person, and an evening with draws, a ruling and a revealed secret."""
    club.register(1, 2, 3, 4, 5)
    club.begin(1, 1, 2, 3, 4)
    club.play(1, (1, 2, 5, 3), (3, 4, 2, 5), (1, 3, 5, 0))
    club.turn_over(1, 1, "second")
    club.erase(5)
    conditions = {"verification": "at-once", "appeal_window_minutes": 0}
    announced = {"name": "Evening", "format": {"kind": "nxe", "losses": 1, "lengths": [5]}, "conditions": conditions}
    club.tell(2, lifecycle_commands.AnnounceTournament.model_validate({**announced, "rating": ROOM}))
    club.enter(2, 1, 2, 3, 4)
    club.tell(2, lifecycle_commands.StartTournament())
    while (step := next_of(club.state(2))) and not isinstance(step, Done):
        _go_on(club, step)
    club.tell(2, lifecycle_commands.CompleteTournament())
    club.tell(2, round_commands.RevealSecret())


def _go_on(club: Club, step: object) -> None:
    match step:
        case Due(round=number):
            club.tell(2, round_commands.DrawRound(round=number))
        case Wait(matches=(1, *_)):
            points = {"kind": "penalty-points", "offender": "second", "beneficiary": "first", "points": 3}
            words = {"clause": "4.2", "facts": "Seen by all", "reasons": "As written", "play_began": True}
            about = {"kind": "match", "number": 1}
            club.tell(2, ruling_commands.GiveRuling.model_validate({"about": about, "remedies": [points], **words}))
        case Wait(matches=(number, *_)):
            result = FinalScore(first=5, second=number)
            club.tell(2, match_commands.ReportResult(match=number, result=result))
        case _:
            raise AssertionError(f"nothing in the evening asks {step}")


def record(urls: DatabaseUrls, file: Path) -> None:
    """Plays into the empty database, and keeps what its tables hold then, and what is read from it."""
    migrate(urls.owner)
    with opened(urls.service) as journal:
        play(Club(journal))
        follow(urls.projections, journal)
        file.with_suffix(".txt").write_text(told(journal, urls.owner))
    sections = (f"COPY {table} FROM stdin;\n".encode() + held + b"\\.\n" for table, held in rows_of(urls.owner).items())
    file.write_bytes(b"\n".join(sections))


def version() -> str:
    """What this version of the program is called."""
    told: str = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]["version"]
    return told


def main(wanted: str = "shape") -> None:
    """Records a copy of the present shape, or of this release."""
    file = FOLDER / (f"release-{version()}.copy" if wanted == "release" else f"shape-{SHAPE}.copy")
    if FROZEN_SHAPE is not None and file.exists():
        raise SystemExit(f"{file} is kept as it is")
    place = Path(tempfile.mkdtemp(prefix="scoresheet-kept-"))
    place.chmod(0o711)
    with embedded.start(place, fsync=False, temporary=True) as server:
        record(server.urls(), file)
    for shape, earlier in copies() if FROZEN_SHAPE is None else ():
        if shape != SHAPE:
            earlier.unlink()
            earlier.with_suffix(".txt").unlink()


if __name__ == "__main__":
    main(*sys.argv[1:])
