"""Several brackets of one field, in which who loses may come into another bracket (DE-1, CON-1).

Everything comes into being of itself: round 1 with the start, each further match with the result that decides who plays
it, so that who has lost has the next match at once (CON-10). A drawn match is played again. Nobody drops from a
walkover; where anyone who was to come has resigned, or both have lost, the opponent has one (DE-5, DE-9, CON-4, ALL-9).
Nobody is moved to avoid a rematch.

Readings, beside those of the knockout (`formats/knockout.py`). A seed that was given counts whatever the seeding is.
Somebody who leaves is beaten wherever they would have come: they have the same rank whether their next match was made
before that or after. So is who stays away, and whose place another keeps, by a choice (ALL-4). The champion who then
resigns leaves the director to name one (ALL-5).
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, ClassVar, Literal, TypeVar

from pydantic import Field

from domain.formats import slots
from domain.formats.bouts import LAST, BoutOptions
from domain.formats.contract import acts, steps
from domain.formats.contract.account import Account, account
from domain.formats.contract.protocol import (
    Announced,
    Facts,
    Format,
    Options,
    RoundPlace,
    entrants_at_start,
    marks_of_lines,
    nobody_left,
)
from domain.formats.contract.timed import TimedRounds
from domain.formats.progress import refuse_seeding
from domain.kernel.refusal import Refused
from domain.kernel.values import Days, Length, RoundHours, Why
from domain.pairing.bracket import Held, Missing
from domain.pairing.brackets import Brackets
from domain.pairing.brackets_chart import BracketsChart, chart_of
from domain.pairing.consolation import SECOND
from domain.pairing.eliminations import MERGED
from domain.pairing.round_names import RoundName
from domain.pairing.waiting import opponent_from
from domain.pairing.wiring import GRAND, Again, LoserOf, Place, Seed, Wiring
from domain.scoring.result import Form, Result, Unplayed
from domain.standings.ranking import Criterion, Table, rank

CRITERIA = (Criterion("champion"), Criterion("in"), Criterion("got_to"))

NOBODY_LEFT = "nobody-left"

AT_THE_END = (GRAND, MERGED, SECOND)
"""What winners of brackets play in, at the end."""

_PLACE = re.compile(r"(.+)-([1-9][0-9]{0,2})-[0-9]+")
"""The name of a place: its bracket, its round there, and where in that."""

Lengths = Annotated[tuple[Length, ...], Field(min_length=1, max_length=100)]
LengthsOrNone = Annotated[tuple[Length, ...], Field(max_length=100)]


class BracketsOptions(Options):
    """`lengths` is the match length of each round of the main bracket in points, the last for all that follow; in a
    best of three each of the matches is to that length. `seeding` is how the field is in the bracket; `round_days`
    is how long a round is open, None: no limit; `round_hours` is at what time of day it opens and closes."""

    asked_first: ClassVar[tuple[str, ...]] = ("lengths", "form", "seeding")

    lengths: Lengths = (7,)
    form: Literal["points", "best-of-three"] = "points"
    seeding: Literal["lot", "entry-order", "rating", "by-hand"] = "lot"
    round_days: Days | None = None
    round_hours: RoundHours | None = None

    def terms_of(self, place: Place) -> steps.Terms:
        """Terms of a match there."""
        lengths = self.lengths_in(place.section)
        return steps.Terms(lengths[min(place.round, len(lengths)) - 1], self._form)

    def lengths_in(self, section: str) -> Sequence[int]:
        """The lengths of the rounds of that bracket."""
        return self.lengths

    def seating(self) -> slots.Seating:
        """The way the field is seated (SE-3)."""
        return slots.Seating(self.seeding)

    def lengths_again(self) -> Sequence[int]:
        """The lengths of drawn matches that are played again (SER-8); none: as they were."""
        return ()

    @property
    def _form(self) -> Form:
        return self.form


class ByesAndReplays(BracketsOptions):
    """... `byes_to` is who has the byes of round 1: the first seeds, some by lot, or those who entered first.
    `replay_lengths` is what drawn matches are played again to, one after the other, the last for all that follow;
    empty: as long as they were."""

    byes_to: slots.ByesTo = "seeds"
    replay_lengths: LengthsOrNone = ()

    def seating(self) -> slots.Seating:
        """SE-3."""
        return slots.Seating(self.seeding, self.byes_to)

    def lengths_again(self) -> Sequence[int]:
        """SER-8."""
        return self.replay_lengths


class ListedByes(ByesAndReplays, slots.FirstByes):
    """... `first_byes` are the entries that have byes before all others, by lot among them."""

    def seating(self) -> slots.Seating:
        """SE-3."""
        return slots.Seating(self.seeding, self.byes_to, self.first_byes)


class BoutsInBrackets(BracketsOptions, BoutOptions):
    """... `bout_matches` is how many matches two play against each other in each round of the bracket in which all
    begin, the last for all that follow and for the matches at the end between winners of brackets; one, or empty: a
    single match. `bouts` is how they are counted: best of so many, all of them, or to the `bout_points` of that round,
    of which each match has two: for its winner, and for the lower error rate."""

    bouts_in: ClassVar[str] = "main"
    """The bracket in which everybody begins."""

    def round_of_bouts(self, slot: str | None, round_: int) -> int | None:
        """SE-7, DE-11: in every other bracket single matches are played."""
        found = _PLACE.fullmatch(slot or "")
        if found is None:
            return None
        section, in_section = found.groups()
        if section == self.bouts_in:
            return int(in_section)
        return LAST if section in AT_THE_END else None


Chosen = TypeVar("Chosen", bound=BracketsOptions)


class InBrackets(TimedRounds, Format[Chosen]):
    """The rules of all of them, but for how the brackets hang together and what is said of who wins one."""

    chart_kind = "brackets"
    keeps_places = True
    lets_withdraw = True
    rule: str
    """By which its matches are made."""

    begins_in: str
    """The bracket in which everybody begins."""

    beaten_since: ClassVar[int] = 1
    """The rules since which who leaves is beaten wherever they would have come."""

    @abstractmethod
    def wiring(self, options: Chosen, entrants: int) -> Wiring:
        """The ways between the slots of brackets for so many entrants."""

    def wiring_of(self, options: Chosen, facts: Facts) -> Wiring:
        """The ways between the slots of this field's brackets."""
        return self.wiring(options, facts.starters)

    def stays_away(self, facts: Facts, entry: int) -> bool:
        """Whether the entry, once beaten, comes into no other bracket (CON-5)."""
        return False

    def by_seed(self, options: Chosen, facts: Facts) -> Sequence[int | None]:
        """The seated entrants, the first seed first."""
        return slots.by_seat(facts, options.seating())

    @abstractmethod
    def honours(self, brackets: Brackets) -> Mapping[int, str]:
        """The honours of those who have won a bracket, or lost its last match."""

    def refuse(self, options: Chosen, facts: Facts, act: acts.Act) -> Refused | None:
        """The brackets say who meets; a result says who goes on where, or that the match is played again."""
        return slots.refuse(facts, act, partial(self.empty_place, options, facts), self.rule)

    def takes_late_entries(self, options: Chosen, announced_end: bool) -> bool:
        """SE-9: until the announced end of entries."""
        return announced_end

    def empty_place(self, options: Chosen, facts: Facts, entry: int | None) -> steps.EmptyPlace | None:
        """SE-9: the bracket in which everybody begins has it; the first seed that is empty goes first. Where none are
        taken late, who withdrew before their first match comes back to their own."""
        late = slots.empty_seats(facts.starters) if self.takes_late_entries(options, facts.late_entries) else ()
        brackets = self._brackets(options, facts, facts.place_in)
        empty = (f"{self.begins_in}-1-{position}" for position in late)
        seats = brackets.seats_without_match() if facts.places else {}
        return slots.empty_place(facts, entry, empty, seats, brackets.wiring.above.__getitem__)

    def refuse_announcement(self, options: Chosen, announced: Announced) -> Refused | None:
        """By rating there must be ratings; a later stage has its seeds from the one before, or by lot."""
        return refuse_seeding(announced, options.seeding)

    def takes_seeds(self, options: Chosen) -> bool:
        """TD-20."""
        return slots.puts_others_behind(options.seeding)

    def service(self, options: Chosen, facts: Facts, touched: Collection[int] | None) -> steps.Service | None:
        """First the seeding, then whatever can be made: of what hangs on the matches touched, or everything where that
        is not known, or one of them is gone from its place."""
        if not facts.started:
            return None
        names = slots.touched_places(facts, touched)
        if names is None:
            brackets = self._whole(options, facts)
            places: Iterable[Place] = brackets.wiring.places.values()
            due = slots.seeding_due(facts, options.seating())
            return due or self._make_missing(options, facts, brackets, places)
        brackets = self._brackets(options, facts, facts.place_in)
        return self._make_missing(options, facts, brackets, brackets.hanging_on(map(brackets.slot, names)))

    def step(self, options: Chosen, facts: Facts) -> steps.Step:
        """Waits, before the start too; a question; or the champion."""
        if facts.awaited or not facts.started:
            return steps.Wait(tuple(facts.awaited))
        champion = champion_of(self._whole(options, facts))
        if champion is None:
            return nobody_left(
                facts, NOBODY_LEFT, [e.number for e in entrants_at_start(facts)], "Nobody is left to go on."
            )
        return steps.Done(champion=champion)

    def going_on(self, options: Chosen, facts: Facts) -> Sequence[int]:
        """The entries that still play in a bracket, or have won all."""
        return list(self._still_in(facts, self._whole(options, facts)))

    def table(self, options: Chosen, facts: Facts) -> Table:
        """DE-12, CON-8: the champion, then by how far somebody has come, shared; before those who they can still
        come up to those who are still in, in the order of the bracket, without a rank (SE-13)."""
        brackets = self._whole(options, facts)
        values = self._lines(options, facts, brackets)
        champion = next((entry for entry, line in values.items() if line["champion"]), None)
        still_in = [entry for entry, line in values.items() if line["in"] and entry != champion]
        ahead = self._ahead(facts, brackets, values, still_in)
        marks = self._marks(facts, brackets, values, champion)
        in_order = self.in_order(options, facts, brackets, still_in)
        return rank(values, CRITERIA, marks, in_order, ahead, end_above_in(brackets))

    def in_order(self, options: Chosen, facts: Facts, brackets: Brackets, entries: Sequence[int]) -> Sequence[int]:
        """These entries, who are still in: those who have not lost first, then as they are seated."""
        seats = {entry: place for place, entry in enumerate(brackets.seats)}
        return sorted(entries, key=lambda entry: (facts.setbacks(entry), seats.get(entry, len(seats)), entry))

    def _ahead(
        self, facts: Facts, brackets: Brackets, values: Mapping[int, Mapping[str, int]], still_in: Sequence[int]
    ) -> Sequence[int]:
        """Those who nobody who is still in can come up to: their rank is settled."""
        newest = newest_of_each(facts.places)
        places = (_next(brackets, newest.get(entry), entry) for entry in still_in)
        most = max((brackets.wiring.most_from(place.name) for place in places if place), default=0)
        settled = (entry for entry in values if entry not in still_in)
        return [entry for entry in settled if values[entry]["champion"] or values[entry]["got_to"] > most]

    def _marks(
        self, facts: Facts, brackets: Brackets, values: Mapping[int, Mapping[str, int]], champion: int | None
    ) -> Mapping[int, str]:
        out, playing = dict.fromkeys(values, "out"), {entry: "in" for entry, line in values.items() if line["in"]}
        return marks_of_lines(facts, {**out, **self.honours(brackets), **playing}, champion)

    def onward(self, options: Chosen, facts: Facts) -> Table:
        """In the order of the table; who has withdrawn or resigned can't go up."""
        lines = self._lines(options, facts, self._whole(options, facts))
        return rank({e.number: lines[e.number] for e in facts.entrants if not e.withdrawn}, CRITERIA)

    def chart(self, options: Chosen, facts: Facts) -> BracketsChart | None:
        """The brackets, once they have been made."""
        if not facts.places:
            return None
        seeds = slots.seeds_of(facts, options.seating())
        return chart_of(self._whole(options, facts), slots.matches_of(facts), seeds=seeds)

    def opponent_from(self, options: Chosen, facts: Facts, entry: int) -> Sequence[int]:
        """Out of a place of any bracket."""
        chart = self.chart(options, facts)
        slots = (slot for one in chart.brackets for round_ in one.rounds for slot in round_) if chart else ()
        return opponent_from(slots, entry)

    def round_names(self, options: Chosen, facts: Facts) -> Mapping[str, RoundName]:
        """The last rounds of all brackets."""
        return self.wiring_of(options, facts).round_names if facts.places else {}

    def places_of_beaten(self, options: Chosen, facts: Facts) -> Collection[str]:
        """Those of all brackets but the first, and what comes after it."""
        return self.wiring_of(options, facts).places_of_beaten if facts.places else ()

    def accounts(self, options: Chosen, facts: Facts, entry: int) -> Sequence[Account]:
        """The rounds won, each by a match or by a walkover."""
        mine = sorted((place for place in facts.places if entry in place.entries), key=lambda one: one.round)
        won = [place for place in mine if slots.state_of_place(facts, place).winner == entry]
        return (account("rounds_won", (slots.won_round(entry, place.round, place) for place in won)),)

    def unplayed_result(self, options: Chosen, facts: Facts, match: int) -> Result | None:
        """SEL-3: the one who told the director goes on; otherwise the director decides."""
        told = tuple(facts.reported_no_time(match))
        return Unplayed(reported_by=told[0]) if len(told) == 1 else None

    def seats(self, options: Chosen, facts: Facts, entry: int) -> int:
        """One, and one more for each match that is played again."""
        return 1 + sum(map(slots.ended_drawn, facts.places_of(entry)))

    def _whole(self, options: Chosen, facts: Facts) -> Brackets:
        """The brackets, with all that is in them looked at once."""
        return self._brackets(options, facts, slots.newest_places(facts).get)

    def _brackets(self, options: Chosen, facts: Facts, place_in: Callable[[str], RoundPlace | None]) -> Brackets:
        """The brackets, place by place as it is asked for."""

        def look_up(name: str) -> Held | None:
            place = place_in(name)
            return slots.state_of_place(facts, place) if place else None

        by_seed = partial(self.by_seed, options, facts)
        present, away = partial(slots.present, facts), partial(self.stays_away, facts)
        wiring = self.wiring_of(options, facts)
        return Brackets(wiring, look_up, by_seed, present, facts.sits_elsewhere, stays_away=away)

    def _make_missing(
        self, options: Chosen, facts: Facts, brackets: Brackets, places: Iterable[Place]
    ) -> steps.Make | None:
        """The matches and byes that fill these places."""
        in_order = sorted(places, key=lambda place: place.order)
        missing = [(place, found) for place in in_order if (found := brackets.missing(place))]
        matches = tuple(self._plan_match(options, facts, *one) for one in missing if len(one[1].entries) == 2)
        walkovers = tuple(self._walkover(options, facts, brackets, *one) for one in missing if len(one[1].entries) == 1)
        return steps.Make(matches, walkovers) if missing else None

    def _plan_match(self, options: Chosen, facts: Facts, place: Place, missing: Missing) -> steps.Planned:
        first, second = missing.entries
        terms = slots.terms_again(facts, place.name, options.lengths_again(), options.terms_of(place))
        why = slots.CORRECTED if missing.corrected else self._why(place)
        return steps.Planned(place.name, (first, second), terms, why, missing.origins, place.depth, missing.through)

    def _walkover(
        self, options: Chosen, facts: Facts, brackets: Brackets, place: Place, missing: Missing
    ) -> steps.Walkover:
        is_drawn = any(isinstance(feed, LoserOf) and feed.lot for feed in place.feeds)
        why = self._why(place) if is_drawn else Why(rule="ALL-9")
        if brackets.wiring.bye(place) and not missing.corrected:
            why = slots.why_bye(facts, missing.entries[0], options.seating(), self._why(place))
        return steps.Walkover(place.name, missing.entries[0], place.depth, why, missing.origins, missing.through)

    def _why(self, place: Place) -> Why:
        """In the first round with the seeds on the two seats; who comes beaten from elsewhere drops."""
        upper, lower = place.feeds
        lots = [feed.lot for feed in place.feeds if isinstance(feed, LoserOf) and feed.lot]
        if lots:
            return Why(rule="CON-6", counts=dict(zip(("lot", "other_lot"), lots, strict=False)))
        if isinstance(upper, Seed) and isinstance(lower, Seed):
            return Why(rule=self.rule, counts={"upper_seed": upper.seed, "lower_seed": lower.seed})
        if isinstance(upper, Again):
            return Why(rule="DE-7")
        dropped = sum(isinstance(feed, LoserOf) for feed in place.feeds)
        return Why(rule=self.rule, counts={"dropped": dropped} if dropped else {})

    def _lines(self, options: Chosen, facts: Facts, brackets: Brackets) -> Mapping[int, Mapping[str, int]]:
        """Everybody's line of the table."""
        champion = self._champion_named(options, facts, brackets)
        still_in = self._still_in(facts, brackets)
        playing = {entry for entry in still_in if entry != champion}
        newest, won = newest_of_each(facts.places), rounds_won_in(facts, facts.places)
        return {
            e.number: {
                "champion": int(e.number == champion),
                "in": int(e.number in still_in),
                "got_to": 0
                if e.number in playing
                else self._find_how_far(options, brackets, newest.get(e.number), e.number),
                "rounds_won": won.get(e.number, 0),
            }
            for e in facts.entrants
        }

    def _find_how_far(self, options: Chosen, brackets: Brackets, newest: RoundPlace | None, entry: int) -> int:
        """The furthest place that the entry has come to."""
        if options.rules_version >= self.beaten_since:
            return how_far_beaten_in(brackets, newest, entry)
        return how_far_in(brackets, newest, entry)

    def _champion_named(self, options: Chosen, facts: Facts, brackets: Brackets) -> int | None:
        """Anyone who has won the final, or who the step names. Nobody before the start."""
        champion = champion_of(brackets) if facts.started else None
        if champion is None and facts.started:
            step = self.step(options, facts)
            return step.champion if isinstance(step, steps.Done) else None
        return champion

    def _still_in(self, facts: Facts, brackets: Brackets) -> Collection[int]:
        newest, champion = newest_of_each(facts.places), champion_of(brackets)
        there = (e.number for e in facts.entrants if not e.withdrawn)
        return [e for e in there if e == champion or plays_on(brackets, newest.get(e), e)]


