"""Exports of a real database, and what is said of them."""

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from domain.evidence import checkpoints
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.exported.findings import Finding
from domain.evidence.exported.manifest import NAME, FileEntry, Manifest, Scope, WholeLog, parse_manifest
from domain.evidence.exported.trust import Trust
from domain.evidence.keys import SigningKey
from domain.evidence.leaves import leaf_of
from domain.evidence.merkle import root_of
from domain.evidence.tiles import WIDTH, append_hashes, bundle, bundles_of, tiles_of
from domain.journal.journal import Journal
from domain.kernel import canonical_json
from ops.database import DatabaseUrls
from ops.evidence.key_folder import KeyFolder
from ops.export import reading, target
from ops.export.verification import Verification
from projections.exports.exporting import Exporting
from projections.exports.snapshot import take_snapshot
from tests.evidence.support import signed
from tests.projections.support import follow

EVENTS = "events/000000000.jsonl"
MADE_AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
EXPORT = (
    "import sys; from pathlib import Path; from tests.evidence.exports.support import exported;"
    "exported(sys.argv[1], Path(sys.argv[2]))"
)
"""A program that exports the log of a database to a folder, in a process or a Python of its own."""


def exported(service_url: str, place: Path, scope: Scope | None = None) -> Manifest:
    """The log as it is signed, exported."""
    with target.opened(place) as fill, take_snapshot(service_url, patience_seconds=0) as snapshot:
        exporting = Exporting(snapshot, scope or WholeLog())
        fill(exporting.files(MADE_AT))
        return exporting.manifest(MADE_AT)


def digests(place: Path) -> dict[str, str]:
    """Of each file in the folder."""
    files = (path for path in sorted(place.rglob("*")) if path.is_file())
    return {path.relative_to(place).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def follow_and_sign(urls: DatabaseUrls, journal: Journal, folder: KeyFolder) -> None:
    """Brings all tables up to date, and signs."""
    follow(urls.projections, journal, "tournaments", "ratings")
    signed(urls, journal, folder)


def trusted(folder: KeyFolder) -> Trust:
    key = folder.key()
    assert key is not None
    return Trust(keys=(key.verifier,))


def findings(place: Path, trust: Trust) -> list[Finding]:
    """What `verify` finds."""
    said: list[str] = []
    with reading.opened(place) as source:
        found = Verification(source, trust, said.append).run()
    return found.findings


def kinds(place: Path, trust: Trust) -> list[str]:
    return [one.kind for one in findings(place, trust)]


def lines_of(place: Path, trust: Trust) -> list[str]:
    return [one.line for one in findings(place, trust)]


class Forger:
    """Somebody who changes an export, and makes the manifest fit again; and more, as it is asked."""

    def __init__(self, place: Path) -> None:
        self.place = place

    @property
    def lines(self) -> list[bytes]:
        return (self.place / EVENTS).read_bytes().splitlines()

    def write(self, name: str, content: bytes) -> None:
        (self.place / name).write_bytes(content)
        self.name_files()

    def change(self, pattern: str, change: Callable[[bytes], bytes]) -> None:
        [path] = self.place.glob(pattern)
        self.write(path.relative_to(self.place).as_posix(), change(path.read_bytes()))

    def write_lines(self, lines: Iterable[bytes]) -> None:
        self.write(EVENTS, b"".join(line + b"\n" for line in lines))

    def name_files(self, **changed: Any) -> None:  # noqa: ANN401 -- any field of the manifest
        """Makes the manifest again, of the files as they are."""
        content = (self.place / NAME).read_bytes()
        files = {
            path.relative_to(self.place).as_posix(): FileEntry(
                sha256=hashlib.sha256(path.read_bytes()).hexdigest(), size=path.stat().st_size
            )
            for path in self.place.rglob("*")
            if path.is_file() and path.name != NAME
        }
        made = parse_manifest(content).model_copy(update={"files": files, **changed})
        (self.place / NAME).write_bytes(made.content)

    def make_tree_anew(self) -> Checkpoint:
        """The entries and tiles as they follow from the lines; the checkpoint that would go with them."""
        shutil.rmtree(self.place / "tile")
        said = [(canonical_json.decode(line), line) for line in self.lines]
        leaves = [leaf_of(one["stream"], one["version"], line) for one, line in said]
        tree = append_hashes(0, lambda *_: b"", [leaf.hash for leaf in leaves])
        files = {tile.path: tree[tile.level or 0, tile.index] for tile in tiles_of(len(leaves))}
        for one in bundles_of(len(leaves)):
            files[one.path] = bundle([leaf.entry for leaf in leaves[one.index * WIDTH :][: one.width]])
        for name, content in files.items():
            (self.place / name).parent.mkdir(parents=True, exist_ok=True)
            (self.place / name).write_bytes(content)
        topics = Counter(one["topic"] for one, _ in said)
        self.name_files(size=len(leaves), events=len(leaves), topics=dict(topics))
        origin = parse_manifest((self.place / NAME).read_bytes()).origin
        return Checkpoint(origin, len(leaves), root_of([leaf.hash for leaf in leaves]))

    def sign(self, checkpoint: Checkpoint, key: SigningKey) -> None:
        self.write("checkpoint", checkpoints.sign(checkpoint, key).content)
