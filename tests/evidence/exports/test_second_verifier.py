"""The guide for auditors is complete: a verifier written by it alone finds first what the program finds first."""

import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from domain.evidence import checkpoints, notes
from domain.evidence.checkpoints import Checkpoint, checkpoint_in
from domain.evidence.exported.manifest import OneStream, Scope, Span
from domain.evidence.exported.trust import Trust
from domain.evidence.keys import SigningKey
from domain.evidence.notes import Signature
from domain.evidence.policy import parse_policy
from domain.kernel.ids import tournament_stream
from ops.errors import UnreadableExportError
from tests.desk import TOURNAMENT
from tests.evidence.exports import test_bad_input, test_forged, test_signed_again
from tests.evidence.exports.conftest import Sound
from tests.evidence.exports.support import EVENTS, Forger, exported, kinds
from tests.evidence.exports.test_parts import CLUB, without_the_second_line
from tests.evidence.exports.test_signed_again import STRANGER, forged, key_of, office, place_of
from tests.second_verifier.__main__ import main

OTHER = SigningKey("other.example/witness", bytes(32))
Said = tuple[int, str | None]
"""The exit code, and the first finding."""

Tampering = Callable[[Sound, Forger], object]


@dataclass(frozen=True)
class Case:
    """What was done to an export, and what of it no verifier sees that does not know the rules of play."""

    tamper: Tampering
    by_rules: bool = False


BY_RULES = {
    "table", "row left out", "row added", "table gone on with", "pairings chosen", "unreadable", "another result",
    "a match of nobody", "points beyond number", "rules", "policies",
}  # fmt: skip


def _changed(forge: Callable[[Forger], object]) -> Tampering:
    return lambda _, forger: forge(forger)


def _signed(change: Callable[[list[bytes]], None]) -> Tampering:
    return lambda sound, forger: forged(sound, forger, change)


def _unsigned(_: Sound, forger: Forger) -> None:
    found = forger.lines
    office(found)
    forger.write_lines(found)
    forger.make_tree_anew()


def _root_of_others(sound: Sound, forger: Forger) -> None:
    """The log's key has signed the root of other entries."""
    signed = checkpoint_in(notes.parse((forger.place / "checkpoint").read_bytes()))
    forger.sign(replace(signed, root=bytes(32)), key_of(sound))


def _no_share(found: list[bytes]) -> None:
    place = place_of(found, b'"ciphertext":')
    found[place] = re.sub(rb'"shares":\[.*?\]', b'"shares":[1]', found[place])


CASES: dict[str, Case] = {
    "nothing": Case(lambda *_: None),
    "the tree made again": Case(_unsigned),
    "number of events": Case(_changed(test_forged.manifest(events=1))),
    "a share that is none": Case(_signed(_no_share)),
    "another root": Case(_root_of_others),
    "signed by a stranger": Case(lambda sound, forger: forged(sound, forger, office, STRANGER)),
    **{name: Case(_changed(forge), name in BY_RULES) for name, (_, forge) in test_forged.CHANGES.items()},
    **{name: Case(_signed(change), name in BY_RULES) for name, (_, change) in test_signed_again.BY_ITSELF.items()},
    **{name: Case(_changed(harm)) for name, (_, harm) in test_bad_input.HARMFUL.items()},
    "events of zeros": Case(lambda _, forger: test_bad_input.zeros(forger.place / EVENTS)),
}
SHOWN = {
    "nothing", "file not as named", "signature", "origin", "the tree made again", "another root", "entry's digest",
    "an event left out", "bytes", "event deleted", "event inserted", "neighbours swapped", "topics", "events cut off",
    "a person's key replaced", "revealed secret", "table left out", "rules", "a manifest with spaces",
}  # fmt: skip
"""One of each kind, and one that can't be read."""

MATRIX = [pytest.param(name, marks=[] if name in SHOWN else pytest.mark.proof) for name in CASES]


def by_program(place: Path, trust: Trust) -> Said:
    try:
        found = kinds(place, trust)
    except UnreadableExportError as wrong:
        return wrong.exit_code, None
    return (1, found[0]) if found else (0, None)


@dataclass(frozen=True)
class Second:
    """The other verifier, called as a program is."""

    base: Path
    capture: pytest.CaptureFixture[str]

    def said(self, place: Path, trust: Trust, checkpoint: bytes | None = None, policy: bytes | None = None) -> Said:
        asked = [str(place)]
        if trust.keys:
            asked += ["--key", self._file("key", "\n".join(key.text for key in trust.keys).encode())]
        if checkpoint is not None:
            asked += ["--checkpoint", self._file("kept", checkpoint)]
        if policy is not None:
            asked += ["--policy", self._file("policy", policy)]
        self.capture.readouterr()
        code = main(asked)
        first = re.match(r"[a-z-]+", self.capture.readouterr().out)
        return code, first[0] if first and code == 1 else None

    def _file(self, name: str, content: bytes) -> str:
        (self.base / name).write_bytes(content)
        return str(self.base / name)


