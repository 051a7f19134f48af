"""The columns of what rooms show, worked out from the documents that the API answers: what kind of thing each holds."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from fastapi.routing import APIRoute
from pydantic import AwareDatetime

from api.routes.federation import (
    bans,
    clubs,
    federation,
    imports,
    lists,
    policies,
    pools,
    precedents,
    publications,
    reference,
    series,
)
from api.routes.person import details, error_rates, found, persons_read, records, sanctions
from api.routes.service import audited_reads, feeds, health, keys, log_events, log_tree, refused_attempts, webhooks
from api.routes.tournament import reports
from api.site.frame.visit import Handler, Json
from api.site.office.named import PERSON, TOURNAMENT, Named, in_event, of_stream
from domain.kernel.ids import UUID_PATTERN
from domain.kernel.values import Value

Kind = Literal[
    "person", "persons", "tournament", "club", "series", "word", "moment", "day", "yes", "number", "code", "text",
    "subject", "files", "counts", "lines", "happened", "actor", "naming", "decimal", "stream", "closing",
    "listing",
]  # fmt: skip

_ROOMS = (
    *(bans, clubs, federation, imports, lists, policies, pools, precedents, publications, reference, series),
    *(details, error_rates, found, persons_read, records, sanctions),
    *(audited_reads, feeds, health, keys, log_events, log_tree, refused_attempts, webhooks),
    reports,
)
_ID = re.compile(UUID_PATTERN)
_PERSON = ("person", "by", "reported_by", "reviewed_by", "in_name_of", "imported_by", "merged_into", "record")
_PERSONS = ("directors", "officers", "persons", "records")
_OTHER: Mapping[str, Kind] = {
    "tournament": "tournament",
    "club": "club",
    "series": "series",
    "subject": "subject",
    "files": "files",
    "lag": "counts",
    "log_problems": "lines",
    "data": "happened",
    "stream": "stream",
    "actor": "actor",
    "naming": "naming",
    "listing": "listing",
    "lowest": "decimal",
    "average": "decimal",
}
UNTIL = "until"
"""The field of a moment that ends something: at midnight the day before is its last."""
_TYPED: Mapping[Any, Kind] = {AwareDatetime: "moment", date: "day", bool: "yes", int: "number"}
_CODES = ("cursor", "end", "digest", "vkey", "key", "address", "dialled", "message", "command", "import_id", "id")
"""What only programs read: set apart, so that it does not look like a word."""


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a document, and what it holds."""

    name: str
    kind: Kind
    words: tuple[str, ...] = ()

    def named(self, line: Json) -> tuple[Named, ...]:
        """The persons and things that it names on that line. Some acts are told by their key alone."""
        told = line.get(self.name)
        if not told:
            return ()
        match self.kind:
            case "happened":
                return in_event(told, line["stream"])
            case "stream":
                return tuple(filter(None, [of_stream(told)]))
            case "persons" | "person" | "actor":
                listed = told if self.kind == "persons" else [told["person"] if self.kind == "actor" else told]
                return tuple((PERSON, one) for one in listed if one and _ID.fullmatch(one))
            case "subject":
                return ((TOURNAMENT, told["tournament"]),) if "tournament" in told else ()
            case "listing":
                return tuple(("club", one) for one in told.get("clubs", ()))
            case _:
                return ((self.kind, told),) if self.kind in (TOURNAMENT, "club", "series") else ()


@cache
def answered(handler: Handler) -> type[Value]:
    """The document that the handler answers with."""
    routes = (route for room in _ROOMS for route in room.router.routes if isinstance(route, APIRoute))
    made: type[Value] = next(route.response_model for route in routes if route.endpoint is handler)
    return made


def columns(handler: Handler, names: Iterable[str], items: str = "") -> tuple[Column, ...]:
    """The columns of these names: of the document, or of each of its `items`, which may be persons and no more."""
    model = answered(handler)
    listed = (
        [one for one in get_args(model.model_fields[items].annotation) if isinstance(one, type)] if items else [model]
    )
    if not listed:
        return (Column("person", "person"),)
    hints = get_type_hints(listed[0], include_extras=True)
    return tuple(_column(name, _bare(hints[name])) for name in names)


def _column(name: str, bare: Any) -> Column:  # noqa: ANN401 -- any annotation
    words = tuple(map(str, get_args(bare))) if get_origin(bare) is Literal else ()
    kind = _TYPED.get(bare) or _kind_of(name)
    return Column(name, "word" if words else "closing" if (name, kind) == (UNTIL, "moment") else kind, words)


def _kind_of(name: str) -> Kind:
    if name in _PERSON or name in _PERSONS:
        return "persons" if name in _PERSONS else "person"
    return "code" if name in _CODES else _OTHER.get(name, "text")


def _bare(hint: Any) -> Any:  # noqa: ANN401 -- any annotation
    """The annotation of what is there, without what is said of it and that it may be nothing."""
    if get_origin(hint) is Annotated:
        return _bare(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        told = [_bare(one) for one in get_args(hint) if one is not NoneType]
        literal = all(get_origin(one) is Literal for one in told)
        return Literal[tuple(text for one in told for text in get_args(one))] if literal else told[0]
    return hint
