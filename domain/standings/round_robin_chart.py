"""A round robin as data, for those who show it: who has met who, and what came of it (RR-12)."""

from typing import Literal

from domain.kernel.ids import EntryNumber, MatchNumber
from domain.kernel.values import Count, Value
from domain.standings.virtual import Code


class Meeting(Value):
    """A match with that opponent; `code` is None while it is open."""

    opponent: EntryNumber
    round: Count
    code: Code | None
    match: MatchNumber | None


class GroupLine(Value):
    """An entrant's line: the matches by round, and the match points. Where it is not `counted` they count for
    nobody (RR-8)."""

    entry: EntryNumber
    meetings: tuple[Meeting, ...]
    points: Count
    counted: bool


class GroupTable(Value):
    """A group by its name, which is empty where it is the whole field, in the order of the table."""

    name: str
    lines: tuple[GroupLine, ...]


class RoundRobinChart(Value):
    """All groups. Each two in one meet `cycles` times."""

    kind: Literal["round-robin"] = "round-robin"
    cycles: Count
    groups: tuple[GroupTable, ...]
