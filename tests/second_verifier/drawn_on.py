"""Step 6, of one tournament: what its events took from elsewhere, as they and the entries give it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.second_verifier.canonical import number_in, text_in, written
from tests.second_verifier.envelopes import Event
from tests.second_verifier.tree import Record


@dataclass(frozen=True)
class Drawn:
    """A value from elsewhere: of a version of a stream, or of the ratings at a position."""

    value: object
    stream: str | None = None
    version: int | None = None
    position: int | None = None


def drawn_on(events: Iterable[Event], records: Iterable[Record]) -> bytes:
    """What drawn_on.jsonl has to be."""
    places = {(one.stream, one.version): one.position for one in records}
    return b"".join(_line(event, one, places) for event in events for one in _taken(event.data))


def _line(event: Event, one: Drawn, places: dict[tuple[str, int], int]) -> bytes:
    position = one.position
    if one.stream is not None and one.version is not None:
        position = places.get((one.stream, one.version))
    line = {
        "by": event.version,
        "position": position,
        "stream": one.stream,
        "value": one.value,
        "version": one.version,
    }
    return written(line) + b"\n"


def seeds_are_wrong(data: dict[str, object]) -> bool:
    """Whether the event seeds by error rates, and not in their order: compared crosswise, without fractions."""
    fewest, said = number_in(data, "fewest_matches"), data.get("error_rates")
    if fewest is None or not isinstance(said, list):
        return False
    left = {
        entry: (total, matches)
        for one in said
        if (matches := number_in(one, "matches") or 0) >= fewest
        and (entry := number_in(one, "entry")) is not None
        and (total := number_in(one, "error_rates_thousandths")) is not None
    }
    order = []
    while left:
        best = min(left)
        for entry in sorted(left):
            if left[entry][0] * left[best][1] < left[best][0] * left[entry][1]:
                best = entry
        order.append(best)
        del left[best]
    return order != data.get("seeds")


def _taken(data: dict[str, object]) -> Iterator[Drawn]:
    admission, source = data.get("admission"), data.get("cloned_from")
    if isinstance(admission, dict):
        yield from _admitted(admission)
    if isinstance(source, dict):
        yield Drawn(source, f"tournament-{text_in(source, 'tournament')}", number_in(source, "tournament_version"))
    position = number_in(data, "log_position")
    if data.get("method") == "rating" and position is not None:
        yield Drawn({"ratings": data.get("ratings")}, position=position)
    if data.get("fewest_matches") is not None:
        yield Drawn({"error_rates": data.get("error_rates")}, position=position)


def _admitted(admission: dict[str, object]) -> Iterator[Drawn]:
    members = admission.get("members")
    for member in members if isinstance(members, list) else ():
        yield Drawn(member, f"person-{text_in(member, 'person')}", number_in(member, "person_version"))
    limit = {"resignation_limit": admission.get("resignation_limit")}
    yield Drawn(limit, "federation", number_in(admission, "federation_version"))
