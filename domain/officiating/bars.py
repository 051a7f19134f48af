"""Bars among the remedies of a ruling, and when they are over (TD-4)."""

from collections.abc import Sequence
from datetime import datetime

from domain.kernel.refusal import Refused
from domain.officiating.remedies import Bar, DirectorBar, Remedy, SpectatorBar
from domain.problems.persons import BAR_OVER


def refuse_bars(remedies: Sequence[Remedy], ruled_at: datetime) -> Refused | None:
    """Why a bar among the remedies is none: it would be over when the ruling is given. None: all bars hold."""
    for remedy in remedies:
        until = _over_since(remedy, ruled_at)
        if until is not None:
            return Refused(BAR_OVER, f"The {remedy.kind} would end at {until}, before it begins.", until=until)
    return None


def without_bars_over(remedies: Sequence[Remedy], moment: datetime) -> tuple[Remedy, ...]:
    """The remedies without those bars that have ended by then."""
    return tuple(remedy for remedy in remedies if _over_since(remedy, moment) is None)


def _over_since(remedy: Remedy, moment: datetime) -> str | None:
    """When a bar has ended that has by then."""
    until = remedy.until if isinstance(remedy, Bar | DirectorBar | SpectatorBar) else None
    return until.isoformat() if until is not None and until <= moment else None
