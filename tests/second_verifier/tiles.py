"""Tiles of tlog-tiles, and what is above them."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.second_verifier.findings import Findings
from tests.second_verifier.place import Place

WIDTH = 256
HASH = 32


def root_of(hashes: list[bytes]) -> bytes:
    """The root of these leaves, or of the nodes of one level."""
    if len(hashes) < 2:
        return hashes[0] if hashes else hashlib.sha256().digest()
    left = 1 << (len(hashes) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + root_of(hashes[:left]) + root_of(hashes[left:])).digest()


def tile_path(level: str, index: int, width: int) -> str:
    """Where a tile or bundle lies, by tlog-tiles."""
    digits = f"{index:0{(len(str(index)) + 2) // 3 * 3}}"
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    whole = "/".join([f"x{group}" for group in groups[:-1]] + groups[-1:])
    return f"tile/{level}/{whole}" + (f".p/{width}" if width < WIDTH else "")


def widths(size: int) -> Iterator[tuple[int, int]]:
    """Index and width of each tile of a level with so many hashes."""
    return ((index, min(WIDTH, size - index * WIDTH)) for index in range(-(-size // WIDTH)))


@dataclass
class Tiles:
    """The tiles of a tree of that size, each checked when the leaves below it have been read, or at the end."""

    place: Place
    size: int
    found: Findings
    levels: list[list[bytes]] = field(default_factory=lambda: [[]])

    def add(self, leaves: list[bytes]) -> None:
        """Takes the leaves of a bundle, and checks the tiles that they fill."""
        self.levels[0] += leaves
        level = 0
        while len(self.levels[level]) and len(self.levels[level]) % WIDTH == 0:
            if level + 1 == len(self.levels):
                self.levels.append([])
            self.levels[level + 1].append(root_of(self.levels[level][-WIDTH:]))
            self._check(level, len(self.levels[level]) // WIDTH - 1)
            level += 1

    def end(self) -> None:
        """Checks the tiles that are not full."""
        for level, hashes in enumerate(self.levels):
            if len(hashes) % WIDTH:
                self._check(level, len(hashes) // WIDTH)

    def _check(self, level: int, index: int) -> None:
        made, first = self.levels[level][index * WIDTH : (index + 1) * WIDTH], index * WIDTH + 1
        path = tile_path(str(level), index, len(made))
        kept = self._hashes(path) if path in self.place else None
        if kept is None:
            self.found.add("truncated", f"{path} is missing")
        elif kept != made and level:
            self.found.add("root", f"{path} is not what is below it")
        elif kept != made:
            same = [one == other for one, other in zip(made, kept, strict=False)]
            self.found.add("leaf", f"{path} has another hash", first + (*same, False).index(False))

    def _hashes(self, path: str) -> list[bytes]:
        held = self.place.read(path)
        return [held[at : at + HASH] for at in range(0, len(held), HASH)]
