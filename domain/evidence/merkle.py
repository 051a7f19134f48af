"""Hash trees of RFC 6962 and RFC 9162: roots, and proofs that a leaf is in a tree, or that one tree grew into another.

Leaves and nodes are hashed with a different first byte each, so that no node can be shown as a leaf. A tree of n leaves
is told from its complete subtrees alone: `Node` gives the hash of one, by the level above the leaves and its place
there.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from struct import Struct

Hash = bytes
"""32 bytes, a SHA-256."""

Node = Callable[[int, int], Hash]
"""The hash of the complete subtree of 2**level leaves that is the index-th at this level: level and index from 0."""

HASH_BYTES = 32
EMPTY_ROOT: Hash = hashlib.sha256(b"").digest()
_PAIR = Struct(f"{2 * HASH_BYTES}s")
_NODE = hashlib.sha256(b"\x01")
"""Where the hash of every node begins: a copy of it costs less than a new one."""


class NotProvedError(ValueError):
    """A proof that doesn't show what it should."""


def leaf_hash(entry: bytes) -> Hash:
    """The hash of a leaf that holds this entry."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: Hash, right: Hash) -> Hash:
    """The hash of a node over its two subtrees."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_of(hashes: Sequence[Hash]) -> Hash:
    """The root of the tree with these leaf hashes; also of a complete subtree, from the hashes of subtrees of equal
    size."""
    return root_over(b"".join(hashes))


def root_over(hashes: bytes) -> Hash:
    """The same from hashes that stand end to end."""
    if not hashes:
        return EMPTY_ROOT
    while len(hashes) > HASH_BYTES:
        paired = len(hashes) // _PAIR.size * _PAIR.size
        hashes = b"".join(_nodes_over(hashes[:paired])) + hashes[paired:]
    return hashes


def _nodes_over(hashes: bytes) -> Iterator[Hash]:
    """The hashes of the nodes over pairs that stand end to end."""
    begin = _NODE.copy
    for (pair,) in _PAIR.iter_unpack(hashes):
        node = begin()
        node.update(pair)
        yield node.digest()


def nodes_over(hashes: Sequence[Hash]) -> Node:
    """The complete subtrees of the tree with these leaf hashes, each worked out when it is asked for."""
    return lambda level, index: root_of(hashes[index << level : (index + 1) << level])


def root(size: int, node: Node) -> Hash:
    """The root of the tree of the first `size` leaves."""
    return EMPTY_ROOT if size == 0 else _range_hash(0, size, node)


def inclusion_proof(index: int, size: int, node: Node) -> list[Hash]:
    """Shows that the leaf is in the tree of this size: hashes from the leaf's sibling upwards. Raises `ValueError`
    where the tree has no such leaf."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    start, stop, beside = 0, size, []
    while stop - start > 1:
        middle = start + _leaves_on_left(stop - start)
        if index < middle:
            beside.append((middle, stop))
            stop = middle
        else:
            beside.append((start, middle))
            start = middle
    return [_range_hash(first, last, node) for first, last in reversed(beside)]


def consistency_proof(earlier: int, later: int, node: Node) -> list[Hash]:
    """Shows that the tree of `earlier` leaves grew into that of `later` leaves; empty where both are the same. Raises
    `ValueError` where the later is the smaller, or the earlier empty: that shows nothing."""
    if not 0 < earlier <= later:
        raise ValueError(f"nothing shows that a tree of {later} leaves grew from one of {earlier}")
    if earlier == later:
        return []
    start, stop, parts = 0, later, []
    while stop != earlier:
        middle = start + _leaves_on_left(stop - start)
        if earlier <= middle:
            parts.append((middle, stop))
            stop = middle
        else:
            parts.append((start, middle))
            start = middle
    if start > 0:
        parts.append((start, stop))
    return [_range_hash(first, last, node) for first, last in reversed(parts)]


def verify_inclusion(index: int, size: int, leaf: Hash, proof: Sequence[Hash], root: Hash) -> None:
    """Checks that the leaf is in the tree (RFC 9162, 2.1.3.2). Raises `NotProvedError`."""
    if not 0 <= index < size:
        raise NotProvedError(f"A tree of {size} leaves has no leaf {index}.")
    _require_hashes(leaf, *proof, root)
    found = leaf
    for is_left, beside in _sides(index, size - 1, proof):
        found = node_hash(beside, found) if is_left else node_hash(found, beside)
    if found != root:
        raise NotProvedError(f"The proof of leaf {index} leads to another root.")


def verify_consistency(earlier: int, earlier_root: Hash, later: int, later_root: Hash, proof: Sequence[Hash]) -> None:
    """Checks that the tree of `earlier` leaves, one at least, grew into that of `later` leaves (RFC 9162, 2.1.4.2).
    Raises `NotProvedError`."""
    if not 0 < earlier <= later:
        raise NotProvedError(f"Nothing shows that a tree of {later} leaves grew from one of {earlier}.")
    _require_hashes(*proof)
    if earlier == later:
        if proof or earlier_root != later_root:
            raise NotProvedError(f"Two trees of {earlier} leaves have different roots, or a proof between them.")
        return
    first, *rest = [earlier_root, *proof] if earlier & (earlier - 1) == 0 else (list(proof) or [earlier_root])
    place, last = earlier - 1, later - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    old, new = first, first
    for is_left, beside in _sides(place, last, rest):
        old = node_hash(beside, old) if is_left else old
        new = node_hash(beside, new) if is_left else node_hash(new, beside)
    if (old, new) != (earlier_root, later_root):
        raise NotProvedError(f"The proof does not lead from the root of {earlier} leaves to that of {later}.")


def _sides(place: int, last: int, proof: Sequence[Hash]) -> Iterator[tuple[bool, Hash]]:
    """Each hash of a proof on the way up from a place to the root, and whether it is on the left. `last` is the
    last place beside the first. Raises `NotProvedError` where there are too many or too few of them."""
    for beside in proof:
        if last == 0:
            raise NotProvedError("The proof is too long.")
        is_left = place & 1 == 1 or place == last
        yield is_left, beside
        while is_left and not place & 1 and place != 0:
            place, last = place >> 1, last >> 1
        place, last = place >> 1, last >> 1
    if last != 0:
        raise NotProvedError("The proof is too short.")


def _require_hashes(*hashes: Hash) -> None:
    if any(len(each) != HASH_BYTES for each in hashes):
        raise NotProvedError(f"A hash has {HASH_BYTES} bytes.")


def _range_hash(start: int, stop: int, node: Node) -> Hash:
    """The hash over these leaves, where `start` is a multiple of the largest power of two that the range holds."""
    size = stop - start
    if size & (size - 1) == 0:
        level = size.bit_length() - 1
        return node(level, start >> level)
    middle = start + _leaves_on_left(size)
    return node_hash(_range_hash(start, middle, node), _range_hash(middle, stop, node))


def _leaves_on_left(size: int) -> int:
    """The number of leaves on the left: the largest power of two below the size."""
    return int(1 << ((size - 1).bit_length() - 1))
