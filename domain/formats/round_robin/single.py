"""The round robin (RR-1 to RR-14): everyone meets everyone, once in each cycle, by the Berger table.

In an odd field one rests in each round, which is worth nothing, or a win where that is announced (RR-4, RR-14). The
table is by match points (2 for a win, 1 for a draw), the matches between those tied, wins, the points of those beaten,
the points against the upper half, and lot (RR-7).
"""

from collections.abc import Sequence

from domain.formats.contract.protocol import Facts, marked
from domain.formats.round_robin.options import Group, RoundRobinOptions
from domain.formats.round_robin.rules import EveryoneMeets
from domain.formats.round_robin.standing import ORDER
from domain.formats.slots import by_seed
from domain.standings.ranking import Table, rank


class RoundRobin(EveryoneMeets[RoundRobinOptions]):
    """The format itself."""

    settings = RoundRobinOptions

    whole_season = True

    def groups(self, options: RoundRobinOptions, facts: Facts) -> Sequence[Group]:
        """One, of the whole field (RR-2)."""
        return [Group(options, "", by_seed(facts, options.seeding))]

    def largest_group(self, options: RoundRobinOptions, entrants: int) -> int:
        """The whole field."""
        return entrants

    def table(self, options: RoundRobinOptions, facts: Facts) -> Table:
        """RR-7."""
        return rank(self.lines(options, facts), ORDER, marked(facts, {}, self.champion(options, facts)))

    def onward(self, options: RoundRobinOptions, facts: Facts) -> Table:
        """In the order of the table; who has withdrawn or resigned can't go up."""
        lines = self.lines(options, facts)
        return rank({e.number: lines[e.number] for e in facts.entrants if not e.withdrawn}, ORDER)
