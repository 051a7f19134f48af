"""Groups (GRP-1 to GRP-11): the field is dealt to several round robins, and the best of each go on to the next stage.

How many go on is announced with the next stage: as many of each group as it holds, and of those placed next the best,
compared across the groups (GRP-5, GRP-6). They come to it in the order in which its bracket keeps those of a group
apart (GRP-8, GRP-9).

Readings. Pots are by seed; in `pots` each is put in order by lot. Somebody who has left is replaced by the next of
their group (GRP-10). Across groups count points for each match, then the difference of points scored for each match,
then the lot; where groups differ in size, points against those placed below the smallest group's last do not count,
nor, since rules 5, what was scored against them. In the table all with the same place in their groups share the rank,
unless `order_rest` has them compared too (GRP-11). Without a next stage nobody is champion, unless there is one group.
Ranks of a group are told apart by lot at last, so that no coin is needed (GRP-7).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from domain.formats.contract import steps
from domain.formats.contract.account import Account, account
from domain.formats.contract.protocol import Facts, marks_of_lines
from domain.formats.round_robin.options import (
    RULES_THAT_COMPARE,
    FifthGroupsOptions,
    FirstGroupsOptions,
    FourthGroupsOptions,
    Group,
    GroupsOptions,
    RollingGroupsOptions,
    SecondGroupsOptions,
    ThirdGroupsOptions,
)
from domain.formats.round_robin.rules import EveryoneMeets
from domain.formats.round_robin.standing import Standing, lot_of
from domain.formats.slots import by_seed
from domain.formats.tie_breaks import ranked
from domain.kernel.refusal import Refused
from domain.pairing.dealing import Tier, dealt, group_names, pots, seeds_of
from domain.problems.tournament import GROUPS_TOO_SMALL
from domain.standings.ranking import Criterion, Table, rank

ORDER = (Criterion("counted"), Criterion("group_rank", better="less"))
ORDER_ACROSS = (*ORDER, Criterion("across", better="less"))
ONWARD = (Criterion("seed", better="less"),)

SMALLEST = 2


Chosen = TypeVar("Chosen", bound=GroupsOptions | RollingGroupsOptions)


class Dealt(EveryoneMeets[Chosen]):
    """A field that is dealt to several groups."""

    def groups(self, options: Chosen, facts: Facts) -> Sequence[Group]:
        """GRP-2, GRP-3."""
        number = options.groups_of(facts.starters)
        field = by_seed(facts, options.seeding)
        clubs = {entry: facts.entrant(entry).club for entry in field} if options.clubs_apart else {}
        parts = pots(field, number)
        if options.dealing == "pots":
            parts = [sorted(pot, key=lambda entry: (lot_of(facts, facts.entrant(entry)), entry)) for pot in parts]
        made = dealt(parts, number, "snake" if options.dealing == "snake" else "deal", clubs)
        return [Group(options, name, each) for name, each in zip(group_names(number), made, strict=True)]

    def largest_group(self, options: Chosen, entrants: int) -> int:
        """GRP-1."""
        return -(-entrants // options.groups_of(entrants))

    def refuse_start(self, options: Chosen, facts: Facts) -> Refused | None:
        """Each group has two at least."""
        number = options.groups_of(facts.starters)
        if SMALLEST <= facts.starters < SMALLEST * number:
            most = facts.starters // SMALLEST
            detail = (
                f"With {facts.starters} entrants in {number} groups somebody would have no opponent:"
                f" announce {most} at most."
            )
            return Refused(GROUPS_TOO_SMALL, detail, entrants=facts.starters)
        return super().refuse_start(options, facts)


class Groups(Dealt[GroupsOptions]):
    """The format itself."""

    settings = GroupsOptions
    earlier = (FirstGroupsOptions, SecondGroupsOptions, ThirdGroupsOptions, FourthGroupsOptions, FifthGroupsOptions)

    def step(self, options: GroupsOptions, facts: Facts) -> steps.Step:
        """Nobody wins several groups."""
        if not self.is_played(facts) or options.groups_of(facts.starters) == 1:
            return super().step(options, facts)
        return ranked.analyses_asked(options, facts) or steps.Done()

    def table(self, options: GroupsOptions, facts: Facts) -> Table:
        """GRP-11."""
        standings = self.standings(options, facts)
        lines = dict(self.lines_of(facts, standings))
        for one in standings:
            for place, entry in enumerate(one.order, 1):
                lines[entry] = {"group_rank": place, **lines[entry]}
        ranked = {entry: {"group_rank": 0, **line} for entry, line in lines.items()}
        across = _across(options, facts, standings) if options.order_rest else {}
        told = {entry: {**line, **across.get(entry, {})} for entry, line in ranked.items()}
        order = ORDER_ACROSS if options.order_rest else ORDER
        return rank(told, order, marks_of_lines(facts, {}, self.champion(options, facts)))

    def accounts_by(
        self, options: GroupsOptions, facts: Facts, standings: Sequence[Standing], entry: int
    ) -> Sequence[Account]:
        """GRP-6: where all are compared, the matches that count for it too."""
        told = super().accounts_by(options, facts, standings, entry)
        own = next((one for one in standings if entry in one.group.entries), None)
        if own is None or not options.order_rest:
            return told
        smallest = _smallest(standings)
        compared = own.points_against(entry, smallest), own.scored_against(entry, smallest)
        return *told, account("points_counted", compared[0]), account("difference_counted", compared[1])

    def onward(self, options: GroupsOptions, facts: Facts) -> Table:
        """GRP-5 to GRP-10: first those who go on, as the next stage seeds them, then all others who could."""
        standings = self.standings(options, facts)
        tiers = _tiers(facts, standings)
        going_on = _going_on(options, facts, standings, tiers)
        rest = [entry for tier in tiers for entry, _ in _rank_tier(options, facts, standings, tier)]
        order = dict.fromkeys([*seeds_of(going_on), *rest])
        return rank({entry: {"seed": place} for place, entry in enumerate(order, 1)}, ONWARD)


def _tiers(facts: Facts, standings: Sequence[Standing]) -> list[Tier]:
    """By their places in the groups, those who are still there."""
    left = [[entry for entry in one.order if not facts.entrant(entry).withdrawn] for one in standings]
    most = max(map(len, left), default=0)
    return [[(each[place], group) for group, each in enumerate(left) if place < len(each)] for place in range(most)]


def _across(options: GroupsOptions, facts: Facts, standings: Sequence[Standing]) -> Mapping[int, Mapping[str, int]]:
    """By entry what it is compared by with those of its place in the other groups, and where it comes among them."""
    most, smallest = max((len(one.order) for one in standings), default=0), _smallest(standings)
    found: dict[int, Mapping[str, int]] = {}
    for place in range(most):
        tier = [(one.order[place], group) for group, one in enumerate(standings) if place < len(one.order)]
        for nth, (entry, group) in enumerate(_rank_tier(options, facts, standings, tier), 1):
            points, scored = (
                standings[group].points_against(entry, smallest),
                standings[group].scored_against(entry, smallest),
            )
            found[entry] = {
                "points_counted": sum(part.value for part in points),
                "difference_counted": sum(part.value for part in scored),
                "matches_counted": standings[group].count_met(entry, smallest),
                "across": nth,
            }
    return found


def _smallest(standings: Sequence[Standing]) -> int:
    """The size of the smallest group."""
    return min((len(one.group.entries) for one in standings), default=0)


def _going_on(options: GroupsOptions, facts: Facts, standings: Sequence[Standing], tiers: Sequence[Tier]) -> list[Tier]:
    """GRP-5: whole tiers, and of the next the best, in the order of the groups."""
    found: list[Tier] = []
    wanted = facts.places_of_next_stage(sum(map(len, tiers)))
    for tier in tiers:
        best = sorted(_rank_tier(options, facts, standings, tier)[:wanted], key=lambda one: one[1])
        wanted -= len(best)
        found += [best] if best else []
    return found


def _rank_tier(options: GroupsOptions, facts: Facts, standings: Sequence[Standing], tier: Tier) -> Tier:
    """GRP-6: the best first."""
    smallest, compares = _smallest(standings), options.rules_version >= RULES_THAT_COMPARE
    worth: Mapping[int, tuple[Fraction, Fraction, int]] = {
        entry: (
            -standings[group].points_for_each_match(entry, smallest),
            -(standings[group].difference_for_each_match(entry, smallest) if compares else _difference(facts, entry)),
            lot_of(facts, facts.entrant(entry)),
        )
        for entry, group in tier
    }
    return sorted(tier, key=lambda one: (worth[one[0]], one[0]))


def _difference(facts: Facts, entry: int) -> Fraction:
    """The points scored, less those against, for each match, as rules 1 to 4 count them."""
    tally = facts.tally(entry)
    matches = tally.wins + tally.losses + tally.draws
    return Fraction(tally.points_for - tally.points_against, matches or 1)
