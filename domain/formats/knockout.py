"""The knockout (SEL-3, SEL-4): who loses is out, and the winners meet in bracket order.

Any number of entrants from two; the byes of the first round go to the top seeds. Everything comes into being of itself:
the first round with the start, each further match with the result that decides who plays it. A drawn match is played
again. Where both have lost, or anyone who was to come has resigned, the opponent has a walkover (ALL-9).

With `reseed` those left are put on the seats again before each round, by their seeds of round 1: the first of them
meets the last (SE-6). A match is then made from all results of the round before, and begins when that is over.

Readings. A seed that was given counts whatever the seeding is, but that by rating places all again unless everybody has
one; those without stand behind, by lot or by entry number. The match for the third place is between the beaten
semifinalists who are still there, is as long as the final, and is a walkover if there is but one of them. A drawn
match that one side has left is not played again: the other goes on. A player who leaves while waiting for an opponent
goes out in that round. A voided match is played again, unless by a choice the player who came out of it stays in place
(ALL-4). Where a player had left and is in again, and by a choice another keeps the place further up, the player who is
back goes out in the round they had come to. Where a player comes back and leaves again, the walkover of the first time
stays away from a slot that was filled since: it is as if they had never left before. The winner of the final who then
resigns leaves the director to name the champion (ALL-5), as in N times elimination. Both sides having told that no
time could be agreed takes nobody on, so the director decides.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.formats import slots
from domain.formats.bouts import BoutOptions
from domain.formats.contract import acts, steps
from domain.formats.contract.account import Account, account
from domain.formats.contract.protocol import (
    Announced,
    Entrant,
    Facts,
    Format,
    Options,
    RoundPlace,
    entrants_at_start,
    marks_of_lines,
    nobody_left,
)
from domain.formats.contract.timed import TimedRounds
from domain.formats.progress import refuse_seeding_by_rating
from domain.kernel.refusal import Refused
from domain.kernel.values import Days, Length, RoundHours, Why
from domain.pairing.bracket import Bracket, Held, Missing, Slot, rounds_of
from domain.pairing.bracket_chart import BracketChart, chart_of
from domain.pairing.round_names import RoundName
from domain.pairing.waiting import opponent_from
from domain.problems.tournament import OPTION_WITHOUT_EFFECT
from domain.scoring.result import Form as MatchForm
from domain.scoring.result import Result, Unplayed
from domain.standings.ranking import Criterion, Table, rank

CRITERIA = (Criterion("champion"), Criterion("in"), Criterion("round"), Criterion("third"))

NOBODY_LEFT = "nobody-left"

RULES_WITH_RESEEDING = 4
RULES_WITH_LAYOUT = 5

SIX_GAMES = steps.Terms(6, "six-games")


class FirstKnockoutOptions(Options):
    """`lengths` is the match length of each round in points, the last for all that follow; six-game matches have none,
    and in a best of three each of the matches is to that length. `seeding` is how the field is in the bracket;
    `round_days` is how long a round is open, None: no limit; `round_hours` is at what time of day it opens and
    closes."""

    asked_first: ClassVar[tuple[str, ...]] = ("lengths", "form", "seeding")

    kind: Literal["knockout"]
    lengths: Annotated[tuple[Length, ...], Field(min_length=1, max_length=100)] = (5,)
    form: MatchForm = "points"
    seeding: Literal["entry-order", "lot", "rating", "by-hand"] = "entry-order"
    third_place: bool = False
    round_days: Days | None = 7
    round_hours: RoundHours | None = None

    @property
    def report_type(self) -> str:
        """FIL-4."""
        return "Individual: Knock-Out"

    def rounds_announced(self, starters: int) -> int:
        """Each round halves the field."""
        return rounds_of(starters)

    def terms_of(self, round_: int) -> steps.Terms:
        """Terms of a match of the round, from 1."""
        if self.form == "six-games":
            return SIX_GAMES
        length = self.lengths[min(round_, len(self.lengths)) - 1]
        return steps.Terms(length, "best-of-three") if self.form == "best-of-three" else steps.Terms(length)


class SecondKnockoutOptions(FirstKnockoutOptions):
    """... `byes_to` is who has the byes of round 1: the first seeds, some by lot, or those who entered first.
    `replay_lengths` is what drawn matches are played again to, one after the other, the last for all that follow;
    empty: as long as they were."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 2
    byes_to: slots.ByesTo = "seeds"
    replay_lengths: Annotated[tuple[Length, ...], Field(max_length=100)] = ()

    @model_validator(mode="after")
    def _are_of_its_rules(self) -> Self:
        if self.rules_version == 1 and (self.byes_to != "seeds" or self.replay_lengths):
            raise ValueError("rules 1 of it know neither byes_to nor replay_lengths: leave rules_version out")
        return self


