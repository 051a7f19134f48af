"""Rounds that are open as long, and at such times of day, as the settings say (SWI-3)."""

from typing import Protocol

from domain.formats.contract.protocol import Facts
from domain.kernel.values import RoundHours


class TimedOptions(Protocol):
    """Settings that say it."""

    @property
    def round_days(self) -> int | None:
        """The number of days that a round is open; None: no limit."""

    @property
    def round_hours(self) -> RoundHours | None:
        """At what time of day it opens and closes; None: at any."""


class TimedRounds:
    """Answers of a format by its settings: to be named before `Format`."""

    def days_of(self, options: TimedOptions, facts: Facts, round_: int) -> int | None:
        """SWI-3."""
        return options.round_days

    def hours_of(self, options: TimedOptions) -> RoundHours | None:
        """SWI-3."""
        return options.round_hours
