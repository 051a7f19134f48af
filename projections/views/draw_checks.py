"""What readers are shown of how an entry's opponent was found (SWI-8)."""

from collections.abc import Sequence

from domain.formats.contract.protocol import ConsideredOpponent
from domain.kernel.values import Value
from domain.tournament.rounds.draw_audit import Considered


class DrawView(Value):
    """One draw, by the stream version of its event: which entry stood higher than the opponent, or suited better, and
    why it was not taken. Mostly nobody, and always nobody where chance has paired."""

    version: int
    passed_over: tuple[ConsideredOpponent, ...]


class ConsideredView(Value):
    """The draws of a round in which an entry was placed; none, where it was paired by hand."""

    round: int
    entry: int
    draws: tuple[DrawView, ...]


def considered_view(round_: int, entry: int, draws: Sequence[Considered]) -> ConsideredView:
    """As found by `checking.considered`."""
    return ConsideredView(round=round_, entry=entry, draws=tuple(map(DrawView.read_from, draws)))