class ThirdKnockoutOptions(SecondKnockoutOptions, BoutOptions):
    """... `bout_matches` is how many matches two play against each other in each round, the last for all that follow;
    one, or empty: a single match. `bouts` is how they are counted: best of so many, all of them, or to the
    `bout_points` of that round, of which each match has two: for its winner, and for the lower error rate."""

    bouts_since: ClassVar[int] = 3
    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 3


class FourthKnockoutOptions(ThirdKnockoutOptions):
    """... `reseed`: before each round those left are put on the seats again, by their seeds of round 1."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 4
    reseed: bool = False

    @model_validator(mode="after")
    def _can_reseed(self) -> Self:
        if self.rules_version < RULES_WITH_RESEEDING and self.reseed:
            raise ValueError(f"rules {self.rules_version} of it seed nobody again: leave rules_version out")
        return self


class KnockoutOptions(FourthKnockoutOptions, slots.FirstByes):
    """... `layout` is where the seeds sit: on the seats of SE-2, one below the other as listed, or in tiers, of which
    each changes its seats by lot: 3 and 4, 5 to 8, and so on up to seed `seeded`; all others sit by lot on the seats
    left. `first_byes` are the entries that have byes before all others, by lot among them (SE-3)."""

    rules_version: Annotated[int, Field(strict=True, ge=1, le=1000)] = 5
    layout: slots.Layout = "standard"
    seeded: Annotated[int, Field(strict=True, ge=1, le=1024)] | None = None

    @property
    def seating(self) -> slots.Seating:
        """The way the field is seated (SE-3)."""
        return slots.Seating(self.seeding, self.byes_to, self.first_byes, self.layout, self.seeded)

    @model_validator(mode="after")
    def _has_a_layout(self) -> Self:
        said = self.layout != "standard" or self.seeded is not None or bool(self.first_byes)
        if self.rules_version < RULES_WITH_LAYOUT and said:
            raise ValueError(f"rules {self.rules_version} of it know no layout: leave rules_version out")
        if self.layout != "standard" and (self.byes_to != "seeds" or self.first_byes):
            raise ValueError("in this layout a bye goes with its seat: leave out who has the byes")
        if self.layout == "as-listed" and self.reseed:
            raise ValueError("reseed puts those left on the seats of the standard layout: leave one of both out")
        if self.seeded is not None and (self.layout != "tiers" or self.seeded & (self.seeded - 1)):
            raise ValueError("tiers end with seed 1, 2, 4, 8 and so on, and only they are by lot beyond one")
        return self


class Knockout(TimedRounds, Format[KnockoutOptions]):
    """The format itself."""

    keeps_places = True
    lets_withdraw = True
    chart_kind = "bracket"
    settings = KnockoutOptions
    earlier = (FirstKnockoutOptions, SecondKnockoutOptions, ThirdKnockoutOptions, FourthKnockoutOptions)

    def refuse_announcement(self, options: KnockoutOptions, announced: Announced) -> Refused | None:
        """A later stage has its seeds from the one before; by rating there must be ratings; six games have no
        length."""
        if options.replay_lengths and options.form == "six-games":
            detail = "Matches of six games have no length: leave out the lengths of replays."
            return Refused(OPTION_WITHOUT_EFFECT, detail, option="replay_lengths")
        return _refuse_seeding(options, announced)

    def takes_seeds(self, options: KnockoutOptions) -> bool:
        """TD-20."""
        return slots.puts_others_behind(options.seeding)

    def refuse(self, options: KnockoutOptions, facts: Facts, act: acts.Act) -> Refused | None:
        """The bracket says who meets; a result says who goes on, or that the match is played again."""
        return slots.refuse(facts, act, partial(self.empty_place, options, facts))

    def takes_late_entries(self, options: KnockoutOptions, announced_end: bool) -> bool:
        """SE-9: until the announced end of entries."""
        return announced_end

    def empty_place(self, options: KnockoutOptions, facts: Facts, entry: int | None) -> steps.EmptyPlace | None:
        """SE-9: round 1 of the bracket has it; the first seed that is empty goes first."""
        bracket = _lazy_bracket(options, facts)
        seats_of_all = options.seating.seats(facts.starters)
        late = (f"1-{position}" for position in slots.empty_seats(facts.starters, seats_of_all))
        seats = bracket.seats_without_match() if facts.places else {}
        return slots.empty_place(
            facts, entry, late, seats, lambda name: map(bracket.name, bracket.above(bracket.slot(name)))
        )

    def service(self, options: KnockoutOptions, facts: Facts, touched: Collection[int] | None) -> steps.Service | None:
        """SEL-3: first the seeding, then whatever can be made: of what hangs on the matches touched, or everything
        where that is not known, or one of them is gone from its slot."""
        if not facts.started:
            return None
        names = slots.touched_places(facts, touched)
        if names is None:
            bracket = _whole(options, facts)
            due = slots.seeding_due(facts, options.seating)
            return due or _make_missing(options, facts, bracket, bracket.slots)
        bracket = _lazy_bracket(options, facts)
        return _make_missing(options, facts, bracket, bracket.hanging_on(map(bracket.slot, names)))

    def step(self, options: KnockoutOptions, facts: Facts) -> steps.Step:
        """Waits, before the start too; a question; or the champion, the only one who is left."""
        if facts.awaited or not facts.started:
            return steps.Wait(tuple(facts.awaited))
        still_in = self.going_on(options, facts)
        if not still_in:
            return nobody_left(
                facts, NOBODY_LEFT, [e.number for e in entrants_at_start(facts)], "Nobody is left to go on."
            )
        return steps.Done(champion=still_in[0]) if len(still_in) == 1 else steps.Wait(())

    def going_on(self, options: KnockoutOptions, facts: Facts) -> Sequence[int]:
        """The entries that have neither lost nor resigned, and whose place no other keeps (ALL-4)."""
        return _going_on(facts, _whole(options, facts))

    def table(self, options: KnockoutOptions, facts: Facts) -> Table:
        """SEL-4: champion, finalist, then by the round of going out, shared; before them those who are still in, in
        the order of the bracket, without a rank (SE-13)."""
        bracket, reached = _whole(options, facts), _rounds_reached(facts, facts.places)
        still_in = _going_on(facts, bracket)
        champion = self._champion(options, facts, bracket)
        third = bracket.contents_of(bracket.third) if bracket.third else None
        values = {
            e.number: {
                "champion": int(e.number == champion),
                "in": int(e.number in still_in),
                "round": 0 if e.number in still_in else _out_in(e, reached),
                "third": int(third is not None and third.winner == e.number),
                "rounds_won": reached.get(e.number, 1) - 1,
            }
            for e in facts.entrants
        }
        marks = _marks(facts, still_in, champion, bracket.contents_of(bracket.final), third)
        unranked = [] if champion else _from_the_top(still_in, bracket)
        return rank(values, CRITERIA, marks, unranked, end_above=partial(_end_above, bracket, still_in))

    def onward(self, options: KnockoutOptions, facts: Facts) -> Table:
        """In the order of the table; who has withdrawn or resigned can't go up."""
        lines = {row.entry: row.values for row in self.table(options, facts).rows}
        return rank({e.number: lines[e.number] for e in facts.entrants if not e.withdrawn}, CRITERIA)

    def chart(self, options: KnockoutOptions, facts: Facts) -> BracketChart | None:
        """The bracket, once it has been made."""
        if not facts.places:
            return None
        return chart_of(_whole(options, facts), slots.matches_of(facts), slots.seeds_of(facts, options.seating))

    def opponent_from(self, options: KnockoutOptions, facts: Facts, entry: int) -> Sequence[int]:
        """In a bracket that is seeded again before each round nobody knows it."""
        chart = self.chart(options, facts)
        return opponent_from(chain(*chart.rounds), entry) if chart else ()

    def round_names(self, options: KnockoutOptions, facts: Facts) -> Mapping[str, RoundName]:
        """The last three rounds, and the match for the third place."""
        return _lazy_bracket(options, facts).round_names if facts.places else {}

    def accounts(self, options: KnockoutOptions, facts: Facts, entry: int) -> Sequence[Account]:
        """The rounds won, each by a match or by a walkover."""
        mine = [place for place in facts.places if entry in place.entries]
        won = {place.round: place for place in mine if place.advanced and place.advanced.winner == entry}
        rounds = range(1, _rounds_reached(facts, mine).get(entry, 1))
        parts = tuple(slots.won_round(entry, round_, won.get(round_)) for round_ in rounds)
        return (account("rounds_won", parts),)

    def unplayed_result(self, options: KnockoutOptions, facts: Facts, match: int) -> Result | None:
        """SEL-3: the one who told the director goes on; otherwise the director decides."""
        told = tuple(facts.reported_no_time(match))
        return Unplayed(reported_by=told[0]) if len(told) == 1 else None

    def seats(self, options: KnockoutOptions, facts: Facts, entry: int) -> int:
        """One, and one more for each match that is played again."""
        return 1 + sum(map(slots.ended_drawn, facts.places_of(entry)))

    def _champion(self, options: KnockoutOptions, facts: Facts, bracket: Bracket) -> int | None:
        """Anyone who has won the final, be the third place still played for; or who the step names. Nobody before the
        start, however few have entered."""
        final = bracket.contents_of(bracket.final)
        if facts.started and final and final.winner and bracket.present(final.winner):
            return final.winner
        step = self.step(options, facts)
        return step.champion if isinstance(step, steps.Done) else None


