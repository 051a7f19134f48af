"""The standing of a group in which everyone meets everyone (RR-7, RR-8, RR-12)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial

from domain.formats.contract.account import Account, Part, account
from domain.formats.contract.protocol import Entrant, Facts, RoundPlace
from domain.formats.round_robin.options import Group
from domain.formats.tie_breaks import ranked
from domain.formats.tie_breaks.criteria import PLAYED
from domain.formats.tie_breaks.field import Entrants
from domain.formats.tie_breaks.options import AnyOrder
from domain.standings.everyone import ORDER as NUMBERS
from domain.standings.everyone import WON, Everyone, Met
from domain.standings.ranking import Criterion, rank
from domain.standings.round_robin_chart import GroupLine, GroupTable, Meeting
from domain.standings.virtual import Turn, code_of

ORDER = (Criterion("counted"), *NUMBERS)
"""RR-7; whose matches do not count is last (RR-12)."""


def criteria_of(order: AnyOrder | None) -> tuple[Criterion, ...]:
    """The order that was chosen, or else RR-7."""
    return ORDER if order is None else (ORDER[0], *ranked.criteria_of(order))


class Standing:
    """The numbers of a group; `uncounted` are those whose matches count for nobody."""

    def __init__(self, facts: Facts, group: Group) -> None:
        self.group = group
        self._facts = facts
        self._chosen = group.options.tie_breaks
        self._told: ranked.Lines = {}
        self._places = [self._as_counted(place) for place in facts.places if place.slot in group.sides]
        self.uncounted = frozenset(entry for entry in group.entries if self._does_not_count(facts.entrant(entry)))
        most = WON * (2 if group.options.error_rate_point else 1)
        self._possible = {entry: most * group.matches_of.get(entry, 0) for entry in group.entries}
        self._met_by = {entry: list(self._counted_meetings(entry)) for entry in group.entries}
        self._everyone = Everyone(
            self._met_by,
            {entry: sum(part.value for part in self._beside_results(entry)) for entry in group.entries},
            self._possible,
        )

    def line(self, entry: int) -> Mapping[str, int]:
        """The numbers of a line of the table."""
        if self._chosen is not None:
            return {"counted": int(entry not in self.uncounted), **self._lines_in(self._chosen)[entry]}
        numbers, lot = self._everyone.numbers(entry), lot_of(self._facts, self._facts.entrant(entry))
        return {"counted": int(entry not in self.uncounted), **numbers, "lot": lot}

    def _lines_in(self, order: AnyOrder) -> ranked.Lines:
        """The numbers of the order that was chosen, with who the director has named first of those tied there."""
        if not self._told:
            told = ranked.lines(order, self._entrants)
            there = [entry for entry in told if not self._facts.entrant(entry).withdrawn]
            self._told = ranked.decided_lines(order, self._facts, told, there)
        return self._told

    @cached_property
    def _entrants(self) -> Entrants:
        """The entrants as criteria look at them: the matches that count, and walkovers that are worth something."""
        return Entrants(
            turns={entry: list(self._turns(entry)) for entry in self.group.entries},
            rounds=max((place.round for place in self._places), default=0),
            lots={entry: lot_of(self._facts, self._facts.entrant(entry)) for entry in self.group.entries},
            scored=self._facts.points,
            possible=self._possible,
            error_rates=partial(ranked.rates_by_match, self._facts),
            further={entry: list(self._for_error_rates(entry)) for entry in self.group.entries},
        )

    def _turns(self, entry: int) -> Iterator[Turn]:
        yield from (Turn(one.round, one.code, one.opponent, one.match) for one in self._everyone.met[entry])
        yield from (Turn(place.round, "WB") for place, points in self._without_match(entry) if points)

    @cached_property
    def order(self) -> Sequence[int]:
        """The group from the top."""
        lines = {entry: self.line(entry) for entry in self.group.entries}
        return [row.entry for row in rank(lines, criteria_of(self._chosen)).rows]

    def accounts(self, entry: int) -> Sequence[Account]:
        """The numbers that several matches add up to."""
        if self._chosen is not None:
            return ranked.accounts(self._chosen, self._entrants, entry)
        mine = self._everyone.met[entry]
        won = [one for one in mine if one.points == WON]
        points = [_part(one, one.points) for one in mine if one.points]
        free = self._beside_results(entry)
        berger = (_part(one, number) for one, number in self._everyone.berger_parts(entry) if number)
        koya = (_part(one, one.points) for one in self._everyone.koya_parts(entry) if one.points)
        return (
            account("match_points", (*points, *free)),
            account("wins", (_part(one, 1) for one in won)),
            account("sonneborn_berger", berger),
            account("koya", koya),
        )

    def points_for_each_match(self, entry: int, placed: int) -> Fraction:
        """GRP-6: of the matches against the first so many of the group."""
        return Fraction(
            sum(part.value for part in self.points_against(entry, placed)), self.count_met(entry, placed) or 1
        )

    def difference_for_each_match(self, entry: int, placed: int) -> Fraction:
        """GRP-6: the points scored there, less those of the opponents."""
        return Fraction(
            sum(part.value for part in self.scored_against(entry, placed)), self.count_met(entry, placed) or 1
        )

    def count_met(self, entry: int, placed: int) -> int:
        """The number of the first so many of the group that the entry has met, with a result that counts."""
        return len(self._against(entry, placed))

    def points_against(self, entry: int, placed: int) -> Sequence[Part]:
        """The points that each of those matches has given."""
        counted = self._against(entry, placed)
        matches = {one.match for one in counted}
        further = [part for part in self._for_error_rates(entry) if part.match in matches]
        return [*(_part(one, one.points) for one in counted), *further]

    def scored_against(self, entry: int, placed: int) -> Sequence[Part]:
        """The difference of points scored in each of them."""
        return [_part(one, self._difference(entry, one)) for one in self._against(entry, placed)]

    def _difference(self, entry: int, one: Met) -> int:
        scored = self._facts.points(one.match or 0)
        return scored.get(entry, 0) - scored.get(one.opponent, 0)

    def _against(self, entry: int, placed: int) -> Sequence[Met]:
        others = self.order[:placed]
        return [one for one in self._everyone.met[entry] if one.opponent in others and one.code is not None]

    def table(self) -> GroupTable:
        """RR-12: the group as rows and columns, in the order of the table."""
        return GroupTable(name=self.group.name, lines=tuple(map(self._chart_line, self.order)))

    def _chart_line(self, entry: int) -> GroupLine:
        met = [_meeting(place, entry) for place in self._places if place.match is not None and entry in place.entries]
        meetings = tuple(
            Meeting(opponent=one.opponent, round=one.round, code=one.code, match=one.match)
            for one in sorted(met, key=lambda each: each.round)
        )
        points = self._everyone.points[entry]
        return GroupLine(entry=entry, meetings=meetings, points=points, counted=entry not in self.uncounted)

    def _as_counted(self, place: RoundPlace) -> RoundPlace:
        """The place with what it came to for the table."""
        return place

    def _does_not_count(self, entrant: Entrant) -> bool:
        """RR-8: who has left, by the option."""
        leaving = self.group.options.leaving
        if not entrant.withdrawn or leaving == "count-all":
            return False
        mine = (place for place in self._places if place.match is not None and entrant.number in place.entries)
        completed = sum(_is_completed(place, entrant) for place in mine)
        return leaving == "count-none" or 2 * completed < self.group.matches_of.get(entrant.number, 0)

    def _counted_meetings(self, entry: int) -> Iterator[Met]:
        """The matches that count."""
        for place in self._places:
            if place.match is not None and entry in place.entries and self.uncounted.isdisjoint(place.entries):
                yield _meeting(place, entry)

    def _beside_results(self, entry: int) -> Sequence[Part]:
        """The points that no result gives."""
        free = (_part_without(place, number) for place, number in self._without_match(entry) if number)
        return [*free, *self._for_error_rates(entry)]

    def _for_error_rates(self, entry: int) -> Iterator[Part]:
        """The points for the lower error rate of a match, or an equal one, and of what is won without play."""
        if not self.group.options.error_rate_point:
            return
        for one in self._met_by[entry]:
            rates = self._sums_of_rates(one) if one.code in PLAYED else {}
            if rates[entry] <= rates[one.opponent] if rates else self._without_play(one):
                yield _part(one, WON, "lower error rate")
        for place, number in self._without_match(entry):
            if number and len(self.group.sides[place.slot]) > 1:
                yield Part(label="lower error rate", value=WON, round=place.round)

    def _sums_of_rates(self, one: Met) -> Mapping[int, int]:
        """By entry its error rates of the match, or of all matches of a bout; nothing while one has no analysis."""
        told = [*ranked.rates_by_match(self._facts, one.match or 0).values()]
        return {entry: sum(rates[entry] for rates in told) for entry in told[0]} if all(told) else {}

    def _without_play(self, one: Met) -> bool:
        """Whether it was won by default, or by the other's leaving."""
        place = next(place for place in self._places if place.match == one.match)
        return one.code in ("W", "WD") and not _is_completed(place, self._facts.entrant(one.opponent))

    def _without_match(self, entry: int) -> Iterator[tuple[RoundPlace, int]]:
        """The points without a match: for a walkover those of a win, unless the other's matches do not count."""
        for place in self._places:
            if place.match is None and entry in place.entries and entry not in self.uncounted:
                away = [other for other in self.group.sides[place.slot] if other != entry]
                if self.uncounted.isdisjoint(away):
                    yield place, WON if away or self.group.options.rest_is_a_win else 0


def lot_of(facts: Facts, entrant: Entrant) -> int:
    """The entrant's lot; who has none stands after those who have."""
    return len(facts.numbers) + 1 if entrant.lot is None else entrant.lot


def _is_completed(place: RoundPlace, entrant: Entrant) -> bool:
    """Whether it was played, and not conceded by leaving."""
    ended = place.ended
    played = ended is not None and ended.was_played
    return played and (ended is None or ended.winner == entrant.number or ended.played_at != entrant.left_at)


def _meeting(place: RoundPlace, entry: int) -> Met:
    code = None if place.ended is None else code_of(place.ended, entry)
    return Met(place.opponent_of(entry), code, place.round, place.match)


def _part(one: Met, value: int, label: str | None = None) -> Part:
    return Part(label=label or str(one.code), value=value, round=one.round, match=one.match, opponent=one.opponent)


def _part_without(place: RoundPlace, value: int) -> Part:
    return Part(label="walkover", value=value, round=place.round)
