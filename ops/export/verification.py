"""Verifies an export, step by step, without a database and without a network."""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pydantic import ValidationError

from domain.evidence import notes
from domain.evidence.checkpoints import EARLIER, NEWEST, checkpoint_in
from domain.evidence.exported import trust as believed
from domain.evidence.exported.drawn_on import NAME as DRAWN_ON
from domain.evidence.exported.drawn_on import DrawnOnCheck
from domain.evidence.exported.event_check import EnvelopeCheck, EventCheck
from domain.evidence.exported.findings import Finding
from domain.evidence.exported.manifest import Manifest, OneStream, Span, WholeLog, is_in
from domain.evidence.exported.tree_check import Placed, Rooted, Tell, TreeCheck
from domain.evidence.exported.trust import History, Trust
from domain.evidence.notes import MalformedNoteError, Note
from domain.federation.events import LogKeyRotated, LogRestarted
from domain.kernel import canonical_json
from ops.export.published_files import Published, PublishedFilesCheck
from ops.export.reading import Source, check_files, read_manifest
from ops.export.replaying import check_replay

_SIGNED = "The checkpoint is signed by the log, and so are those before it."
_NO_KEY = "No key of this log was given, so that no signature is checked."
LONGEST_FILED = 2 * notes.MOST_BYTES + 100
"""Of an earlier checkpoint, as a line: what is longer is none, and may be more than the memory holds."""
MOST_NAMED = 100
"""Findings that are named; the others are counted."""

Say = Callable[[str], None]
"""Prints a line."""


@dataclass
class Found:
    """The findings so far: the first ones in words, and how many there are."""

    say: Say
    findings: list[Finding] = field(default_factory=list)
    number: int = 0

    def tell(self, finding: Finding) -> None:
        """Takes note of a finding, and prints it."""
        self.number += 1
        if self.number <= MOST_NAMED:
            self.findings.append(finding)
            self.say(f"   {finding.line}")


