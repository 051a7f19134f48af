"""Tiles, bundles and their paths; leaf records; proofs that stand by themselves."""

from base64 import b64decode
from collections import Counter
from hashlib import sha256

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from domain.evidence import checkpoints, merkle, tiles
from domain.evidence.checkpoints import Checkpoint, checkpoint_in
from domain.evidence.keys import SigningKey
from domain.evidence.leaves import Leaf, MalformedLeafError, leaf_hashes, leaf_of, parse_leaf
from domain.evidence.merkle import NotProvedError, leaf_hash
from domain.evidence.notes import parse
from domain.evidence.proofs import MalformedProofError, Proof, parse_proof, verify_proof
from domain.evidence.tiles import Tile, append_hashes, bundle, entries_in, nodes_in, parse_path, tiles_of
from tests.evidence.vectors import vectors

KEY = SigningKey("example.org/v1/log", bytes(range(32)))


class Kept:
    """A tree kept in tiles, which grows."""

    def __init__(self) -> None:
        self.size = 0
        self.tiles: dict[tuple[int, int], bytes] = {}

    def at(self, level: int, index: int) -> bytes:
        return self.tiles[level, index]

    def append(self, hashes: list[bytes]) -> None:
        self.tiles |= append_hashes(self.size, self.at, hashes)
        self.size += len(hashes)


def leaves(size: int) -> list[bytes]:
    return [leaf_hash(number.to_bytes(4)) for number in range(size)]


def test_the_published_paths_are_ours() -> None:
    examples = vectors("tlog_tiles.json")["paths"]
    for example in examples:
        tile = Tile(example.get("level"), example["n"], example["p"] or tiles.WIDTH)
        assert tile.path == example["path"]
        assert parse_path(example["path"]) == tile
    assert len(examples) == 6


def test_a_published_log_is_one_of_ours() -> None:
    files = {path: b64decode(content) for path, content in vectors("tlog_tiles.json")["files"].items()}
    kept = Kept()
    for size in range(16):
        checkpoint = checkpoint_in(parse(files[f"checkpoint.{size}"]))
        assert (checkpoint.size, checkpoint.root) == (size, merkle.root(size, nodes_in(kept.at)))
        if size:
            assert files[Tile(0, 0, size).path] == kept.at(0, 0)
            assert len(entries_in(files[Tile(None, 0, size).path])) == size
        if size < 15:
            newest = entries_in(files[Tile(None, 0, size + 1).path])[-1]
            kept.append([leaf_hash(newest)])


def test_a_tree_of_70000_leaves_has_the_tiles_that_the_specification_says() -> None:
    found = Counter((tile.level, tile.width) for tile in tiles_of(70_000))
    assert found == {(0, 256): 273, (0, 112): 1, (1, 256): 1, (1, 17): 1, (2, 1): 1}
    assert Counter(tile.level for tile in tiles_of(256)) == {0: 1, 1: 1}
    assert list(tiles_of(0)) == []
    assert Counter(tile.width for tile in tiles.bundles_of(70_000)) == {256: 273, 112: 1}


@given(st.lists(st.integers(1, 700), min_size=1, max_size=6))
def test_tiles_grow_to_the_same_bytes_however_the_leaves_come(groups: list[int]) -> None:
    kept, at_once, all_leaves = Kept(), Kept(), leaves(sum(groups))
    for group in groups:
        kept.append(all_leaves[kept.size : kept.size + group])
    at_once.append(all_leaves)
    assert kept.tiles == at_once.tiles
    assert merkle.root(kept.size, nodes_in(kept.at)) == merkle.root_of(all_leaves)
    widths = {(tile.level, tile.index): tile.width * 32 for tile in tiles_of(kept.size)}
    assert widths == {place: len(hashes) for place, hashes in kept.tiles.items()}


def test_proofs_from_tiles_hold_for_every_size_that_was_reached() -> None:
    kept, all_leaves = Kept(), leaves(66_000)
    kept.append(all_leaves)
    node = nodes_in(kept.at)
    root = merkle.root(66_000, node)
    for index in (0, 255, 256, 65_535, 65_536, 65_999):
        proof = merkle.inclusion_proof(index, 66_000, node)
        merkle.verify_inclusion(index, 66_000, all_leaves[index], proof, root)
    for earlier in (1, 255, 256, 257, 65_536, 65_999):
        proof = merkle.consistency_proof(earlier, 66_000, node)
        merkle.verify_consistency(earlier, merkle.root(earlier, node), 66_000, root, proof)


def test_a_tile_that_lacks_hashes_is_told() -> None:
    kept = Kept()
    kept.append(leaves(10))
    with pytest.raises(LookupError):
        nodes_in(kept.at)(0, 10)
    with pytest.raises(LookupError):
        nodes_in(kept.at)(8, 0)


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/0",
        "tile/0/0000",
        "tile/00/000",
        "tile/64/000",
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/01",
        "tile/0/x000/001",
        "tile/0/001/002",
        "tile/-1/000",
        "tile/entries/000/",
        "tile/0/\u0660\u0660\u0660",
        "/tile/0/000",
        "tile/0/000\n",
        "tile/0/../000",
    ],
)
def test_path_of_no_tile_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="not the path of a tile"):
        parse_path(path)


