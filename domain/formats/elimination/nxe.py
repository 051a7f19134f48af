"""N times elimination (NXE-1..10).

Everybody still in plays one match per round; who has lost N matches, or resigned, is out. The last one in wins.
A round is drawn when every match of the round before has a winner: in an odd field one of those with the fewest byes
so far has a bye, and the others are paired from bins by win points, highest against lowest.

Readings: a win point from a bye counts for the bins; a single player without an opponent in a round under way is for
the director (ALL-5); the others are in `elimination`.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.formats.contract.account import Account, account
from domain.formats.contract.protocol import Entrant, Facts, RoundPlace
from domain.formats.contract.steps import Contender, Drawing, Due, Pair, Substitution
from domain.formats.elimination.lives_chart import LivesChart, lives_chart
from domain.formats.elimination.shared import Elimination, EliminationOptions, byes, matches_lost, matches_won, one_bye
from domain.formats.rounds import pairings_stand
from domain.kernel.chance import Chance
from domain.kernel.values import Why

Losses = Annotated[int, Field(strict=True, ge=1, le=99)]


class NxeOptions(EliminationOptions):
    """`losses` is N."""

    asked_first: ClassVar[tuple[str, ...]] = (*EliminationOptions.asked_first, "losses")

    kind: Literal["nxe"]
    losses: Losses = 2


class NTimesElimination(Elimination[NxeOptions]):
    """The format itself."""

    chart_kind = "lives"
    settings = NxeOptions
    rule_of_rounds = "NXE-7"

    def lives(self, options: NxeOptions, entrant: Entrant) -> int:
        """NXE-8: N."""
        return options.losses

    def matches_in_round(self, facts: Facts, entrant: Entrant, places: Sequence[RoundPlace], round_: int) -> int:
        """NXE-2: one."""
        return 1

    def asks(self, facts: Facts, due: Due) -> bool:
        """A single one without an opponent."""
        return len(due.contenders) == 1

    def contender(self, facts: Facts, entry: int, places: int) -> Contender:
        """NXE-3, NXE-4: by byes and win points."""
        counts = {"byes": facts.byes(entry), "win_points": _win_points(facts, entry)}
        return Contender(entry=entry, counts=counts, places=places)

    def sides(self, options: NxeOptions, facts: Facts, one: int, other: int) -> tuple[int, int]:
        """NXE-5: the one with more win points is named first."""
        first, second = sorted((one, other), key=lambda entry: (-_win_points(facts, entry), entry))
        return first, second

    def substitute(
        self, options: NxeOptions, before: Facts, after: Facts, lost: Sequence[RoundPlace]
    ) -> Substitution | None:
        """The pairings stand."""
        return pairings_stand(self, options, before, after, lost, options.terms_of)

    def draw(self, options: NxeOptions, due: Due, chance: Chance) -> Drawing:
        """NXE-3, NXE-4."""
        contenders = sorted(due.contenders, key=lambda one: one.entry)
        idle = (one_bye(contenders, "NXE-3", chance),) if len(contenders) % 2 else ()
        without = {one.entry for one in idle}
        bins = _bins([one for one in contenders if one.entry not in without])
        return Drawing(tuple(_pairs(bins, chance)), idle)

    def counts(self, facts: Facts, entrant: Entrant) -> Mapping[str, int]:
        """NXE-6."""
        return {
            "win_points": _win_points(facts, entrant.number),
            "losses": facts.tally(entrant.number).losses,
            "byes": facts.byes(entrant.number),
        }

    def chart(self, options: NxeOptions, facts: Facts) -> LivesChart:
        """The lives left and every round, in the order of the table."""
        return lives_chart(facts, [row.entry for row in self.table(options, facts).rows], options.losses)

    def accounts(self, options: NxeOptions, facts: Facts, entry: int) -> Sequence[Account]:
        """NXE-6: every match and bye."""
        idle = byes(facts, entry)
        return (
            account("win_points", (*matches_won(facts, entry), *idle)),
            account("losses", matches_lost(facts, entry)),
            account("byes", idle),
        )


def _win_points(facts: Facts, entry: int) -> int:
    return facts.tally(entry).wins + facts.byes(entry)


def _bins(contenders: Sequence[Contender]) -> list[tuple[int, list[int]]]:
    """The bins from the highest win points to the lowest, each with its entries by number."""
    bins: dict[int, list[int]] = {}
    for one in contenders:
        bins.setdefault(one.counts["win_points"], []).append(one.entry)
    return sorted(bins.items(), reverse=True)


def _pairs(bins: list[tuple[int, list[int]]], chance: Chance) -> list[Pair]:
    """NXE-4: one of the highest bin meets one of the lowest."""
    pairs = []
    while bins:
        high, first = _take_from_bin(bins, 0, chance)
        low, second = _take_from_bin(bins, -1, chance)
        pairs.append(Pair((first, second), Why(rule="NXE-4", counts={"bin_first": high, "bin_second": low})))
    return pairs


def _take_from_bin(bins: list[tuple[int, list[int]]], index: int, chance: Chance) -> tuple[int, int]:
    """A random entry of the bin, with the bin's win points; an empty bin goes."""
    win_points, entries = bins[index]
    entry = chance.take(entries)
    if not entries:
        bins.pop(index)
    return win_points, entry
