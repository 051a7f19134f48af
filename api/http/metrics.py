"""The service in the form that Prometheus reads: what the database holds as it is asked, and what this process has
answered since it began."""

from collections.abc import Iterable, Iterator, Sequence

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

MEDIA_TYPE = CONTENT_TYPE_LATEST
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_KNOWN_METHODS = frozenset({"GET", "POST", "PATCH", "HEAD", "OPTIONS"})

MEASURES = {
    "log_events": ("Events in the log: its newest position.", ""),
    "log_held": ("1 where nothing is appended until the operator decides, else 0.", ""),
    "streams_parked": ("Streams that stand still, since an event can't be read.", ""),
    "signed_events": ("Events that the newest checkpoint covers.", ""),
    "cosignatures": ("Witnesses that have cosigned the newest checkpoint.", ""),
    "examined_events": ("Events that were worked out again in the background, this time round.", ""),
    "examination_problems": ("What was found wrong there.", ""),
    "compared_seconds_ago": ("Since a projection's tables were held against the log last.", "projection"),
    "differing_tables": ("Its tables that were not what the log makes then.", "projection"),
    "refused_attempts_today": ("Commands that were refused and noted since midnight UTC.", ""),
    "projection_lag_events": ("Events that a projection has still to take in.", "projection"),
    "projection_lag_seconds": ("The age of the oldest of them.", "projection"),
    "webhook_attempts_last_hour": ("Attempts to deliver within an hour, by how they ended.", "outcome"),
    "done_seconds_ago": ("Since the last backup was taken, and the last drill made.", "what"),
    "done_problems": ("What the last of them found wrong.", "what"),
}
"""What each number of `projections.queries.watching` is, and by what it is told apart."""


class Metrics:
    """The answers of one process, counted as it answers."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._took = Histogram(
            "scoresheet_request_seconds",
            "How long answers took, by route.",
            ("method", "route"),
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._answered = Counter(
            "scoresheet_requests",
            "Answers, by route and status.",
            ("method", "route", "status"),
            registry=self._registry,
        )

    def count(self, method: str, route: str, status: str, seconds: float) -> None:
        """Takes in one answer. A method that is none is counted as such: callers make no numbers of their own."""
        known = method if method in _KNOWN_METHODS else "other"
        self._took.labels(known, route).observe(seconds)
        self._answered.labels(known, route, status).inc()

    def text(self, numbers: Iterable[tuple[str, str, float]]) -> bytes:
        """All of it, with these numbers of the database."""
        of_database = CollectorRegistry()
        of_database.register(_Numbers(list(numbers)))
        return generate_latest(of_database) + generate_latest(self._registry)


class _Numbers(Collector):
    def __init__(self, numbers: Sequence[tuple[str, str, float]]) -> None:
        self._numbers = numbers

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for measure, (told, label) in MEASURES.items():
            family = GaugeMetricFamily(f"scoresheet_{measure}", told, labels=(label,) if label else ())
            for name, of, number in self._numbers:
                if name == measure:
                    family.add_metric((of,) if label else (), number)
            yield family
