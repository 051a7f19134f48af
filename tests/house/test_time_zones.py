"""A time zone is asked where something is decided or shown, and never where the history is read (ALL-1)."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CALENDAR = "domain/kernel/calendar.py"
FOLDS = ("events.py", "state.py", "evolve.py")
_ASKS_A_ZONE = ("zoneinfo", "ZoneInfo", "localtime", "tzlocal")
_CONVERTS = (*_ASKS_A_ZONE, "kernel.calendar", "kernel import calendar")


def holding(words: tuple[str, ...], files: list[Path]) -> list[str]:
    """The files that hold one of the words."""
    found = (file for file in files if any(word in file.read_text(encoding="utf-8") for word in words))
    return [str(file.relative_to(ROOT)) for file in found]


@pytest.mark.rule("ALL-1")
def test_only_the_calendar_asks_a_time_zone_in_the_domain() -> None:
    assert holding(_ASKS_A_ZONE, sorted((ROOT / "domain").rglob("*.py"))) == [CALENDAR]


@pytest.mark.rule("ALL-1")
def test_history_is_worked_out_without_a_time_zone() -> None:
    files = sorted((ROOT / "domain").rglob("*.py"))
    folds = [file for file in files if file.name in FOLDS or {"derived", "evolve"} & {*file.parts}]
    projections = sorted((ROOT / "projections").rglob("*.py"))
    assert len(folds) > 20
    assert len(projections) > 20
    assert holding(_CONVERTS, [*folds, *projections]) == []
