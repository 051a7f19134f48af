"""The catalogue of events: what each kind holds, as JSON Schema."""

import hashlib
from functools import cache
from typing import Annotated

import orjson
from fastapi import Path
from starlette.requests import Request
from starlette.responses import Response

from api.documents.lists import Page, whole_list
from api.documents.service import EventKind
from api.http import parameters
from api.http.command_requests import list_header
from api.http.etags import unchanged
from api.http.read_requests import known_by_bytes
from api.http.responses import FOR_EVER, bytes_answer, document_answer, json_answer, not_modified
from api.http.routing import new_router
from api.queries.event_schemas import files, require_topic
from domain.application.event_schemas import address_of

router = new_router("reference")

MEDIA_TYPE = "application/schema+json"


@router.get("/schemas", response_model=Page[EventKind])
def list_schemas(request: Request) -> Response:
    """List the kinds of events there are, and of entries in feeds, with the JSON Schema of each (ALL-1)

    So are the versions of what events name by kind and version: a tournament's format, conditions, rating and stages.
    """
    return known_by_bytes(request, bytes_answer(_catalogue()))


@cache
def _catalogue() -> bytes:
    described = {topic: str(orjson.loads(text)["description"]) for topic, text in files().items()}
    kinds = [EventKind(topic=one, dataschema=address_of(one), description=said) for one, said in described.items()]
    return bytes(json_answer(whole_list(kinds)).body)


@router.get("/schemas/{topic}", responses={200: {"content": {MEDIA_TYPE: {}}}}, response_class=Response)
def read_schema(request: Request, topic: Annotated[parameters.Topic, Path(description="The topic.")]) -> Response:
    """Read the JSON Schema of the data of a kind of event, or of entry in a feed (ALL-1)

    Or of an object that an event names by kind and version: where its schema says `family`, as `format`, that of
    `{"kind": "swiss", "version": 1}` is `format.swiss.v1`. In the dialect of 2020-12. A topic names the version of its
    kind, and keeps its shape for ever: what has been read stays right. `seenBy` names who sees a field, `doneBy` who
    sees who has done it. A field that is `sealed` is sealed when it is recorded, and null once its text can't be
    opened any more. What is withheld from a reader is in `data` as null, whatever is said here.
    """
    text = require_topic(topic)
    headers = {"ETag": f'"{hashlib.sha256(text).hexdigest()}"', "Vary": "Accept-Encoding", **FOR_EVER}
    if unchanged(list_header(request, "if-none-match"), headers["ETag"]):
        return not_modified(headers)
    return document_answer(text, MEDIA_TYPE, headers)
