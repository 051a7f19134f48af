"""What a collector of OpenTelemetry is told of answers: as much as the log says, and of whom nothing."""

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode
from starlette.types import Message, Receive, Scope, Send

from api.asgi.request_log import ELSEWHERE, RequestLog
from api.http.command_requests import COMMAND
from api.http.limits import Limits
from api.http.spans import PARENT, Spans

PROXY, STRANGER = "10.0.0.1", "203.0.113.7"
TRACE = "0af7651916cd43dd8448eb211c80319c"
ASKED_BY = f"00-{TRACE}-b7ad6b7169203331-01"


def told(
    peer: str, status: int = 200, more: Mapping[str, object] | None = None
) -> tuple[list[ReadableSpan], list[bytes]]:
    """The spans of one answer to this peer, which names a trace, and the headers that the service sees."""
    collected, seen = InMemorySpanExporter(), list[bytes]()
    provider = TracerProvider(resource=Resource({}))
    provider.add_span_processor(SimpleSpanProcessor(collected))

    async def service(scope: Scope, _receive: Receive, send: Send) -> None:
        seen.extend(name for name, _ in scope["headers"])
        scope.update({"route": SimpleNamespace(path="/v1/persons/{person}"), **(more or {})})
        await send({"type": "http.response.start", "status": status, "headers": [(b"scoresheet-position", b"7")]})

    async def sent(_message: Message) -> None: ...

    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": "/v1/persons/5b1e6a3c",
        "query_string": b"search=Anna",
        "client": (peer, 4711),
        "headers": [(b"authorization", b"Bearer secret"), (PARENT.encode(), ASKED_BY.encode())],
    }
    app = RequestLog(service, lambda *_: None, Limits(proxies=(f"{PROXY}/32",)), Spans(provider.get_tracer("test")))
    asyncio.run(app(scope, NotImplemented, sent))
    return list(collected.get_finished_spans()), seen


@pytest.mark.rule("ALL-12")
def test_span_says_what_a_log_line_says_and_names_nobody() -> None:
    [span], _ = told(STRANGER, more={COMMAND: "11111111-2222-4333-8444-555555555555"})
    assert (span.name, dict(span.attributes or {})) == (
        "GET /v1/persons/{person}",
        {
            "http.request.method": "GET",
            "http.route": "/v1/persons/{person}",
            "http.response.status_code": 200,
            "scoresheet.request_id": "-",
            "scoresheet.command": "11111111-2222-4333-8444-555555555555",
            "scoresheet.position": 7,
        },
    )
    assert span.start_time is not None
    assert span.end_time is not None
    assert span.end_time >= span.start_time
    assert not span.events


def test_span_joins_the_trace_of_a_trusted_proxy_alone() -> None:
    [[of_proxy], seen], [[of_stranger], unseen] = told(PROXY), told(STRANGER)
    assert of_proxy.context.trace_id == int(TRACE, 16)
    assert of_stranger.context.trace_id != int(TRACE, 16)
    assert of_stranger.parent is None
    assert (PARENT.encode() in seen, PARENT.encode() in unseen) == (True, False)


@pytest.mark.parametrize(
    ("status", "code"), [(404, StatusCode.UNSET), (500, StatusCode.ERROR), (503, StatusCode.ERROR)]
)
def test_span_of_a_fault_of_the_service_is_an_error(status: int, code: StatusCode) -> None:
    [span], _ = told(PROXY, status)
    assert span.status.status_code == code


def test_span_of_what_another_process_answers_is_told_there() -> None:
    spans, _ = told(PROXY, more={ELSEWHERE: True})
    assert spans == []
