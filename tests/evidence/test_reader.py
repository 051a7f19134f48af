"""An independent reader of tiled logs, which shares no code with this program, agrees with it."""

import importlib
import random
from collections.abc import Callable
from typing import Any

import pytest

from domain.evidence import checkpoints, merkle
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.keys import SigningKey
from domain.evidence.leaves import leaf_of
from domain.evidence.tiles import Hashes, append_hashes, bundle, bundles_of, nodes_in, tiles_of

KEY = SigningKey("club.example/v1/log", bytes(range(32)))
BATCH = 5_000


class Backend:
    """What the reader asks for files of a log, by the parts of their paths."""

    def __init__(self, get: Callable[[str], bytes | None]) -> None:
        self._get = get

    def get(self, *path: str) -> bytes | None:
        return self._get("/".join(path))


def reader(get: Callable[[str], bytes | None]) -> Any:  # noqa: ANN401 -- of a package without types of ours
    """The reader over these files."""
    pytest.importorskip("tlog_scales", reason="the packages for development are not installed")
    return importlib.import_module("tlog_scales.reader").TilesReader(Backend(get))


def files_of(size: int) -> dict[str, bytes]:
    """A log of so many leaf records as files, as it would be exported."""
    entries = [leaf_of(f"person-{number % 97}", number // 97 + 1, number.to_bytes(8)).entry for number in range(size)]
    tiles: dict[tuple[int, int], Hashes] = {}

    def at(level: int, index: int) -> Hashes:
        return tiles[level, index]

    for start in range(0, size, BATCH):
        hashes = [merkle.leaf_hash(entry) for entry in entries[start : start + BATCH]]
        tiles |= append_hashes(start, at, hashes)
    root = merkle.root(size, nodes_in(at))
    files = {"checkpoint": checkpoints.sign(Checkpoint(KEY.name, size, root), KEY).content}
    files |= {tile.path: tiles[tile.level or 0, tile.index] for tile in tiles_of(size)}
    files |= {one.path: bundle(entries[one.index * 256 : one.index * 256 + one.width]) for one in bundles_of(size)}
    return files


def require_agreement(found: Any, inclusions: int, consistencies: int) -> int:  # noqa: ANN401 -- see reader
    """Reads root, random inclusions and consistencies; the size of the log."""
    checkpoint = found.get_checkpoint()
    size: int = checkpoint.size
    assert found.calculate_root_hash() == checkpoint.root_hash
    dice = random.Random(size)  # noqa: S311 -- which are looked at, no secret
    for _ in range(inclusions):
        index = dice.randrange(size)
        leaf = merkle.leaf_hash(found.get_entry(index))
        proof = list(found.get_inclusion_proof(index, size).node_hashes)
        merkle.verify_inclusion(index, size, leaf, proof, checkpoint.root_hash)
    for _ in range(consistencies):
        earlier = dice.randrange(1, size)
        proof = list(found.get_consistency_proof(earlier, size).node_hashes)
        merkle.verify_consistency(earlier, found.mth(0, earlier), size, checkpoint.root_hash, proof)
    return size


@pytest.mark.parametrize(
    ("size", "inclusions", "consistencies"),
    [(600, 20, 10), pytest.param(70_000, 1_000, 100, marks=pytest.mark.proof)],
)
def test_an_independent_reader_agrees_with_files_of_the_log(size: int, inclusions: int, consistencies: int) -> None:
    assert require_agreement(reader(files_of(size).get), inclusions, consistencies) == size
