"""A line of a stage's table, and what each of its numbers adds up from.

What the format opens up is as it says. Wins, losses and points that it leaves alone are those of the matches that
count. Any other number is a place in the whole, such as who is champion, and no sum: it has one part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from operator import attrgetter

from domain.formats.contract.account import Account, Part
from domain.match import validity
from domain.match.validity import Tally
from domain.standings.ranking import Row, Table
from domain.tournament.derived.progress import combined_table
from domain.tournament.derived.stage import Stage
from domain.tournament.state import Tournament
from projections.explain.causes import Watched

STAGE = "stage"
"""The number by which those of a later stage stand above all others."""

PLACING = "placing"
"""The one part of what is no sum."""

_SHARES: Mapping[str, Callable[[Tally], int]] = {
    **{number.name: attrgetter(number.name) for number in fields(Tally)},
    "points_difference": lambda tally: tally.points_for - tally.points_against,
}
"""The numbers of a tally, by the names that tables have for them."""


class ExplainedLines:
    """The lines of a tournament's tables by its `stages`, each opened up once. None of them is kept here: it holds
    these in turn, and what holds itself stays until somebody looks for cycles, with all that was worked out of it."""

    def __init__(self, state: Tournament, stages: Sequence[Stage]) -> None:
        self.state = state
        self.stages = stages
        self._accounts: dict[tuple[int, int], Mapping[str, Account]] = {}

    def of(self, entry: int, stage: int | None = None) -> ExplainedLine | None:
        """The entry's line in that stage's table, by default in that of the newest it has come to; None where it is in
        none."""
        wanted = (one for one in reversed(self.stages) if stage in (None, one.facts.stage))
        lines = (self._line(entry, one) for one in wanted)
        return next((line for line in lines if line is not None), None)

    def _line(self, entry: int, stage: Stage) -> ExplainedLine | None:
        values = stage.opened.values(entry)
        return None if values is None else ExplainedLine(self, stage, entry, values)

    def row(self, entry: int) -> Row:
        """The entry's row in the tournament's table. Where there is one stage, that is its row there."""
        if len(self.stages) == 1:
            return self.stages[0].opened.row(entry)
        return next(row for row in self.whole.rows if row.entry == entry)

    def accounts(self, entry: int, stage: Stage) -> Mapping[str, Account]:
        """The format's accounts of the entry's line in that stage."""
        key = stage.facts.stage, entry
        if key not in self._accounts:
            self._accounts[key] = {account.name: account for account in stage.accounts(entry)}
        return self._accounts[key]

    @cached_property
    def tables(self) -> Mapping[int, Table]:
        """By stage."""
        return {stage.facts.stage: stage.table() for stage in self.stages}

    @cached_property
    def whole(self) -> Table:
        """The tournament's table, put together from these."""
        return combined_table(self.state, self.tables)


@dataclass(frozen=True)
class ExplainedLine:
    """An entry's line in the table of one stage."""

    lines: ExplainedLines
    stage: Stage
    entry: int
    own: Mapping[str, int]

    @property
    def state(self) -> Tournament:
        return self.lines.state

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
        several = len(self.lines.stages) > 1
        return {**self.own, **({STAGE: self.number} if several else {})}

    def parts_of(self, name: str) -> Sequence[Part] | None:
        """The parts of the number of that name; None: of matches, each of which gives its share."""
        if name == STAGE:
            return [Part(label=STAGE, value=1)] * self.number
        if name in self._accounts:
            return self._accounts[name].parts
        return None if name in _SHARES else [Part(label=PLACING, value=self.values[name])]

    @property
    def _accounts(self) -> Mapping[str, Account]:
        """The accounts that the format gives of the line."""
        return self.lines.accounts(self.entry, self.stage)

    def share(self, name: str, number: int) -> Part | None:
        """The match's share of a number of the tally; None where that is nothing."""
        match = self.state.matches.get(number)
        result = None if match is None or match.opening != self._opening else validity.counting(match)
        if match is None or result is None or self.entry not in result.sides:
            return None
        share = _SHARES[name](Tally().plus(result, self.entry))
        if not share:
            return None
        round_ = None if match.round is None else match.round - self.stage.facts.rounds_before
        opponent = next(side for side in result.sides if side != self.entry)
        return Part(label="match", value=share, round=round_, match=number, opponent=opponent)

    def rests_on(self, part: Part) -> Collection[Watched]:
        """The things of the tournament that the part was made of."""
        if part.label == STAGE:
            return [self._entry, *self._openings()]
        if part.match is not None:
            return [Watched("match", part.match)]
        if part.label == PLACING:
            return [self._entry, *self._openings(), *self._watched_in_rounds(0, None)]
        if part.round is None:
            return [self._entry]
        return [*self._watched_in_rounds(0 if part.kind == "inherited" else part.round, part.round)] or [self._entry]

    @property
    def _entry(self) -> Watched:
        return Watched("entry", self.entry)

    def _openings(self) -> Iterator[Watched]:
        """The openings by which the entry came up to this stage."""
        for stage in self.lines.stages:
            opening = stage.facts.opening
            if opening is not None and stage.facts.stage <= self.number:
                yield Watched("opening", opening.number)

    def _watched_in_rounds(self, first: int, last: int | None) -> Iterator[Watched]:
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


def _within(round_: int, first: int, last: int | None) -> bool:
    return first <= round_ and (last is None or round_ <= last)
