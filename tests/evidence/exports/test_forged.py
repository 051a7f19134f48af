"""Exports that somebody has changed who can't sign: each change is named by the finding that the guide tells of."""

import re
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from domain.kernel import canonical_json
from tests.evidence.exports.conftest import Sound
from tests.evidence.exports.support import Forger, kinds, lines_of

Forgery = Callable[[Forger], None]
Bytes = Callable[[bytes], bytes]
Lines = Callable[[list[bytes]], list[bytes]]
ENTRIES, TILE, NOTES = "tile/entries/000.p/*", "tile/0/000.p/*", "checkpoints.jsonl"


def events(change: Lines) -> Forgery:
    """Changes the lines of events, and the manifest to match."""
    return lambda forger: forger.write_lines(change(forger.lines))


def event(change: Bytes) -> Forgery:
    """Changes the fifth event."""
    return events(lambda found: [*found[:4], change(found[4]), *found[5:]])


def file(pattern: str, change: Bytes) -> Forgery:
    """Changes the file that is called so, and the manifest to match."""
    return lambda forger: forger.change(pattern, change)


def put(old: bytes, new: bytes) -> Bytes:
    """Puts the one in the place of the other, which is there."""

    def change(content: bytes) -> bytes:
        assert old in content
        return content.replace(old, new, 1)

    return change


def at(place: int) -> Bytes:
    """Changes the byte at that place, counted from the end where it is negative."""

    def change(content: bytes) -> bytes:
        found = bytearray(content)
        found[place] = ord("A") if found[place] != ord("A") else ord("B")
        return bytes(found)

    return change


def after(text: bytes) -> Bytes:
    """Changes the hexadecimal digit that stands after this text."""

    def change(content: bytes) -> bytes:
        place = content.index(text) + len(text)
        return content[:place] + (b"1" if content[place] == ord("0") else b"0") + content[place + 1 :]

    return change


def without(pattern: str) -> Forgery:
    """Takes the files away that are called so, and names them no more."""

    def forge(forger: Forger) -> None:
        for path in list(forger.place.glob(pattern)):
            path.unlink()
        forger.name_files()

    return forge


def unnamed(name: str) -> Forgery:
    """Writes a file, and leaves the manifest as it is."""

    def forge(forger: Forger) -> None:
        (forger.place / name).write_bytes(b"other")

    return forge


def manifest(**changed: Any) -> Forgery:  # noqa: ANN401 -- any field
    return lambda forger: forger.name_files(**changed)


def later(forger: Forger) -> None:
    """A table that claims to be of a later day."""
    [path] = (forger.place / "tables").glob("bans@*")
    path.rename(path.with_name("bans@999.json"))
    forger.name_files()


def swapped(first: int, second: int) -> Lines:
    def change(found: list[bytes]) -> list[bytes]:
        found[first], found[second] = found[second], found[first]
        return found

    return change


def tournaments_swapped(found: list[bytes]) -> list[bytes]:
    starts = [place for place, line in enumerate(found) if b'"tournament.started.v1"' in line]
    return swapped(*starts)(found)


def signed_by_nobody(line: bytes) -> bytes:
    """An earlier checkpoint with another signature."""
    said = canonical_json.decode(line)
    return canonical_json.encode({**said, "note": at(-20)(said["note"].encode()).decode()}) + b"\n"


def backwards(content: bytes) -> bytes:
    """An earlier checkpoint behind one that is larger than the log."""
    said = canonical_json.decode(content)
    larger = re.sub("\n[0-9]+\n", "\n9999\n", said["note"], count=1)
    return canonical_json.encode({"note": larger, "size": 9999}) + b"\n" + content


def folder_in_place_of(pattern: str) -> Forgery:
    """A folder that is called as a file is, which is still named."""

    def forge(forger: Forger) -> None:
        [path] = forger.place.glob(pattern)
        path.unlink()
        path.mkdir()

    return forge


def file_in_place_of(name: str) -> Forgery:
    """A file that is called as a folder is, whose files are still named."""

    def forge(forger: Forger) -> None:
        shutil.rmtree(forger.place / name)
        (forger.place / name).touch()

    return forge


