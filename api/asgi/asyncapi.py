"""The AsyncAPI document of the feeds, made from what their entries say and from the routes that tell them.

An entry is the same wherever it is told: on a page, as a line, in an event of a stream, and in what a webhook delivers.
What its `data` holds is said by the schema that is read at `/v1/schemas`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

from fastapi import FastAPI

from api.http.parameters import LONGEST_CURSOR
from api.routes.service.feeds import BATCH, LINES, LONGEST_STREAM_SECONDS, MOST_LINES, PAGE, STREAMED, router
from domain.application.event_schemas import address_of
from domain.kernel.values import LARGEST_INTEGER
from domain.webhooks.entries import FeedRestarted, schema_name, source_of, type_of
from domain.webhooks.events import FEEDS, Feed
from projections.feeds.documents import KINDS, Told

Json = Mapping[str, Any]

DESCRIPTION = """What has changed in results, ratings, tournaments, persons and bans, entry by entry in the order of the
log, for those who keep a copy. Entries are CloudEvents 1.0.2. Pages, lines, streams and webhooks tell the same entries,
and go on from the same cursors; the guide at `docs/guides/feeds` tells how to follow them. Addresses and references
begin with a path: lay them on the address that this document comes from. Requests are described by `openapi.json`."""

_TEXT = {"type": "string", "minLength": 1}
_MOMENT = {"type": "string", "format": "date-time"}
_PLACE = {"type": "string", "pattern": "^[0-9]{20}[.][0-9]{8}$"}
_POSITION = {"type": "string", "pattern": "^[0-9]+$"}
_CURSOR = {"type": "string", "maxLength": LONGEST_CURSOR}

ENTRY = {
    "specversion": {"const": "1.0"},
    "id": {**_PLACE, "description": "The entry's place in the log. Ids sort as text."},
    "sequence": {**_PLACE, "description": "The same as the id."},
    "datacontenttype": {"const": "application/json"},
}
"""The attributes that every entry has and that are the same for every kind."""

CAUSED = {
    "subject": {**_TEXT, "description": "What it is about."},
    "time": {**_MOMENT, "description": "When what caused it happened."},
    "recordedtime": {**_MOMENT, "description": "When that was recorded."},
    "correlationid": {**_POSITION, "description": "The position of the first event of the command that made it."},
    "causationid": {**_POSITION, "description": "The position of the event that says why."},
}
"""Those of an entry that an event has caused: every one but that of a log that was begun again."""

SIGNED = {
    "webhook-id": {**_TEXT, "description": "The message's id: the same whenever the same batch is tried again."},
    "webhook-timestamp": {**_POSITION, "description": "When it was tried, in seconds of Unix time."},
    "webhook-signature": {**_TEXT, "description": "Signatures of Standard Webhooks 1.0.0, with a space between them."},
}


SERVERS = {
    "service": {
        "host": "{host}",
        "protocol": "https",
        "description": "The service that this document comes from.",
        "variables": {"host": {"description": "Its host, and its port."}},
    },
    "receiver": {
        "host": "{host}",
        "protocol": "https",
        "description": "The receiver of a webhook, whose address an administrator has named to the service.",
        "variables": {"host": {"description": "The receiver's host."}},
    },
}


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which entries reach a follower: the name of the way, and of the route that tells them (none for a
    webhook, which posts them), what is told so, and the parameters by which they are asked for."""

    name: str
    route: str | None
    told: str
    message: Json
    query: Json
    is_batch: bool = True

    def address(self, feed: Feed) -> str | None:
        """Where the entries of that feed are told; None where the receiver has named it."""
        return str(router.url_path_for(self.route, feed=feed)) if self.route else None

    def messages(self, feed: Feed) -> Iterable[str]:
        """The names of what is shown of that feed."""
        return (f"{feed}-{self.name}",) if self.route else (f"{feed}-{self.name}", "restarted")


_AFTER = {"after": {**_CURSOR, "description": "The cursor after which to begin."}}
_SINCE = {"since": {"type": "integer", "minimum": 0, "maximum": LARGEST_INTEGER, "description": "A log position."}}


def _limit(most: int) -> Json:
    return {"limit": {"type": "integer", "minimum": 1, "maximum": most, "description": "The most entries."}}


def _object(properties: Json, required: Iterable[str] = ()) -> Json:
    return {"type": "object", "properties": properties, "required": list(required)}


