"""What a witness cosigns and what it refuses, request by request as the protocol has them."""

from collections.abc import Sequence

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from domain.evidence import checkpoints, notes
from domain.evidence.base64_text import to_base64
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.keys import SigningKey
from domain.evidence.merkle import EMPTY_ROOT, Hash, consistency_proof, leaf_hash, nodes_over, root_of
from domain.evidence.notes import Note
from domain.evidence.witness import (
    MOST_HASHES,
    MalformedRequestError,
    NotCosignedError,
    NotGrownError,
    OtherSizeError,
    UnknownLogError,
    UntrustedError,
    cosignature,
    parse_request,
    request_content,
    require_growth,
    trusted_note,
)

LOG = SigningKey("club.example/v1/log", bytes(range(32)))
STRANGER = SigningKey("club.example/v1/log", bytes(range(1, 33)))
WITNESS = SigningKey("witness.example", bytes(range(2, 34)))
LEAVES = [leaf_hash(bytes([number])) for number in range(20)]
NODE = nodes_over(LEAVES)


def tree(size: int) -> Checkpoint:
    return Checkpoint(LOG.name, size, root_of(LEAVES[:size]))


def grown(
    old: int, new: int, *, proof: Sequence[Hash] | None = None, said: Checkpoint | None = None, key: SigningKey = LOG
) -> bytes:
    """The request of an honest log, or of one that changed something in it."""
    honest = consistency_proof(old, new, NODE) if 0 < old <= new else []
    signed = checkpoints.sign(said or tree(new), key)
    return request_content(old, honest if proof is None else proof, signed.content)


def decided(content: bytes, last: Checkpoint | None) -> Note:
    """What the witness is to cosign; raises where it is not to."""
    request = parse_request(content)
    note = trusted_note(request, [LOG.verifier])
    require_growth(request, last)
    return note


@pytest.mark.parametrize(("old", "new"), [(0, 0), (0, 1), (0, 20), (1, 1), (1, 2), (3, 20), (8, 20), (20, 20)])
def test_a_log_that_has_only_grown_is_cosigned(old: int, new: int) -> None:
    note = decided(grown(old, new), tree(old) if old else None)
    assert note == checkpoints.sign(tree(new), LOG)
    signature = cosignature(note, WITNESS, 1_679_315_147)
    both = notes.parse(Note(note.text, (*note.signatures, signature)).content)
    assert notes.verify(both, [LOG.verifier, WITNESS.cosigner]) == (LOG.verifier, WITNESS.cosigner)
    seen = f"cosignature/v1\ntime 1679315147\n{note.text}".encode()
    assert signature.value[:8] == bytes.fromhex("00000000641850cb")
    Ed25519PublicKey.from_public_bytes(WITNESS.cosigner.public).verify(signature.value[8:], seen)


WRONG = leaf_hash(b"wrong")
OF_ANOTHER = grown(3, 8, said=Checkpoint("other.example", 8, WRONG), key=SigningKey("other.example", LOG.seed))


@pytest.mark.parametrize(
    ("content", "last", "refused"),
    [
        (OF_ANOTHER, 3, UnknownLogError),
        (grown(3, 8, key=STRANGER), 3, UntrustedError),
        (grown(3, 8).replace(to_base64(tree(8).root).encode(), to_base64(WRONG).encode()), 3, UntrustedError),
        (grown(9, 8, proof=[]), 9, MalformedRequestError),
        (grown(0, 8), 3, OtherSizeError),
        (grown(3, 8), 0, OtherSizeError),
        (grown(3, 8), 8, OtherSizeError),
        (grown(3, 8, proof=[]), 3, NotGrownError),
        (grown(3, 8, proof=[WRONG] * 3), 3, NotGrownError),
        (grown(3, 8, proof=[*consistency_proof(3, 8, NODE), WRONG]), 3, NotGrownError),
        (grown(3, 8, said=Checkpoint(LOG.name, 8, WRONG)), 3, NotGrownError),
        (grown(8, 8, said=Checkpoint(LOG.name, 8, WRONG)), 8, NotGrownError),
        (grown(8, 8, proof=[WRONG]), 8, NotGrownError),
        (grown(0, 8, proof=[WRONG]), 0, NotGrownError),
        (grown(0, 0, said=Checkpoint(LOG.name, 0, WRONG)), 0, NotGrownError),
        (grown(0, 0, proof=[EMPTY_ROOT]), 0, NotGrownError),
    ],
)
def test_answers_that_the_protocol_refuses_are_refused(
    content: bytes, last: int, refused: type[NotCosignedError]
) -> None:
    with pytest.raises(refused):
        decided(content, tree(last) if last else None)


def test_witness_request_from_another_size_is_told_the_last_one() -> None:
    with pytest.raises(OtherSizeError) as told:
        decided(grown(0, 8), tree(3))
    assert told.value.size == 3


def test_a_log_that_is_not_known_or_not_signed_learns_no_size() -> None:
    with pytest.raises(UntrustedError):
        decided(grown(0, 8, key=STRANGER), tree(3))


def test_signatures_of_unknown_keys_are_left_out() -> None:
    signed = notes.with_signature(checkpoints.sign(tree(8), STRANGER), LOG)
    assert decided(request_content(0, [], signed.content), None) == checkpoints.sign(tree(8), LOG)


SIGNED = checkpoints.sign(tree(8), LOG).content
HASH = to_base64(WRONG).encode() + b"\n"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"old 0\n",
        b"old 0\n\n",
        b"old 0\n" + SIGNED,
        b"\n" + SIGNED,
        b"old\n\n" + SIGNED,
        b"old 00\n\n" + SIGNED,
        b"old 03\n\n" + SIGNED,
        b"old +3\n\n" + SIGNED,
        b"old -3\n\n" + SIGNED,
        b"old  3\n\n" + SIGNED,
        b"old 3 \n\n" + SIGNED,
        b"old 3\r\n\n" + SIGNED,
        b"new 3\n\n" + SIGNED,
        b"3\n\n" + SIGNED,
        "old ٣\n\n".encode() + SIGNED,
        b"old " + b"9" * 5_000 + b"\n\n" + SIGNED,
        b"old 3\nAAAA\n\n" + SIGNED,
        b"old 3\n" + HASH[:-2] + b"\n\n" + SIGNED,
        b"old 3\n" + b" " + HASH + b"\n" + SIGNED,
        b"old 3\n\xff\n\n" + SIGNED,
        b"old 3\n" + HASH * (MOST_HASHES + 1) + b"\n" + SIGNED,
        b"old 0\n\n" + tree(8).text.encode(),
        b"old 0\n\n" + SIGNED[:-1],
        b"old 0\n\n" + notes.sign_note("club.example/v1/log\n8\n", LOG).content,
        b"old 0\n\n" + notes.sign_note("club.example/v1/log\n08\n" + HASH.decode(), LOG).content,
    ],
)
def test_text_that_is_no_request_is_refused(content: bytes) -> None:
    with pytest.raises(MalformedRequestError):
        parse_request(content)


def test_all_hashes_that_a_proof_can_have_are_read() -> None:
    assert len(parse_request(b"old 3\n" + HASH * MOST_HASHES + b"\n" + SIGNED).proof) == MOST_HASHES