def _refuse_seeding(options: KnockoutOptions, announced: Announced) -> Refused | None:
    """A later stage has its seeds from the one before; by rating there must be ratings."""
    if announced.stage > 1 and options.seeding != "entry-order":
        detail = f"Stage {announced.stage} is seeded by the stage before, not {options.seeding!r}."
        return Refused(OPTION_WITHOUT_EFFECT, detail, stage=announced.stage, option="seeding")
    return refuse_seeding_by_rating(announced, options.seeding)


def _whole(options: KnockoutOptions, facts: Facts) -> Bracket:
    """The bracket, with all that is in it looked at once."""
    return _bracket(options, facts, slots.newest_places(facts).get)


def _lazy_bracket(options: KnockoutOptions, facts: Facts) -> Bracket:
    """The bracket, slot by slot as it is asked for."""
    return _bracket(options, facts, facts.place_in)


def _bracket(options: KnockoutOptions, facts: Facts, place_in: Callable[[str], RoundPlace | None]) -> Bracket:
    def look_up(name: str) -> Held | None:
        place = place_in(name)
        return slots.state_of_place(facts, place) if place else None

    by_seed = partial(slots.by_seat, facts, options.seating)
    return Bracket(
        facts.starters,
        options.third_place,
        look_up,
        by_seed,
        partial(slots.present, facts),
        facts.sits_elsewhere,
        options.reseed,
        options.seating.seats(facts.starters),
    )


