"""Groups with a rolling opening (GRP-5): the bracket is there from the start, with open places.

A group that is finished fills its places, and those matches can begin while other groups still play.

Each rank of a group has its fixed place in the bracket: two of each of 2, 4, 8 ... groups cross (GRP-8), else those of
one group are kept apart (GRP-9). Groups and bracket are one stage, so that a match of the bracket is made from the
matches of its groups as any is made from the matches before it (ALL-4).

Readings. No group waits for another. Who has left before their group is finished is replaced by the next of it; after
that the opponent has a walkover, and what they played counts (GRP-10, RR-8). A group that has too few left leaves
places empty. A correction after which the same go on to the same places changes nothing in the bracket. Where one
stands, the group fills its places as it had; its table shows what was played. A drawn match of the bracket is played
again, and a level bout there goes on; in a group it is drawn (SER-4). The table has the bracket's ranks first, whatever
the places in the groups; then those in the groups, shared over the groups (GRP-11).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial

from domain.formats import slots
from domain.formats.brackets.shared import (
    champion_of,
    end_above_in,
    how_far_in,
    newest_of_each,
    plays_on,
    rounds_won_in,
)
from domain.formats.contract import acts, steps
from domain.formats.contract.account import Account, account
from domain.formats.contract.protocol import Entrant, Facts, RoundPlace, entrants_at_start, marks_of_lines, nobody_left
from domain.formats.round_robin.groups import Dealt
from domain.formats.round_robin.options import FirstRollingGroupsOptions, Group, RollingGroupsOptions
from domain.formats.round_robin.rolling_chart import RollingChart
from domain.formats.round_robin.rules import NOBODY_LEFT
from domain.formats.round_robin.standing import Standing
from domain.kernel.entry_keys import entry_key, is_entry_key
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.kernel.values import Why
from domain.pairing.bracket import Held, Missing, Out, nobody_elsewhere
from domain.pairing.brackets import Brackets
from domain.pairing.brackets_chart import chart_of
from domain.pairing.rolling import bracket_of, places_of_seeds, round_in_bracket
from domain.pairing.round_names import RoundName
from domain.pairing.wiring import Place, Seed
from domain.problems.tournament import GROUPS_TOO_SMALL
from domain.standings.ranking import Criterion, Table, rank

CRITERIA = (
    Criterion("champion"),
    Criterion("in"),
    Criterion("got_to"),
    Criterion("counted"),
    Criterion("group_rank", better="less"),
)


class Finishing(Standing):
    """The standing of a group. Matches of somebody who left after it was finished count."""

    def _does_not_count(self, entrant: Entrant) -> bool:
        return not self.left_after_it(entrant) and super()._does_not_count(entrant)

    def left_after_it(self, entrant: Entrant) -> bool:
        """Whether the entrant left once the group was finished."""
        return entrant.left_at is not None and self.over_at is not None and entrant.left_at > self.over_at

    @property
    def is_finished(self) -> bool:
        """Whether nothing of it is still to be played."""
        ended = {place.slot: _came_to(place) for place in self._places}
        return all(ended.get(one.slot, False) for one in self.group.due)

    @cached_property
    def over_at(self) -> datetime | None:
        """When its last match was played; None while it is not finished."""
        if not self.is_finished:
            return None
        moments = (place.ended.played_at for place in self._places if place.ended)
        return max((moment for moment in moments if moment is not None), default=None)


class AsTheyWentOn(Finishing):
    """The same by the results by which those go on who do (ALL-4)."""

    def _as_counted(self, place: RoundPlace) -> RoundPlace:
        advanced = place.advanced
        if place.ended is not None and advanced is not None:
            advanced = replace(advanced, played_at=place.ended.played_at)
        return replace(place, ended=advanced)

    @cached_property
    def going_on(self) -> Sequence[int] | None:
        """The group from the top, without who left before it was finished; None while it is not."""
        if not self.is_finished:
            return None
        entrants = map(self._facts.entrant, self.order)
        return [one.number for one in entrants if not one.withdrawn or self.left_after_it(one)]

    @property
    def origins(self) -> tuple[int, ...]:
        """The matches it was played in, and minus the numbers of those who left before its end (ALL-4)."""
        matches = [place.match for place in self._places if place.match is not None]
        left = [entry for entry in self.group.entries if entry not in (self.going_on or ())]
        return (*matches, *map(entry_key, left))

    @property
    def without_match(self) -> tuple[str, ...]:
        """The slots that needed no match, or in which one was voided and is not played again."""
        played = {place.slot for place in self._places if place.match is not None}
        return tuple(one.slot for one in self.group.due if one.slot not in played and len(one.sides) == 2)


@dataclass(frozen=True)
class Seats:
    """The seeds of the bracket, by the standings of the groups."""

    standings: Sequence[AsTheyWentOn]
    go_on: int

    def coming(self, seed: int) -> Out | None:
        """The entry with that seed, which is nobody beyond all of them; None while their group still plays."""
        place = self.places.get(seed)
        if place is None:
            return Out(None)
        group, rank_ = place
        one = self.standings[group]
        if one.going_on is None:
            return None
        return Out(one.going_on[rank_] if rank_ < len(one.going_on) else None, one.origins, one.without_match)

    @cached_property
    def places(self) -> Mapping[int, tuple[int, int]]:
        """By seed the group and the place in it, from 0."""
        return places_of_seeds(len(self.standings), self.go_on)

    @property
    def taken(self) -> Sequence[Sequence[int] | None]:
        """The entries that take the places of each group; None while it plays."""
        return [None if one.going_on is None else one.going_on[: self.go_on] for one in self.standings]

    @property
    def told(self) -> Mapping[int, tuple[str, int]]:
        """The same as it is shown: by name, and from 1."""
        return {seed: (self.standings[group].group.name, place + 1) for seed, (group, place) in self.places.items()}


class RollingGroups(Dealt[RollingGroupsOptions]):
    """The format itself."""

    settings = RollingGroupsOptions
    earlier = (FirstRollingGroupsOptions,)
    chart_kind = "groups-and-bracket"
    keeps_places = True
    keeps_step = False

    def refuse_start(self, options: RollingGroupsOptions, facts: Facts) -> Refused | None:
        """Each group has as many as go on; and two go on."""
        number = options.groups_of(facts.starters)
        if facts.starters < options.go_on * number or options.go_on * number < 2:
            detail = (
                f"With {facts.starters} entrants in {number} groups {options.go_on} of each can't go on to a bracket."
            )
            return Refused(GROUPS_TOO_SMALL, detail, entrants=facts.starters)
        return super().refuse_start(options, facts)

    def refuse(self, options: RollingGroupsOptions, facts: Facts, act: acts.Act) -> Refused | None:
        """In the bracket a result says who goes on, or that the match is played again."""
        match act:
            case acts.EndMatch(match=number) if _is_of_bracket(facts.place_of(number)):
                return slots.refuse(facts, act, lambda _entry: None)
            case _:
                return super().refuse(options, facts, act)

    def standings(self, options: RollingGroupsOptions, facts: Facts) -> Sequence[Standing]:
        """The standings of each group."""
        return [Finishing(facts, group) for group in self.groups(options, facts)]

    def _make_missing(self, options: RollingGroupsOptions, facts: Facts) -> steps.Make | None:
        """RR-3; and in the bracket whatever can be made."""
        in_groups = super()._make_missing(options, facts) or steps.Make()
        groups = self.groups(options, facts)
        brackets = _brackets(options, facts, groups)
        places = brackets.wiring.places.values()
        missing = [(place, found) for place in places if (found := brackets.missing(place))]
        before = _rounds_of(groups)
        matches = (_plan_match(options, one, found, before) for one, found in missing if len(found.entries) == 2)
        alone = (_walkover(brackets, one, found, before) for one, found in missing if len(found.entries) == 1)
        made = steps.Make((*in_groups.matches, *matches), (*in_groups.walkovers, *alone))
        return made if made.matches or made.walkovers else None

    def step(self, options: RollingGroupsOptions, facts: Facts) -> steps.Step:
        """Waits, before the start too; a question; or the champion of the bracket."""
        if facts.awaited or not facts.started:
            return steps.Wait(tuple(facts.awaited))
        champion = champion_of(self._brackets(options, facts))
        if champion is not None:
            return steps.Done(champion=champion)
        entries = [e.number for e in entrants_at_start(facts)]
        return nobody_left(facts, NOBODY_LEFT, entries, "Nobody is left to go on.")

    def going_on(self, options: RollingGroupsOptions, facts: Facts) -> Sequence[int]:
        """The entries that play in a group that is not finished, or in the bracket, or has won it."""
        return self._still_in(facts, self._brackets(options, facts), self._open_groups(options, facts))

    def calls_for_the_same(
        self, options: RollingGroupsOptions, before: Facts, after: Facts, changed: Collection[int]
    ) -> bool:
        """Whether these are matches of groups after which the same go on to the same places."""
        places = [None if is_entry_key(number) else before.place_of(number) for number in changed]
        if any(place is None or _is_of_bracket(place) for place in places):
            return False
        was, now = (_seats(options, facts, self.groups(options, facts)) for facts in (before, after))
        return was.taken == now.taken

    def table(self, options: RollingGroupsOptions, facts: Facts) -> Table:
        """GRP-11; before all others those who are still in, in the order of the bracket and then of their groups,
        without a rank (SE-13)."""
        brackets = self._brackets(options, facts)
        values = self._lines(options, facts, brackets)
        champion = next((entry for entry, line in values.items() if line["champion"]), None)
        seats = {entry: number for number, entry in enumerate(brackets.seats)}
        still_in = [entry for entry, line in values.items() if line["in"] and entry != champion]
        still_in.sort(key=lambda entry: (seats.get(entry, len(seats)), values[entry]["group_rank"], entry))
        ahead = end_above_in(brackets)
        return rank(
            *(values, CRITERIA, self._marks(facts, brackets, values, champion), still_in),
            end_above=lambda line: ahead(line) if line["got_to"] else len(still_in),
        )

    def onward(self, options: RollingGroupsOptions, facts: Facts) -> Table:
        """In the order of the table; who has left can't go up."""
        lines = self._lines(options, facts, self._brackets(options, facts))
        return rank({e.number: lines[e.number] for e in facts.entrants if not e.withdrawn}, CRITERIA)

    def chart(self, options: RollingGroupsOptions, facts: Facts) -> RollingChart | None:
        """RR-12 and the bracket, once the matches have been made."""
        if not facts.places:
            return None
        groups = self.groups(options, facts)
        tables = tuple(Finishing(facts, group).table() for group in groups)
        told = _seats(options, facts, groups).told
        chart = chart_of(_brackets(options, facts, groups), slots.matches_of(facts), told)
        return RollingChart(cycles=options.cycles, groups=tables, brackets=chart.brackets)

    def accounts_by(
        self, options: RollingGroupsOptions, facts: Facts, standings: Sequence[Standing], entry: int
    ) -> Sequence[Account]:
        """... and the rounds of the bracket that were won."""
        mine = [place for place in _of_bracket(facts) if entry in place.entries]
        won = [place for place in mine if slots.state_of_place(facts, place).winner == entry]
        rounds = account("rounds_won", (slots.won_round(entry, place.round, place) for place in won))
        return (*super().accounts_by(options, facts, standings, entry), rounds)

    def round_names(self, options: RollingGroupsOptions, facts: Facts) -> Mapping[str, RoundName]:
        """The last rounds of the bracket."""
        return self._brackets(options, facts).wiring.round_names if facts.places else {}

    def seats(self, options: RollingGroupsOptions, facts: Facts, entry: int) -> int:
        """One, and one more for each match that is played again."""
        mine = (place for place in facts.places_of(entry) if _is_of_bracket(place))
        return 1 + sum(map(slots.ended_drawn, mine))

    def _brackets(self, options: RollingGroupsOptions, facts: Facts) -> Brackets:
        return _brackets(options, facts, self.groups(options, facts))

    def _open_groups(self, options: RollingGroupsOptions, facts: Facts) -> Collection[int]:
        """The entries in a group that is not finished."""
        standings = _seats(options, facts, self.groups(options, facts)).standings
        return {entry for one in standings if not one.is_finished for entry in one.group.entries}

    def _still_in(self, facts: Facts, brackets: Brackets, open_groups: Collection[int]) -> Sequence[int]:
        newest, champion = newest_of_each(_of_bracket(facts)), champion_of(brackets)
        there = [e.number for e in facts.entrants if not e.withdrawn]
        return [e for e in there if e == champion or e in open_groups or plays_on(brackets, newest.get(e), e)]

    def _lines(
        self, options: RollingGroupsOptions, facts: Facts, brackets: Brackets
    ) -> Mapping[int, Mapping[str, int]]:
        """Everybody's line of the table."""
        standings = self.standings(options, facts)
        in_group = self.lines_of(facts, standings)
        ranks = {entry: place for one in standings for place, entry in enumerate(one.order, 1)}
        still_in = self._still_in(facts, brackets, self._open_groups(options, facts))
        newest, won = newest_of_each(_of_bracket(facts)), rounds_won_in(facts, _of_bracket(facts))
        champion = self.champion(options, facts)
        got_to = {
            entry: _got_to(brackets, newest, entry) if entry not in still_in or entry == champion else 0
            for entry in in_group
        }
        return {
            entry: {
                "champion": int(entry == champion),
                "in": int(entry in still_in),
                "got_to": got_to[entry],
                "group_rank": 0 if got_to[entry] else ranks.get(entry, 0),
                "rounds_won": won.get(entry, 0),
                **line,
            }
            for entry, line in in_group.items()
        }

    def _marks(
        self, facts: Facts, brackets: Brackets, values: Mapping[int, Mapping[str, int]], champion: int | None
    ) -> Mapping[int, str]:
        marks = {entry: "in" if line["in"] else "out" for entry, line in values.items()}
        finals = (brackets.contents_of(brackets.slot(name)) for name in brackets.wiring.finals)
        beaten = {final.loser: "finalist" for final in finals if final and final.loser is not None}
        return marks_of_lines(facts, marks | beaten, champion)


