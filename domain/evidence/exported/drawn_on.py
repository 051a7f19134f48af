"""What the events of a tournament drew on elsewhere, and where that stood in the log (ALL-14).

The values are in the tournament's own events. That they were true then, the whole log shows; the export of one
tournament shows which event of the log each of them was read from.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from domain.evidence.exported.findings import Finding
from domain.evidence.exported.tree_check import Placed, Tell
from domain.kernel import canonical_json
from domain.kernel.replacing import replace

NAME = "drawn_on.jsonl"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A value that the tournament's event `by` took from another stream at that version; or from all ratings or error
    rates, at that position of the log."""

    by: int
    value: canonical_json.JSON
    stream: str | None = None
    version: int | None = None
    position: int | None = None

    @property
    def line(self) -> bytes:
        """The value as it is in the export, without the line's end."""
        place = {"position": self.position, "stream": self.stream, "version": self.version}
        return canonical_json.encode({"by": self.by, "value": self.value, **place})


def draws_of(envelope: Mapping[str, Any]) -> Iterator[Drawn]:
    """The sources of this event of a tournament; the positions of streams' versions are left open."""
    by, event = envelope["version"], envelope["event"]
    admission = event.get("admission")
    if admission is not None:
        for member in admission["members"]:
            yield Drawn(by, member, f"person-{member['person']}", member["person_version"])
        yield Drawn(
            by, {"resignation_limit": admission["resignation_limit"]}, "federation", admission["federation_version"]
        )
    cloned = event.get("cloned_from")
    if cloned is not None:
        yield Drawn(by, cloned, f"tournament-{cloned['tournament']}", cloned["tournament_version"])
    if event.get("method") == "rating" and event.get("log_position") is not None:
        yield Drawn(by, {"ratings": event["ratings"]}, position=event["log_position"])
    if event.get("fewest_matches") is not None:
        yield Drawn(by, {"error_rates": event["error_rates"]}, position=event["log_position"])


def _is_in_order(event: Mapping[str, Any]) -> bool:
    """Whether the seeds are those that the event's error rates give: the lowest mean first, equal ones by number."""
    if event.get("fewest_matches") is None:
        return True
    counted = [one for one in event["error_rates"] if one["matches"] >= event["fewest_matches"]]
    means = {one["entry"]: Fraction(one["error_rates_thousandths"], one["matches"]) for one in counted}
    return list(event["seeds"]) == sorted(means, key=lambda entry: (means[entry], entry))


class DrawnOnCheck:
    """Holds the file of an export against the tournament's events and the entries of the log."""

    def __init__(self, content: bytes, tell: Tell) -> None:
        self._content = content
        self._tell = tell
        said = map(canonical_json.exactly, content.split(b"\n"))
        self._wanted = {(one.get("stream"), one.get("version")) for one in said if isinstance(one, dict)}
        self._positions: dict[tuple[str, int], int] = {}
        self._drawn: list[Drawn] = []

    def passing(self, placed: Placed) -> Placed:
        """Any leaf record of the log, which it gives back."""
        key = placed.leaf.stream, placed.leaf.version
        if key in self._wanted:
            self._positions[key] = placed.position
        return placed

    def take(self, envelope: object) -> None:
        """An event of the tournament, as it was signed."""
        try:
            self._drawn += draws_of(envelope) if isinstance(envelope, dict) else ()
            if isinstance(envelope, dict) and not _is_in_order(envelope["event"]):
                self._tell(Finding("table", f"event {envelope['version']} seeds otherwise than by its error rates"))
        except (ArithmeticError, AttributeError, LookupError, TypeError):
            self._tell(Finding("table", "an event does not say in the way it should what it drew on"))

    def end(self) -> None:
        """Tells what does not fit."""
        expected = b"".join(at_position(one, self._positions).line + b"\n" for one in self._drawn)
        if expected != self._content:
            self._tell(Finding("table", f"{NAME} does not hold what the events drew on, or not where it stood"))


def at_position(one: Drawn, positions: Mapping[tuple[str, int], int]) -> Drawn:
    """The same with the position of what it was read from; none where the stream had no events yet."""
    if one.stream is None or one.version is None:
        return one
    return replace(one, position=positions.get((one.stream, one.version)))
