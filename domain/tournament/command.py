"""Parts that commands on a tournament share: an expected preview, versions seen, a reason, and the choice for matches
that a change touches.

`seen` is the revision of the resource that its sender looked at. Where that resource has changed since, the command is
refused as stale.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, model_validator

from domain.kernel.values import Digest, Number, Reason, Value


class Expecting(Value):
    """`expected` is the digest of a preview: where it would do anything else, it is refused with the new preview."""

    expected: Digest | None = None


class Command(Expecting):
    """Anything that can be asked of a tournament."""


class SeenCommand(Command):
    """A command on a resource that may have moved on since its sender looked at it."""

    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A match, an entry, or the tournament's settings (which have no number), at the revision at which it was seen."""

    kind: Literal["match", "entry", "settings"]
    revision: int
    number: int | None = None


class AllSeenCommand(Command):
    """A command on several resources that may have moved on; None: nobody asks what its sender saw of them."""

    seen: Annotated[tuple[Seen, ...], Field(max_length=500)] | None = None


class WithReason(Value):
    """A reason that is recorded."""

    reason: Reason


class OptionalReason(Value):
    """A reason may be given."""

    reason: Reason | None = None


Choice = Literal["rewind", "restore", "stand"]


class StageChoice(Value):
    """The choice for the matches of one stage that were made from what changes (ALL-4)."""

    stage: Number
    choice: Choice


class Choosing(Expecting):
    """A change that may touch matches made from a result. `choice` says what becomes of them in the stage of the match
    that changes, `choices` what becomes of them stage by stage (ALL-4); without one they are adjusted where none has
    been started, else the command is refused with the list of them."""

    choice: Choice | None = None
    choices: Annotated[tuple[StageChoice, ...], Field(max_length=100)] = ()

    @model_validator(mode="after")
    def _one_for_each_stage(self) -> "Choosing":
        if self.choices and self.choice is not None:
            raise ValueError("give either choice or choices")
        if len({one.stage for one in self.choices}) < len(self.choices):
            raise ValueError("name each stage once")
        return self


class Consequences(WithReason, Choosing):
    """Such a change, with a reason."""
