"""The form of entries, and what followers are told after the log was begun again: what of the former one holds."""

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from domain.kernel import canonical_json
from domain.kernel.canonical_json import JSON
from domain.kernel.values import Value
from domain.webhooks.events import Feed, Position


class FeedRestarted(Value):
    """The log was begun again, for the end of the former one was lost: this one has that number. Entries up to the log
    position `kept_to` are the same in both; what a follower has made of later ones is to be undone."""

    TYPE: ClassVar[str] = "feed.restarted.v1"
    log_number: Position
    kept_to: Position


@cache
def source_of(feed: Feed) -> str:
    """The source of a feed's entries: a reference, from the service's address."""
    return f"/v1/feeds/{feed}"


@cache
def type_of(entry_type: str) -> str:
    """The type of such entries among those of all services."""
    return f"scoresheet.{entry_type}"


@cache
def schema_name(entry_type: str) -> str:
    """The name of the JSON Schema of such entries, wherever it is read."""
    return f"urn:scoresheet:schema:{entry_type}"


def entry_id(position: int, number: int) -> str:
    """An entry's id, which sorts as text as it does by its numbers."""
    return f"{position:020d}.{number:08d}"


def cloud_event(feed: Feed, entry: str, entry_type: str, data: JSON, further: Mapping[str, JSON]) -> bytes:
    """The bytes of the entry with that id; `further` is what else the CloudEvent says of itself."""
    envelope: Mapping[str, JSON] = {
        "specversion": "1.0",
        "id": entry,
        "source": source_of(feed),
        "type": type_of(entry_type),
        "sequence": entry,
        "datacontenttype": "application/json",
        "dataschema": schema_name(entry_type),
        "data": data,
    }
    return canonical_json.encode({**envelope, **further})


def restarted_entry(feed: Feed, position: int, restarted: FeedRestarted) -> bytes:
    """A CloudEvent that tells of a log that began at that position."""
    return cloud_event(feed, entry_id(position, 0), restarted.TYPE, restarted.model_dump(mode="json"), {})
