"""Who and what the events of the log name, so that a history is read by names: persons, entries, tournaments, clubs
and series. The ids stay in the addresses of the links, and in what was recorded."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.ids import UUID_PATTERN

Named = tuple[str, str]
"""A kind, and the id of one of it; of an entry what is behind `/tournaments/` in the address of its page."""

PERSON, TOURNAMENT, ENTRY = "person", "tournament", "entry"
FIELDS: Mapping[str, str] = {
    **dict.fromkeys(("person", "persons", "other_person", "distinct_from", "record", "merged_into"), PERSON),
    **dict.fromkeys(("director", "directors", "asked_to_sit_out_by", "reported_by", "instead_of"), PERSON),
    **dict.fromkeys(("member", "members", "committee", "lodged_by", "requested_by", "key_maker"), PERSON),
    **dict.fromkeys(("applies_to", "text_about", "in_name_of", "thrower", "witness", "first", "second"), PERSON),
    **dict.fromkeys(("tournament", "shared_with"), TOURNAMENT),
    **dict.fromkeys(("club", "clubs"), "club"),
    "series": "series",
}
"""What the fields of events hold that hold ids."""
ENTRIES = frozenset(
    {
        *("entry", "other_entry", "entries", "sides", "champion", "parties", "seeds", "agreed_by", "asked_to_sit_out"),
        *("order", "drawn_from", "met", "in_place_of", "in_name_of", "entered_since", "coin_flips"),
        *("again", "former"),
    }
)
"""The fields that hold numbers of a tournament's entries."""
MATCHES = frozenset({"match", "matches", "finishes", "given_up", "left_open"})
"""The fields that hold numbers of its matches."""
_ID = re.compile(UUID_PATTERN)
_STREAM = re.compile(rf"(?P<kind>person|tournament|series)-(?P<id>{UUID_PATTERN.strip('^$')})")


def of_stream(stream: str) -> Named | None:
    """The owner of the history; None: of nobody and nothing that has a name of its own."""
    found = _STREAM.fullmatch(stream)
    return None if found is None else (found["kind"], found["id"])


def in_event(data: Mapping[str, Any], stream: str) -> tuple[Named, ...]:
    """The persons and things that an event of that history names, each once, in the order of its fields."""
    return tuple(dict.fromkeys(_within(data, tournament_of(data, stream))))


def tournament_of(data: Mapping[str, Any], stream: str) -> str | None:
    """The tournament whose entries and matches an event of that history names by their numbers."""
    whose = of_stream(stream)
    return whose[1] if whose is not None and whose[0] == TOURNAMENT else data.get(TOURNAMENT)


def _within(data: Mapping[str, Any], tournament: str | None) -> Iterator[Named]:
    return (found for field, value in data.items() for found in _in_value(field, value, tournament))


def _in_value(field: str, value: Any, tournament: str | None) -> Iterator[Named]:  # noqa: ANN401 -- any JSON
    if isinstance(value, list):
        yield from (found for one in value for found in _in_value(field, one, tournament))
    elif isinstance(value, dict):
        yield from _within(value, tournament)
    elif field in FIELDS and isinstance(value, str) and _ID.fullmatch(value):
        yield FIELDS[field], value
    elif field in ENTRIES and isinstance(value, int) and tournament is not None:
        yield ENTRY, f"{tournament}/entries/{value}"
