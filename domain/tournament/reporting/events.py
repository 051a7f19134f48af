"""Events of a tournament's report to the federation (TD-19). Topics and fields are for ever."""

from typing import ClassVar

from domain.kernel.envelope import Event
from domain.kernel.personal_text import PersonalText
from domain.kernel.values import Digest, Name, Number
from domain.kernel.visibility import FOR_STAFF, Part

Version = Number


class ReportFiled(Event):
    """The report as of that version of the tournament, named by its digest, was filed; `reference` is where the
    federation finds it."""

    TOPIC: ClassVar[str] = "tournament.report-filed.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    tournament_version: Version
    digest: Digest
    reference: Name
    note: PersonalText | None


REPORT_EVENTS: tuple[type[Event], ...] = (ReportFiled,)
