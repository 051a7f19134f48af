"""Policies: which are read, which are refused, and what is enough by them."""

import pytest

from domain.evidence import checkpoints, notes
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.keys import SigningKey
from domain.evidence.merkle import leaf_hash
from domain.evidence.notes import UnsignedError, WrongSignatureError
from domain.evidence.policy import MalformedPolicyError, Policy, QuorumError, cosigners_of, open_witnessed, parse_policy
from domain.evidence.witness import cosignature
from tests.evidence.vectors import vectors

LOG = SigningKey("club.example/v1/log", bytes(range(32)))
OTHER_LOG = SigningKey("other.example/v1/log", bytes(range(1, 33)))
WITNESSES = {name: SigningKey(f"{name}.example", bytes([number] * 32)) for number, name in enumerate("abcd", 100)}
KEYS = {name: key.cosigner.text for name, key in WITNESSES.items()}
KNOWN = f"log {LOG.verifier.text}\n" + "".join(f"witness {name} {key}\n" for name, key in KEYS.items())
CHECKPOINT = Checkpoint(LOG.name, 3, leaf_hash(b"x"))


def policy(rest: str) -> Policy:
    return parse_policy((KNOWN + rest).encode())


def cosigned(*names: str, log: SigningKey = LOG, said: Checkpoint = CHECKPOINT) -> bytes:
    note = checkpoints.sign(said, log)
    added = tuple(cosignature(note, WITNESSES[name], 1_679_315_147) for name in names)
    return notes.Note(note.text, (*note.signatures, *added)).content


TWO_LEVELS = "group x 2 a b c\ngroup y any d\ngroup both all x y\nquorum both\n"


@pytest.mark.parametrize(
    ("rest", "enough", "too_few"),
    [
        ("quorum none\n", ["", "a"], []),
        ("quorum b\n", ["b", "ab"], ["", "acd"]),
        ("group g any a b\nquorum g\n", ["a", "b", "ab"], ["", "cd"]),
        ("group g all a b\nquorum g\n", ["ab", "abc"], ["", "a", "bcd"]),
        ("group g 2 a b c\nquorum g\n", ["ab", "ac", "abc"], ["", "a", "bd"]),
        (TWO_LEVELS, ["abd", "bcd", "abcd"], ["abc", "ad", "d", ""]),
    ],
)
def test_a_quorum_is_reached_by_enough_cosigners(rest: str, enough: list[str], too_few: list[str]) -> None:
    found = policy(rest)
    for names in enough:
        assert open_witnessed(cosigned(*names), found) == CHECKPOINT
        assert cosigners_of(notes.parse(cosigned(*names)), found) == set(names)
    for names in too_few:
        with pytest.raises(QuorumError):
            open_witnessed(cosigned(*names), found)


def test_a_witness_counts_once_however_often_it_has_cosigned() -> None:
    with pytest.raises(QuorumError):
        open_witnessed(cosigned("a", "a"), policy("group g 2 a b\nquorum g\n"))


def test_a_checkpoint_is_of_a_log_of_the_policy_and_signed_by_that_log() -> None:
    found = policy("quorum a\n")
    with pytest.raises(UnsignedError):
        open_witnessed(cosigned("a", log=OTHER_LOG, said=Checkpoint(OTHER_LOG.name, 3, leaf_hash(b"x"))), found)
    with pytest.raises(UnsignedError):
        open_witnessed(cosigned("a", log=LOG, said=Checkpoint(OTHER_LOG.name, 3, leaf_hash(b"x"))), found)
    both = parse_policy(f"log {OTHER_LOG.verifier.text}\n{KNOWN}quorum a\n".encode())
    assert open_witnessed(cosigned("a"), both) == CHECKPOINT


def test_a_cosignature_of_another_time_or_text_spoils_the_checkpoint() -> None:
    content = cosigned("a")
    signature = notes.parse(content).signatures[1]
    later = notes.Signature(signature.name, signature.key_id, (7).to_bytes(8) + signature.value[8:])
    for wrong in (later, notes.Signature(signature.name, signature.key_id, b"short")):
        spoiled = notes.Note(CHECKPOINT.text, (notes.parse(content).signatures[0], wrong)).content
        with pytest.raises(WrongSignatureError):
            open_witnessed(spoiled, policy("quorum a\n"))


def test_a_published_checkpoint_with_three_witnesses_is_believed_by_a_policy() -> None:
    example = vectors("notes.json")["cosigned_with_inclusion"]
    log, *witnesses = example["vkeys"]
    lines = [f"log {log} https://log.example", *(f"witness w{number} {key}" for number, key in enumerate(witnesses))]
    text = "\n".join([*lines, "group all-of-them 3 w0 w1 w2", "quorum all-of-them", ""])
    found = open_witnessed(example["checkpoint"].encode(), parse_policy(text.encode()))
    assert (found.size, len(witnesses)) == (4_026_479, 3)


def test_comments_blanks_addresses_and_any_bytes_in_names_are_read() -> None:
    log = f"# of the club\n\n \t \nlog\t{LOG.verifier.text}  \n"
    text = f"{log}  witness \xff {KEYS['a']} https://w.example \nquorum \xff\n"
    found = parse_policy(text.encode("latin-1"))
    assert (len(found.logs), [each.url for each in found.witnesses.values()]) == (1, ["https://w.example"])
    assert open_witnessed(cosigned("a"), found) == CHECKPOINT
    assert parse_policy(b"quorum none\n") == Policy((), {}, {}, "none")


@pytest.mark.parametrize(
    "rest",
    [
        "",
        "quorum a",
        "quorum a\ngroup g any a",
        "quorum a\nquorum b\n",
        "quorum\n",
        "quorum a b\n",
        "quorum e\n",
        "quorum g\ngroup g any a\n",
        "group none any a\nquorum a\n",
        "group a any b\nquorum a\n",
        "group g any\nquorum a\n",
        "group g all\nquorum a\n",
        "group g 0 a\nquorum a\n",
        "group g 2 a\nquorum a\n",
        "group g 01 a\nquorum a\n",
        "group g some a b\nquorum a\n",
        "group g any a a\nquorum a\n",
        "group g any a\ngroup h any a\nquorum a\n",
        "group g any g\nquorum a\n",
        "group g any none\nquorum a\n",
        f"witness a {SigningKey('e.example', bytes(32)).cosigner.text}\nquorum a\n",
        f"witness e {KEYS['a']}\nquorum a\n",
        f"witness e {SigningKey('renamed.example', WITNESSES['a'].seed).cosigner.text}\nquorum a\n",
        f"witness e {OTHER_LOG.verifier.text}\nquorum a\n",
        f"log {OTHER_LOG.cosigner.text}\nquorum a\n",
        f"log {LOG.verifier.text}\nquorum a\n",
        f"log {OTHER_LOG.verifier.text} https://a.example https://b.example\nquorum a\n",
        "log key\nquorum a\n",
        "witness e\nquorum a\n",
        "mirror e\nquorum a\n",
        "quorum a\r\n",
        "# \0\nquorum a\n",
    ],
)
def test_text_that_is_no_policy_is_refused(rest: str) -> None:
    with pytest.raises(MalformedPolicyError):
        policy(rest)


def test_a_refused_policy_is_told_by_its_line() -> None:
    with pytest.raises(MalformedPolicyError, match=r"^Line 6 of the policy is wrong: nothing before it is called 'e'$"):
        policy("quorum e\n")
    with pytest.raises(MalformedPolicyError, match=r"^Line 7 of the policy holds a control character\.$"):
        policy("quorum a\n#\x7f\n")
