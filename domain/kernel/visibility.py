"""Visibility of fields. Every field of what is recorded and of what is shown says it itself, and no list is kept
beside.

A reader has a part in what is read: anybody has one, a player another in their own match. A mark in a field's type
names the parts that see it: `reason: Annotated[Reason | None, FOR_PLAYERS]`. A field without a mark is seen by whom its
class names in `SEEN`; text without a mark is an error, for a class can't know what its texts will say.
"""

from collections.abc import Mapping
from enum import Flag, auto
from functools import cache
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from domain.kernel.personal_text import sealed_fields
from domain.kernel.values import Value


class Part(Flag):
    """The part that a reader has in the thing read; several at once, where several are true."""

    ANYBODY = auto()
    RESULT_TOLD = auto()
    """Anybody, of a match with an announced result (ALL-12)."""
    REPORTS_TOLD = auto()
    """Anybody, of a match in which no report is left unannounced (ALL-12)."""
    PLAYER = auto()
    """A player of the entry or match, a member of its team, or the person who it is about."""
    PARTY = auto()
    """A party to a dispute, a ruling or an appeal, or a member of its committee (TD-9)."""
    STAFF = auto()
    """A director of the tournament; of what is in the register of persons, any director."""
    AUDITOR = auto()
    AUDITOR_OF_TEXTS = auto()
    """An auditor with the right `personal`."""
    ADMINISTRATOR = auto()


PUBLIC = ~Part(0)
FOR_STAFF = Part.STAFF | Part.AUDITOR | Part.AUDITOR_OF_TEXTS | Part.ADMINISTRATOR
FOR_ADMINISTRATORS = Part.AUDITOR | Part.AUDITOR_OF_TEXTS | Part.ADMINISTRATOR
FOR_PLAYERS = Part.PLAYER | FOR_STAFF
FOR_PARTIES = Part.PARTY | FOR_STAFF
ONCE_ANNOUNCED = Part.RESULT_TOLD | FOR_PLAYERS
ONCE_ALL_ANNOUNCED = Part.REPORTS_TOLD | FOR_PLAYERS
TEXT = ~Part.AUDITOR
"""Of text about persons, which is sealed: anyone else who sees it, an auditor needs the right `personal`."""

WORDS = {
    Part.PLAYER: "whom it concerns",
    Part.PARTY: "the parties and their committee",
    Part.STAFF: "the directors of the tournament",
    Part.AUDITOR_OF_TEXTS: "auditors",
    Part.ADMINISTRATOR: "administrators",
}


def told_of_match(*, announced: bool, unannounced: bool) -> Part:
    """The parts of a match that anybody may see: its result, and every report in it (ALL-12). `announced`: its result
    is public; `unannounced`: a report in it is not, as when rulings alone have decided."""
    if not unannounced:
        return Part.ANYBODY | Part.RESULT_TOLD | Part.REPORTS_TOLD
    return Part.ANYBODY | Part.RESULT_TOLD if announced else Part.ANYBODY


class ForSender(Value):
    """An answer to anyone who has sent something: a command's answer, a preview, a calculation. They may send it, and
    see what is in it, but for fields whose marks name fewer."""

    SEEN: ClassVar[Part] = PUBLIC


def words_for(audience: Part) -> str:
    """The audience in words."""
    *others, last = (word for part, word in WORDS.items() if part & audience)
    return f"{', '.join(others)} and {last}" if others else last


Audiences = Mapping[str, Part]


@cache
def audiences(kind: type[BaseModel]) -> Audiences:
    """The audience of each field of this kind. Raises ValueError where that can't be said of one of them."""
    found = {name: _audience(kind, name, field) for name, field in kind.model_fields.items()}
    closed = {name for name in sealed_fields(kind) if found[name] != PUBLIC}
    return {name: seen & TEXT if name in closed else seen for name, seen in found.items()}


def hidden_fields(part: Part, kind: type[BaseModel]) -> tuple[str, ...]:
    """The fields that a reader with this part doesn't see."""
    return tuple(name for name, seen in audiences(kind).items() if not part & seen)


@cache
def marks(kind: type[BaseModel]) -> Audiences:
    """The audience of each field of a document, among those who the document is for."""
    found = {name: mark_of(field) for name, field in kind.model_fields.items()}
    closed = {name for name in sealed_fields(kind) if found[name] != PUBLIC}
    return {name: (mark or PUBLIC) & (TEXT if name in closed else PUBLIC) for name, mark in found.items()}


def mark_of(field: FieldInfo) -> Part | None:
    """The mark that the field bears."""
    return next((mark for mark in field.metadata if isinstance(mark, Part)), None)


def blank(field: FieldInfo) -> Any:  # noqa: ANN401 -- the field's own
    """The JSON value of a withheld field of a document: its default, else null. Raises ValueError where its type knows
    no nothing."""
    if not field.is_required():
        default = field.get_default(call_default_factory=True)
        return list(default) if isinstance(default, tuple) else default
    origin = get_origin(field.annotation)
    if origin in (tuple, dict):
        return [] if origin is tuple else {}
    if type(None) not in get_args(field.annotation):
        raise ValueError(f"{field.annotation} can't be left blank")
    return None


def _audience(kind: type[BaseModel], name: str, field: FieldInfo) -> Part:
    mark = mark_of(field)
    if mark is not None:
        return mark
    seen = getattr(kind, "SEEN", None)
    if not isinstance(seen, Part):
        raise ValueError(f"{kind.__name__}.{name} says not who sees it: mark it, or give the class SEEN")
    if is_text(field.annotation, *field.metadata) and seen & Part.ANYBODY:
        raise ValueError(f"{kind.__name__}.{name} is text, and says not who sees it: mark it")
    return seen


def is_text(annotation: Any, *constraints: Any) -> bool:  # noqa: ANN401 -- any type
    """Whether somebody's own words may stand there, and not only an id or one of several known words."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return is_text(*inner)
    if origin is Literal:
        return False
    if origin in (Union, UnionType, tuple):
        return any(is_text(one) for one in inner)
    return annotation is str and not any(getattr(one, "pattern", None) for one in _all(constraints))


def _all(constraints: tuple[Any, ...]) -> tuple[Any, ...]:
    """The constraints, with those that a field holds."""
    held = (one.metadata for one in constraints if isinstance(one, FieldInfo))
    return (*constraints, *(each for found in held for each in found))
