"""Where a value from outside comes from that draws depend on (ALL-2): announced before the value exists, so that nobody
who knows the secret knows the draw."""

import re
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints, model_validator

from domain.kernel.ids import PersonId
from domain.kernel.values import GivenInstant, Name, Number, Value
from domain.kernel.visibility import PUBLIC, Part

OutsideText = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{10,1024}$")]
"""A value as it is recorded: the digits of dice, or hexadecimal digits."""


class Beacon(Value):
    """A public beacon of random values, by its name and the number of the round; `due_at` is when that round comes
    out."""

    SEEN: ClassVar[Part] = PUBLIC
    kind: Literal["beacon"] = "beacon"
    name: Annotated[Name, PUBLIC]
    round: Number
    due_at: GivenInstant

    def gives(self, value: str) -> bool:
        """Whether a value can be one of this source: 16 bytes or more, in hexadecimal digits."""
        return re.fullmatch(r"([0-9a-f]{2}){16,512}", value) is not None


class Dice(Value):
    """Dice that are thrown in front of a witness: how many dice, by whom, before whom, and when."""

    SEEN: ClassVar[Part] = PUBLIC
    kind: Literal["dice"] = "dice"
    number_of_dice: Annotated[int, Field(strict=True, ge=10, le=1000)]
    thrower: PersonId
    witness: PersonId
    due_at: GivenInstant

    @model_validator(mode="after")
    def _is_witnessed(self) -> "Dice":
        if self.witness == self.thrower:
            raise ValueError("the witness is somebody else than the thrower")
        return self

    def gives(self, value: str) -> bool:
        """Whether a value can be one of this source: a digit from 1 to 6 for each die, in the order thrown."""
        return re.fullmatch(r"[1-6]+", value) is not None and len(value) == self.number_of_dice


OutsideSource = Annotated[Beacon | Dice, Field(discriminator="kind")]
