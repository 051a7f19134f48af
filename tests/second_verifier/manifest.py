"""Steps 1 and 2: can the export be read, and are its files those of the manifest?"""

import hashlib
import re
from dataclasses import dataclass
from typing import NoReturn

from tests.second_verifier.canonical import number_in, parsed_object, text_in
from tests.second_verifier.findings import Findings, UnreadableError
from tests.second_verifier.place import Place

MIB = 2**20
MEMBERS = {"format", "origin", "made_at", "scope", "size", "events", "topics", "rules", "policies", "files"}
LEVEL = r"(?:entries|[0-9]|[1-5][0-9]|6[0-3])"
INDEX = r"(?:[0-9]{3}|(?!x000)x[0-9]{3}/(?:x[0-9]{3}/)*[0-9]{3})"
WIDTH = r"(?:[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])"
NAMES = re.compile(
    r"README\.txt|checkpoint|checkpoints\.jsonl|policy\.txt|drawn_on\.jsonl|draws/revealed\.jsonl"
    rf"|events/[0-9]{{9}}\.jsonl|tile/{LEVEL}/{INDEX}(?:\.p/{WIDTH})?"
    r"|tables/[a-z_]+@(?:0|[1-9][0-9]*)\.json|anchors/[1-9][0-9]*\.tsr"
    r"|published/[1-9][0-9]*/[a-z0-9-]+\.(?:csv|json)(?:\.tlog-proof)?"
)
STREAM = re.compile(r"tournament-[0-9a-f-]{36}")
MADE_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{6})?Z")


@dataclass(frozen=True)
class Manifest:
    """What MANIFEST.json says, as far as it is checked."""

    origin: str
    size: int
    events: int
    scope: dict[str, object]
    topics: dict[str, object]
    files: dict[str, object]

    @property
    def tournament(self) -> str | None:
        """The stream of the one tournament that it is about."""
        return text_in(self.scope, "stream")

    def covers(self, position: int, stream: str) -> bool:
        """Whether an event is in the scope."""
        first, last = number_in(self.scope, "first"), number_in(self.scope, "last")
        if first is not None and last is not None:
            return first <= position <= last
        return self.tournament in (None, stream)


def _unreadable(text: str) -> NoReturn:
    raise UnreadableError(text)


def manifest_of(place: Place) -> Manifest:
    """The manifest of an export that can be read. Raises UnreadableError."""
    if place.sizes.get("MANIFEST.json", 64 * MIB + 1) > 64 * MIB:
        _unreadable("MANIFEST.json is missing or too large")
    content = place.read("MANIFEST.json")
    if sum(map(content.count, (b"[", b"{", b","))) > MIB:
        _unreadable("MANIFEST.json has too many values")
    try:
        manifest = _manifest(parsed_object(content))
    except ValueError as wrong:
        raise UnreadableError(f"MANIFEST.json: {wrong}") from wrong
    _check_files(place)
    return manifest


def _manifest(held: dict[str, object]) -> Manifest:
    origin, size, events = text_in(held, "origin"), number_in(held, "size"), number_in(held, "events")
    if held.keys() != MEMBERS or held["format"] != "scoresheet-export/1" or origin is None:
        _unreadable("MANIFEST.json has not the members of an export")
    if size is None or events is None or not MADE_AT.fullmatch(text_in(held, "made_at") or ""):
        _unreadable("MANIFEST.json has a member of another kind")
    scope, topics, files = (_object_in(held, name) for name in ("scope", "topics", "files"))
    if not _is_scope(scope):
        _unreadable("the scope is none")
    if min(size, events, *(_number(topics, name) for name in topics)) < 0:
        _unreadable("a number is below 0")
    if not all(_is_texts(held[name]) for name in ("rules", "policies")):
        _unreadable("rules or policies are no texts")
    for name, said in files.items():
        _check_said(name, said)
    return Manifest(origin, size, events, scope, topics, files)


def _number(held: dict[str, object], name: str) -> int:
    found = number_in(held, name)
    return -1 if found is None else found


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _object_in(held: dict[str, object], name: str) -> dict[str, object]:
    value = held[name]
    return value if isinstance(value, dict) else _unreadable(f"{name} is no object")


def _is_scope(scope: dict[str, object]) -> bool:
    stream, first, last = text_in(scope, "stream"), number_in(scope, "first"), number_in(scope, "last")
    return (
        scope == {"kind": "whole"}
        or (scope == {"kind": "tournament", "stream": stream} and bool(STREAM.fullmatch(stream or "")))
        or (scope == {"kind": "span", "first": first, "last": last} and min(first or 0, last or 0) > 0)
    )


def _check_said(name: str, said: object) -> None:
    if not NAMES.fullmatch(name):
        _unreadable(f"{name} is no file of an export")
    if not isinstance(said, dict) or said.keys() != {"sha256", "size"} or not _is_said(said):
        _unreadable(f"what is said of {name} is neither size nor digest")


def _is_said(said: dict[str, object]) -> bool:
    return bool(re.fullmatch("[0-9a-f]{64}", text_in(said, "sha256") or "")) and _number(said, "size") >= 0


def _check_files(place: Place) -> None:
    for name in ("checkpoint", "checkpoints.jsonl"):
        if name not in place:
            _unreadable(f"{name} is missing")
    for name in place.sizes:
        _check_size(place, name)


def _check_size(place: Place, name: str) -> None:
    if name.endswith(".jsonl"):
        if place.longest_line(name, 64 * MIB) >= 64 * MIB:
            _unreadable(f"{name} has a line that is too long")
    elif not name.startswith("tables/") and name != "MANIFEST.json" and place.sizes[name] > 32 * MIB:
        _unreadable(f"{name} is too large")


def check_manifest(place: Place, manifest: Manifest, found: Findings) -> None:
    """Step 2: each file is there, named, and as it is said to be."""
    for name in sorted((manifest.files.keys() | place.sizes.keys()) - {"MANIFEST.json"}):
        if name not in place:
            found.add("manifest", f"{name} is missing")
        elif name not in manifest.files:
            found.add("manifest", f"{name} is not named")
        elif manifest.files[name] != _said_of(place.read(name)):
            found.add("manifest", f"{name} is another")


def _said_of(text: bytes) -> dict[str, object]:
    return {"sha256": hashlib.sha256(text).hexdigest(), "size": len(text)}
