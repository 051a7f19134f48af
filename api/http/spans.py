"""A span of OpenTelemetry for each answer, for the collector that an operator has.

A span says what a line of the log says, and nothing else: no address with its ids, no caller, no query, no header.
"""

import ssl
from collections.abc import Mapping

from opentelemetry.trace import SpanKind, StatusCode, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

PARENT = "traceparent"
"""The header that names the trace and the span of whoever asks (W3C)."""
ATTRIBUTES = {
    "method": "http.request.method",
    "route": "http.route",
    "status": "http.response.status_code",
    "request_id": "scoresheet.request_id",
    "command": "scoresheet.command",
    "position": "scoresheet.position",
}
"""What a span says, by the field of a line that has it, in OpenTelemetry's words where it has some."""
_LOWEST_FAULT = 500


class Spans:
    """Tells of each answer by a span of its own."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer

    def tell(self, began: int, seconds: float, parent: str | None, said: Mapping[str, object]) -> None:
        """Tells of one answer: when it began, in nanoseconds since 1970; how long it took; the span of the proxy that
        asked, if it named one; and what a line of the log says of it."""
        span = self._tracer.start_span(
            f"{said['method']} {said['route']}",
            TraceContextTextMapPropagator().extract({PARENT: parent} if parent else {}),
            SpanKind.SERVER,
            {name: _value(said[field]) for field, name in ATTRIBUTES.items() if field in said},
            start_time=began,
        )
        if str(said["status"]).isdigit() and int(str(said["status"])) >= _LOWEST_FAULT:
            span.set_status(StatusCode.ERROR)
        span.end(began + int(seconds * 1_000_000_000))


def spans_to(endpoint: str) -> Spans:
    """Spans that are sent to this endpoint, many at once, by a thread of its own; what waits is sent as the process
    ends. A collector that is away costs spans, and no answer. The extra `opentelemetry` is installed."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # of the extra
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    # The library would look for more to say of this machine, in files that a part may not read.
    provider = TracerProvider(resource=Resource({"service.name": "scoresheet"}))
    trusted = ssl.get_default_verify_paths().cafile
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint, certificate_file=trusted)))
    return Spans(provider.get_tracer("scoresheet"))


def _value(said: object) -> str | int:
    """Numbers as numbers."""
    text = str(said)
    return int(text) if text.isdecimal() else text
