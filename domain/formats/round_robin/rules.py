"""Everyone in a group meets everyone (RR-1 to RR-14): one group of the whole field, or several beside each other.

Who meets who is clear from the start, so that a match is made from no result: a correction changes points and nothing
else (ALL-4). With `rounds` as the pace a round comes into being when those before it are played, or as many before as
may be open at once; with `at-once` all matches are there from the start.

Readings. A round that has come into being stays, also where a match before it is open again: rounds before may be open
(RR-6). A voided match is made again at once. Of anyone who leaves the matches in progress are conceded, and anyone who
was still to meet them has a walkover (RR-8). What was played counts as completed; what was conceded by leaving, or
decided by default, does not. A match of which nobody, or both, told the director is for a director to decide (RR-9). A
late entry is refused (RR-10). The point for the lower error rate is one of the table and of those that opponents bring;
direct encounters, wins and Koya are those of results alone. Who wins without play has it too. The champion is the first
of those who are still there. A cut beyond the rounds that there are cuts nothing.
"""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from typing import ClassVar, TypeVar

from domain.formats import slots
from domain.formats.contract import acts, steps
from domain.formats.contract.account import Account
from domain.formats.contract.opened import TableOpened
from domain.formats.contract.protocol import Announced, Facts, Format, RoundPlace, entrants_at_start, nobody_left
from domain.formats.contract.timed import TimedRounds
from domain.formats.progress import refuse_seeding
from domain.formats.round_robin.options import Due, EveryoneMeetsOptions, Group, GroupOptions
from domain.formats.round_robin.standing import ORDER, Standing, lot_of
from domain.formats.tie_breaks import ranked
from domain.kernel.refusal import Refused
from domain.kernel.values import Value, Why
from domain.problems.entries import ENTRIES_CLOSED, RESIGN_INSTEAD
from domain.problems.matches import MADE_BY_RESULTS, MATCH_HAS_RESULT
from domain.problems.rounds import WHO_MEETS_IS_FIXED
from domain.problems.tournament import (
    OPTION_WITHOUT_EFFECT,
    TOO_FEW_ENTRANTS,
    TOO_MANY_ENTRANTS,
)
from domain.scoring.result import Result, Unplayed
from domain.standings.round_robin_chart import RoundRobinChart

MOST_MATCHES = 2016
"""In one group: 64 who meet once, or 32 who meet four times."""
NOBODY_LEFT = "nobody-left"

Chosen = TypeVar("Chosen", bound=GroupOptions)


