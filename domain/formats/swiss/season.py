"""What the facts of a Swiss come to: who is still in, how far each is, and all scores."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from domain.formats.contract.protocol import Entrant, Facts, RoundPlace
from domain.formats.rounds import reached
from domain.formats.swiss.options import SwissOptions
from domain.match.verdict import Ended
from domain.standings.ranking import Criterion, ordered
from domain.standings.swiss_scores import Scores
from domain.standings.virtual import Record, Turn, code_of

ORDER = (Criterion("match_points"), Criterion("solkoff"), Criterion("cumulative"), Criterion("lot", better="less"))
"""SWI-7."""

MISS_ROUND = "miss-round"
"""The director's choice that somebody has no part in a round."""


class Season:
    """What the facts come to. `rounds` is how many are played in all; `removed` are those put out by LD, `still_in` are
    those going on; `newest` is the newest round of any, `reached` the newest of each, and `last` that of whoever is
    furthest behind; `closed` is the last round that is over, as are all before it."""

    def __init__(self, options: SwissOptions, facts: Facts) -> None:
        self.options = options
        self.facts = facts
        self.rounds = options.rounds_for(facts.starters)
        self.removed = removed(facts)
        self.still_in = going_on(facts, self.removed)
        self.newest = newest_round(facts)
        self.reached = self._reached()
        self.last = min((self.reached[entry] for entry in self.still_in), default=self.newest)
        open_rounds = (place.round for place in facts.places if _is_open(place))
        self.closed = min(self.last, min(open_rounds, default=self.last + 1) - 1)

    def _reached(self) -> Mapping[int, int]:
        """The newest round of each. Who has entered late, and has had none yet, does not lag behind."""
        had = reached(self.facts)
        newest = {e.number: had[e.number] or (self.newest if self._late(e) else 0) for e in self.facts.entrants}
        return newest | {entry: self._without_missed(entry, newest[entry]) for entry in self.still_in}

    def _without_missed(self, entry: int, reached: int) -> int:
        """Past the rounds that the entry misses, as the director has decided."""
        while reached < self.newest and missed(self.facts, reached + 1, entry):
            reached += 1
        return reached

    def _late(self, entrant: Entrant) -> bool:
        """Lots are given at the start to those who are in then, and to others after theirs."""
        return self.options.late_entries and entrant.lot is not None and entrant.lot > self.facts.starters

    @cached_property
    def scores(self) -> Scores:
        """Everybody's points and tie-breaks."""
        return Scores(_records(self.facts, self.removed), self.closed)

    def lot(self, entrant: Entrant) -> int:
        """The entrant's lot; who has none stands after those who have."""
        return len(self.facts.entrants) + 1 if entrant.lot is None else entrant.lot

    @cached_property
    def values(self) -> Mapping[int, Mapping[str, int]]:
        """The numbers of each entrant's line."""
        return {e.number: {**self.scores.score(e.number).numbers, "lot": self.lot(e)} for e in self.facts.entrants}

    @property
    def order(self) -> Sequence[int]:
        """All entrants in the order of SWI-7."""
        return ordered(self.values, ORDER)

    @property
    def leader(self) -> int:
        """The first of those still in, of whom there must be one."""
        return next(entry for entry in self.order if entry in self.still_in)


def behind_question(round_: int, entry: int) -> str:
    """The question about somebody who is behind in a round under way, and can't be paired in it."""
    return f"behind-{round_}-{entry}"


def missed(facts: Facts, round_: int, entry: int) -> bool:
    """Whether the director has decided that the entry misses the round."""
    decided = facts.decision(behind_question(round_, entry))
    return decided is not None and decided.choice == MISS_ROUND


def newest_round(facts: Facts) -> int:
    """The newest round anybody has a place in; 0: none."""
    return max((place.round for place in facts.places), default=0)


def _is_open(place: RoundPlace) -> bool:
    return place.match is not None and place.ended is None


def removed(facts: Facts) -> Collection[int]:
    """Whom an LD puts out, as it decides who goes on (SWI-5, ALL-4)."""
    return {entry for place in facts.places for entry in place.entries if puts_out(place.advanced, entry)}


def going_on(facts: Facts, removed: Collection[int]) -> Sequence[int]:
    """Those neither removed nor resigned, by number."""
    return [e.number for e in facts.entrants if not e.withdrawn and e.number not in removed]


def puts_out(ended: Ended | None, entry: int) -> bool:
    """Whether a match that came to this is an LD for one of its sides (SWI-4)."""
    return ended is not None and ended.how in ("default", "both-lost") and ended.winner != entry


def _records(facts: Facts, removed: Collection[int]) -> Mapping[int, Record]:
    turns: dict[int, list[Turn]] = {e.number: [] for e in facts.entrants}
    for place in sorted(facts.places, key=lambda place: place.round):
        for entry in place.entries:
            turns[entry].append(_turn(place, entry))
    left = {e.number: e.withdrawn or e.number in removed for e in facts.entrants}
    return {entry: Record(tuple(turns[entry]), left[entry]) for entry in turns}


def _turn(place: RoundPlace, entry: int) -> Turn:
    if place.match is None:
        return Turn(place.round, "BR" if place.requested else "WB")
    first, second = place.entries
    code = None if place.ended is None else code_of(place.ended, entry)
    return Turn(place.round, code, second if entry == first else first, place.match)
