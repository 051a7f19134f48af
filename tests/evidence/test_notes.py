"""Signed notes and checkpoints: the published ones verify, ours are signed to the same bytes, and others are
refused."""

from base64 import b64decode, b64encode

import pytest

from domain.evidence import checkpoints, notes
from domain.evidence.checkpoints import Checkpoint, OtherOriginError, checkpoint_in, open_checkpoint
from domain.evidence.keys import COSIGNATURE, BadKeyError, SigningKey, signing_key, verifier_key
from domain.evidence.merkle import EMPTY_ROOT, leaf_hash, verify_inclusion
from domain.evidence.notes import MalformedNoteError, Note, UnsignedError, WrongSignatureError
from tests.evidence.vectors import vectors

KEY = SigningKey("example.org/v1/log", bytes(range(32)))
OTHER = SigningKey("example.org/v1/log", bytes(range(1, 33)))
GOOD = notes.sign_note("One\n\nTwo\n", KEY)


def test_the_published_notes_verify_with_all_their_keys() -> None:
    examples = vectors("notes.json")["notes"]
    for example in examples:
        keys = [verifier_key(text) for text in example["vkeys"]]
        note = notes.parse(example["note"].encode())
        assert notes.verify(note, keys) == tuple(keys)
        assert note.content == example["note"].encode()
        assert [key.text for key in keys] == example["vkeys"]
    assert len(examples) == 3


def test_signing_gives_the_published_bytes() -> None:
    example = vectors("notes.json")["notes"][1]
    key = signing_key(example["skey_of_first"])
    published = notes.parse(example["note"].encode())
    assert notes.sign_note(published.text, key).signatures == published.signatures[:1]
    assert (key.verifier.text, key.text) == (example["vkeys"][0], example["skey_of_first"])


def test_the_published_keys_that_are_wrong_are_refused() -> None:
    examples = vectors("notes.json")["bad_vkeys_reject"]
    for text in examples:
        with pytest.raises(BadKeyError):
            verifier_key(text)
    assert len(examples) == 2


def test_a_published_checkpoint_with_three_witnesses_proves_its_entry() -> None:
    example = vectors("notes.json")["cosigned_with_inclusion"]
    keys = [verifier_key(text) for text in example["vkeys"]]
    content = example["checkpoint"].encode()
    assert notes.verify(notes.parse(content), keys) == tuple(keys)
    assert [key.kind for key in keys].count(COSIGNATURE) == 3
    checkpoint = open_checkpoint(content, keys[0].name, keys[:1])
    proof = [b64decode(each) for each in example["proof"]]
    leaf = leaf_hash(b64decode(example["entry_base64"]))
    verify_inclusion(example["index"], checkpoint.size, leaf, proof, checkpoint.root)


def test_a_published_log_has_signed_each_of_its_checkpoints() -> None:
    found = vectors("tlog_tiles.json")
    key = verifier_key(found["vkey"])
    signed = [b64decode(content) for path, content in found["files"].items() if path.startswith("checkpoint.")]
    sizes = {open_checkpoint(content, "example.com/log/testdata", [key]).size for content in signed}
    assert sizes == set(range(16))


LINE = GOOD.signatures[0].line.encode()


@pytest.mark.parametrize(
    "content",
    [
        b"One\n",
        b"One\n\n",
        b"O\x01ne\n\n" + LINE + b"\n",
        b"O\xffne\n\n" + LINE + b"\n",
        b"One\n\n" + LINE,
        b"One\n\n" + LINE.replace(b"example.org", b"exam ple.org") + b"\n",
        b"One\n\n" + LINE + b"\nmore\n",
        b"One\n\n" + LINE + b"\n\n",
        b"One\n\n" + (LINE + b"\n") * 101,
        b"One\n\n" + LINE.replace(b"/v1/log ", b"/v1/log+ ") + b"\n",
        b"One\n\n" + LINE[:-1] + b"\n",
        "One\n\n— a AAAA\n".encode(),
        b"x" * 1_000_001,
        b"",
    ],
    ids=str,
)
def test_text_that_is_no_signed_note_is_refused(content: bytes) -> None:
    with pytest.raises(MalformedNoteError):
        notes.parse(content)


def test_a_wrong_signature_by_a_known_key_spoils_the_note_and_one_by_an_unknown_key_is_passed_over() -> None:
    forged = Note("Another text\n", GOOD.signatures)
    with pytest.raises(WrongSignatureError):
        notes.verify(notes.with_signature(forged, OTHER), [KEY.verifier, OTHER.verifier])
    both = notes.with_signature(GOOD, OTHER)
    assert notes.verify(notes.parse(both.content), [OTHER.verifier]) == (OTHER.verifier,)
    with pytest.raises(UnsignedError):
        notes.verify(GOOD, [OTHER.verifier])


def test_a_note_may_have_sixteen_signatures_and_more() -> None:
    note = Note("One\n")
    for number in range(40):
        note = notes.with_signature(note, SigningKey(f"key-{number}", bytes([number] * 32)))
    assert notes.verify(notes.parse(notes.with_signature(note, KEY).content), [KEY.verifier]) == (KEY.verifier,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.org",
        "example.org+00000000",
        "example.org+00000000+AAAA",
        "a b" + KEY.verifier.text[len(KEY.name) :],
        "other" + KEY.verifier.text[len(KEY.name) :],
        KEY.verifier.text[:-1] + "!",
    ],
)
def test_text_that_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(BadKeyError):
        verifier_key(text)


def test_a_private_key_is_not_shown_where_it_is_refused_or_printed() -> None:
    with pytest.raises(BadKeyError) as refused:
        signing_key(KEY.text.replace("example.org", "example.com"))
    with pytest.raises(BadKeyError):
        signing_key(KEY.verifier.text)
    secret = b64encode(b"\x01" + KEY.seed).decode()
    assert secret in KEY.text
    assert secret not in str(refused.value) + repr(KEY)
    assert signing_key(KEY.text) == KEY


def test_a_checkpoint_is_read_as_it_was_signed() -> None:
    checkpoint = Checkpoint(KEY.name, 70_000, leaf_hash(b"x"))
    content = checkpoints.sign(checkpoint, KEY).content
    assert open_checkpoint(content, KEY.name, [KEY.verifier]) == checkpoint
    with pytest.raises(OtherOriginError):
        open_checkpoint(content, "example.org/v1/log/2", [KEY.verifier])
    with pytest.raises(UnsignedError):
        open_checkpoint(content, KEY.name, [OTHER.verifier])
    extended = Checkpoint(KEY.name, 0, EMPTY_ROOT, ("one", "two"))
    assert checkpoint_in(checkpoints.sign(extended, KEY)) == extended


ROOT = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="


@pytest.mark.parametrize(
    "text",
    [
        "log\n5\n",
        f"\n5\n{ROOT}\n",
        f"log\n05\n{ROOT}\n",
        f"log\n-5\n{ROOT}\n",
        f"log\n+5\n{ROOT}\n",
        f"log\n5_0\n{ROOT}\n",
        f"log\n\u0665\n{ROOT}\n",
        f"log\n{'9' * 5000}\n{ROOT}\n",
        f"log\n5\n{ROOT[:-1]}\n",
        "log\n5\nAAAA\n",
        f"log\n5\n{ROOT}\n\nmore\n",
    ],
)
def test_text_that_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(MalformedNoteError):
        checkpoint_in(Note(text))
