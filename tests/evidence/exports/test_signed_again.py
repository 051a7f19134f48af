"""Exports changed by somebody who makes the whole tree again and signs it, with a key of their own or the log's."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from domain.evidence import notes
from domain.evidence.checkpoints import checkpoint_in
from domain.evidence.exported.event_check import EnvelopeCheck
from domain.evidence.exported.findings import Finding
from domain.evidence.exported.tree_check import Placed
from domain.evidence.exported.trust import Trust
from domain.evidence.keys import SigningKey
from domain.evidence.leaves import Leaf
from domain.evidence.policy import parse_policy
from domain.kernel import canonical_json
from tests.evidence.exports.conftest import Sound
from tests.evidence.exports.support import Forger, kinds
from tests.evidence.support import ORIGIN

STRANGER = SigningKey(ORIGIN, bytes(range(32)))
WITNESS = SigningKey("witness.example", bytes(range(32)))


def key_of(sound: Sound) -> SigningKey:
    key = sound.folder.key()
    assert key is not None
    return key


def office(found: list[bytes]) -> None:
    found[4] = found[4].replace(b"office", b"offiCe")


def changed(found: list[bytes], place: int, change: Callable[[Any], object]) -> None:
    said = canonical_json.decode(found[place])
    change(said)
    found[place] = canonical_json.encode(said)


def place_of(found: list[bytes], text: bytes) -> int:
    return [place for place, line in enumerate(found) if text in line][-1]


def leave_out(found: list[bytes]) -> None:
    del found[next(place for place, line in enumerate(found) if b'"tournament.result-corrected' in line)]


def boxes_swapped(found: list[bytes]) -> None:
    first, second = [place for place, line in enumerate(found) if b'"ciphertext":' in line and b"corrected" in line][:2]
    reasons = [canonical_json.decode(found[place])["event"]["reason"] for place in (first, second)]
    changed(found, first, lambda said: said["event"].update(reason=reasons[1]))


def key_replaced(found: list[bytes]) -> None:
    place = place_of(found, b'"ciphertext":')
    changed(found, place, lambda said: _box_of(said["event"])["shares"][0].update(key_digest="0" * 64))


def _box_of(event: Any) -> Any:  # noqa: ANN401 -- JSON
    return next(value for value in event.values() if isinstance(value, dict) and "ciphertext" in value)


def pairings_chosen(found: list[bytes]) -> None:
    place = next(place for place, line in enumerate(found) if b'"tournament.round-drawn' in line)

    def turn(said: Any) -> None:  # noqa: ANN401 -- JSON
        pairings = said["event"]["pairings"]
        pairings[0]["sides"], pairings[1]["sides"] = pairings[1]["sides"], pairings[0]["sides"]

    changed(found, place, turn)


def spaces(found: list[bytes]) -> None:
    found[4] = found[4].replace(b":", b": ", 1)


def fraction(found: list[bytes]) -> None:
    found[4] = found[4].replace(b'"event":{', b'"event":{"A":1.5,', 1)


def deep(found: list[bytes]) -> None:
    found[4] = found[4].replace(b'"event":{', b'"event":{"A":' + b"[" * 253 + b"]" * 253 + b",", 1)


def share_of_nobody(found: list[bytes]) -> None:
    place = place_of(found, b'"ciphertext":')
    changed(found, place, lambda said: _box_of(said["event"])["shares"][0].pop("person"))


def shares_in_no_list(found: list[bytes]) -> None:
    place = place_of(found, b'"ciphertext":')
    changed(found, place, lambda said: _box_of(said["event"]).update(shares={}))


def box_in_a_list(found: list[bytes]) -> None:
    changed(found, 4, lambda said: said.update(event=[{"bound_to": "x", "ciphertext": "", "shares": []}]))


def match_of_nobody(found: list[bytes]) -> None:
    """It can be laid, and no table can be made of it."""
    changed(found, place_of(found, b'"tournament.match-made'), lambda said: said["event"].update(sides=[1, 99]))


def points_beyond_number(found: list[bytes]) -> None:
    """One result can be told so, and their sum can't."""
    for place in [place for place, line in enumerate(found) if b'"outcome":{' in line]:
        changed(found, place, lambda said: said["event"]["outcome"].update(points=[2**53 - 1, 2**53 - 1]))


def unreadable(found: list[bytes]) -> None:
    changed(found, 4, lambda said: said.update(topic="no.such.v1"))


def forged(sound: Sound, forger: Forger, change: Callable[[list[bytes]], None], key: SigningKey | None = None) -> None:
    """The change with everything made to fit, signed, and without the checkpoints before it."""
    found = forger.lines
    change(found)
    forger.write_lines(found)
    forger.sign(forger.make_tree_anew(), key or key_of(sound))
    forger.write("checkpoints.jsonl", b"")


