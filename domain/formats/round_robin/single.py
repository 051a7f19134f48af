"""The round robin (RR-1 to RR-14): everyone meets everyone, once in each cycle, by the Berger table.

In an odd field one rests in each round, which is worth nothing, or a win where that is announced (RR-4, RR-14). Where
no order is chosen the table is by match points (2 for a win, 1 for a draw), the matches between those tied, wins, the
points of those beaten, the points against the upper half, and lot (RR-7). Who share the first rank at the end have all
won, and nobody is the champion; where the order ends with the director's word, they are asked (TB-1).
"""

from collections.abc import Sequence

from domain.formats.contract import steps
from domain.formats.contract.protocol import Facts, marks_of_lines
from domain.formats.round_robin.options import (
    FirstRoundRobinOptions,
    FourthRoundRobinOptions,
    Group,
    RoundRobinOptions,
    SecondRoundRobinOptions,
    ThirdRoundRobinOptions,
)
from domain.formats.round_robin.rules import EveryoneMeets
from domain.formats.round_robin.standing import criteria_of
from domain.formats.slots import by_seed
from domain.formats.tie_breaks import ranked
from domain.standings.ranking import Table, rank


class RoundRobin(EveryoneMeets[RoundRobinOptions]):
    """The format itself."""

    settings = RoundRobinOptions
    earlier = (FirstRoundRobinOptions, SecondRoundRobinOptions, ThirdRoundRobinOptions, FourthRoundRobinOptions)

    whole_season = True

    def groups(self, options: RoundRobinOptions, facts: Facts) -> Sequence[Group]:
        """One, of the whole field (RR-2)."""
        return [Group(options, "", by_seed(facts, options.seeding))]

    def largest_group(self, options: RoundRobinOptions, entrants: int) -> int:
        """The whole field."""
        return entrants

    def table(self, options: RoundRobinOptions, facts: Facts) -> Table:
        """RR-7, or the order that was chosen."""
        end = self.step(options, facts) if facts.started else None
        is_chosen = options.tie_breaks is not None and facts.last
        shared = ranked.winners(end, self.onward(options, facts).rows if is_chosen else ())
        marks = marks_of_lines(facts, shared, end.champion if isinstance(end, steps.Done) else None)
        return rank(self.lines(options, facts), criteria_of(options.tie_breaks), marks)

    def onward(self, options: RoundRobinOptions, facts: Facts) -> Table:
        """In the order of the table; who has withdrawn or resigned can't go up."""
        lines = self.lines(options, facts)
        there = {e.number: lines[e.number] for e in facts.entrants if not e.withdrawn}
        return rank(there, criteria_of(options.tie_breaks))