@given(st.lists(st.binary(max_size=40), max_size=256))
def test_a_bundle_gives_its_entries_back(entries: list[bytes]) -> None:
    assert entries_in(bundle(entries)) == entries


def test_a_bundle_takes_the_longest_entry_and_none_longer() -> None:
    longest = b"x" * 65_535
    assert entries_in(bundle([longest])) == [longest]
    with pytest.raises(ValueError, match="65536 bytes is longer"):
        bundle([longest + b"x"])


@pytest.mark.parametrize("content", [b"\x00", b"\x00\x02a", b"\x00\x00" * 257])
def test_a_bundle_that_is_cut_short_or_too_long_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="a bundle of entries"):
        entries_in(content)


def test_a_leaf_record_is_canonical_and_tells_stream_version_and_digest() -> None:
    leaf = leaf_of("tournament-1", 7, b"{}")
    # Worked by hand: the keys in order, no spaces.
    digest = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert leaf.entry == f'{{"digest":"{digest}","stream":"tournament-1","version":7}}'.encode()
    assert leaf.hash == sha256(b"\x00" + leaf.entry).digest()
    assert parse_leaf(leaf.entry) == leaf
    assert leaf_hashes([("tournament-1", 7, b"{}")]) == [leaf.hash]


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(1, 2**53 - 1), st.binary())
def test_a_leaf_record_is_canonical_json_whatever_it_names(stream: str, version: int, state: bytes) -> None:
    leaf = leaf_of(stream, version, state)
    assert leaf.entry == rfc8785.dumps({"digest": leaf.digest, "stream": stream, "version": version})
    assert parse_leaf(leaf.entry) == leaf


@pytest.mark.parametrize(
    "entry",
    [
        b"",
        b"[]",
        b"{",
        b'{"digest":"ab","stream":"s","version":1}',
        Leaf("s", 1, "a" * 64).entry.replace(b'"s"', b' "s"'),
        Leaf("s", 1, "a" * 64).entry.replace(b"1}", b'"1"}'),
        Leaf("s", 1, "a" * 64).entry.replace(b"1}", b"true}"),
        Leaf("s", 1, "a" * 64).entry.replace(b"}", b',"more":1}'),
        Leaf("s", 0, "a" * 64).entry,
    ],
)
def test_bytes_of_no_leaf_record_are_refused(entry: bytes) -> None:
    with pytest.raises(MalformedLeafError):
        parse_leaf(entry)


def proof_of(index: int, extra: bytes | None = None) -> Proof:
    tree = leaves(11)
    checkpoint = checkpoints.sign(Checkpoint(KEY.name, 11, merkle.root_of(tree)), KEY)
    return Proof(index, tuple(merkle.inclusion_proof(index, 11, merkle.nodes_over(tree))), checkpoint.content, extra)


@pytest.mark.parametrize("extra", [None, b"", b"any\n\nbytes"])
def test_a_proof_by_itself_shows_its_leaf_and_no_other(extra: bytes | None) -> None:
    proof = parse_proof(proof_of(6, extra).content)
    assert proof == proof_of(6, extra)
    assert verify_proof(proof, leaves(11)[6], KEY.name, [KEY.verifier]).size == 11
    with pytest.raises(NotProvedError):
        verify_proof(proof, leaves(11)[7], KEY.name, [KEY.verifier])


def test_the_only_leaf_of_a_log_is_proved_without_hashes() -> None:
    leaf = leaf_hash(b"x")
    checkpoint = checkpoints.sign(Checkpoint(KEY.name, 1, leaf), KEY)
    verify_proof(parse_proof(Proof(0, (), checkpoint.content).content), leaf, KEY.name, [KEY.verifier])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"c2sp.org/tlog-proof@v1", b"c2sp.org/tlog-proof@v2"),
        (b"index 6", b"index 06"),
        (b"index 6", b"index -6"),
        (b"index 6\n", b""),
        (b"index 6\n", b"index 6\nextra AAAA\n"),
        (b"\n\n", b"\n"),
        (b"=\n", b"\n"),
        (b"index 6\n", b"index 6\n" + b"A" * 40 + b"\n"),
    ],
)
def test_text_that_is_no_proof_is_refused(old: bytes, new: bytes) -> None:
    with pytest.raises(MalformedProofError):
        parse_proof(proof_of(6).content.split(b"\n\n")[0].replace(old, new) + b"\n\n" * (old != b"\n\n"))


@pytest.mark.parametrize("content", [b"", b"c2sp.org/tlog-proof@v1\n\n", b"\0" * 100])
def test_a_proof_without_an_index_is_said_to_have_none(content: bytes) -> None:
    with pytest.raises(MalformedProofError, match="not the index of a leaf"):
        parse_proof(content)