def champion_of(brackets: Brackets) -> int | None:
    """The winner of the last final that was to be played, if still there."""
    for name in reversed(brackets.wiring.finals):
        out = brackets.out_of(brackets.slot(name))
        if out is None:
            return None
        if out.entry is not None:
            return out.entry if brackets.present(out.entry) else None
    return None


def newest_of_each(places: Iterable[RoundPlace]) -> Mapping[int, RoundPlace]:
    """The deepest place of each entry, the newest match where one was drawn."""
    in_order = sorted(places, key=lambda one: (one.round, one.match or 0))
    return {entry: place for place in in_order for entry in place.entries}


def _next(brackets: Brackets, newest: RoundPlace | None, entry: int) -> Place | None:
    """Where the entry comes next, or stands while that is open; None: nowhere any more."""
    if newest is None or newest.slot is None:
        return brackets.seats.get(entry)
    here = brackets.slot(newest.slot)
    return here if brackets.out_of(here) is None else brackets.onward(here, entry)


def plays_on(brackets: Brackets, newest: RoundPlace | None, entry: int) -> bool:
    """Whether the entry plays, or waits for a place that nobody else keeps."""
    place = _next(brackets, newest, entry)
    if place is None:
        return False
    held = brackets.contents_of(place)
    return not brackets.is_taken(place) or (held is not None and entry in held.entries and not held.decided)


