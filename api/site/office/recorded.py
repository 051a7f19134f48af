"""What an event of a history tells, field by field: what kind of thing each is, and which words there are for it.

It is worked out from the schemas of events and the tables of words, for whatever topic there is.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from api.queries.event_schemas import files
from api.site.frame.visit import Json
from api.site.frame.words import WORDS
from api.site.office.columns import UNTIL
from api.site.office.named import ENTRIES, ENTRY, FIELDS, MATCHES, tournament_of
from domain.kernel.ids import UUID_PATTERN

LABELS = ("recorded", "column", "field", "setting")
"""The kinds of words in which the name of a field is looked for, in that order."""
COUNTS = ("count", "criterion")
"""The same, of the numbers that a format draws by."""
_COUNTED = "counts"
VALUES = (
    *("recorded_value", "option", "told", "setting_option", "side", "review", "choice", "ended", "departure"),
    *("remedy", "sanction"),
)
"""The kinds of words in which a value is looked for, behind those of its own field."""
BY_FIELD: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("decision", "verdict"), ("appeal",)),
    "permitted": ("remedy",),
    "rule": ("why", "why_bye"),
    "choice": ("decision",),
    "question": ("question",),
    **{name: (name,) for name in ("day_order", "row_order", "decimals", "encoding")},
}
WITHIN: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("remedies", "claimed"), ("remedy",)),
    **dict.fromkeys(("conditions", "parts", "format"), ("setting_option",)),
}
"""The kinds of words that go before, by the field in which the value stands, and by that in which its object does."""
_OPEN = ("rule", "choice", "question", "policy")
"""Fields whose schema has no list of what they may hold."""
_DECIMALS = ("stake", "fee", "place_in_rating_order")
_MILLIONTHS = "rating_millionths"
_MILLION = 10**6
_SCORE = {"kind", "first", "second"}
_KIND_AND_VERSION = ("kind", "version")
_OF_ONE_KIND = ("conditions.", "rating-constants.", "rating-terms.", "stage.")
"""The schemas of objects whose kind says nothing to a reader: there is one."""
_WITHOUT_KIND = ("conditions", "constants", "rating", "stages")
"""The fields that hold such objects."""
_BOXES = ("Sealed", "Share")
"""What readers are never shown: they are shown what is in it."""
_ID = re.compile(UUID_PATTERN)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_FOR_PROGRAMS = re.compile(r"[0-9A-Za-z+/=_-]{16,}")
_MANY, _MANY_OBJECTS = 12, 3


@dataclass(frozen=True, slots=True)
class Told:
    """A field, or one of several values in it: what kind of thing the value is; `label` and `words` are the kinds of
    words that its name and its value are found in."""

    name: str
    kind: str
    value: Any
    label: str = ""
    words: str = ""

    @property
    def is_long(self) -> bool:
        """Whether it has so many values that they are shown only to anyone who asks."""
        return len(self.value) > (_MANY_OBJECTS if self.value[0].kind == "fields" else _MANY)


@cache
def fields_of(topic: str) -> Mapping[str, frozenset[str]]:
    """The names of all fields of an event of that topic, and of what is in them; of each the texts that its schema
    lists for it."""
    found: dict[str, frozenset[str]] = {}
    for name in (topic, *_schemas_within(topic)):
        unsaid = _KIND_AND_VERSION if name.startswith(_OF_ONE_KIND) else ()
        for field, told in _properties(name):
            if field not in unsaid:
                found[field] = found.get(field, frozenset()) | frozenset(_words_listed(told))
    return found


def _properties(name: str) -> Iterator[tuple[str, Json]]:
    """The fields of the schema of that name, and of what is in them."""
    schema = json.loads(files()[name])
    for defined, one in {"": schema, **schema.get("$defs", {})}.items():
        yield from one.get("properties", {}).items() if defined not in _BOXES else ()


def _schemas_within(name: str) -> Iterator[str]:
    """The schemas of all that the schema of that name holds by kind and version."""
    for family in re.findall(rb'"family": ?"([a-z-]+)"', files()[name]):
        for one in (other for other in files() if other.startswith(f"{family.decode()}.")):
            yield from (one, *_schemas_within(one))


def _words_listed(schema: Any) -> Iterator[str]:  # noqa: ANN401 -- a part of a schema
    if isinstance(schema, dict):
        yield from (one for one in [*schema.get("enum", ()), schema.get("const")] if isinstance(one, str))
        yield from (
            text for name, one in schema.items() if name not in ("enum", "mapping") for text in _words_listed(one)
        )
    elif isinstance(schema, list):
        yield from (text for one in schema for text in _words_listed(one))


def told_by(event: Json) -> tuple[Told, ...]:
    """The content of an event of a history; what its reader may not see is named, too."""
    data = event["data"] or {}
    hidden = {one.removeprefix("data.") for one in event["withheld"] if one.startswith("data.")}
    reading = _Reading(event["topic"], tournament_of(data, event["stream"]))
    withheld = (Told(one, "withheld", None, label_of(one, "")) for one in data if one in hidden)
    return (*reading.fields({name: one for name, one in data.items() if name not in hidden}, ""), *withheld)


def label_of(name: str, within: str) -> str:
    """The kind of words that has the name of the field; empty: none has."""
    kinds = COUNTS if within == _COUNTED else LABELS
    return next((kind for kind in kinds if name in WORDS[kind]), "")


def words_of(name: str, within: str, value: str) -> str:
    """The kind of words that has the value of the field; empty: none has."""
    kinds = (*WITHIN.get(within, ()), *BY_FIELD.get(name, ()), *((name,) if name in WORDS else ()), *VALUES)
    return next((kind for kind in kinds if value in WORDS[kind]), "")


@dataclass(frozen=True, slots=True)
class _Reading:
    """The event of a topic as it is read; its entries and matches are those of the tournament, if any."""

    topic: str
    tournament: str | None

    def fields(self, data: Mapping[str, Any], within: str) -> tuple[Told, ...]:
        """Its fields, but for those that say nothing."""
        return tuple(self._told_field(name, one, within) for name, one in data.items() if one not in (None, "", [], {}))

    def _told_field(self, name: str, value: Any, within: str) -> Told:  # noqa: ANN401 -- any JSON
        kind, shown, words = self._as(name, value, within)
        return Told(name, kind, shown, label_of(name, within), words)

    def _as(self, name: str, value: Any, within: str) -> tuple[str, Any, str]:  # noqa: ANN401 -- any JSON
        match value:
            case bool():
                return "yes", value, ""
            case int():
                return self._number_field(name, value)
            case str():
                return self._text(name, value, within)
            case list():
                return "list", tuple(self._told_field(name, one, within) for one in value), ""
            case _:
                return self._object(name, value)

    def _object(self, name: str, value: Json) -> tuple[str, Any, str]:
        if set(value) == _SCORE and value["kind"] == "score":
            return "text", f"{value['first']}–{value['second']}", ""
        unsaid = _KIND_AND_VERSION if name in _WITHOUT_KIND else ()
        return "fields", self.fields({each: one for each, one in value.items() if each not in unsaid}, name), ""

    def _number_field(self, name: str, value: int) -> tuple[str, Any, str]:
        if name == _MILLIONTHS:
            return "number", Decimal(value) / _MILLION, ""
        if self.tournament is not None and name in ENTRIES:
            return ENTRY, f"{self.tournament}/entries/{value}", ""
        if self.tournament is not None and name in MATCHES:
            return "match", f"{self.tournament}/matches/{value}", ""
        return "text", value, ""

    def _text(self, name: str, value: str, within: str) -> tuple[str, Any, str]:
        if name in _OPEN or value in fields_of(self.topic).get(name, ()):
            words = words_of(name, within, value)
            return ("word", value, words) if words else ("text", value, "")
        if name in FIELDS and _ID.fullmatch(value):
            return FIELDS[name], value, ""
        if name in _DECIMALS:
            return "number", Decimal(value), ""
        shapes = {"closing" if name == UNTIL else "moment": _MOMENT, "day": _DAY, "code": _FOR_PROGRAMS}
        return next((kind for kind, shape in shapes.items() if shape.fullmatch(value)), "text"), value, ""
