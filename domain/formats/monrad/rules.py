"""A Monrad, the Swiss of backgammon (SWX-1..8, MON-1..9).

A set number of rounds; everybody still in has one match in each, or a bye, which is worth a win. A round is drawn when
all matches before it have their results: down the order, by points, and within the same points by lot, by the lots of
the start, or as the table has it. The table is by points, then Buchholz without the least, Buchholz, the match between
those tied, and lot.

An absent player is left out of each round until they come back, and has nothing for it (SWX-4), while two others are
there.

The field is numbered by lot, by rating or by hand. Accelerated, the first half of it has points that count in pairing
alone, in the first half of the rounds (SWX-8): `formats/monrad/acceleration.py`.

A bye on request is worth half a win, where such byes are announced (SWX-3); it keeps nobody from the bye of an odd
field. Pairs sit in the order in which they are drawn, or by score (SWX-12).

Readings: a match is won, or lost by both; there are no draws. Who leaves stays in the table, as all that was played
does. Who enters late has their lot after all others, and is in the next round that is drawn. Who has won every round
shares the first rank, whatever the tie-breaks; a tournament with several such has no single champion. Where a later
stage follows, the tie-breaks order them. The number of rounds changes, with a reason, until the last one is drawn; no
draw depends on which is the last (SWX-11). A round that can't be paired without a rematch, or without two who must not
meet, is for the director (ALL-5), as is a player who lacks a place in a round under way.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import groupby

from domain.formats.contract import acts, steps
from domain.formats.contract.account import Account
from domain.formats.contract.opened import TableOpened
from domain.formats.contract.protocol import (
    Announced,
    Caution,
    ConsideredOpponent,
    Facts,
    Format,
    RoundPlace,
    marks_of_lines,
)
from domain.formats.contract.timed import TimedRounds
from domain.formats.down_the_order import Rules, against, can_pair, contender, drawing, opponents_passed_over
from domain.formats.monrad.acceleration import ACCELERATION
from domain.formats.monrad.course import Course
from domain.formats.monrad.options import (
    FirstMonradOptions,
    FourthMonradOptions,
    MonradOptions,
    SecondMonradOptions,
    ThirdMonradOptions,
)
from domain.formats.progress import (
    cautions_of,
    draw_lots,
    due_or_ask,
    going_on,
    is_late,
    newest_round,
    refuse_late_in_stage,
    refuse_new_rounds,
    refuse_seeding_by_rating,
)
from domain.formats.round_options import at_tables, has_asked, keys_by, refuse_bye, with_request
from domain.formats.rounds import pairings_stand, refuse_in_rounds
from domain.formats.tie_breaks import ranked
from domain.kernel.chance import Chance
from domain.kernel.refusal import Refused
from domain.kernel.replacing import replace
from domain.problems.entries import ENTRIES_CLOSED
from domain.problems.rounds import PAIRED_BY_ROUND
from domain.problems.tournament import OPTION_WITHOUT_EFFECT, TOO_FEW_ENTRANTS
from domain.standings.crosstable import Crosstable, line
from domain.standings.ranking import Reason, Row, Table, rank

RULES = Rules(pairs="MON-3", bye="MON-9")


class Monrad(TimedRounds, Format[MonradOptions]):
    """The format itself."""

    settings = MonradOptions
    earlier = (FirstMonradOptions, SecondMonradOptions, ThirdMonradOptions, FourthMonradOptions)
    rule_of_rounds = "MON-1"
    chart_kind = "crosstable"
    leaves_absent_out = True

    def refuse_announcement(self, options: MonradOptions, announced: Announced) -> Refused | None:
        """The refusal of settings for late entries where there are none, or of late entries in a later stage."""
        late = [name for name, is_said in _of_late_entries(options) if is_said]
        if late and not options.late_entries:
            detail = f"Nobody enters after the start, so {late[0]} says nothing: allow late entries, or leave it out."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option=late[0])
        refused = _refuse_seeding(options, announced)
        refused = refused or refuse_late_in_stage(announced, late_entries=options.late_entries)
        return refused or ranked.refuse_order(options.tie_breaks, options.kind, options.facts)

    def refuse_start(self, options: MonradOptions, facts: Facts) -> Refused | None:
        """SWX-1: there must be as many opponents as rounds."""
        return _refuse_rounds(options, facts) or super().refuse_start(options, facts)

    def byes_on_request(self, options: MonradOptions) -> bool:
        """As announced (SWX-3)."""
        return options.half_byes != 0

    def cautions(self, options: MonradOptions, facts: Facts) -> Sequence[Caution]:
        """SWX-11."""
        return cautions_of(options.rounds_for(facts.starters), facts)

    def refuse_new_settings(self, options: MonradOptions, changed: MonradOptions, facts: Facts) -> Refused | None:
        """SWX-11: the number of rounds changes until the last one is drawn, and to no fewer than were drawn."""
        before, after = (one.rounds_for(facts.starters) for one in (options, changed))
        refused = refuse_new_rounds(facts, before, after)
        return refused or (None if before == after else _refuse_rounds(changed, facts))

    def refuse(self, options: MonradOptions, facts: Facts, act: acts.Act) -> Refused | None:
        """Matches come from the rounds; entries as announced (SWX-5)."""
        match act:
            case acts.EnterLate():
                return _refuse_entry(options, facts)
            case acts.AskForBye() if self.byes_on_request(options):
                return refuse_bye(options, options.rounds_for(facts.starters), facts, act, ())
            case acts.AskForBye():
                return Refused(PAIRED_BY_ROUND, "The order of the round decides who has the bye (MON-9).")
            case _:
                return refuse_in_rounds(act)

    def takes_late_entries(self, options: MonradOptions, announced_end: bool) -> bool:
        """As announced."""
        return options.late_entries

    def service(self, options: MonradOptions, facts: Facts, touched: Collection[int] | None) -> steps.Service | None:
        """TB-2; MON-2: at the start the field is seeded by rating, where that is announced."""
        return draw_lots(facts) or _seeding_due(options, facts)

    def step(self, options: MonradOptions, facts: Facts) -> steps.Step:
        """The next step: a wait, a round due, a question, or the end."""
        course = Course(options, facts)
        return course.standstill() or _next_round(course)

    def lacks(self, options: MonradOptions, facts: Facts, entry: int) -> tuple[int, int]:
        """The round after the one that the entry has come to."""
        return Course(options, facts).newest_round_of(entry) + 1, 1

    def substitute(
        self, options: MonradOptions, before: Facts, after: Facts, lost: Sequence[RoundPlace]
    ) -> steps.Substitution | None:
        """The pairings stand, unless two would meet who must not."""
        return options.unless_banned(pairings_stand(self, options, before, after, lost, options.terms_of))

    def draw(self, options: MonradOptions, due: steps.Due, chance: Chance) -> steps.Drawing:
        """MON-3, and MON-5 where the order is by lot."""
        return _draw_down(options, due, _order(options, due, chance))

    def certain_drawing(self, options: MonradOptions, due: steps.Due) -> steps.Drawing | None:
        """Unless the order is by lot."""
        is_by_lot = options.order == "random"
        return None if is_by_lot else _draw_down(options, due, _halves(options, due, due.contenders))

    def against(self, options: MonradOptions, due: steps.Due, entries: Sequence[int]) -> Mapping[str, int]:
        """SWX-7, MON-8, MON-9."""
        return against(options, due, entries)

    def points_in_pairing(self, options: MonradOptions, facts: Facts, round_: int) -> Mapping[int, int]:
        """SWX-8."""
        course = Course(options, facts)
        return {entry: course.acceleration(entry, round_) for entry in facts.numbers}

    def passed_opponents(self, options: MonradOptions, due: steps.Due, entry: int) -> Sequence[ConsideredOpponent]:
        """Those who stood higher; of an order by lot nobody is named."""
        if options.order == "random":
            return ()
        return opponents_passed_over(options, due, _halves(options, due, due.contenders), RULES, entry)

    def going_on(self, options: MonradOptions, facts: Facts) -> Sequence[int]:
        """All who have not left."""
        return going_on(facts, ())

    def table(self, options: MonradOptions, facts: Facts) -> Table:
        """MON-4, MON-7."""
        return _table(Course(options, facts))

    def onward(self, options: MonradOptions, facts: Facts) -> Table:
        """MON-4, without who has left."""
        return Course(options, facts).ranked_still_in

    def chart(self, options: MonradOptions, facts: Facts) -> Crosstable:
        """A table of who has met whom in which round."""
        course = Course(options, facts)
        lines = [line(entry, None, course.records[entry].turns) for entry in course.order]
        return Crosstable(rounds=course.rounds, lines=tuple(lines))

    def accounts(self, options: MonradOptions, facts: Facts, entry: int) -> Sequence[Account]:
        """TB-5: each round with what it contributes."""
        return Course(options, facts).accounts(entry)

    def open_table(self, options: MonradOptions, facts: Facts) -> TableOpened:
        """The course is the same for all."""
        course = Course(options, facts)
        return TableOpened(partial(_table, course), course.accounts)


def _of_late_entries(options: MonradOptions) -> Sequence[tuple[str, bool]]:
    """The announcement of late entries, and whether it says anything."""
    return ("late_until", options.late_until is not None), ("late_half", options.late_half > 0)


def _refuse_seeding(options: MonradOptions, announced: Announced) -> Refused | None:
    """A later stage is numbered by lot; by rating there must be ratings."""
    if announced.stage > 1 and options.seeding != "lot":
        detail = f"Stage {announced.stage} is numbered by lot, not {options.seeding!r}."
        return Refused(OPTION_WITHOUT_EFFECT, detail, stage=announced.stage, option="seeding")
    return refuse_seeding_by_rating(announced, options.seeding)


def _seeding_due(options: MonradOptions, facts: Facts) -> steps.SeedByRating | None:
    """Where somebody who was in at the start has no seed yet. Who enters late is numbered after them."""
    if options.seeding != "rating" or not facts.started:
        return None
    starters = (one for one in facts.entrants if not one.withdrawn and not is_late(facts, one))
    return steps.SeedByRating() if any(one.seed is None for one in starters) else None


def _refuse_rounds(options: MonradOptions, facts: Facts) -> Refused | None:
    most = facts.starters - 1 + facts.starters % 2
    if options.rounds is None or options.rounds <= most or facts.starters < 2:
        return None
    detail = f"{facts.starters} entrants have opponents for {most} rounds: announce {most} rounds at most."
    return Refused(TOO_FEW_ENTRANTS, detail, entrants=facts.starters)


def _refuse_entry(options: MonradOptions, facts: Facts) -> Refused | None:
    last = min(options.late_until_round(facts.starters), options.rounds_for(facts.starters))
    if not options.late_entries:
        return Refused(ENTRIES_CLOSED, "The tournament has started, and takes no late entries.")
    if newest_round(facts) >= last:
        return Refused(ENTRIES_CLOSED, f"Round {last} has been drawn, and late entries were taken until then.")
    return None


def _draw_down(options: MonradOptions, due: steps.Due, order: Sequence[steps.Contender]) -> steps.Drawing:
    """Down that order; by tables where that is announced (SWX-12)."""
    made = drawing(options, due, order, RULES)
    if not options.tables_by_score:
        return made
    return replace(made, pairs=at_tables(made.pairs, keys_by("score", due.contenders)))


def _next_round(course: Course) -> steps.Step:
    """The round of those who are furthest behind."""
    last = course.behind()
    clubs, asked = course.options.clubs_of(course.facts, last.round), course.facts.bye_requests(last.round)
    contenders = [
        contender(course.facts, entry, _counts(course, entry, last.round, asked), clubs.get(entry))
        for entry in _in_order(course, last.round)
        if entry in last.lacks
    ]
    due = steps.Due(last.round, tuple(contenders), course.options.terms_of(last.round))
    detail = f"Round {due.round} can't be paired as the rules want it."
    entries = [one.entry for one in contenders if not has_asked(one)]
    able = can_pair(course.options, due)
    return due_or_ask(course.facts, due, entries, detail, can_pair=able, under_way=last.under_way)


def _counts(course: Course, entry: int, round_: int, asked: Collection[int]) -> Mapping[str, int]:
    counts = {"score": course.score(entry, round_), "lot": course.numbers[entry]}
    extra = course.acceleration(entry, round_)
    return with_request(counts | {ACCELERATION: extra} if extra else counts, asked=entry in asked)


def _in_order(course: Course, round_: int) -> Sequence[int]:
    """MON-2; by the score in pairing (SWX-8)."""
    by_table = {entry: place for place, entry in enumerate(course.order)}
    within = by_table if course.options.order == "table" else course.numbers
    return sorted(course.order, key=lambda entry: (-course.score(entry, round_), within[entry]))


def _order(options: MonradOptions, due: steps.Due, chance: Chance) -> Sequence[steps.Contender]:
    """The order in which the round is paired: MON-5 by lot within the same points, else as the contenders are."""
    if options.order != "random":
        return _halves(options, due, due.contenders)
    shuffled = chance.random_order(due.contenders)
    return sorted(shuffled, key=lambda one: -one.counts["score"])


def _halves(options: MonradOptions, due: steps.Due, order: Sequence[steps.Contender]) -> Sequence[steps.Contender]:
    """MON-2: in round 1 the first of the upper half of those with one score stands beside the first of the lower."""
    order = [one for one in order if not has_asked(one)]
    if options.first_round == "neighbours" or due.round > 1:
        return order
    groups = groupby(order, key=lambda one: one.counts["score"])
    return [one for _, group in groups for one in _pair_halves([*group])]


def _pair_halves(group: Sequence[steps.Contender]) -> Sequence[steps.Contender]:
    half = len(group) // 2
    pairs = zip(group[:half], group[half : 2 * half], strict=True)
    return [*(one for pair in pairs for one in pair), *group[2 * half :]]


def _table(course: Course) -> Table:
    """The table: all who have won every round share the first rank; where a stage follows the tie-breaks order them
    (MON-7)."""
    table = rank(course.lines, course.criteria, _marks(course))
    if not course.facts.last or len(course.unbeaten) < 2:
        return table
    return replace(table, rows=tuple(_sharing_first(course, row) for row in table.rows))


def _sharing_first(course: Course, row: Row) -> Row:
    if row.entry not in course.unbeaten or row.rank == 1:
        return row
    return replace(row, rank=1, reason=Reason(row.reason.above))


def _marks(course: Course) -> Mapping[int, str]:
    end = course.standstill() if course.facts.started else None
    champion = end.champion if isinstance(end, steps.Done) else None
    marks = dict.fromkeys((one.number for one in course.facts.entrants), "in")
    if course.tie_breaks is not None and course.facts.last and len(course.unbeaten) < 2:
        marks |= ranked.winners(end, course.ranked_still_in.rows)
    if isinstance(end, steps.Done) and course.facts.last and len(course.unbeaten) > 1:
        marks |= dict.fromkeys(course.unbeaten, "winner")
    return marks_of_lines(course.facts, marks, champion)
