"""Trees: the published examples of RFC 9162's algorithms, and every proof of small trees."""

from base64 import b64decode
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.evidence import merkle
from domain.evidence.merkle import NotProvedError, inclusion_proof, leaf_hash, nodes_over, verify_inclusion
from tests.evidence.vectors import vectors


def leaves(size: int) -> list[bytes]:
    return [leaf_hash(number.to_bytes(4)) for number in range(size)]


def decoded(example: Mapping[str, Any], name: str) -> bytes:
    return b64decode(example[name] or "")


def hashes(example: Mapping[str, Any]) -> list[bytes]:
    return [b64decode(each) for each in example["proof"] or ()]


def test_the_published_roots_are_ours() -> None:
    found = vectors("merkle.json")
    entries = [bytes.fromhex(each) for each in found["leaf_inputs_hex"]]
    hashed = [leaf_hash(entry) for entry in entries]
    expected = [bytes.fromhex(each) for each in found["root_hashes_hex_by_size"]]
    assert len(expected) == 9
    assert [merkle.root_of(hashed[:size]) for size in range(9)] == expected
    assert [merkle.root(size, nodes_over(hashed)) for size in range(9)] == expected


def test_the_published_proofs_of_inclusion_pass_and_fail_as_they_should() -> None:
    examples, right = vectors("merkle.json")["inclusion"], 0
    for example in examples:
        arguments = decoded(example, "leafHash"), hashes(example), decoded(example, "root")
        right += (
            verdict(verify_inclusion, example["leafIdx"], example["treeSize"], *arguments) is not example["wantErr"]
        )
    assert (len(examples), right) == (98, 98)


def test_the_published_proofs_of_consistency_pass_and_fail_as_they_should() -> None:
    examples, right = vectors("merkle.json")["consistency"], 0
    for example in examples:
        old = example["size1"], decoded(example, "root1")
        new = example["size2"], decoded(example, "root2")
        right += verdict(merkle.verify_consistency, *old, *new, hashes(example)) is not example["wantErr"]
    assert (len(examples), right) == (98, 98)


def verdict(check: Callable[..., None], *arguments: object) -> bool:
    try:
        check(*arguments)
    except NotProvedError:
        return False
    return True


def test_every_leaf_of_every_small_tree_is_proved_and_none_elsewhere() -> None:
    for size in range(1, 34):
        tree = leaves(size)
        node, root = nodes_over(tree), merkle.root_of(tree)
        for index in range(size):
            proof = inclusion_proof(index, size, node)
            verify_inclusion(index, size, tree[index], proof, root)
            assert len(proof) <= (size - 1).bit_length()
            for other in {0, (index + 1) % size, size - 1} - {index}:
                assert not verdict(verify_inclusion, other, size, tree[index], proof, root)


def test_every_growth_of_every_small_tree_is_proved_and_no_other_root() -> None:
    tree = leaves(24)
    roots = [merkle.root_of(tree[:size]) for size in range(25)]
    for later in range(1, 25):
        for earlier in range(1, later + 1):
            proof = merkle.consistency_proof(earlier, later, nodes_over(tree))
            merkle.verify_consistency(earlier, roots[earlier], later, roots[later], proof)
            if earlier != later:
                forged = sha256(roots[earlier]).digest()
                assert not verdict(merkle.verify_consistency, earlier, forged, later, roots[later], proof)
                assert not verdict(merkle.verify_consistency, earlier, roots[earlier], later, forged, proof)


@given(size=st.integers(2, 3000), data=st.data())
def test_no_proof_stands_with_a_bit_turned(size: int, data: st.DataObject) -> None:
    tree = leaves(size)
    index = data.draw(st.integers(0, size - 1))
    proof = inclusion_proof(index, size, nodes_over(tree))
    place = data.draw(st.integers(0, len(proof) - 1))
    bit = data.draw(st.integers(0, 255))
    turned = (int.from_bytes(proof[place]) ^ (1 << bit)).to_bytes(32)
    changed = [*proof[:place], turned, *proof[place + 1 :]]
    assert not verdict(verify_inclusion, index, size, tree[index], changed, merkle.root_of(tree))


@pytest.mark.parametrize(("index", "size"), [(0, 0), (5, 5), (-1, 5)])
def test_no_proof_is_made_of_a_leaf_that_is_not_there(index: int, size: int) -> None:
    with pytest.raises(ValueError, match=f"a tree of {size} leaves has no leaf {index}"):
        inclusion_proof(index, size, nodes_over(leaves(5)))


@pytest.mark.parametrize(("earlier", "later"), [(5, 4), (0, 4)])
def test_no_proof_shows_that_a_tree_shrank_or_grew_from_nothing(earlier: int, later: int) -> None:
    with pytest.raises(ValueError, match=f"nothing shows that a tree of {later} leaves grew from one of {earlier}"):
        merkle.consistency_proof(earlier, later, nodes_over(leaves(5)))
