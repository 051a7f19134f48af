"""Transcripts in an export (GAM-7): each in a box that both sides' keys open; another event has its digest."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from domain.kernel import canonical_json
from domain.kernel.personal_text import Sealed
from domain.tournament.match_record.events import AttachmentAdded, TranscriptKept
from ops.export.reading import Source, read_manifest
from ops.export.replaying import events_of

Open = Callable[[Collection[Sealed]], Mapping[str, Any]]
"""What is in boxes, by their places: None where a key was destroyed."""


class KeptTranscript(NamedTuple):
    """The transcript that was attached to a match under that number, and the SHA-256 of its bytes, which the event
    of the attachment has; no bytes where a person was erased."""

    stream: str
    match: int
    number: int
    digest: str
    content: bytes | None

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.stream}-match-{self.match}-{self.number}.mat"


def transcripts_in(source: Source, open_boxes: Open) -> Iterator[KeptTranscript]:
    """Those of an export, in the log's order. Raises UnreadableExportError, LookupError and ValueError."""
    digests: dict[tuple[str, int, int], str] = {}
    for _, line in events_of(source, read_manifest(source)):
        said: Any = canonical_json.decode(line)
        topic, event = said["topic"], said["event"]
        if topic not in (AttachmentAdded.TOPIC, TranscriptKept.TOPIC):
            continue
        place = said["stream"], event["match"], event["number"]
        if topic == AttachmentAdded.TOPIC:
            digests[place] = event["digest"]
        else:
            box = Sealed.model_validate(event["transcript"])
            text = open_boxes([box])[box.bound_to]
            yield KeptTranscript(*place, digests[place], None if text is None else str(text).encode())
