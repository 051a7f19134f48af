"""The tree made again from the entries of an export, and held against its tiles and the checkpoints that cover it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from domain.evidence.exported.findings import Finding, Kind
from domain.evidence.leaves import Leaf, MalformedLeafError, parse_leaf
from domain.evidence.merkle import EMPTY_ROOT, HASH_BYTES, Hash, leaf_hash, root_over
from domain.evidence.tiles import WIDTH, Hashes, Tile, bundles_of, entries_in

Read = Callable[[str], bytes | None]
"""A file of an export by its name; None where it is missing."""

Tell = Callable[[Finding], None]
"""Takes note of a finding."""


@dataclass(frozen=True, slots=True)
class Rooted:
    """A claim about the tree's first `size` leaves: their root, and who says so."""

    size: int
    root: Hash
    told_by: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A leaf record, and the position of its event."""

    position: int
    leaf: Leaf

    def finding(self, kind: Kind, detail: str) -> Finding:
        """A finding about the event there."""
        return Finding(kind, detail, self.position, self.leaf.stream, self.leaf.version)


class TreeCheck:
    """The tree of `size` leaves. `rooted` are in the order of their sizes; those beyond `size` are passed over."""

    def __init__(self, read: Read, size: int, rooted: Iterable[Rooted], tell: Tell) -> None:
        self.tree = GrowingTree()
        self.is_whole = True
        self._read = read
        self._size = size
        self._rooted = iter(rooted)
        self._next = next(self._rooted, None)
        self._tell = tell
        self._versions: dict[str, int] = {}
        self._good = 0

    def leaves(self) -> Iterator[Placed]:
        """The leaf records in their order, each checked; it has to be gone through for the tree to be made. It ends
        with the first bundle of entries that can't be read."""
        for bundle in bundles_of(self._size):
            entries = self._entries(bundle)
            if entries is None:
                self.is_whole = False
                return
            first = bundle.index * WIDTH + 1
            hashes = [leaf_hash(entry) for entry in entries]
            self._hold_against_rooted(first - 1, hashes)
            for tile, made in self.tree.add(b"".join(hashes)):
                self._hold_against_tile(tile, made)
            for position, entry in enumerate(entries, first):
                yield from self._parse_entry(position, entry)
        for tile, made in self.tree.partial():
            self._hold_against_tile(tile, made)

    def _entries(self, bundle: Tile) -> list[bytes] | None:
        first = bundle.index * WIDTH + 1
        content = self._read(bundle.path)
        if content is None:
            self._tell(Finding("truncated", f"{bundle.path} is missing, with the entries from here on", first))
            return None
        try:
            entries = entries_in(content)
        except ValueError as problem:
            self._tell(Finding("leaf", f"{bundle.path} can't be read: {problem}", first))
            return None
        if len(entries) != bundle.width:
            detail = f"{bundle.path} holds {len(entries)} entries in place of {bundle.width}"
            self._tell(Finding("leaf", detail, first))
            return None
        return entries

    def _parse_entry(self, position: int, entry: bytes) -> Iterator[Placed]:
        if not entry:
            self._tell(Finding("event-missing", "the log had no event there when it was exported", position))
            return
        try:
            leaf = parse_leaf(entry)
        except MalformedLeafError as problem:
            self._tell(Finding("leaf", str(problem), position))
            return
        placed, last = Placed(position, leaf), self._versions.get(leaf.stream, 0)
        if leaf.version != last + 1:
            self._tell(placed.finding("gap", f"version {last + 1} was to follow in its stream"))
        self._versions[leaf.stream] = leaf.version
        yield placed

    def _hold_against_tile(self, tile: Tile, made: Hashes) -> None:
        kept = self._read(tile.path)
        if kept == made:
            return
        if kept is None:
            self._tell(Finding("truncated", f"{tile.path} is missing", None))
        elif tile.level == 0:
            detail = f"its entry is not the leaf that {tile.path} holds"
            self._tell(Finding("leaf", detail, tile.index * WIDTH + 1 + _first_difference(kept, made)))
        else:
            self._tell(Finding("root", f"{tile.path} is not what the tiles below it give"))

    def _hold_against_rooted(self, before: int, hashes: list[Hash]) -> None:
        """Against what was said of trees that end with one of these leaves."""
        while self._next is not None and self._next.size <= before + len(hashes):
            told = self._next
            root = self.tree.root(b"".join(hashes[: told.size - before]))
            if root != told.root:
                detail = f"the first {told.size} events are not those of {told.told_by}"
                self._tell(Finding("fork", f"{detail}; among {self._good + 1} to {told.size} is another"))
            else:
                self._good = told.size
            self._next = next(self._rooted, None)


def _first_difference(kept: Hashes, made: Hashes) -> int:
    """The place of the first hash that differs."""
    places = range(0, max(len(kept), len(made)), HASH_BYTES)
    differ = (place for place in places if kept[place : place + HASH_BYTES] != made[place : place + HASH_BYTES])
    return next(differ, 0) // HASH_BYTES


_FULL = WIDTH * HASH_BYTES


class GrowingTree:
    """The tree of the leaves added so far."""

    def __init__(self) -> None:
        self._edges: list[Hashes] = []
        self._full: list[int] = []

    def add(self, hashes: Hashes) -> Iterator[tuple[Tile, Hashes]]:
        """Adds up to 256 leaves, given by their hashes end to end, to a tree of full tiles; the tiles that are full by
        that. What it gives has to be gone through for the leaves to be added."""
        level = 0
        while hashes:
            if level == len(self._edges):
                self._edges.append(b"")
                self._full.append(0)
            edge = self._edges[level] + hashes
            self._edges[level] = edge
            if len(edge) < _FULL:
                return
            yield Tile(level, self._full[level]), edge
            self._edges[level] = b""
            self._full[level] += 1
            hashes = root_over(edge)
            level += 1

    def partial(self) -> Iterator[tuple[Tile, Hashes]]:
        """The tiles at the right edge that are not full, the lowest level first."""
        for level, edge in enumerate(self._edges):
            if edge:
                yield Tile(level, self._full[level], len(edge) // HASH_BYTES), edge

    def root(self, more: Hashes = b"") -> Hash:
        """The root; with `more` that of the tree with these leaves besides, where its lowest tiles are full."""
        found = b""
        for level, edge in enumerate(self._edges or [b""]):
            beside = edge + (more if level == 0 else b"")
            if beside or found:
                found = root_over(beside + found)
        return found or EMPTY_ROOT
