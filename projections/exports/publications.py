"""The files that were published for good, as an export holds them: each with the proof of the event that names it."""

from collections.abc import Iterator
from contextlib import suppress

from pydantic import ValidationError

from domain.application.catalogue import REGISTRY
from domain.evidence.merkle import inclusion_proof
from domain.evidence.proofs import PROOF_ENDING, Proof
from domain.federation.events import FilesPublished
from domain.kernel.envelope import Recorded
from projections.exports.archive import Files
from projections.exports.snapshot import Row, Snapshot
from projections.published.files import name_of

FOLDER = "published/"

PUBLISHING = frozenset(REGISTRY.stored_topics(FilesPublished.TOPIC))
"""The topics of events that publish files; what is stored under an earlier one is read as it is."""


def named_files(published: FilesPublished) -> Iterator[tuple[str, str]]:
    """The files of a publication by their names in an export, with the SHA-256 of each."""
    for file in published.files:
        yield f"{FOLDER}{published.publication}/{name_of(published.subject, file)}", file.sha256


class PublicationFiles:
    """The files that the passing events have published."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._events: list[tuple[Row, FilesPublished]] = []

    def passing(self, row: Row) -> None:
        """An event of the export; whether it can be read, is for the replay to say."""
        if row.topic in PUBLISHING:
            with suppress(ValidationError):
                event = Recorded[FilesPublished].model_validate_json(row.state).event
                self._events.append((row, event))

    def files(self) -> Files:
        """The files, and beside each its proof; one that the database lacks is left out, which then shows."""
        for row, event in self._events:
            proof = self._proof(row).content
            for name, sha256 in named_files(event):
                content = self._snapshot.published_file(sha256)
                if content is not None:
                    yield name, [content]
                    yield f"{name}{PROOF_ENDING}", [proof]

    def _proof(self, row: Row) -> Proof:
        index = row.position - 1
        hashes = tuple(inclusion_proof(index, self._snapshot.size, self._snapshot.node))
        return Proof(index, hashes, self._snapshot.note, row.state)
