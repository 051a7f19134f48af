"""Verifies a published file by its proof, step by step, without a database and without a network."""

import hashlib
import os
from pathlib import Path

from pydantic import ValidationError

from domain.evidence import notes
from domain.evidence.checkpoints import checkpoint_in
from domain.evidence.exported.findings import Finding, printable
from domain.evidence.exported.trust import History, Trust, check_signature
from domain.evidence.leaves import leaf_of
from domain.evidence.merkle import NotProvedError, verify_inclusion
from domain.evidence.proofs import Proof, parse_proof
from domain.federation.events import FilesPublished
from domain.federation.published import PublishedFile
from domain.kernel.envelope import Recorded
from ops.errors import UnreadableExportError
from ops.export.given import read_given
from ops.export.plain_file import opened_plain
from ops.export.verification import Found, Say
from projections.exports.publications import PUBLISHING


def verify_published(file: Path, proof: Path, trust: Trust, say: Say) -> Found:
    """Whether the file was published by a log that is believed. Raises UnreadableExportError where one of the files
    can't be read, or is none of its kind."""
    found = Found(say)
    given = read_given(proof, parse_proof)
    event = _event(given)
    published = event.event
    say(f"1. The file is one of publication {published.publication}: {published.subject.model_dump_json()}.")
    if not _is_one_of(file, published.files):
        found.tell(Finding("file", f"{file} is none of the files whose SHA-256 the event holds"))
    say(
        f"2. Event {given.index + 1}, {printable(event.stream)}@{event.version} of {event.recorded_at}, is in the tree."
    )
    note = notes.parse(given.checkpoint)
    signed = checkpoint_in(note)
    leaf = leaf_of(event.stream, event.version, given.extra or b"")
    try:
        verify_inclusion(given.index, signed.size, leaf.hash, given.hashes, signed.root)
    except NotProvedError as problem:
        found.tell(Finding("root", str(problem), given.index + 1, event.stream, event.version))
    say(f"3. The tree of {signed.size} events is signed by the log {signed.origin!r}.")
    for finding in check_signature(note, signed.origin, trust, History()):
        found.tell(finding)
    return found


def _event(proof: Proof) -> Recorded[FilesPublished]:
    """The event that the proof is of. Raises UnreadableExportError unless it has published files."""
    try:
        event = Recorded[FilesPublished].model_validate_json(proof.extra or b"")
        checkpoint_in(notes.parse(proof.checkpoint))
    except ValidationError:
        raise UnreadableExportError("the proof is not of an event that has published files") from None
    except notes.MalformedNoteError as problem:
        raise UnreadableExportError(f"the proof ends with no checkpoint: {problem}") from problem
    if event.topic not in PUBLISHING:
        raise UnreadableExportError(f"the proof is of an event {event.topic}, which publishes no files")
    return event


def _is_one_of(file: Path, published: tuple[PublishedFile, ...]) -> bool:
    """Whether the event holds the digest of this file, which is read only if it has the size of one of them."""
    try:
        with opened_plain(file) as opened:
            if os.fstat(opened.fileno()).st_size not in {one.size_bytes for one in published}:
                return False
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise UnreadableExportError(f"{file} can't be read: {error.strerror}") from error
    return digest in {one.sha256 for one in published}
