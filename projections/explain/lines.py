"""A line of a stage's table, and what each of its numbers adds up from.

What the format opens up is as it says. Wins, losses and points that it leaves alone are those of the matches that
count. Any other number is a place in the whole, such as who is champion, and no sum: it has one part.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property

from domain.formats.account import Account, Part
from domain.standings.ranking import Row, Table
from domain.standings.tally import Tally
from domain.tournament.stage import Stage, stages_of
from domain.tournament.state import Tournament
from projections.explain.tracing import Watched

STAGE = "stage"
"""The number by which those of a later stage stand above all others."""

PLACING = "placing"
"""The one part of what is no sum."""


@dataclass(frozen=True)
class Line:
    """An entry's line in the table of one stage."""

    state: Tournament
    stage: Stage
    table: Table
    row: Row

    @property
    def entry(self) -> int:
        return self.row.entry

    @property
    def number(self) -> int:
        """The stage's, from 1."""
        return self.stage.facts.stage

    @property
    def _opening(self) -> int:
        """The stage's opening; 0: the first stage."""
        return 0 if self.stage.facts.opening is None else self.stage.facts.opening.number

    @cached_property
    def values(self) -> Mapping[str, int]:
        """All numbers of the line; that of the stage where there are several."""
        several = len(stages_of(self.state)) > 1
        return {**self.row.values, **({STAGE: self.number} if several else {})}

    def account(self, name: str) -> Account:
        """What the number of that name adds up from."""
        if name == STAGE:
            return _account(name, [Part(label=STAGE, value=1)] * self.number)
        rules, options, facts = self.stage.rules, self.stage.options, self.stage.facts
        opened = [one for one in rules.accounts(options, facts, self.entry) if one.name == name]
        if opened:
            return opened[0]
        if name in _shares(Tally()):
            return _account(name, self._tallied(name))
        return _account(name, (Part(label=PLACING, value=self.values[name]),))

    def _tallied(self, name: str) -> Iterator[Part]:
        """What each match that counts adds to a number of the tally."""
        before = self.stage.facts.rounds_before
        for number, match in sorted(self.state.matches.items()):
            result = self.state.counting(match)
            if match.opening != self._opening or result is None or self.entry not in result.sides:
                continue
            share = _shares(Tally().plus(result, self.entry))[name]
            if share:
                round_ = None if match.round is None else match.round - before
                opponent = next(side for side in result.sides if side != self.entry)
                yield Part(label="match", value=share, round=round_, match=number, opponent=opponent)

    def rests_on(self, part: Part) -> Collection[Watched]:
        """What of the tournament the part was made of."""
        if part.label == STAGE:
            return [self._entry, *self._openings()]
        if part.match is not None:
            return [Watched("match", part.match)]
        if part.label == PLACING:
            return [self._entry, *self._openings(), *self._played(0, None)]
        if part.round is None:
            return [self._entry]
        return [*self._played(0 if part.kind == "inherited" else part.round, part.round)] or [self._entry]

    @property
    def _entry(self) -> Watched:
        return Watched("entry", self.entry)

    def _openings(self) -> Iterator[Watched]:
        """How the entry came up to this stage."""
        for stage in stages_of(self.state):
            opening = stage.facts.opening
            if opening is not None and stage.facts.stage <= self.number:
                yield Watched("opening", opening.number)

    def _played(self, first: int, last: int | None) -> Iterator[Watched]:
        """The entry's matches and byes that count in these rounds of the stage; to the end where `last` is None."""
        before, rounds = self.stage.facts.rounds_before, self.state.rounds
        for number in rounds.matches_of.get(self.entry, ()):
            match = self.state.matches[number]
            in_it = match.opening == self._opening and not match.void
            if in_it and _within((match.round or before) - before, first, last):
                yield Watched("match", number)
        for number, bye in sorted(rounds.byes.items()):
            in_it = bye.entry == self.entry and bye.opening == self._opening and bye.live
            if in_it and _within(bye.round - before, first, last):
                yield Watched("bye", number)


def line_of(state: Tournament, entry: int, stage: int | None = None) -> Line | None:
    """The entry's line in that stage's table, by default in that of the newest it has come to; None where it is in
    none."""
    for one in reversed(stages_of(state)):
        if stage in (None, one.facts.stage):
            table = one.table()
            for row in table.rows:
                if row.entry == entry:
                    return Line(state, one, table, row)
    return None


def _account(name: str, parts: Iterable[Part]) -> Account:
    parts = tuple(parts)
    return Account(name=name, total=sum(part.value for part in parts), parts=parts)


def _shares(tally: Tally) -> dict[str, int]:
    """The numbers of a tally, by the names that tables have for them."""
    return {**asdict(tally), "points_difference": tally.points_for - tally.points_against}


def _within(round_: int, first: int, last: int | None) -> bool:
    return first <= round_ and (last is None or round_ <= last)
