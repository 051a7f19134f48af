"""Conditions of contest (TD-21): what is announced beforehand, and may later be changed only with a reason."""

from typing import Annotated, Literal

from pydantic import Field

from domain.values import GivenInstant, Minutes, Name, Reason, Value

Requirement = Literal["none", "option", "preference", "obligation"]


class Conditions(Value):
    """`correction_window_minutes` counts from a result's announcement (TD-14), `appeal_window_minutes` from a
    ruling (TD-11); None sets no limit. `verification` says whether results stand at once or wait for a director."""

    verification: Literal["at-once", "by-director"] = "by-director"
    correction_window_minutes: Minutes | None = None
    appeal_window_minutes: Minutes | None = 60
    clock: Requirement = "option"
    baffle_box: Requirement = "option"
    languages: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    place: Name | None = None
    starts_at: GivenInstant | None = None
    breaks: Reason | None = None
    equipment: Reason | None = None