@pytest.fixture
def second(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Second:
    return Second(tmp_path, capsys)


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", MATRIX)
def test_both_find_the_same_first(sound: Sound, forger: Forger, second: Second, name: str) -> None:
    case = CASES[name]
    case.tamper(sound, forger)
    program = by_program(forger.place, sound.trust)
    assert second.said(forger.place, sound.trust) == ((0, None) if case.by_rules else program)
    assert (program == (0, None)) == (name == "nothing")


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize(
    "scope",
    [CLUB, OneStream(stream=tournament_stream(TOURNAMENT)), Span(first=10, last=30)],
    ids=["club", "rounds", "span"],
)
def test_both_find_the_same_in_a_part(sound: Sound, second: Second, tmp_path: Path, scope: Scope) -> None:
    exported(sound.urls.service, tmp_path / "part", scope)
    forger = Forger(tmp_path / "part")
    assert by_program(forger.place, sound.trust) == second.said(forger.place, sound.trust) == (0, None)
    forger.change("events/*", without_the_second_line)
    assert by_program(forger.place, sound.trust) == second.said(forger.place, sound.trust) == (1, "event-missing")


def _other_ends(content: bytes) -> bytes:
    return content.replace(b"\n", b"\r\n")


def _one_end_less(content: bytes) -> bytes:
    return content[:-1]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("change", [without_the_second_line, _other_ends, _one_end_less])
def test_both_find_what_a_tournament_drew_on_changed(
    sound: Sound, second: Second, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    exported(sound.urls.service, tmp_path / "part", CLUB)
    Forger(tmp_path / "part").change("drawn_on.jsonl", change)
    assert by_program(tmp_path / "part", sound.trust) == second.said(tmp_path / "part", sound.trust) == (1, "table")


def _larger(newest: Checkpoint) -> Checkpoint:
    return replace(newest, size=999)


def _elsewhere(newest: Checkpoint) -> Checkpoint:
    return replace(newest, origin="other/log")


def _forked(newest: Checkpoint) -> Checkpoint:
    return replace(newest, size=newest.size - 1)


KEPT: dict[str, tuple[Callable[[Checkpoint], Checkpoint], Said]] = {
    "the newest": (lambda newest: newest, (0, None)),
    "a larger one": (_larger, (1, "truncated")),
    "another log's": (_elsewhere, (1, "origin")),
    "one that was signed for another history": (_forked, (1, "fork")),
}


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", KEPT)
def test_both_compare_with_what_was_kept(sound: Sound, second: Second, name: str) -> None:
    change, expected = KEPT[name]
    newest = checkpoint_in(notes.parse((sound.place / "checkpoint").read_bytes()))
    kept = checkpoints.sign(change(newest), key_of(sound)).content
    trust = replace(sound.trust, checkpoint=checkpoint_in(notes.parse(kept)))
    assert by_program(sound.place, trust) == second.said(sound.place, trust, kept) == expected


@pytest.mark.rule("ALL-1")
def test_both_read_an_archive_that_was_packed_with_its_folders(sound: Sound, second: Second, tmp_path: Path) -> None:
    archive = tmp_path / "packed.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
        for path in sorted(sound.place.rglob("*")):
            packed.write(path, path.relative_to(sound.place))
    assert by_program(archive, sound.trust) == second.said(archive, sound.trust) == (0, None)


@pytest.mark.parametrize("odd", test_bad_input.ODD)
def test_both_refuse_an_archive_that_others_unpack_otherwise(
    sound: Sound, forger: Forger, second: Second, tmp_path: Path, odd: str
) -> None:
    test_bad_input.packed_oddly(forger, tmp_path / "odd.zip", odd)
    assert by_program(tmp_path / "odd.zip", sound.trust) == second.said(tmp_path / "odd.zip", sound.trust) == (2, None)


@pytest.mark.rule("ALL-1")
def test_both_say_what_nothing_vouches_for(sound: Sound, second: Second) -> None:
    earlier = Trust(checkpoint=checkpoint_in(notes.parse(sound.earlier)))
    expected = (1, "unauthenticated")
    assert by_program(sound.place, Trust()) == second.said(sound.place, Trust()) == expected
    assert by_program(sound.place, earlier) == second.said(sound.place, earlier, sound.earlier) == expected


@pytest.mark.rule("ALL-1")
def test_both_ask_for_the_witnesses_of_a_policy_of_either_kind_of_key(
    sound: Sound, forger: Forger, second: Second
) -> None:
    """The one of Ed25519 and the one of ML-DSA-44 make the quorum together, and nothing goes for a wrong signature."""
    key, place = key_of(sound), forger.place
    witnesses = {"one": STRANGER.cosigner, "two": OTHER.ml_dsa_verifier}
    lines = [f"log {key.verifier.text}", *(f"witness {name} {found.text}" for name, found in witnesses.items())]
    policy = "".join(f"{line}\n" for line in [*lines, "group both all one two", "quorum both"]).encode()
    trust = Trust(policy=parse_policy(policy))
    note = notes.parse((place / "checkpoint").read_bytes())

    def both(*signatures: Signature) -> Said:
        forger.write("checkpoint", replace(note, signatures=(*note.signatures, *signatures)).content)
        program = by_program(place, trust)
        assert second.said(place, Trust(), policy=policy) == program
        return program

    one = Signature(STRANGER.name, STRANGER.cosigner.id, STRANGER.cosign(note.text, 1_800_000_000))
    two = Signature(OTHER.name, OTHER.ml_dsa_verifier.id, OTHER.sign_by_ml_dsa(note.text))
    assert [both(one), both(two), both()] == [(1, "cosignatures")] * 3
    assert both(one, two) == (0, None)
    assert both(one, replace(two, value=two.value[:-1] + bytes([two.value[-1] ^ 1]))) == (1, "cosignatures")
    assert both(replace(one, value=bytes(8) + one.value[8:]), two) == (1, "cosignatures")
