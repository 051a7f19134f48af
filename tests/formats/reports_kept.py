"""What was reported stays (ALL-3): corrections and rulings lie over it. What a side has conceded by resigning goes with
the resignation, and a side mends its own report that nobody has confirmed (TD-14)."""

from dataclasses import replace

from domain.match.sitting import Sitting
from domain.tournament.matches.commands import ReportResult
from tests.desk import Step


def check_reports_kept(step: Step) -> None:
    """Fails where the command has replaced what was reported of a sitting, or taken it away."""
    for number, before in step.before.matches.items():
        after = step.after.matches[number]
        for was, now in zip(before.sittings, after.sittings, strict=False):
            assert not was.is_reported or _is_kept(was, now) or _is_mended(step, number, was), (number, step.command)


def _is_kept(was: Sitting, now: Sitting) -> bool:
    if was.report is None or now.report is None:
        return was.conceded is not None
    return replace(was.report, announced_at=None) == replace(now.report, announced_at=None)


def _is_mended(step: Step, number: int, was: Sitting) -> bool:
    command = step.command
    is_told = isinstance(command, ReportResult) and command.match == number
    return is_told and was.is_unannounced and step.by.person in was.reported_by