def how_far_in(brackets: Brackets, newest: RoundPlace | None, entry: int) -> int:
    """The place that an entry who is out has come to: the one in which it was beaten or would have come next, or it has
    won its bracket. 0: it withdrew before the first round."""
    place = _next(brackets, newest, entry)
    if place is not None:
        return place.worth
    if newest is None or newest.slot is None:
        return 0
    here = brackets.slot(newest.slot)
    out = brackets.out_of(here)
    return brackets.wiring.won[here.section] if out and out.entry == entry else here.worth


def how_far_beaten_in(brackets: Brackets, newest: RoundPlace | None, entry: int) -> int:
    """... where who would have come to a place is beaten there, and wherever that would have brought them."""
    place = _next(brackets, newest, entry)
    return how_far_in(brackets, newest, entry) if place is None else brackets.find_exit(place, entry).worth


def end_above_in(brackets: Brackets) -> Callable[[Mapping[str, int]], int]:
    """A function that counts who can still end above such a line (DE-12, CON-8)."""
    ends = brackets.open_ends()
    return lambda line: sum(worth > line["got_to"] for worth in ends)


def rounds_won_in(facts: Facts, places: Iterable[RoundPlace]) -> Mapping[int, int]:
    """The number of these places that each entry has come out of."""
    won: dict[int, int] = {}
    for place in places:
        winner = slots.state_of_place(facts, place).winner
        if winner is not None:
            won[winner] = won.get(winner, 0) + 1
    return won


def is_known_to(earlier: Sequence[type[BracketsOptions]], options: BracketsOptions) -> bool:
    """Whether these options say nothing that their version of the rules has no field for; `earlier` are those before
    today's."""
    if options.rules_version > len(earlier):
        return True
    then = earlier[options.rules_version - 1]
    said = {name: getattr(options, name) for name in then.model_fields}
    return options == type(options).model_construct(**said)


def ends(brackets: Brackets, section: str) -> tuple[int | None, int | None]:
    """The loser and the winner of the bracket's last match."""
    rounds: Sequence[Sequence[Place]] = brackets.wiring.sections().get(section, [])
    if not rounds:
        return None, None
    out, held = brackets.out_of(rounds[-1][0]), brackets.contents_of(rounds[-1][0])
    return held.loser if held else None, out.entry if out else None
