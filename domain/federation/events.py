"""What the federation itself has settled."""

from typing import Annotated, ClassVar

from pydantic import Field

from domain.history import Event
from domain.values import Reason

ResignationLimit = Annotated[int, Field(strict=True, ge=1, le=1000)] | None
"""With how many resignations a person is barred from new entries (ALL-8); None: with none."""


class ResignationLimitSet(Event):
    TOPIC: ClassVar[str] = "federation.resignation-limit-set.v1"
    limit: ResignationLimit
    reason: Reason


ReportDays = Annotated[int, Field(strict=True, ge=1, le=366)]
"""How many days after a tournament's end its report is due (TD-19)."""


class ReportDaysSet(Event):
    TOPIC: ClassVar[str] = "federation.report-days-set.v1"
    days: ReportDays
    reason: Reason


EVENTS: tuple[type[Event], ...] = (ResignationLimitSet, ReportDaysSet)
