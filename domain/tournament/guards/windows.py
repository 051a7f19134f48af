"""When the windows close that a tournament's conditions announce. It is asked as something is decided, and the instant
is recorded where it counts later. A window's whole days end at the same time of day in the tournament's zone."""

from datetime import datetime

from domain.kernel.calendar import window_closes
from domain.tournament.state import Settings


def appeal_window_closes(settings: Settings, opened_at: datetime) -> datetime | None:
    """The one for appeals (TD-11); None: it does not close."""
    return _closes(settings, opened_at, settings.conditions.appeal_window_minutes)


def correction_window_closes(settings: Settings, announced_at: datetime) -> datetime | None:
    """The one for corrections of a result (TD-14); None: it does not close."""
    return _closes(settings, announced_at, settings.conditions.correction_window_minutes)


def _closes(settings: Settings, opened_at: datetime, minutes: int | None) -> datetime | None:
    return None if minutes is None else window_closes(opened_at, minutes, settings.time_zone)
