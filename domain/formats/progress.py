"""Everybody's progress in rounds that are drawn one after the other. It has the question for a director where a round
can't be paired (ALL-4, ALL-5)."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import ClassVar

from domain.formats.contract import steps
from domain.formats.contract.protocol import Announced, Caution, Entrant, Facts, RoundPlace, nobody_left
from domain.formats.rounds import Behind, behind, present
from domain.formats.tie_breaks import ranked
from domain.formats.tie_breaks.field import Entrants
from domain.formats.tie_breaks.options import AnyOrder
from domain.kernel.refusal import Refused
from domain.problems.tournament import FORMAT_FIXED, FORMAT_REQUIREMENT_MISSING, OPTION_WITHOUT_EFFECT
from domain.standings.ranking import Criterion, Table, rank
from domain.standings.virtual import Turn, code_of

MISS_ROUND = "miss-round"
"""The director's choice that somebody has no part in a round."""

REMATCHES = steps.Choice("rematches")
"""The director's choice that a round is drawn with as few rematches as possible (SWI-8)."""


class Progress:
    """The stage so far, worked out from its facts. `late_entries` says whether players enter after the start; `removed`
    are those whom a rule puts out; `newest` is the newest round of any."""

    def __init__(self, facts: Facts, removed: Collection[int], *, late_entries: bool) -> None:
        self.facts = facts
        self.removed = removed
        self.newest = newest_round(facts)
        self._late_entries = late_entries

    @cached_property
    def still_in(self) -> Sequence[int]:
        """Those going on."""
        return going_on(self.facts, self.removed)

    def has_left(self, entry: int) -> bool:
        """Whether the entry goes on no more."""
        return entry in self.removed or self.facts.entrant(entry).withdrawn

    def newest_round_of(self, entry: int) -> int:
        """The newest round of an entry. Who has entered late, and has had none yet, does not lag behind; who goes on
        is past the rounds that the director has decided they miss."""
        had = self.facts.played.newest.get(entry, 0)
        if had == self.newest:
            return had
        newest = had or (self.newest if self.late(self.facts.entrant(entry)) else 0)
        return newest if self.has_left(entry) else self._without_missed(entry, newest)

    def _without_missed(self, entry: int, reached: int) -> int:
        while reached < self.newest and misses_round(self.facts, reached + 1, entry):
            reached += 1
        return reached

    def late(self, entrant: Entrant) -> bool:
        """Lots are given at the start to those who are in then, and to others after theirs."""
        return self._late_entries and is_late(self.facts, entrant)

    def lot(self, entrant: Entrant) -> int:
        """The entrant's lot; who has none stands after those who have."""
        return len(self.facts.numbers) + 1 if entrant.lot is None else entrant.lot

    @cached_property
    def last(self) -> int:
        """The newest round of anyone who is furthest behind, of those going on."""
        had = self.facts.played.newest
        behind = (entry for entry in self.facts.numbers if had.get(entry, 0) < self.newest)
        return min((self.newest_round_of(entry) for entry in behind if not self.has_left(entry)), default=self.newest)

    @cached_property
    def closed(self) -> int:
        """The last round that is over, as are all before it."""
        places = map(self.facts.place_of, self.facts.awaited)
        open_rounds = (place.round for place in places if place is not None)
        return min(self.last, min(open_rounds, default=self.last + 1) - 1)

    def behind(self) -> Behind:
        """Those going on who are furthest behind; each lacks one place in a round."""
        lacking = {entry: (self.newest_round_of(entry) + 1, 1) for entry in self.still_in}
        return behind(self.facts, present(self.facts, lacking))


class SetRounds(Progress, ABC):
    """The same, where so many `rounds` are played in all, and the table has the order of the format's own rules,
    `own_order`, or another that was chosen (TB-1)."""

    rounds: int
    tie_breaks: AnyOrder | None
    own_order: ClassVar[Sequence[Criterion]]

    @property
    @abstractmethod
    def values(self) -> ranked.Lines:
        """Everybody's numbers of the format's own order."""

    @property
    @abstractmethod
    def entrants(self) -> Entrants:
        """The entrants as criteria see them."""

    @property
    def is_capped(self) -> bool:
        """Whether what a round without play counts for is bounded (TB-13)."""
        return self.tie_breaks is None or self.tie_breaks.edition == "fide-2026"

    @cached_property
    def lines(self) -> ranked.Lines:
        """Everybody's line in the table: the numbers of the order that was chosen, or of the format's own."""
        if self.tie_breaks is None:
            return self.values
        told = ranked.lines(self.tie_breaks, self.entrants)
        return ranked.decided_lines(self.tie_breaks, self.facts, told, self.still_in)

    @property
    def criteria(self) -> Sequence[Criterion]:
        """The order of the table."""
        return self.own_order if self.tie_breaks is None else ranked.criteria_of(self.tie_breaks)

    @cached_property
    def ranked_still_in(self) -> Table:
        """The order of those still in."""
        return rank({entry: self.lines[entry] for entry in self.still_in}, self.criteria)

    @property
    @abstractmethod
    def order(self) -> Sequence[int]:
        """All entrants in the order of the table."""

    @abstractmethod
    def end(self) -> steps.Step:
        """The winner once all rounds are played: nobody alone, or where a stage follows; or what is asked."""

    def standstill(self) -> steps.Step | None:
        """The next step where that is no round; else None."""
        alone = len(self.still_in) < 2
        if self.closed < self.last or (alone and self.facts.awaited):
            return steps.Wait(tuple(self.facts.awaited))
        if not self.still_in and self.facts.last:
            return nobody_left(self.facts, f"nobody-left-{self.newest}", self.order, "Nobody is left to go on.")
        return self.end() if alone or self.last >= self.rounds else None


