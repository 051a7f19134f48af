"""The tree in tiles (C2SP tlog-tiles): files of up to 256 hashes each, which never change once they are full.

A tile of level 0 holds leaf hashes; one of the level above holds the roots of full tiles below it. Beside the tiles of
level 0 lie bundles with the entries themselves.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from domain.evidence.merkle import HASH_BYTES, Hash, Node, root_over

HEIGHT = 8
WIDTH = 1 << HEIGHT
MOST_ENTRY_BYTES = 65_535
HIGHEST_LEVEL = 63
ENTRIES = "entries"
_LENGTH_BYTES = 2
_PATH = re.compile(r"tile/(entries|0|[1-9][0-9]?)/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?", re.ASCII)

Hashes = bytes
"""The hashes of a tile, end to end."""

TileAt = Callable[[int, int], Hashes]
"""A tile by its level and index, or so much of it as there is; raises `LookupError` where there is none."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """Which tile: its level (None for a bundle of entries), its index from 0, and its width, 1 to 256."""

    level: int | None
    index: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """Where it lies below the log's prefix, such as `tile/0/x001/234.p/17`."""
        level = ENTRIES if self.level is None else str(self.level)
        suffix = "" if self.width == WIDTH else f".p/{self.width}"
        return f"tile/{level}/{_spelt(self.index)}{suffix}"


def parse_path(path: str) -> Tile:
    """The tile that lies there. Raises `ValueError` for what is no path of a tile in its one spelling."""
    found = _PATH.fullmatch(path)
    if found is None:
        raise ValueError(f"not the path of a tile: {path[:200]!r}")
    level, index, width = found.groups()
    tile = Tile(
        None if level == ENTRIES else int(level),
        int(index.replace("x", "").replace("/", "")),
        WIDTH if width is None else int(width),
    )
    if tile.path != path or (tile.level or 0) > HIGHEST_LEVEL or (width is not None and tile.width >= WIDTH):
        raise ValueError(f"not the path of a tile: {path[:200]!r}")
    return tile


def tiles_of(size: int) -> Iterator[Tile]:
    """The tiles of hashes of a tree of this size, the lowest level first, each level ending with its partial one."""
    for level in count():
        hashes = size >> (HEIGHT * level)
        if hashes == 0:
            return
        full, partial = divmod(hashes, WIDTH)
        yield from (Tile(level, index) for index in range(full))
        if partial:
            yield Tile(level, full, partial)


def bundles_of(size: int) -> Iterator[Tile]:
    """The bundles of entries of a tree of this size."""
    full, partial = divmod(size, WIDTH)
    yield from (Tile(None, index) for index in range(full))
    if partial:
        yield Tile(None, full, partial)


def has_tile(tile: Tile, size: int) -> bool:
    """Whether a tree of this size holds at least these hashes, or entries."""
    return tile.index * WIDTH + tile.width <= size >> (HEIGHT * (tile.level or 0))


def append_hashes(size: int, edge: TileAt, leaves: Sequence[Hash]) -> Mapping[tuple[int, int], Hashes]:
    """The tiles that more leaves add to a tree of this size, or change in it: by level and index, as far as filled.
    `edge` gives the partial tiles of the tree as it was."""
    changed: dict[tuple[int, int], Hashes] = {}
    added = leaves
    for level in count():
        first = size >> (HEIGHT * level)
        grown = _tiles_with_added(level, first, edge, added)
        changed |= grown
        full = [hashes for hashes in grown.values() if len(hashes) == WIDTH * HASH_BYTES]
        if not full:
            return changed
        added = [root_over(hashes) for hashes in full]
    raise AssertionError("the levels of a tree never end")


def nodes_in(tile_at: TileAt) -> Node:
    """The complete subtrees of a tree that is kept in tiles. What it gives raises `LookupError` where a tile lacks
    them."""

    def node(level: int, index: int) -> Hash:
        tile_level, height = divmod(level, HEIGHT)
        tile_index, place = divmod(index << height, WIDTH)
        start = place * HASH_BYTES
        wanted = HASH_BYTES << height
        hashes = tile_at(tile_level, tile_index)[start : start + wanted]
        if len(hashes) < wanted:
            raise LookupError(f"tile {tile_index} of level {tile_level} has no {place + (1 << height)} hashes")
        return root_over(hashes)

    return node


def bundle(entries: Sequence[bytes]) -> bytes:
    """The entries end to end, each after its length. Raises `ValueError` for one of more than 65,535 bytes."""
    longest = max(map(len, entries), default=0)
    if longest > MOST_ENTRY_BYTES:
        raise ValueError(f"an entry of {longest} bytes is longer than {MOST_ENTRY_BYTES}")
    return b"".join(len(entry).to_bytes(_LENGTH_BYTES) + entry for entry in entries)


def entries_in(content: bytes) -> list[bytes]:
    """The entries of a bundle. Raises `ValueError` where it is cut short or holds more than 256."""
    entries: list[bytes] = []
    place = 0
    while place < len(content):
        start = place + _LENGTH_BYTES
        place = start + int.from_bytes(content[place:start])
        if place > len(content) or len(entries) == WIDTH or start > len(content):
            raise ValueError(f"a bundle of entries is cut short, or holds more than {WIDTH}")
        entries.append(content[start:place])
    return entries


def _spelt(index: int) -> str:
    """The index in groups of three digits, all but the last marked with an x."""
    digits = str(index)
    padded = digits.zfill(-(-len(digits) // 3) * 3)
    *first, last = [padded[place : place + 3] for place in range(0, len(padded), 3)]
    return "".join(f"x{group}/" for group in first) + last


def _tiles_with_added(level: int, first: int, edge: TileAt, added: Sequence[Hash]) -> dict[tuple[int, int], Hashes]:
    """The tiles of one level that hold the hashes added after the `first` ones."""
    if not added:
        return {}
    index, width = divmod(first, WIDTH)
    begun = edge(level, index)[: width * HASH_BYTES] if width else b""
    hashes = begun + b"".join(added)
    step = WIDTH * HASH_BYTES
    return {(level, index + place // step): hashes[place : place + step] for place in range(0, len(hashes), step)}