class Verification:
    """One export being verified. `say` prints what is done and found, `advance` is told how many events more are
    read."""

    def __init__(self, source: Source, trust: Trust, say: Say, advance: Callable[[int], None] = lambda _: None) -> None:
        self._source = source
        self._trust = trust
        self._say = say
        self._advance = advance
        self._steps = 0
        self._found = Found(say)
        self._handovers: list[str] = []
        self._formers: list[tuple[str, str]] = []

    def run(self, *, log_only: bool = False) -> Found:
        """All steps; with `log_only` no draw and no table is checked. Raises UnreadableExportError."""
        manifest = read_manifest(self._source)
        self._step(f"The files are those of the manifest: {len(manifest.files)}, made at {manifest.made_at}.")
        check_files(self._source, manifest, self._found.tell)
        note = _note(NEWEST, self._source.content(NEWEST), self._found.tell)
        if note is None:
            return self._found
        before = self._found.number
        published = PublishedFilesCheck(self._source, manifest, note, self._found.tell)
        self._check_log(manifest, note, published)
        is_sound = self._found.number == before
        self._check_signatures(manifest, note)
        self._step("What was published for good are the files that the events name, each with its proof.")
        published.end()
        if not isinstance(manifest.scope, Span) and not log_only:
            self._check_replay(manifest, published.found, is_sound=is_sound)
        return self._found

    def _check_log(self, manifest: Manifest, note: Note, published: PublishedFilesCheck) -> None:
        signed = checkpoint_in(note)
        self._step(f"The entries make the tree that is signed, and its {signed.size} events are those of the entries.")
        if signed.size != manifest.size:
            detail = f"it speaks of {manifest.size} events, and the checkpoint of {signed.size}"
            self._found.tell(Finding("manifest", detail))
        tree = TreeCheck(self._source.find, signed.size, self._rooted(signed.size), self._found.tell)
        self._check_events(manifest, tree, published)
        if tree.is_whole and tree.tree.root() != signed.root:
            self._found.tell(Finding("root", "the entries do not give the root that is signed"))
        for finding in believed.check_covered(signed.size, self._trust):
            self._found.tell(finding)

    def _check_events(self, manifest: Manifest, tree: TreeCheck, published: PublishedFilesCheck) -> None:
        envelopes = EnvelopeCheck(self._found.tell, whole=isinstance(manifest.scope, WholeLog))
        is_part = isinstance(manifest.scope, OneStream)
        sources = DrawnOnCheck(self._source.find(DRAWN_ON) or b"" if is_part else b"", self._found.tell)

        def take(placed: Placed, content: bytes) -> None:
            said = envelopes.take(placed, content)
            self._note_keys(said)
            published.take(placed, content, said)
            if is_part:
                sources.take(said)
            self._advance(1)

        before = self._found.number
        leaves = (
            one for one in map(sources.passing, tree.leaves()) if is_in(manifest.scope, one.position, one.leaf.stream)
        )
        EventCheck(self._found.tell, take).run(leaves, self._source.event_lines(manifest))
        if self._found.number == before:
            envelopes.against(manifest.topics.items())
            if (number := sum(envelopes.topics.values())) != manifest.events:
                self._found.tell(Finding("manifest", f"it speaks of {manifest.events} events, and {number} are there"))
            sources.end()

    def _note_keys(self, said: object) -> None:
        """Notes what an event says of the log's keys and origins; one that can't be read is for the replay to name."""
        match said:
            case {"topic": LogKeyRotated.TOPIC, "event": event}:
                with suppress(ValidationError):
                    self._handovers.append(LogKeyRotated.model_validate(event).signed_note)
            case {"topic": LogRestarted.TOPIC, "event": event}:
                with suppress(ValidationError):
                    restarted = LogRestarted.model_validate(event)
                    self._formers.append((restarted.origin, restarted.former_origin))

    def _check_signatures(self, manifest: Manifest, note: Note) -> None:
        history = History(tuple(self._handovers), tuple(self._formers))
        known = history.believed_keys(
            manifest.origin, [key for key in self._trust.known if key.name == manifest.origin]
        )
        self._step(_SIGNED if known else _NO_KEY)
        for finding in believed.check_signature(note, manifest.origin, self._trust, history):
            self._found.tell(finding)
        newest = checkpoint_in(note).size
        for size, earlier, is_in_place in self._earlier(newest, self._found.tell):
            for finding in believed.check_earlier(size, earlier, known):
                self._found.tell(finding)
            if not is_in_place:
                detail = f"the checkpoint of {checkpoint_in(earlier).size} events does not belong where it stands"
                self._found.tell(Finding("order", detail))

    def _rooted(self, newest: int) -> Iterable[Rooted]:
        """The earlier checkpoints, those of the export and the one that was kept, in the order of their sizes."""
        said = (checkpoint_in(note) for _, note, is_in_place in self._earlier(newest, lambda _: None) if is_in_place)
        own = (Rooted(one.size, one.root, f"the checkpoint of {one.size} events") for one in said)
        return heapq.merge(own, self._trust.rooted, key=lambda one: one.size)

    def _earlier(self, newest: int, tell: Tell) -> Iterator[tuple[int, Note, bool]]:
        """The earlier checkpoints, each with the size that it is filed under, and whether it is smaller than the newest
        and larger than those before it; those that can't be read are passed over."""
        last = -1
        for number, line in enumerate(self._source.lines(EARLIER), 1):
            match canonical_json.exactly(line) if len(line) <= LONGEST_FILED else None:
                case {"note": str(text), "size": int(filed)} if not isinstance(filed, bool):
                    note = _note(f"line {number} of {EARLIER}", text.encode(), tell)
                case _:
                    tell(Finding("signature", f"line {number} of {EARLIER} is no checkpoint"))
                    continue
            if note is None:
                continue
            size = checkpoint_in(note).size
            yield filed, note, last < size < newest
            last = max(last, size)

    def _check_replay(self, manifest: Manifest, published: Sequence[Published], *, is_sound: bool) -> None:
        self._step("The draws come from their secrets, and the tables from the events.")
        if is_sound:
            check_replay(self._source, manifest, published, self._found.tell, self._advance)
        else:
            self._say("   Not replayed, since the events are not those that were signed.")

    def _step(self, text: str) -> None:
        self._steps += 1
        self._say(f"{self._steps}. {text}")


def _note(name: str, content: bytes, tell: Tell) -> Note | None:
    """The checkpoint in these bytes; None where there is none."""
    try:
        note = notes.parse(content)
        checkpoint_in(note)
    except MalformedNoteError as problem:
        tell(Finding("signature", f"{name} is no checkpoint. {problem}"))
        return None
    return note
