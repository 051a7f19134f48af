"""The inputs of a form, worked out from the fields of a command: no form of a command is written by hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic.fields import FieldInfo

from domain.formats.contract.protocol import Options
from domain.kernel.outside_source import OutsideText
from domain.kernel.values import GivenClosing, GivenInstant, GivenOpening, Value
from domain.officiating.remedies import Concession
from domain.scoring.result import Result

Kind = Literal[
    "line", "lines", "text", "number", "numbers", "pairs", "day", "moment", "yes", "yes-or-no", "option", "options",
    "entry", "entries", "person", "persons", "clubs", "id", "score", "clock", "digits", "group", "one-of",
    "list",
]  # fmt: skip

_LONG = ("matter", "facts", "reasons", "statement", "account", "principle", "request", "note")
_NAMED: Mapping[str, Kind] = {
    "entry": "entry",
    "parties": "entries",
    "entries": "entries",
    "person": "person",
    "member": "person",
    "applies_to": "person",
    "merged_into": "person",
    "other_person": "person",
    "instead_of": "person",
    "thrower": "person",
    "witness": "person",
    "members": "persons",
    "players": "persons",
    "allowed": "persons",
    "committee": "persons",
    "director": "person",
    "directors": "persons",
    "opens_at": "moment",
    "closes_at": "moment",
    "tournament": "id",
    "club": "id",
    "clubs": "clubs",
    "flight": "id",
}
"""Fields that name an entry, a person or something else that has an id, of which a type says only that it is a number
or a text."""
_RARE = (
    *("in_game", "parties", "claimed", "play_began", "committee", "votes", "precedents", "score_sheet"),
    *("error_rates", "sides", "length", "played_at", "override", "fee", "paid_by", "number_of_breaks", "between_games"),
    *(
        "between_matches",
        "applies_to",
        "estimated",
        "started_at",
        "ended_at",
        "first_out",
        "certain_winner",
        "delay_seconds",
    ),
    *("allowed", "legal_name", "other_names", "membership", "external_ids", "choices"),
)
"""Fields that are seldom needed: they stand apart in a form, unless they are required."""
_WORDED = ("choice", "pool", "rating_class", "role", "verification", "pairings_shown", "replays_shown")
"""Fields whose options have words of their own."""
_NOT_TYPED = (
    "transcript",
    "turned",
    "expected",
    "seen",
    "starters",
    "place_in_rating_order",
    "rules_version",
    "origin",
)
"""What a page fills in by itself, and what is told by the API alone."""
_BY_ITSELF = (Concession,)
"""Values that follow from others, so that nobody chooses them."""
_WHOLE: Mapping[Any, Kind] = {
    Result: "score",
    GivenClosing: "day",
    GivenOpening: "day",
    GivenInstant: "moment",
    OutsideText: "digits",
}
_LISTED: Mapping[Kind, Kind] = {"number": "numbers", "numbers": "pairs", "line": "lines", "option": "options"}
"""How several of them are typed in one place."""
_IN_ORDER = ("criteria",)
"""Fields in whose options an order is typed, one on each line."""
_SECONDS = "_seconds"
"""The end of the names of fields that hold what a clock shows."""
KIND = "kind"


@dataclass(frozen=True, slots=True)
class Input:
    """What is typed for one field. `default` is what it holds at first, as typed; `options` are what may be chosen;
    `parts` stand within a group, or within each of a list of groups; `variants` are those of which one is chosen by its
    kind. `is_null` says that an empty one is sent as such."""

    name: str
    kind: Kind
    required: bool = False
    default: str = ""
    options: tuple[str, ...] = ()
    parts: tuple["Input", ...] = ()
    variants: Mapping[str, tuple["Input", ...]] = field(default_factory=dict)
    is_null: bool = False

    @property
    def optional(self) -> "Input":
        """The same where it may be left empty, and with it what stands within it."""
        parts = tuple(one.optional for one in self.parts) if self.kind == "group" else self.parts
        return replace(self, required=False, parts=parts)

    @property
    def worded(self) -> str:
        """The kind of words that its options have."""
        return self.name if self.name in _WORDED else "option"

    @property
    def is_rare(self) -> bool:
        """Whether it stands apart."""
        return self.name in _RARE and not self.required

    @property
    def labels(self) -> Iterator[str]:
        """The names of this and of everything within it."""
        yield self.name
        for part in (*self.parts, *(one for parts in self.variants.values() for one in parts)):
            yield from part.labels

    @property
    def choices(self) -> Iterator[str]:
        """Everything that may be chosen in this and within it, but for the kinds of what is in a list, and what has
        words of its own kind."""
        yield from self.options if self.worded == "option" else ()
        if self.kind == "one-of":
            yield from self.variants
        for part in (*self.parts, *(one for parts in self.variants.values() for one in parts)):
            yield from part.choices


@cache
def inputs(model: type[Value]) -> tuple[Input, ...]:
    """The inputs for the fields of the model, without those that a page fills in by itself: in their order, or, of a
    format's settings, in that in which they are asked."""
    hints = get_type_hints(model, include_extras=True)
    wanted = {name: told for name, told in model.model_fields.items() if name not in _NOT_TYPED and not _is_fixed(told)}
    places = model.places_asked() if issubclass(model, Options) else {}
    ordered = sorted(wanted, key=lambda name: places.get(name, 0))
    return tuple(_input(name, hints[name], wanted[name]) for name in ordered)