def refuse_late_in_stage(announced: Announced, *, late_entries: bool) -> Refused | None:
    """Nobody enters a later stage."""
    if announced.stage == 1 or not late_entries:
        return None
    detail = f"Entries can only come into stage {announced.stage} from the stage before."
    return Refused(OPTION_WITHOUT_EFFECT, detail, stage=announced.stage, option="late_entries")


def refuse_seeding(announced: Announced, seeding: str) -> Refused | None:
    """Why the field can't be seeded so: a later stage has its seeds from the one before, or by lot; see also
    `refuse_seeding_by_rating`."""
    if announced.stage > 1 and seeding in ("rating", "by-hand"):
        detail = f"Stage {announced.stage} is seeded by the stage before, or by lot, not {seeding!r}."
        return Refused(OPTION_WITHOUT_EFFECT, detail, stage=announced.stage, option="seeding")
    return refuse_seeding_by_rating(announced, seeding)


def refuse_seeding_by_rating(announced: Announced, seeding: str) -> Refused | None:
    """Why the field can't be seeded by rating: there are no ratings."""
    if seeding == "rating" and not announced.rated:
        detail = "A field can be seeded by rating only in a rated tournament."
        return Refused(FORMAT_REQUIREMENT_MISSING, detail, lacks="rating")
    return None


def refuse_new_rounds(facts: Facts, before: int, after: int) -> Refused | None:
    """SWX-11: the number of rounds changes until the last one is drawn, and to no fewer than were drawn."""
    drawn = newest_round(facts)
    if before == after:
        return None
    if drawn >= before:
        return Refused(FORMAT_FIXED, f"Round {drawn} was the last, and it has been drawn.")
    if drawn > after:
        return Refused(FORMAT_FIXED, f"Round {drawn} has been drawn: announce {drawn} rounds or more.")
    return None


def cautions_of(rounds: int, facts: Facts) -> Sequence[Caution]:
    """SWX-11: with more rounds than half the field a round may have no pairing without a rematch."""
    return ("many-rounds",) if 2 * rounds > facts.starters > 1 else ()


def draw_lots(facts: Facts) -> steps.DrawLots | None:
    """From the start on everybody who plays is given a lot, once (TB-2)."""
    without = tuple(one.number for one in facts.entrants if one.lot is None and not one.withdrawn)
    return steps.DrawLots(without) if facts.started and without else None


def is_late(facts: Facts, entrant: Entrant) -> bool:
    """Lots are given where players enter late: at the start to those who are in then, and to others after theirs."""
    return entrant.lot is not None and entrant.lot > facts.starters


def turn_of(place: RoundPlace, entry: int) -> Turn:
    """The entry's round there, as standings have it."""
    if place.match is None:
        return Turn(place.round, "BR" if place.requested else "WB")
    code = None if place.ended is None else code_of(place.ended, entry)
    return Turn(place.round, code, place.opponent_of(entry), place.match)


def behind_question(round_: int, entry: int) -> str:
    """The question about somebody who is behind in a round under way, and can't be paired in it."""
    return f"behind-{round_}-{entry}"


def misses_round(facts: Facts, round_: int, entry: int) -> bool:
    """Whether the entry was absent (SWX-4), the director has decided that it misses the round, or it was wrongly out of
    it (ALL-4)."""
    if facts.is_absent(entry, round_):
        return True
    decided = facts.decision(behind_question(round_, entry))
    return round_ in facts.missed_places(entry) or (decided is not None and decided.choice == MISS_ROUND)


def newest_round(facts: Facts) -> int:
    """The newest round anybody has a place in; 0: none."""
    return max(facts.played.newest.values(), default=0)


def going_on(facts: Facts, removed: Collection[int]) -> Sequence[int]:
    """Those neither removed nor resigned, by number."""
    return [e.number for e in facts.entrants if not e.withdrawn and e.number not in removed]


def due_or_ask(
    facts: Facts, due: steps.Due, entries: Sequence[int], detail: str, *, can_pair: bool, under_way: bool
) -> steps.Step:
    """The round, where these entries can be paired in it; else what the director is asked, for which `detail` says why
    a new round can't be drawn."""
    if can_pair and not (under_way and len(entries) == 1):
        return due
    return ask_about_behind(facts, due, entries) if under_way else ask_for_rematches(facts, due, detail)


def ask_for_rematches(facts: Facts, due: steps.Due, detail: str) -> steps.Step:
    """SWI-8: the director allows rematches, or pairs by hand."""
    question = f"no-pairing-{due.round}"
    if facts.decision(question) is not None:
        return with_rematches(due)
    return steps.Ask("no-pairing", question, detail, (REMATCHES, steps.Choice("pair-by-hand", command=True)), due)


def ask_about_behind(facts: Facts, due: steps.Due, entries: Sequence[int]) -> steps.Step:
    """In a round under way the first of those who lack a place, and can't be paired, may also miss it (ALL-5)."""
    entry = entries[0]
    question = behind_question(due.round, entry)
    if facts.decision(question) is not None and len(entries) > 1:
        return with_rematches(due)
    detail = f"Entry {entry} has no opponent in round {due.round}, which is under way."
    by_hand = (steps.Choice("pair-by-hand", (entry,), command=True), steps.Choice("annul-round", command=True))
    misses = steps.Choice(MISS_ROUND, decides_for=tuple(one.entry for one in due.contenders))
    choices = (*by_hand, misses, *[REMATCHES] * (len(entries) > 1))
    return steps.Ask("behind", question, detail, choices, due, entry)


def with_rematches(due: steps.Due) -> steps.Due:
    """The draw is told by a count of everybody's."""
    told = (one.model_copy(update={"counts": one.counts | {"rematches": 1}}) for one in due.contenders)
    return steps.Due(due.round, tuple(told), due.terms)
