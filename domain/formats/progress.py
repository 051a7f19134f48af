"""How far everybody is in rounds that are drawn one after the other, and what a director is asked where a round
can't be paired (ALL-4, ALL-5)."""

from collections.abc import Collection, Sequence
from functools import cached_property

from domain.formats.contract import steps
from domain.formats.contract.protocol import Entrant, Facts

MISS_ROUND = "miss-round"
"""The director's choice that somebody has no part in a round."""

REMATCHES = steps.Choice("rematches")
"""The director's choice that a round is drawn with as few rematches as possible (SWI-8)."""


class Progress:
    """What the facts come to. `late_entries` says whether players enter after the start; `removed` are those whom a
    rule puts out; `newest` is the newest round of any."""

    def __init__(self, facts: Facts, removed: Collection[int], *, late_entries: bool) -> None:
        self.facts = facts
        self.removed = removed
        self.newest = newest_round(facts)
        self._late_entries = late_entries

    @cached_property
    def still_in(self) -> Sequence[int]:
        """Those going on."""
        return going_on(self.facts, self.removed)

    def left(self, entry: int) -> bool:
        """Whether the entry goes on no more."""
        return entry in self.removed or self.facts.entrant(entry).withdrawn

    def reached(self, entry: int) -> int:
        """The newest round of an entry. Who has entered late, and has had none yet, does not lag behind; who goes on
        is past the rounds that the director has decided they miss."""
        had = self.facts.played.newest.get(entry, 0)
        if had == self.newest:
            return had
        newest = had or (self.newest if self.late(self.facts.entrant(entry)) else 0)
        return newest if self.left(entry) else self._without_missed(entry, newest)

    def _without_missed(self, entry: int, reached: int) -> int:
        while reached < self.newest and missed(self.facts, reached + 1, entry):
            reached += 1
        return reached

    def late(self, entrant: Entrant) -> bool:
        """Lots are given at the start to those who are in then, and to others after theirs."""
        return self._late_entries and entrant.lot is not None and entrant.lot > self.facts.starters

    def lot(self, entrant: Entrant) -> int:
        """The entrant's lot; who has none stands after those who have."""
        return len(self.facts.numbers) + 1 if entrant.lot is None else entrant.lot

    @cached_property
    def last(self) -> int:
        """The newest round of anyone who is furthest behind, of those going on."""
        had = self.facts.played.newest
        behind = (entry for entry in self.facts.numbers if had.get(entry, 0) < self.newest)
        return min((self.reached(entry) for entry in behind if not self.left(entry)), default=self.newest)

    @cached_property
    def closed(self) -> int:
        """The last round that is over, as are all before it."""
        places = map(self.facts.place_of, self.facts.awaited)
        open_rounds = (place.round for place in places if place is not None)
        return min(self.last, min(open_rounds, default=self.last + 1) - 1)


def behind_question(round_: int, entry: int) -> str:
    """The question about somebody who is behind in a round under way, and can't be paired in it."""
    return f"behind-{round_}-{entry}"


def missed(facts: Facts, round_: int, entry: int) -> bool:
    """Whether the director has decided that the entry misses the round, or it was wrongly out of it (ALL-4)."""
    decided = facts.decision(behind_question(round_, entry))
    return round_ in facts.missed(entry) or (decided is not None and decided.choice == MISS_ROUND)


def newest_round(facts: Facts) -> int:
    """The newest round anybody has a place in; 0: none."""
    return max(facts.played.newest.values(), default=0)


def going_on(facts: Facts, removed: Collection[int]) -> Sequence[int]:
    """Those neither removed nor resigned, by number."""
    return [e.number for e in facts.entrants if not e.withdrawn and e.number not in removed]


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
