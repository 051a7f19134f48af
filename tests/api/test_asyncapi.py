"""The AsyncAPI document of the feeds: it keeps to AsyncAPI's own schema, and says what is
sent (ALL-1)."""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft7Validator, Draft202012Validator, Registry

from api.queries.event_schemas import files
from domain.webhooks.entries import FeedRestarted, restarted_entry
from domain.webhooks.events import FEEDS, Feed
from domain.webhooks.signatures import headers_of
from projections.feeds.documents import KINDS
from tests.api.support import Service, documents, routes, season
from tests.api.test_feeds import streamed

DOCUMENT: dict[str, Any] = json.loads(documents().asyncapi)
ADDRESS = "http://localhost/asyncapi.json"
SPECIFICATION = Path(__file__).with_name("asyncapi") / "3.0.0.json.gz"
"""AsyncAPI's own JSON Schema, byte for byte `schemas/3.0.0-without-$id.json` of the npm package @asyncapi/specs 6.11.1,
under the licence beside it."""


def test_the_document_keeps_to_the_schema_of_asyncapi() -> None:
    published = Draft7Validator(json.loads(gzip.decompress(SPECIFICATION.read_bytes())))
    assert [error.message for error in published.iter_errors(DOCUMENT)] == []
    assert not published.is_valid({**DOCUMENT, "operations": {"tell": {"action": "tell"}}})


def test_the_document_is_served_as_it_is_made(service: Service) -> None:
    assert service.http.get("/asyncapi.json").json() == DOCUMENT
    assert 'href="asyncapi.json"' in service.http.get("/docs").text


def test_every_reference_leads_somewhere() -> None:
    references = set(_references(DOCUMENT))
    for reference in references:
        if reference.startswith("#"):
            _at(reference)
        else:
            assert reference.removeprefix("/v1/schemas/") in files()
    assert len(references) > 80


def test_every_feed_is_told_in_every_way_at_its_route() -> None:
    served = {route.path_format.replace("{feed}", feed) for route in routes() for feed in FEEDS}
    channels = DOCUMENT["channels"].values()
    assert {channel["address"] for channel in channels} - {None} <= served
    assert len(channels) == 4 * len(FEEDS)


@pytest.mark.rule("ALL-1")
def test_messages_are_as_the_document_says(service: Service) -> None:
    made, staff = season(service), service.administrator()
    made.play(1, 2)
    staff.change(f"/v1/persons/{made.persons[0]}", "bans", {"reason": "Left without a word."})
    service.wait_for_feeds()
    for feed in FEEDS:
        page = service.http.get(f"/v1/feeds/{feed}", headers=staff.headers())
        assert page.headers["Content-Type"] == _message(f"{feed}-page")["contentType"]
        _require(f"{feed}-page", page.json())
        lines = service.http.get(f"/v1/feeds/{feed}/lines", headers=staff.headers())
        assert lines.headers["Content-Type"] == _message(f"{feed}-line")["contentType"]
        for line in lines.content.splitlines():
            _require(f"{feed}-line", json.loads(line))
        _require_refused(feed, page.json()[0])


def test_an_event_of_a_stream_is_as_the_document_says(service: Service) -> None:
    service.wait_for_feeds()
    _require("persons-event", streamed(service, "persons", 1)[0])


@pytest.mark.parametrize("feed", FEEDS)
def test_message_of_a_new_log_is_as_the_document_says(feed: Feed) -> None:
    entry = json.loads(restarted_entry(feed, 58, FeedRestarted(log_number=2, kept_to=57)))
    _require("restarted", [entry])
    assert not _checked("restarted").is_valid([entry, entry])


def test_signature_of_a_delivery_is_as_the_document_says() -> None:
    headers = dict(headers_of([b"n" * 32, b"f" * 32], "msg_1", 1614265330, b"[]"))
    for message in ("restarted", *(f"{feed}-delivery" for feed in FEEDS)):
        assert _checked(message, "headers").is_valid(headers)
        assert not _checked(message, "headers").is_valid({})


def _require_refused(feed: Feed, entry: dict[str, Any]) -> None:
    for wrong in ({**entry, "data": {}}, {**entry, "source": "/elsewhere"}, {**entry, "name": "Karin Vos"}):
        assert not _checked(f"{feed}-page").is_valid([wrong]), KINDS[feed].TYPE


def _require(message: str, payload: object) -> None:
    assert payload
    assert [error.message for error in _checked(message).iter_errors(payload)] == []


def _checked(message: str, part: str = "payload") -> Draft202012Validator:
    """What checks that part of the message."""
    return Draft202012Validator({"$ref": f"{ADDRESS}#/components/messages/{message}/{part}"}, registry=_registry())


@cache
def _registry() -> Registry:
    """The document, and the schemas as they are served."""
    served = [(f"/v1/schemas/{topic}", json.loads(text)) for topic, text in files().items()]
    return Registry([(ADDRESS, DOCUMENT), *((f"http://localhost{path}", one) for path, one in served)])


def _message(name: str) -> dict[str, Any]:
    found: dict[str, Any] = DOCUMENT["components"]["messages"][name]
    return found


def _references(part: object) -> Iterator[str]:
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    if isinstance(part, dict) and isinstance(part.get("$ref"), str):
        yield part["$ref"]
    for one in inner:
        yield from _references(one)


def _at(reference: str) -> object:
    """What is at a reference into the document. Raises KeyError where nothing does."""
    found = DOCUMENT
    for name in reference.removeprefix("#/").split("/"):
        found = found[name]
    return found
