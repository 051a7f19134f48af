"""Step 4: the tree that is signed, from its entries up."""

import hashlib
from dataclasses import dataclass, field

from tests.second_verifier.canonical import number_in, parsed_object, text_in
from tests.second_verifier.findings import Findings
from tests.second_verifier.notes import Checkpoint
from tests.second_verifier.place import Place
from tests.second_verifier.tiles import HASH, WIDTH, Tiles, root_of, tile_path, widths


@dataclass(frozen=True)
class Record:
    """What the tree says of an event."""

    position: int
    digest: str
    stream: str
    version: int


def leaf_hash(entry: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\x00" + entry).digest()


def leads_to(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes | None:
    """The root that the hashes of a proof lead to (RFC 9162, 2.1.3.2); None where they are too few or too many."""
    place, last, found = index, size - 1, leaf
    for beside in path:
        if last == 0:
            return None
        if place & 1 or place == last:
            found = hashlib.sha256(b"\x01" + beside + found).digest()
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            found = hashlib.sha256(b"\x01" + found + beside).digest()
        place, last = place >> 1, last >> 1
    return found if last == 0 else None


def entries_in(bundle: bytes) -> list[bytes]:
    """The entries of a bundle. Raises ValueError where it can't be taken apart."""
    entries, at = [], 0
    while at < len(bundle):
        end = at + 2 + int.from_bytes(bundle[at : at + 2])
        if at + 2 > len(bundle) or end > len(bundle):
            raise ValueError("a bundle ends within an entry")
        entries.append(bundle[at + 2 : end])
        at = end
    return entries


def record_of(position: int, entry: bytes) -> Record:
    """The leaf record. Raises ValueError where it is none."""
    held = parsed_object(entry)
    digest, stream, version = text_in(held, "digest"), text_in(held, "stream"), number_in(held, "version")
    if held.keys() != {"digest", "stream", "version"} or digest is None or stream is None or version is None:
        raise ValueError("no leaf record")
    if len(digest) != 2 * HASH or digest.strip("0123456789abcdef") or version < 1:
        raise ValueError("no leaf record")
    return Record(position, digest, stream, version)


@dataclass
class Tree:
    """What the entries give: records, hashes of leaves, and the versions that streams have come to."""

    records: list[Record] = field(default_factory=list)
    leaves: list[bytes] = field(default_factory=list)
    versions: dict[str, int] = field(default_factory=dict)

    def root(self, size: int) -> bytes:
        """The root of the first leaves."""
        parts = [root_of(self.leaves[at : min(at + WIDTH, size)]) for at in range(0, size, WIDTH)]
        return root_of(parts)

    def add(self, position: int, entry: bytes, found: Findings) -> None:
        """Takes the next entry."""
        try:
            if entry:
                self._note(record_of(position, entry), found)
            else:
                found.add("event-missing", "the entry has no bytes", position)
        except ValueError as wrong:
            found.add("leaf", str(wrong), position)

    def _note(self, record: Record, found: Findings) -> None:
        before = self.versions.get(record.stream, 0)
        if record.version != before + 1:
            found.add("gap", f"{record.stream} has {record.version} after {before}", record.position)
        self.versions[record.stream] = record.version
        self.records.append(record)


def check_tree(place: Place, newest: Checkpoint, others: list[Checkpoint], found: Findings) -> Tree:
    """All of step 4: entries, tiles, older checkpoints, and the root."""
    tree, tiles = Tree(), Tiles(place, newest.size, found)
    waiting = sorted((one for one in others if one.size <= newest.size), key=lambda one: one.size)
    agrees = 0
    for index, width in widths(newest.size):
        entries = _bundle(place, index, width, found)
        if entries is None:
            return tree
        hashes = [leaf_hash(entry) for entry in entries]
        tree.leaves += hashes
        while waiting and waiting[0].size <= len(tree.leaves):
            agrees = _compare(tree, waiting.pop(0), agrees, found)
        tiles.add(hashes)
        for position, entry in enumerate(entries, index * WIDTH + 1):
            tree.add(position, entry, found)
    tiles.end()
    if tree.root(newest.size) != newest.root:
        found.add("root", "the entries give another root than the one signed")
    return tree


def _bundle(place: Place, index: int, width: int, found: Findings) -> list[bytes] | None:
    path, first = tile_path("entries", index, width), index * WIDTH + 1
    if path not in place:
        found.add("truncated", f"{path} is missing", first)
        return None
    try:
        entries = entries_in(place.read(path))
    except ValueError:
        entries = []
    if len(entries) != width:
        found.add("leaf", f"{path} is no bundle of {width} entries", first)
        return None
    return entries


def _compare(tree: Tree, one: Checkpoint, agrees: int, found: Findings) -> int:
    if tree.root(one.size) == one.root:
        return one.size
    found.add("fork", f"{one.origin} signed another tree of {one.size}; they agree up to {agrees}", agrees + 1)
    return agrees