def _going_on(facts: Facts, bracket: Bracket) -> Sequence[int]:
    there = (e.number for e in facts.entrants if not e.withdrawn and facts.setbacks(e.number) == 0)
    next_slot = _next_slots(facts, bracket)
    return [entry for entry in there if entry not in next_slot or not bracket.is_taken(next_slot[entry])]


def _end_above(bracket: Bracket, still_in: Collection[int], line: Mapping[str, int]) -> int:
    """The number of those still in who can end above the losers of that round: one from each of its slots (SE-8). All
    above who left before the first round or won the final."""
    if not 1 <= line["round"] <= bracket.rounds:
        return len(still_in)
    outs = map(bracket.out_of, bracket.slots_of(line["round"]))
    return sum(out is None or out.entry in still_in for out in outs)


def _from_the_top(entries: Sequence[int], bracket: Bracket) -> Sequence[int]:
    """As they are seated, from the top."""
    seated_at = {entry: place for place, entry in enumerate(bracket.seats)}
    return sorted(entries, key=lambda entry: (seated_at.get(entry, len(seated_at)), entry))


def _next_slots(facts: Facts, bracket: Bracket) -> Mapping[int, Slot]:
    """Where each entry would come next; beyond the final there is nothing that could be taken."""
    coming = dict(bracket.seats)
    for place in sorted(facts.places, key=lambda one: one.round):
        if place.slot and place.slot != Bracket.THIRD:
            coming |= {entry: _next_of(bracket, bracket.slot(place.slot), entry) for entry in place.entries}
    return coming