BY_ITSELF: dict[str, tuple[str, Callable[[list[bytes]], None]]] = {
    "an event left out": ("gap", leave_out),
    "two boxes in one event's place": ("seal", boxes_swapped),
    "a person's key replaced": ("seal", key_replaced),
    "pairings chosen": ("draw", pairings_chosen),
    "not canonical": ("column", spaces),
    "a fraction": ("column", fraction),
    "deeper than canonical": ("column", deep),
    "a share of nobody": ("seal", share_of_nobody),
    "shares in no list": ("seal", shares_in_no_list),
    "a box in a list": ("seal", box_in_a_list),
    "unreadable": ("table", unreadable),
    "a match of nobody": ("table", match_of_nobody),
    "points beyond number": ("table", points_beyond_number),
    "another result": ("table", lambda found: changed(found, place_of(found, b"result-corrected"), _turned)),
}


def _turned(said: Any) -> None:  # noqa: ANN401 -- JSON
    said["event"]["result"] = {"kind": "winner-only", "winner": "first"}


SHOWN = ("pairings chosen", "a match of nobody", "points beyond number")
MATRIX = [pytest.param(name, marks=[] if name in SHOWN else pytest.mark.proof) for name in BY_ITSELF]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", MATRIX)
def test_checkpoints_signed_by_the_log_s_own_key_contradict_each_other(sound: Sound, forger: Forger, name: str) -> None:
    kind, change = BY_ITSELF[name]
    forged(sound, forger, change)
    assert kind in kinds(forger.place, sound.trust)


def test_truth_is_no_version() -> None:
    found: list[Finding] = []
    leaf = Leaf("person-x", 1, "0" * 64)
    EnvelopeCheck(found.append, whole=True).take(
        Placed(1, leaf), b'{"event":{},"stream":"person-x","topic":"a","version":true}'
    )
    assert [one.kind for one in found] == ["column"]


@pytest.mark.rule("ALL-1")
def test_signed_with_another_key(sound: Sound, forger: Forger) -> None:
    forged(sound, forger, office, STRANGER)
    assert kinds(forger.place, sound.trust) == ["signature"]


@pytest.mark.rule("ALL-1")
def test_signed_with_the_same_key_is_shown_by_an_earlier_checkpoint_alone(sound: Sound, forger: Forger) -> None:
    earlier = checkpoint_in(notes.parse(sound.earlier))
    forged(sound, forger, office)
    assert kinds(forger.place, sound.trust) == []
    assert kinds(forger.place, replace(sound.trust, checkpoint=earlier)) == ["fork"]
    filed = canonical_json.encode({"note": sound.earlier.decode(), "size": earlier.size})
    forger.write("checkpoints.jsonl", filed + b"\n")
    assert kinds(forger.place, sound.trust) == ["fork"]


@pytest.mark.rule("ALL-1")
def test_the_tree_made_anew_and_not_signed(sound: Sound, forger: Forger) -> None:
    found = forger.lines
    office(found)
    forger.write_lines(found)
    forger.make_tree_anew()
    assert kinds(forger.place, sound.trust) == ["fork", "root"]


def test_a_checkpoint_alone_vouches_for_as_much_as_it_covers(sound: Sound) -> None:
    newest = checkpoint_in(notes.parse((sound.place / "checkpoint").read_bytes()))
    earlier = checkpoint_in(notes.parse(sound.earlier))
    assert kinds(sound.place, Trust(checkpoint=newest)) == []
    assert kinds(sound.place, Trust(checkpoint=earlier)) == ["unauthenticated"]
    assert kinds(sound.place, replace(sound.trust, checkpoint=replace(newest, size=999))) == ["truncated"]
    assert kinds(sound.place, replace(sound.trust, checkpoint=replace(newest, origin="other/log"))) == ["origin"]


def test_a_policy_asks_for_witnesses(sound: Sound, forger: Forger) -> None:
    key = key_of(sound).verifier.text
    witness = replace(WITNESS.verifier, kind=4)
    text = f"log {key}\nwitness one {witness.text}\nquorum one\n"
    trust = Trust(policy=parse_policy(text.encode()))
    assert kinds(forger.place, trust) == ["cosignatures"]
    note = notes.parse((forger.place / "checkpoint").read_bytes())
    cosigned = notes.Signature(WITNESS.name, WITNESS.cosigner.id, WITNESS.cosign(note.text, 1_800_000_000))
    forger.write("checkpoint", replace(note, signatures=(*note.signatures, cosigned)).content)
    assert kinds(forger.place, trust) == []
