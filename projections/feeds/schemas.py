"""The JSON Schemas of what entries say."""

from collections.abc import Mapping
from typing import Any

from domain.application.event_schemas import DIALECT, address_of
from domain.webhooks.entries import FeedRestarted
from projections.feeds.documents import KINDS, Told

_KINDS: tuple[type[Told] | type[FeedRestarted], ...] = (*KINDS.values(), FeedRestarted)


def feed_schemas() -> Mapping[str, Mapping[str, Any]]:
    """The schema of each kind of entry, by its type."""
    return {
        kind.TYPE: {
            "$schema": DIALECT,
            "$id": address_of(kind.TYPE),
            **kind.model_json_schema(mode="serialization"),
            "title": kind.TYPE,
        }
        for kind in _KINDS
    }