def _next_of(bracket: Bracket, slot: Slot, entry: int) -> Slot:
    """SE-6: where it is not known yet it is nobody's."""
    if not bracket.reseeds or slot.round >= bracket.rounds:
        return slot.next
    return bracket.plays_on_in(entry, slot.round + 1) or Slot(slot.round + 1, 0)


def _make_missing(
    options: KnockoutOptions, facts: Facts, bracket: Bracket, looked_at: Iterable[Slot]
) -> steps.Make | None:
    """The matches and byes that fill these slots."""
    missing = [(slot, found) for slot in sorted(set(looked_at)) if (found := bracket.missing(slot))]
    matches = tuple(_plan_match(options, facts, bracket, *one) for one in missing if len(one[1].entries) == 2)
    walkovers = tuple(_walkover(options, facts, bracket, *one) for one in missing if len(one[1].entries) == 1)
    return steps.Make(matches, walkovers) if missing else None


def _plan_match(
    options: KnockoutOptions, facts: Facts, bracket: Bracket, slot: Slot, missing: Missing
) -> steps.Planned:
    first, second = missing.entries
    name = bracket.name(slot)
    return steps.Planned(
        name,
        (first, second),
        slots.terms_again(facts, name, options.replay_lengths, options.terms_of(slot.round)),
        slots.CORRECTED if missing.corrected else _why(options, facts, bracket, slot),
        missing.origins,
        slot.round,
        missing.through,
    )


def _walkover(options: KnockoutOptions, facts: Facts, bracket: Bracket, slot: Slot, missing: Missing) -> steps.Walkover:
    why = Why(rule="ALL-9")
    if bracket.bye(slot) and not missing.corrected:
        why = slots.why_bye(facts, missing.entries[0], options.seating, _why(options, facts, bracket, slot))
    return steps.Walkover(bracket.name(slot), missing.entries[0], slot.round, why, missing.origins, missing.through)


def _why(options: KnockoutOptions, facts: Facts, bracket: Bracket, slot: Slot) -> Why:
    """In the first round with the seeds on the two seats."""
    seats = _seeds_in(options, facts, bracket, slot) if slot.round == 1 else {}
    if options.layout != "standard" and slot.round == 1:
        return Why(rule="SE-3", counts=seats)
    if bracket.reseeds and slot.round > 1 and slot != bracket.third:
        return Why(rule="SE-6")
    return Why(rule="SEL-4" if slot == bracket.third else "SEL-3", counts=seats)


def _seeds_in(options: KnockoutOptions, facts: Facts, bracket: Bracket, slot: Slot) -> dict[str, int]:
    """The seeds of the two in a slot of round 1; of an empty seat that of the seat."""
    seeds = slots.seeds_of(facts, options.seating)
    sides = zip(bracket.seated_pair(slot), bracket.seeds_at(slot), strict=True)
    upper, lower = (seeds.get(out.entry or 0, seat) for out, seat in sides)
    return {"upper_seed": upper, "lower_seed": lower}


def _rounds_reached(facts: Facts, places: Iterable[RoundPlace]) -> Mapping[int, int]:
    """The round that each entry in these places has come to: from 1, and one beyond the final for its winner."""
    reached: dict[int, int] = {}
    for place in places:
        if place.slot != Bracket.THIRD:
            winner = slots.state_of_place(facts, place).winner
            for entry in place.entries:
                reached[entry] = max(reached.get(entry, 1), place.round + (entry == winner))
    return reached


def _out_in(entrant: Entrant, reached: Mapping[int, int]) -> int:
    """The round in which the entry went out; 0 if it had withdrawn before the first."""
    return reached.get(entrant.number, 0 if entrant.withdrawn and not entrant.left_at else 1)


def _marks(
    facts: Facts, still_in: Collection[int], champion: int | None, final: Held | None, third: Held | None
) -> Mapping[int, str]:
    marks = {e.number: "in" if e.number in still_in else "out" for e in facts.entrants}
    if final and final.loser:
        marks[final.loser] = "finalist"
    if third and third.winner and final and len(final.entries) == 2:  # else the same entry stands second
        marks[third.winner] = "third"
    return marks_of_lines(facts, marks, champion)
