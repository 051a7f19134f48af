"""How entries are addressed, and what followers are told after the log was begun anew: what of the former one holds."""

from typing import Annotated, ClassVar

from pydantic import Field

from domain.kernel import canonical_json
from domain.kernel.values import LARGEST_INTEGER, Value
from domain.webhooks.events import Feed

PREFIX = "scoresheet"
Number = Annotated[int, Field(strict=True, ge=0, le=LARGEST_INTEGER)]


class FeedRestarted(Value):
    """The log was begun anew, for the end of the former one was lost: this one has that number. Entries up to the log
    position `kept_to` are the same in both; what a follower has made of later ones is to be undone."""

    TYPE: ClassVar[str] = "feed.restarted.v1"
    log_number: Number
    kept_to: Number


def source_of(feed: Feed) -> str:
    """The source of a feed's entries: a reference, from the service's address."""
    return f"/v1/feeds/{feed}"


def schema_name(entry_type: str) -> str:
    """The name of the JSON Schema of such entries, wherever it is read."""
    return f"urn:scoresheet:schema:{entry_type}"


def restarted_entry(feed: Feed, position: int, restarted: FeedRestarted) -> bytes:
    """A CloudEvent that tells of a log that began at that position."""
    place = f"{position:020d}.{0:08d}"
    return canonical_json.encode(
        {
            "specversion": "1.0",
            "id": place,
            "source": source_of(feed),
            "type": f"{PREFIX}.{restarted.TYPE}",
            "sequence": place,
            "datacontenttype": "application/json",
            "dataschema": schema_name(restarted.TYPE),
            "data": restarted.model_dump(mode="json"),
        }
    )
