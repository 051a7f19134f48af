"""Anyone who reads CloudEvents reads us: their own library takes every entry, and the specification's types hold."""

import json
from typing import Any

import pytest
from cloudevents.core.formats.json import JSONFormat
from cloudevents.core.v1.event import CloudEvent
from jsonschema_rs import Draft7Validator

from domain.webhooks.entries import FeedRestarted, restarted_entry
from tests.api.support import Service, season

_TEXT = {"type": "string", "minLength": 1}
_MOMENT = {"type": "string", "format": "date-time"}
CONTEXT = Draft7Validator(
    {
        "type": "object",
        "required": ["id", "source", "specversion", "type"],
        "properties": {
            "id": _TEXT,
            "source": {**_TEXT, "format": "uri-reference"},
            "specversion": {"const": "1.0"},
            "type": _TEXT,
            "subject": _TEXT,
            "time": _MOMENT,
            "recordedtime": _MOMENT,
            "datacontenttype": _TEXT,
            "dataschema": {**_TEXT, "format": "uri"},
            "data": {"type": "object"},
        },
        "propertyNames": {"pattern": "^[a-z0-9]+$"},
        "additionalProperties": {"type": ["string", "boolean", "integer"]},
    },
    validate_formats=True,
)
"""The attributes of CloudEvents 1.0.2 by the types that its specification gives them; extensions are plain values."""


def require_cloudevent(entry: bytes) -> Any:  # noqa: ANN401 -- the library's
    CONTEXT.validate(json.loads(entry))
    return JSONFormat().read(CloudEvent, entry)


@pytest.mark.rule("ALL-1")
def test_the_library_of_cloudevents_reads_every_entry(service: Service) -> None:
    made, staff = season(service), service.administrator()
    made.play(1, 2)
    staff.change(f"/v1/persons/{made.persons[0]}", "bans", {"reason": "Left without a word."})
    service.wait_for_feeds()
    seen = set()
    for feed in service.http.get("/v1/feeds").json()["items"]:
        lines = service.http.get(f"/v1/feeds/{feed['feed']}/lines", headers=staff.headers())
        for line in lines.content.splitlines():
            event = require_cloudevent(line)
            assert (event.get_type(), event.get_dataschema()) == (feed["type"], feed["dataschema"])
            assert event.get_data() == json.loads(line)["data"]
            seen.add(event.get_type())
    assert len(seen) == 5


def test_message_of_a_new_log_is_one_too() -> None:
    event = require_cloudevent(restarted_entry("ratings", 58, FeedRestarted(log_number=2, kept_to=57)))
    assert (event.get_type(), event.get_data()) == ("scoresheet.feed.restarted.v1", {"log_number": 2, "kept_to": 57})