def _came_to(place: RoundPlace) -> bool:
    """Whether it is played, or needs no match."""
    return place.match is None or place.ended is not None


def _is_of_bracket(place: RoundPlace | None) -> bool:
    return place is not None and round_in_bracket(place.slot) is not None


def _of_bracket(facts: Facts) -> Sequence[RoundPlace]:
    """The places of the bracket."""
    return [place for place in facts.places if _is_of_bracket(place)]


def _seats(options: RollingGroupsOptions, facts: Facts, groups: Sequence[Group]) -> Seats:
    return Seats([AsTheyWentOn(facts, group) for group in groups], options.go_on)


def _brackets(options: RollingGroupsOptions, facts: Facts, groups: Sequence[Group]) -> Brackets:
    """The bracket, with all that is in it looked at once."""
    places = slots.newest_places(facts)

    def look_up(name: str) -> Held | None:
        place = places.get(name)
        return slots.state_of_place(facts, place) if place else None

    wiring, present = bracket_of(len(groups), options.go_on), partial(slots.present, facts)
    return Brackets(wiring, look_up, list[int], present, nobody_elsewhere, _seats(options, facts, groups).coming)


def _rounds_of(groups: Sequence[Group]) -> int:
    """The number of rounds of the largest group: those of the bracket are counted on from there."""
    return max((one.round for group in groups for one in group.due), default=0)


def _plan_match(options: RollingGroupsOptions, place: Place, missing: Missing, rounds_before: int) -> steps.Planned:
    first, second = missing.entries
    terms, round_ = options.terms_in_bracket(place.round), rounds_before + place.depth
    return steps.Planned(place.name, (first, second), terms, _why(place), missing.origins, round_, missing.through)


def _walkover(brackets: Brackets, place: Place, missing: Missing, rounds_before: int) -> steps.Walkover:
    why = _why(place) if brackets.wiring.bye(place) else Why(rule="ALL-9")
    round_ = rounds_before + place.depth
    return steps.Walkover(place.name, missing.entries[0], round_, why, missing.origins, missing.through)


def _why(place: Place) -> Why:
    """In the first round with the seeds on the two seats."""
    upper, lower = place.feeds
    if isinstance(upper, Seed) and isinstance(lower, Seed):
        return Why(rule="GRP-5", counts={"upper_seed": upper.seed, "lower_seed": lower.seed})
    return Why(rule="GRP-5")


def _got_to(brackets: Brackets, newest: Mapping[int, RoundPlace], entry: int) -> int:
    """The round that the entry came to in the bracket; 0: it did not come there."""
    return how_far_in(brackets, newest.get(entry), entry)
