"""The headers that requests are read by, as parameters: what the service takes is what its document says.

Reads have FastAPI look at theirs. What a command sends is looked at by `Accepts`, by the same patterns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Annotated, Any

from fastapi import Header
from pydantic import Field
from starlette.requests import Request

from api.http.etags import ETAGS, ETAGS_OR_ANY
from api.http.parameters import PLAIN_DIGITS
from api.http.responses import POSITION
from domain.kernel.values import LARGEST_INTEGER

KEY_OF_COMMAND = r"^[\x20-\x7e]{1,200}$"

IdempotencyKey = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        pattern=KEY_OF_COMMAND,
        description="A new one for each new command; the same one sends a command again without doing it twice.",
        examples=["evening-2026-11-28-result-17"],
    ),
]
IfMatch = Annotated[
    str,
    Header(
        alias="If-Match",
        pattern=ETAGS,
        description="The ETag of what is changed, as you have read it. Where it has changed since: 412.",
        examples=['"match-3-17"'],
    ),
]
AllSeen = Annotated[
    str,
    Header(
        alias="If-Match",
        pattern=ETAGS,
        description="The ETags of all that is decided, as you have read them. Not needed with the digest of a preview.",
        examples=['"match-3-17", "entry-2-9"'],
    ),
]
IfNoneMatch = Annotated[
    str | None,
    Header(
        alias="If-None-Match",
        pattern=ETAGS_OR_ANY,
        description="The ETag of the answer that you have. Where nothing has changed: 304, without a body.",
        examples=['"a3f5"'],
    ),
]
AtLeast = Annotated[
    Annotated[int, Field(ge=0, le=LARGEST_INTEGER), PLAIN_DIGITS] | None,
    Header(
        alias=POSITION,
        description="The least position to be read at, as an earlier answer told it. Where it is not reached: 503.",
        examples=[1204],
    ),
]
Prefer = Annotated[
    str | None,
    Header(
        alias="Prefer",
        description="`wait=<seconds>`: for how long to wait for that position, 30 at most. All else is passed over.",
        examples=["wait=5"],
    ),
]


@dataclass(frozen=True, slots=True)
class ReadHeaders:
    """The headers of a read: which answer the reader has, and the position it is to be read at."""

    if_none_match: IfNoneMatch = None
    position: AtLeast = None
    prefer: Prefer = None


def signature_with(required: Mapping[str, Any], optional: Mapping[str, Any]) -> Signature:
    """That of a dependency which is called with the request, and takes these headers by itself."""
    taken = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in required.items()]
    taken += [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=None) for name, kind in optional.items()]
    return Signature([Parameter("request", Parameter.POSITIONAL_OR_KEYWORD, annotation=Request), *taken])
