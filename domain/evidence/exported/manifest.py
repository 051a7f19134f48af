"""The manifest of an export: which log, which part of it, and the size and SHA-256 of every file."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints, ValidationError

from domain.evidence.tiles import parse_path
from domain.kernel import canonical_json
from domain.kernel.values import Value

FORMAT: Literal["scoresheet-export/1"] = "scoresheet-export/1"
NAME = "MANIFEST.json"
LARGEST_BYTES = 1 << 26
"""Of a manifest; of a log of ten million events it has some ten million."""

MOST_VALUES = 1 << 20
"""Of a manifest; each of its files has three, in a hundred bytes. Read, one takes some three hundred."""

EVENTS_A_FILE = 65_536
_DIGITS = 9
_OTHERS = re.compile(
    r"README\.txt|checkpoint|checkpoints\.jsonl|policy\.txt|events/[0-9]{9}\.jsonl|tables/[a-z_]+@(?:0|[1-9][0-9]*)\.json"
    r"|draws/revealed\.jsonl|drawn_on\.jsonl|anchors/[1-9][0-9]*\.tsr"
    r"|published/[1-9][0-9]*/[a-z0-9-]+\.(?:csv|json)(?:\.tlog-proof)?",
    re.ASCII,
)

Count = Annotated[int, Field(strict=True, ge=0)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class MalformedManifestError(ValueError):
    """Bytes that are no manifest of an export."""


class WholeLog(Value):
    """All events up to the checkpoint."""

    kind: Literal["whole"] = "whole"


class OneStream(Value):
    """The events of one tournament."""

    kind: Literal["tournament"] = "tournament"
    stream: Annotated[str, StringConstraints(pattern=r"^tournament-[0-9a-f-]{36}$")]

    @property
    def tournament(self) -> str:
        """Its id."""
        return self.stream.removeprefix("tournament-")


class Span(Value):
    """The events from one position to another, both included."""

    kind: Literal["span"] = "span"
    first: Annotated[int, Field(strict=True, ge=1)]
    last: Annotated[int, Field(strict=True, ge=1)]


Scope: TypeAlias = WholeLog | OneStream | Span


class FileEntry(Value):
    """The length of a file in bytes, and its digest."""

    sha256: Sha256
    size: Count


class Manifest(Value):
    """The contents of an export. `size` is that of the checkpoint, `events` how many lines of events there are,
    `topics` how many of each kind by the columns of the log; `rules` and `policies` are those by which its tournaments
    are played and rated, each with its version; `files` does not name the manifest itself."""

    format: Literal["scoresheet-export/1"] = FORMAT
    origin: str
    made_at: Annotated[str, StringConstraints(pattern=r"^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}(\.[0-9]{6})?Z$")]
    scope: Annotated[Scope, Field(discriminator="kind")]
    size: Count
    events: Count
    topics: Mapping[str, Count]
    rules: tuple[str, ...]
    policies: tuple[str, ...]
    files: Mapping[str, FileEntry]

    @property
    def content(self) -> bytes:
        """The manifest as the bytes of its file: canonical JSON."""
        return canonical_json.encode(self.model_dump(mode="json"))

    def event_files(self) -> Iterator[str]:
        """The files of events, in the log's order."""
        return (name for name in sorted(self.files) if name.startswith("events/"))


def parse_manifest(content: bytes) -> Manifest:
    """The manifest in these bytes. Raises `MalformedManifestError`."""
    if sum(map(content.count, (b"[", b"{", b","))) > MOST_VALUES:
        raise MalformedManifestError(f"It has more than {MOST_VALUES} values.")
    try:
        found = Manifest.model_validate_json(content)
    except ValidationError as problem:
        first = problem.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or NAME
        raise MalformedManifestError(f"{where}: {first['msg']}") from problem
    if not _is_canonical(found, content):
        raise MalformedManifestError("It is not in canonical JSON.")
    strange = sorted(name for name in found.files if not is_file_of_an_export(name))
    if strange:
        raise MalformedManifestError(f"An export has no file {strange[0][:200]!r}.")
    return found


def _is_canonical(found: Manifest, content: bytes) -> bool:
    """Whether the content is canonical; numbers beyond 2^53 and names that are not ASCII never are."""
    try:
        return found.content == content
    except ValueError:
        return False


def is_file_of_an_export(name: str) -> bool:
    """Whether a file of an export may be called so, the manifest apart: no other is ever opened."""
    if _OTHERS.fullmatch(name):
        return True
    try:
        parse_path(name)
    except ValueError:
        return False
    return True


def is_in(scope: Scope, position: int, stream: str) -> bool:
    """Whether this event belongs to what is exported."""
    match scope:
        case OneStream(stream=wanted):
            return stream == wanted
        case Span(first=first, last=last):
            return first <= position <= last
        case _:
            return True


def event_file(position: int) -> str:
    """The file of the event at this position."""
    return f"events/{(position - 1) // EVENTS_A_FILE:0{_DIGITS}}.jsonl"


def instant_text(moment: datetime) -> str:
    """An aware moment as the manifest says it, in UTC."""
    return f"{moment.replace(tzinfo=None).isoformat()}Z"
