"""Text about persons: what somebody has said, or the box that it was sealed in when it was recorded.

What decides, and what lays events, never looks into such text: it takes it as it comes. Only `domain.journal.sealing`
closes and opens boxes.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, TypeAlias, get_args

from pydantic import BaseModel, StringConstraints, WithJsonSchema

from domain.kernel.ids import PersonId
from domain.kernel.values import Reason, Value

Base64 = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9+/]+={0,2}$")]
KeyDigest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Share(Value):
    """The share of one person's key in opening a box: a share of the box's own key, encrypted with the person's.
    `key_digest` commits to the person's key, so that a box opens to one text only."""

    person: PersonId
    key_digest: KeyDigest
    share: Base64


class Sealed(Value):
    """A text in its box. It takes the shares of all to open it, so erasing any one of them takes it. `bound_to` names
    the event and the field that it was recorded in, as `tournament-...@7.reason`."""

    bound_to: str
    ciphertext: Base64
    shares: tuple[Share, ...]


def is_box(said: Mapping[str, object]) -> bool:
    """Whether a JSON object is a text in its box, by its members."""
    return said.keys() == Sealed.model_fields.keys()


SHOWN = WithJsonSchema({"type": "string"})
"""To readers a box is the text that is in it, or null where it can't be opened any more."""

PersonalText: TypeAlias = Annotated[Reason | Sealed, SHOWN]


@cache
def sealed_fields(kind: type[BaseModel]) -> tuple[str, ...]:
    """The fields that may hold a box: of an event they are sealed when it is recorded."""
    return tuple(name for name, field in kind.model_fields.items() if _may_be_sealed(field.rebuild_annotation()))


def _may_be_sealed(annotation: object) -> bool:
    return annotation is Sealed or any(map(_may_be_sealed, get_args(annotation)))