def _is_fixed(told: FieldInfo) -> bool:
    return get_origin(told.annotation) is Literal and len(get_args(told.annotation)) == 1


def _input(name: str, hint: Any, told: FieldInfo) -> Input:  # noqa: ANN401 -- any annotation
    hint = Annotated[(hint, *told.metadata)] if told.metadata and get_origin(hint) is not Annotated else hint
    bare = _without_none(hint)
    default = told.default
    given = {
        "name": name,
        "required": told.is_required() and bare == hint,
        "default": _as_typed(default) if isinstance(default, str | int | bool) else "",
        "is_null": told.is_required() and bare != hint,
    }
    made = Input(**{**given, **_input_fields(name, bare, is_optional=bare != hint)})
    return made if made.required else made.optional


def _as_typed(default: str | int | bool) -> str:
    return ("yes" if default else "") if isinstance(default, bool) else str(default)


def _input_fields(name: str, hint: Any, *, is_optional: bool) -> dict[str, Any]:  # noqa: ANN401 -- any annotation
    whole = next((kind for one, kind in _WHOLE.items() if one == hint), None)
    if name in _NAMED or whole is not None:
        return {"kind": _NAMED.get(name, whole)}
    bare = _bare(hint)
    if get_origin(bare) is tuple:
        return _several(name, get_args(bare)[0])
    if get_origin(bare) in (Union, UnionType):
        return _one_of(bare)
    if get_origin(bare) is Literal:
        kind: Kind = "number" if isinstance(get_args(bare)[0], int) else "option"
        return {"kind": kind, "options": tuple(map(str, get_args(bare)))}
    return _plain(name, bare, is_optional=is_optional)


def _plain(name: str, bare: Any, *, is_optional: bool) -> dict[str, Any]:  # noqa: ANN401 -- any annotation
    if isinstance(bare, type) and issubclass(bare, Value):
        return {"kind": "group", "parts": inputs(bare)}
    if bare is bool:
        return {"kind": "yes-or-no" if is_optional else "yes"}
    if bare is date:
        return {"kind": "day"}
    if name.endswith(_SECONDS):
        return {"kind": "clock"}
    return {"kind": "number" if bare is int else "text" if name in _LONG else "line"}


def _several(name: str, hint: Any) -> dict[str, Any]:  # noqa: ANN401 -- any annotation
    made = _input_fields("", hint, is_optional=False)
    plain: Kind | None = "lines" if name in _IN_ORDER else _LISTED.get(made["kind"])
    return {**made, "kind": plain} if plain else {**made, "kind": "list", "name": name}


def _one_of(bare: Any) -> dict[str, Any]:  # noqa: ANN401 -- a union
    """One of several values that say their kind; or an option and, beside it, whatever the page offers."""
    kinds = [kind for one in get_args(bare) if (kind := _bare(one)) not in _BY_ITSELF]
    if all(isinstance(one, type) and issubclass(one, Value) for one in kinds):
        return {"kind": "one-of", "variants": {_kind(one): inputs(one) for one in kinds}}
    options = tuple(text for one in kinds if get_origin(one) is Literal for text in get_args(one))
    return {"kind": "option", "options": options}


def _kind(model: type[Value]) -> str:
    """What it says its kind is."""
    return str(get_args(model.model_fields[KIND].annotation)[0])


def _without_none(hint: Any) -> Any:  # noqa: ANN401 -- any annotation
    """The annotation of what is there, where it may be nothing."""
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        rest = tuple(one for one in get_args(hint) if one is not NoneType)
        return rest[0] if len(rest) == 1 else Union[rest]  # noqa: UP007 -- made of what is left
    return hint


def _bare(hint: Any) -> Any:  # noqa: ANN401 -- any annotation
    return _bare(get_args(hint)[0]) if get_origin(hint) is Annotated else hint
