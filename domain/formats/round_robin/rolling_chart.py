"""Groups and the bracket that they fill as data, for those who show them."""

from typing import Literal

from domain.kernel.values import Count, Value
from domain.pairing.brackets_chart import OneBracket
from domain.standings.round_robin_chart import GroupTable


class RollingChart(Value):
    """All groups, in which each two meet `cycles` times, and the bracket."""

    kind: Literal["groups-and-bracket"] = "groups-and-bracket"
    cycles: Count
    groups: tuple[GroupTable, ...]
    brackets: tuple[OneBracket, ...]
