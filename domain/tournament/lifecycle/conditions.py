"""Conditions of contest (TD-21): what is announced beforehand, and may later be changed only with a reason."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from domain.kernel.values import GivenInstant, Minutes, Name, Reason, Value
from domain.officiating.sanction_catalogue import NEWEST, Edition

Requirement = Literal["none", "option", "preference", "obligation"]
Places = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]

MOMENTS = ("starts_at", "starting_times", "entries_open_at", "entries_close_at")
"""The conditions that are moments of one tournament, and not of another with the same settings."""


class StartingTime(Value):
    """When a round begins."""

    round: Annotated[int, Field(strict=True, ge=1, le=1000)]
    at: GivenInstant


class Conditions(Value):
    """`correction_window_minutes` counts from a result's announcement (TD-14), `appeal_window_minutes` from a
    ruling (TD-11); None sets no limit. `verification` says whether results stand at once or wait for a director.
    Players enter from `entries_open_at` until `entries_close_at`, at any time where they are None; of them are approved
    as many as there are `places`, None sets no limit. Moments are told in the tournament's time zone. `recording` and
    `analysis` of matches can be obliged to (TD-20); `edition` is that of the rules in force, pinned with the start:
    rulings are looked up in its catalogue (TD-22).
    Match lengths are the format's."""

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
    entries_open_at: GivenInstant | None = None
    entries_close_at: GivenInstant | None = None
    places: Places | None = None
    starting_times: Annotated[tuple[StartingTime, ...], Field(max_length=1000)] | None = None
    board: Reason | None = None
    dice: Reason | None = None
    recording: Requirement = "none"
    analysis: Requirement = "none"
    edition: Edition = NEWEST

    @model_validator(mode="after")
    def _begins_each_round_once(self) -> Self:
        rounds = [one.round for one in self.starting_times or ()]
        if len(set(rounds)) < len(rounds):
            raise ValueError("each round has one starting time")
        return self

    @model_validator(mode="after")
    def _opens_before_it_closes(self) -> Self:
        if self.entries_open_at and self.entries_close_at and self.entries_open_at >= self.entries_close_at:
            raise ValueError("entries open before they close")
        return self
