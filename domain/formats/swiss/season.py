"""What the facts of a Swiss come to: who is still in, how far each is, and all scores."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from domain.formats.contract.protocol import Entrant, Facts, RoundPlace
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
    """What the facts come to. `rounds` is how many are played in all; `removed` are those put out by LD; `newest` is
    the newest round of any."""

    def __init__(self, options: SwissOptions, facts: Facts) -> None:
        self.options = options
        self.facts = facts
        self.rounds = options.rounds_for(facts.starters)
        self.removed = removed(facts)
        self.newest = newest_round(facts)

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
        newest = had or (self.newest if self._late(self.facts.entrant(entry)) else 0)
        return newest if self.left(entry) else self._without_missed(entry, newest)

    def _without_missed(self, entry: int, reached: int) -> int:
        while reached < self.newest and missed(self.facts, reached + 1, entry):
            reached += 1
        return reached

    def _late(self, entrant: Entrant) -> bool:
        """Lots are given at the start to those who are in then, and to others after theirs."""
        return self.options.late_entries and entrant.lot is not None and entrant.lot > self.facts.starters

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

    @cached_property
    def scores(self) -> Scores:
        """Everybody's points and tie-breaks."""
        return Scores(self._records, self.closed)

    @cached_property
    def _records(self) -> "_Records":
        return _Records(self.facts, self.removed)

    def lot(self, entrant: Entrant) -> int:
        """The entrant's lot; who has none stands after those who have."""
        return len(self.facts.numbers) + 1 if entrant.lot is None else entrant.lot

    @cached_property
    def values(self) -> Mapping[int, Mapping[str, int]]:
        """The numbers of each entrant's line."""
        self._records.make_all()
        return {entry: self.line(entry) for entry in self.facts.numbers}

    def line(self, entry: int) -> Mapping[str, int]:
        """The numbers of the entrant's line."""
        return {**self.scores.score(entry).numbers, "lot": self.lot(self.facts.entrant(entry))}

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
    """Whether the director has decided that the entry misses the round, or it was wrongly out of it (ALL-4)."""
    decided = facts.decision(behind_question(round_, entry))
    return round_ in facts.missed(entry) or (decided is not None and decided.choice == MISS_ROUND)


def newest_round(facts: Facts) -> int:
    """The newest round anybody has a place in; 0: none."""
    return max(facts.played.newest.values(), default=0)


def removed(facts: Facts) -> Collection[int]:
    """Who an LD puts out, as it decides who goes on (SWI-5, ALL-4)."""
    return {entry for place in facts.played.by_default for entry in place.entries if puts_out(place.advanced, entry)}


def going_on(facts: Facts, removed: Collection[int]) -> Sequence[int]:
    """Those neither removed nor resigned, by number."""
    return [e.number for e in facts.entrants if not e.withdrawn and e.number not in removed]


def puts_out(ended: Ended | None, entry: int) -> bool:
    """Whether a match that came to this is an LD for one of its sides (SWI-4)."""
    return ended is not None and ended.how in ("default", "both-lost") and ended.winner != entry


class _Records(dict[int, Record]):
    """Of each entrant, made as they are asked for."""

    def __init__(self, facts: Facts, removed: Collection[int]) -> None:
        super().__init__()
        self._facts = facts
        self._removed = removed
        self._byes: dict[int, list[RoundPlace]] = {}
        for bye in facts.played.byes:
            self._byes.setdefault(bye.entries[0], []).append(bye)

    def make_all(self) -> None:
        """Looks at each place once, and not once for each of its sides."""
        turns: dict[int, list[Turn]] = {entry: [] for entry in self._facts.numbers}
        for place in _by_round(self._facts.places):
            for entry in place.entries:
                turns[entry].append(_turn(place, entry))
        self.update((entry, self._record(entry, of_entry)) for entry, of_entry in turns.items())

    def __missing__(self, entry: int) -> Record:
        places = _by_round([*self._facts.places_of(entry), *self._byes.get(entry, ())])
        return self.setdefault(entry, self._record(entry, [_turn(place, entry) for place in places]))

    def _record(self, entry: int, turns: Sequence[Turn]) -> Record:
        left = entry in self._removed or self._facts.entrant(entry).withdrawn
        return Record(tuple(turns), left)


def _by_round(places: Sequence[RoundPlace]) -> Sequence[RoundPlace]:
    return sorted(places, key=lambda place: place.round)


def _turn(place: RoundPlace, entry: int) -> Turn:
    if place.match is None:
        return Turn(place.round, "BR" if place.requested else "WB")
    first, second = place.entries
    code = None if place.ended is None else code_of(place.ended, entry)
    return Turn(place.round, code, second if entry == first else first, place.match)