_BEHIND = {**_CURSOR, "description": "The cursor behind the batch."}
EVENT = _object({"event": {"const": "entries"}, "id": _BEHIND}, ["event", "id"])
WAYS = (
    Way("page", "read_feed", "A page: a batch of entries.", {}, {**_AFTER, **_SINCE, **_limit(PAGE)}),
    Way(
        "line",
        "read_feed_lines",
        "JSON Lines: an entry on each.",
        {"contentType": LINES},
        {**_AFTER, **_SINCE, **_limit(MOST_LINES)},
        is_batch=False,
    ),
    Way(
        "event",
        "stream_feed",
        f"Server-sent events: each is a batch of at most {STREAMED} entries. A stream ends after"
        f" {LONGEST_STREAM_SECONDS / 60:.0f} minutes; go on with the last id as `Last-Event-ID`, or as `after`.",
        {"headers": EVENT},
        _AFTER,
    ),
    Way(
        "delivery",
        None,
        "What a webhook posts: a batch, accepted by a status from 200 to 299.",
        {"headers": _object(SIGNED, SIGNED)},
        {},
    ),
)


def document(app: FastAPI) -> Json:
    """The whole document."""
    return {
        "asyncapi": "3.0.0",
        "info": {"title": f"{app.title}: feeds", "version": app.version, "description": " ".join(DESCRIPTION.split())},
        "defaultContentType": BATCH,
        "servers": SERVERS,
        "channels": {name: channel for feed in FEEDS for name, channel in _channels(feed)},
        "operations": {name: operation for feed in FEEDS for name, operation in _operations(feed)},
        "components": {
            "messages": {**_messages(), "restarted": _restart_message()},
            "schemas": {**{kind.TYPE: _schema(kind) for kind in KINDS.values()}, FeedRestarted.TYPE: _restart_schema()},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _channels(feed: Feed) -> Iterable[tuple[str, Json]]:
    return ((f"{feed}-{way.name}", _channel(way, feed)) for way in WAYS)


def _channel(way: Way, feed: Feed) -> Json:
    return {
        "address": way.address(feed),
        "description": way.told,
        "servers": [{"$ref": f"#/servers/{'service' if way.route else 'receiver'}"}],
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in way.messages(feed)},
    }


def _operations(feed: Feed) -> Iterable[tuple[str, Json]]:
    return ((f"tell-{feed}-{way.name}", _operation(way, feed)) for way in WAYS)


def _operation(way: Way, feed: Feed) -> Json:
    """The service is what sends, asked or not; bans are told to those whose key lets them read them."""
    channel = f"#/channels/{feed}-{way.name}"
    return {
        "action": "send",
        "channel": {"$ref": channel},
        "messages": [{"$ref": f"{channel}/messages/{name}"} for name in way.messages(feed)],
        "bindings": {"http": _query_binding(way)},
        **({"security": [{"$ref": "#/components/securitySchemes/key"}]} if feed == "bans" and way.route else {}),
    }


def _query_binding(way: Way) -> Json:
    query = {"query": _object(way.query)} if way.query else {}
    return {"method": "GET" if way.route else "POST", **query, "bindingVersion": "0.3.0"}


def _messages() -> Json:
    return {f"{feed}-{way.name}": _message(feed, way) for feed in FEEDS for way in WAYS}


def _message(feed: Feed, way: Way) -> Json:
    kind = KINDS[feed]
    entry = {"$ref": f"#/components/schemas/{kind.TYPE}"}
    return {
        "name": type_of(kind.TYPE),
        "summary": _summary(kind),
        "contentType": BATCH,
        **way.message,
        "payload": {"type": "array", "items": entry} if way.is_batch else entry,
    }


def _restart_message() -> Json:
    """The message that the log was begun again: it comes alone."""
    entry = {"$ref": f"#/components/schemas/{FeedRestarted.TYPE}"}
    return {
        "name": type_of(FeedRestarted.TYPE),
        "summary": _summary(FeedRestarted),
        "contentType": BATCH,
        "headers": _object(SIGNED, SIGNED),
        "payload": {"type": "array", "items": entry, "minItems": 1, "maxItems": 1},
    }


def _schema(kind: type[Told]) -> Json:
    return _entry(kind.TYPE, {**CAUSED, "source": {"const": source_of(kind.FEED)}})


def _restart_schema() -> Json:
    return _entry(FeedRestarted.TYPE, {"source": {"enum": [source_of(feed) for feed in FEEDS]}})


def _entry(entry_type: str, attributes: Json) -> Json:
    own = {
        "type": {"const": type_of(entry_type)},
        "dataschema": {"const": schema_name(entry_type)},
        "data": {"$ref": address_of(entry_type)},
    }
    properties = {**ENTRY, **attributes, **own}
    return {**_object(properties, properties), "additionalProperties": False}


def _summary(kind: type) -> str:
    return " ".join(cleandoc(kind.__doc__ or kind.__name__).split("\n\n")[0].split())
