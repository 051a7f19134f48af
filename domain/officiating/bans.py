"""Bans among the remedies of a ruling, and when they are over (TD-4)."""

from collections.abc import Sequence
from datetime import datetime

from domain.kernel.refusal import Refused
from domain.officiating.remedies import Ban, DirectorBan, Remedy, SpectatorBan
from domain.problems.persons import BAN_OVER


def refuse_bans(remedies: Sequence[Remedy], ruled_at: datetime) -> Refused | None:
    """Why a ban among the remedies is none: it would be over when the ruling is given. None: all bans hold."""
    for remedy in remedies:
        until = _over_since(remedy, ruled_at)
        if until is not None:
            return Refused(BAN_OVER, f"The {remedy.kind} would end at {until}, before it begins.", until=until)
    return None


def without_bans_over(remedies: Sequence[Remedy], moment: datetime) -> tuple[Remedy, ...]:
    """The remedies without those bans that have ended by then."""
    return tuple(remedy for remedy in remedies if _over_since(remedy, moment) is None)


def _over_since(remedy: Remedy, moment: datetime) -> str | None:
    """When a ban has ended that has by then."""
    until = remedy.until if isinstance(remedy, Ban | DirectorBan | SpectatorBan) else None
    return until.isoformat() if until is not None and until <= moment else None
