"""A tree as its leaves come, of which nothing is kept but the right edge: a tile of each level at most."""

from collections.abc import Iterator

from domain.evidence.merkle import EMPTY_ROOT, HASH_BYTES, Hash, root_over
from domain.evidence.tiles import WIDTH, Hashes, Tile

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
