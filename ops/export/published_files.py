"""Holds the published files of an export against the events that name them, and each proof against the log."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from pydantic import ValidationError

from domain.evidence.checkpoints import NEWEST, checkpoint_in
from domain.evidence.exported.findings import Finding
from domain.evidence.exported.manifest import Manifest
from domain.evidence.exported.tree_check import Placed, Tell
from domain.evidence.merkle import NotProvedError, verify_inclusion
from domain.evidence.notes import Note
from domain.evidence.proofs import PROOF_ENDING, MalformedProofError, parse_proof
from domain.federation.events import FilesPublished
from domain.kernel.envelope import Recorded
from ops.export.reading import MissingFileError, Source
from projections.exports.publications import FOLDER, PUBLISHING, named_files


@dataclass(frozen=True, slots=True)
class Published:
    """An event that has published files: where it stands, its bytes, and what it says."""

    placed: Placed
    content: bytes
    event: FilesPublished

    @property
    def names(self) -> tuple[str, ...]:
        """The files by their names in an export."""
        return tuple(name for name, _ in named_files(self.event))


class PublishedFilesCheck:
    """The events that pass, and in the end the files."""

    def __init__(self, source: Source, manifest: Manifest, note: Note, tell: Tell) -> None:
        self._source = source
        self._manifest = manifest
        self._signed = checkpoint_in(note)
        self._tell = tell
        self.found: list[Published] = []

    def take(self, placed: Placed, content: bytes, said: object) -> None:
        """An event as it was signed; whether it can be read, is for the replay to say."""
        match said:
            case {"topic": str(topic)} if topic in PUBLISHING:
                with suppress(ValidationError):
                    event = Recorded[FilesPublished].model_validate(said).event
                    self.found.append(Published(placed, content, event))

    def end(self) -> None:
        """Tells what does not fit."""
        expected: set[str] = set()
        for one in self.found:
            for name, sha256 in named_files(one.event):
                expected |= {name, f"{name}{PROOF_ENDING}"}
                for problem in self._problems(one, name, sha256):
                    self._tell(one.placed.finding("file", problem))
        for name in sorted(name for name in self._manifest.files.keys() - expected if name.startswith(FOLDER)):
            self._tell(Finding("file", f"no event of the export has published {name}"))

    def _problems(self, one: Published, name: str, sha256: str) -> Iterator[str]:
        entry = self._manifest.files.get(name)
        if entry is None:
            yield f"{name} is missing"
        elif entry.sha256 != sha256:
            yield f"{name} is not the file whose SHA-256 the event holds"
        if not self._is_proved(one, f"{name}{PROOF_ENDING}"):
            yield f"{name}{PROOF_ENDING} is not the proof of the event by the checkpoint of the export"

    def _is_proved(self, one: Published, name: str) -> bool:
        index = one.placed.position - 1
        try:
            proof = parse_proof(self._source.content(name))
            verify_inclusion(index, self._signed.size, one.placed.leaf.hash, proof.hashes, self._signed.root)
        except (MissingFileError, MalformedProofError, NotProvedError):
            return False
        own = (proof.index, proof.extra, proof.checkpoint)
        return own == (index, one.content, self._source.content(NEWEST))