class EveryoneMeets(TimedRounds, Format[Chosen]):
    """The rules of all of them, but for the groups there are, and the order of the whole field."""

    chart_kind = "round-robin"
    keeps_step: ClassVar[bool] = True
    """Whether no group plays a round before the others have played the one before."""

    @abstractmethod
    def groups(self, options: Chosen, facts: Facts) -> Sequence[Group]:
        """The groups there are."""

    @abstractmethod
    def largest_group(self, options: Chosen, entrants: int) -> int:
        """The size of its largest group."""

    def refuse(self, options: Chosen, facts: Facts, act: acts.Act) -> Refused | None:
        """The table of the rounds says who meets."""
        match act:
            case acts.EnterLate():
                return Refused(ENTRIES_CLOSED, "A round robin takes no entries after the start.")
            case acts.PairThemselves() | acts.SitOut():
                return Refused(MADE_BY_RESULTS, "The table of the rounds decides the pairings.")
            case acts.AskForBye():
                return Refused(MADE_BY_RESULTS, "The table of the rounds decides the byes.")
            case acts.Leave():
                return Refused(RESIGN_INSTEAD, "The tournament has started.")
            case acts.CorrectMatch(sides=True) | acts.CorrectSides():
                return Refused(WHO_MEETS_IS_FIXED, "In a round robin the two sides of a match can't change.")
            case acts.ReportNoTimeAgreed(match=number) if number not in facts.awaited:
                return Refused(MATCH_HAS_RESULT, f"Match {number} is not open.", match=number)
            case acts.CorrectMatch() | acts.ReportNoTimeAgreed() | acts.EndMatch():
                return None

    def refuse_announcement(self, options: Chosen, announced: Announced) -> Refused | None:
        """An option must have an effect; by rating there must be ratings, and facts for the order of the table."""
        alone = [option for option, is_said in _of_rounds(options) if is_said and options.pace == "at-once"]
        if alone:
            detail = f"With all matches at once every round is open from the start, so {alone[0]} has no effect."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option=alone[0])
        refused = refuse_seeding(announced, options.seeding)
        return refused or ranked.refuse_order(options.tie_breaks, options.kind, options.facts)

    def takes_seeds(self, options: Chosen) -> bool:
        """TD-20."""
        return slots.puts_others_behind(options.seeding)

    def refuse_start(self, options: Chosen, facts: Facts) -> Refused | None:
        """No group has more matches than anybody could play, and the cut comes within its rounds (RR-14)."""
        size = self.largest_group(options, facts.starters)
        matches = size * (size - 1) // 2 * options.cycles
        if matches > MOST_MATCHES:
            detail = f"A group would have {matches} matches; at most {MOST_MATCHES} are allowed."
            return Refused(TOO_MANY_ENTRANTS, detail, entrants=facts.starters)
        return _refuse_cut(options.cut, size, facts.starters) or super().refuse_start(options, facts)

    def service(self, options: Chosen, facts: Facts, touched: Collection[int] | None) -> steps.Service | None:
        """RR-6: first the numbers and the lots, then whatever is to be played now and is not there."""
        if not facts.started:
            return None
        without = tuple(entrant.number for entrant in entrants_at_start(facts) if entrant.lot is None)
        lots = steps.DrawLots(without) if without else None
        return slots.seeding_due(facts, slots.Seating(options.seeding)) or lots or self._make_missing(options, facts)

    def _make_missing(self, options: Chosen, facts: Facts) -> steps.Make | None:
        held, due = slots.newest_places(facts), [group.due for group in self.groups(options, facts)]
        together = [list(chain.from_iterable(due))] if self.keeps_step else due
        missing = [one for each in together for one in _missing(options, facts, held, each)]
        here = [(one, _there(facts, one)) for one in missing]
        matches = tuple(_match(options, one) for one, there in here if len(there) == 2)
        alone = tuple(_alone(one, *there) for one, there in here if len(there) == 1)
        return steps.Make(matches, alone) if matches or alone else None

    def step(self, options: Chosen, facts: Facts) -> steps.Step:
        """RR-13: waits, before the start too; a question; or the champion."""
        if not self.is_played(facts):
            return steps.Wait(tuple(facts.awaited))
        if facts.last and not self.going_on(options, facts):
            return nobody_left(
                facts, NOBODY_LEFT, [e.number for e in entrants_at_start(facts)], "Nobody is left to have won."
            )
        rows = self.onward(options, facts).rows if facts.last else ()
        return ranked.analyses_asked(options, facts) or ranked.end_of(options.tie_breaks, facts, rows)

    def is_played(self, facts: Facts) -> bool:
        """Whether all that was made has come to something; a bout may still wait for an analysis (SER-7)."""
        waits = facts.awaited or any(place.match is not None and place.ended is None for place in facts.places)
        return facts.started and not waits

    def lines(self, options: Chosen, facts: Facts) -> Mapping[int, Mapping[str, int]]:
        """Everybody's numbers."""
        return self.lines_of(facts, self.standings(options, facts))

    def lines_of(self, facts: Facts, standings: Sequence[Standing]) -> Mapping[int, Mapping[str, int]]:
        """The same, by what each group has come to."""
        lines = {entry: one.line(entry) for one in standings for entry in one.group.entries}
        names = next(iter(lines.values()), {one.name: 0 for one in ORDER})
        nothing = dict.fromkeys(names, 0)
        return {e.number: lines.get(e.number) or {**nothing, "lot": lot_of(facts, e)} for e in facts.entrants}

    def standings(self, options: Chosen, facts: Facts) -> Sequence[Standing]:
        """The standings of each group."""
        return [Standing(facts, group) for group in self.groups(options, facts)]

    def champion(self, options: Chosen, facts: Facts) -> int | None:
        """The winner, once all is played."""
        step = self.step(options, facts) if facts.started else None
        return step.champion if isinstance(step, steps.Done) else None

    def accounts(self, options: Chosen, facts: Facts, entry: int) -> Sequence[Account]:
        """The numbers of the line that several matches add up to."""
        return self.accounts_by(options, facts, self.standings(options, facts), entry)

    def open_table(self, options: Chosen, facts: Facts) -> TableOpened:
        """Each group is worked out once for all accounts."""
        standings = cache(partial(self.standings, options, facts))
        return TableOpened(
            partial(self.table, options, facts), lambda entry: self.accounts_by(options, facts, standings(), entry)
        )

    def accounts_by(
        self, options: Chosen, facts: Facts, standings: Sequence[Standing], entry: int
    ) -> Sequence[Account]:
        """The same, by what each group has come to."""
        return next((one.accounts(entry) for one in standings if entry in one.group.entries), ())

    def chart(self, options: Chosen, facts: Facts) -> Value | None:
        """RR-12, once the matches have been made."""
        tables = tuple(one.table() for one in self.standings(options, facts)) if facts.places else ()
        return RoundRobinChart(cycles=options.cycles, groups=tables) if tables else None

    def unplayed_result(self, options: Chosen, facts: Facts, match: int) -> Result | None:
        """RR-9: who told the director has won; otherwise the director decides."""
        told = tuple(facts.reported_no_time(match))
        return Unplayed(reported_by=told[0]) if len(told) == 1 else None