CHANGES: dict[str, tuple[str, Forgery]] = {
    "rules": ("manifest", manifest(rules=("swiss/9",))),
    "policies": ("manifest", manifest(policies=())),
    "bytes": ("event-changed", event(put(b"office", b"offiCe"))),
    "salt": ("event-changed", event(after(b'"salt":"'))),
    "stream in the bytes": ("event-changed", event(put(b'"stream":"', b'"stream":"x'))),
    "version in the bytes": ("event-changed", event(put(b'"version":', b'"version":7'))),
    "topic in the bytes": ("event-changed", event(put(b'"topic":"', b'"topic":"x'))),
    "event deleted": ("event-missing", events(lambda found: found[:4] + found[5:])),
    "event inserted": ("event-extra", events(lambda found: [*found[:4], b"{}", *found[4:]])),
    "event duplicated": ("event-extra", events(lambda found: [*found[:5], *found[4:]])),
    "neighbours swapped": ("order", events(swapped(4, 5))),
    "events swapped": ("order", events(swapped(4, 12))),
    "two tournaments swapped": ("order", events(tournaments_swapped)),
    "events cut off": ("truncated", events(lambda found: found[:-3])),
    "events gone on with": ("event-extra", events(lambda found: [*found, found[-1]])),
    "a line cut short": ("event-changed", file("events/*", lambda content: content[:-9])),
    "all events left out": ("truncated", without("events/*")),
    "entry's digest": ("leaf", file(ENTRIES, after(b'"digest":"'))),
    "entry's stream": ("leaf", file(ENTRIES, put(b'"stream":"p', b'"stream":"q'))),
    "entry's version": ("gap", file(ENTRIES, put(b'"version":1', b'"version":2'))),
    "entry no record": ("leaf", file(ENTRIES, put(b'{"digest"', b'{"Digest"'))),
    "entries cut short": ("leaf", file(ENTRIES, lambda content: content[:-9])),
    "no entries": ("truncated", without(ENTRIES)),
    "hash in a tile": ("leaf", file(TILE, at(130))),
    "no tile": ("truncated", without(TILE)),
    "signature": ("signature", file("checkpoint", at(-20))),
    "signed size": ("signature", file("checkpoint", put(b"log\n", b"log\n1"))),
    "signed origin": ("origin", file("checkpoint", put(b"club", b"clab"))),
    "no checkpoint": ("signature", file("checkpoint", lambda _: b"none\n")),
    "earlier signature": ("signature", file(NOTES, signed_by_nobody)),
    "earlier size": ("column", file(NOTES, lambda content: re.sub(rb'"size":\d+', b'"size":7', content))),
    "earlier checkpoint doubled": ("order", file(NOTES, lambda content: content + content)),
    "earlier size that is truth": (
        "signature", file(NOTES, lambda content: re.sub(rb'"size":\d+', b'"size":true', content)),
    ),
    "earlier checkpoint behind a larger one": ("order", file(NOTES, backwards)),
    "a folder in a file's place": ("manifest", folder_in_place_of("events/*")),
    "a file in a folder's place": ("manifest", file_in_place_of("events")),
    "no earlier checkpoint": ("signature", file(NOTES, lambda _: b"{}\n")),
    "file not named": ("manifest", unnamed("anchors.txt")),
    "file not as named": ("manifest", unnamed("README.txt")),
    "origin": ("origin", manifest(origin="other.example/log")),
    "topics": ("column", manifest(topics={"person.erased.v1": 1})),
    "size": ("manifest", manifest(size=1)),
    "table": ("table", file("tables/standings@*", put(b'"rank":1', b'"rank":2'))),
    "row left out": ("table", file("tables/rating_lines@*", lambda _: b"[]")),
    "row added": ("table", file("tables/rating_lines@*", lambda content: content[:-1] + b",{}]")),
    "table gone on with": ("table", file("tables/rating_lines@*", lambda content: content + b"\n")),
    "table left out": ("table", without("tables/standings@*")),
    "table of a later day": ("table", later),
    "table not there": ("table", lambda forger: next(forger.place.glob("tables/bans@*")).unlink()),
    "no secrets": ("draw", without("draws/*")),
    "secrets without their end": ("draw", file("draws/*", lambda content: content[:-1])),
    "revealed secret": ("draw", file("draws/*", after(b'"secret":"'))),
}  # fmt: skip
SHOWN = ("bytes", "event deleted", "table", "rules")
MATRIX = [pytest.param(name, marks=[] if name in SHOWN else pytest.mark.proof) for name in CHANGES]


@pytest.mark.rule("ALL-1")
@pytest.mark.parametrize("name", MATRIX)
def test_a_change_is_named(sound: Sound, forger: Forger, name: str) -> None:
    kind, forge = CHANGES[name]
    forge(forger)
    assert kind in kinds(forger.place, sound.trust)


@pytest.mark.rule("ALL-1")
def test_a_finding_names_the_event(sound: Sound, forger: Forger) -> None:
    event(put(b"office", b"offiCe"))(forger)
    said = canonical_json.decode(forger.lines[4])
    expected = f"event-changed: event 5 ({said['stream']}@{said['version']}): its bytes are not those that were signed"
    assert lines_of(forger.place, sound.trust) == [expected]