def _refuse_cut(cut: int | None, size: int, starters: int) -> Refused | None:
    """The refusal of more rounds than the largest group has."""
    most = size - 1 + size % 2
    if cut is None or cut <= most or size <= 1:
        return None
    detail = f"Everybody has met after {most} rounds: announce {most} rounds at most, or leave the number out."
    return Refused(TOO_FEW_ENTRANTS, detail, entrants=starters)


def _of_rounds(options: EveryoneMeetsOptions) -> Sequence[tuple[str, bool]]:
    """The options of a pace by rounds, and whether something is said by them."""
    return (
        ("rounds_open", options.rounds_open != 1),
        ("round_days", options.round_days is not None),
        ("round_hours", options.round_hours is not None),
    )


def _missing(
    options: EveryoneMeetsOptions, facts: Facts, held: Mapping[str | None, RoundPlace], due: Sequence[Due]
) -> Sequence[Due]:
    """The matches that are to be played now and are not there, round by round."""
    last = _last_open(options, facts, held, due)
    return [one for one in sorted(due, key=lambda one: one.round) if one.round <= last and one.slot not in held]


def _last_open(
    options: EveryoneMeetsOptions, facts: Facts, held: Mapping[str | None, RoundPlace], due: Sequence[Due]
) -> int:
    """The last round that may have begun."""
    rounds = max((one.round for one in due), default=0)
    waits = (one.round for one in due if _waits(facts, held.get(one.slot), one))
    return rounds if options.pace == "at-once" else min(waits, default=rounds) + options.rounds_open - 1


def _waits(facts: Facts, place: RoundPlace | None, one: Due) -> bool:
    """Whether it is still to be played."""
    if place is not None:
        return place.match is not None and place.ended is None
    return len(_there(facts, one)) == 2


def _there(facts: Facts, one: Due) -> tuple[int, ...]:
    """Those of the two who are still there."""
    return tuple(entry for entry in one.sides if slots.present(facts, entry))


def _match(options: EveryoneMeetsOptions, one: Due) -> steps.Planned:
    first, second = one.sides
    return steps.Planned(one.slot, (first, second), options.terms_of(one.round), Why(rule="RR-3"), round=one.round)


def _alone(one: Due, entry: int) -> steps.Walkover:
    """The entries that rest, or whose opponent has left."""
    left = tuple(-other for other in one.sides if other != entry)
    why = Why(rule="RR-8") if left else Why(rule="RR-4", counts={"rests": 1})
    return steps.Walkover(one.slot, entry, one.round, why, left)
