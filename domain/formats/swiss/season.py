"""The season of a Swiss, from its facts: who is still in, everybody's progress, and all scores."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, partial

from domain.formats.contract import steps
from domain.formats.contract.account import Account, Part, account
from domain.formats.contract.protocol import Facts, RoundPlace
from domain.formats.progress import SetRounds, turn_of
from domain.formats.swiss.accounts import parts_of
from domain.formats.swiss.options import SwissOptions
from domain.formats.tie_breaks import ranked
from domain.formats.tie_breaks.field import Entrants
from domain.match.verdict import Ended
from domain.standings.buchholz import Buchholz
from domain.standings.ranking import Criterion, rank_entries
from domain.standings.swiss_scores import Scores
from domain.standings.virtual import Record, Turn

ORDER = (Criterion("match_points"), Criterion("solkoff"), Criterion("cumulative"), Criterion("lot", better="less"))
"""SWI-7."""


class Season(SetRounds):
    """The season so far, worked out from its facts. `removed` are those put out by LD."""

    own_order = ORDER

    def __init__(self, options: SwissOptions, facts: Facts) -> None:
        super().__init__(facts, removed_entries(facts), late_entries=options.late_entries)
        self.options = options
        self.rounds = options.rounds_for(facts.starters)
        self.tie_breaks = options.tie_breaks

    @cached_property
    def scores(self) -> Scores:
        """Everybody's points and tie-breaks."""
        return Scores(self._records, self.closed)

    @cached_property
    def _records(self) -> "_Records":
        return _Records(self.facts, self.removed)

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
        """All entrants in the order of SWI-7, by which rounds are paired."""
        return rank_entries(self.values, ORDER)

    @cached_property
    def entrants(self) -> Entrants:
        """The entrants as criteria see them; Solkoff and what is like it are as SWI-10 has them."""
        self._records.make_all()
        return Entrants(
            turns={entry: self._records[entry].turns for entry in self.facts.numbers},
            rounds=self.closed,
            lots={entry: self.lot(self.facts.entrant(entry)) for entry in self.facts.numbers},
            scored=self.facts.points,
            error_rates=partial(ranked.rates_by_match, self.facts),
            buchholz=Buchholz(self._records, self.closed, self.rounds, capped=self.is_capped),
            own=partial(parts_of, self.scores),
            most_tied=2 * self.rounds + 1,
        )

    def accounts(self, entry: int) -> Sequence[Account]:
        """SWI-11: each number of the entry's line, with each opponent, virtual ones included."""
        if self.tie_breaks is not None:
            return ranked.accounts(self.tie_breaks, self.entrants, entry)
        lot = Part(label="lot", value=self.lot(self.facts.entrant(entry)))
        parts = {**parts_of(self.scores, entry), "lot": [lot]}
        return tuple(account(name, each) for name, each in parts.items())

    def end(self) -> steps.Step:
        """The first of those still in has won."""
        rows = self.ranked_still_in.rows if self.facts.last else ()
        return ranked.analyses_asked(self.options, self.facts) or ranked.end_of(self.tie_breaks, self.facts, rows)


def removed_entries(facts: Facts) -> Collection[int]:
    """The entries that an LD puts out, as it decides who goes on (SWI-5, ALL-4)."""
    return {entry for place in facts.played.by_default for entry in place.entries if puts_out(place.advanced, entry)}


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
                turns[entry].append(turn_of(place, entry))
        self.update((entry, self._record(entry, of_entry)) for entry, of_entry in turns.items())

    def __missing__(self, entry: int) -> Record:
        places = _by_round([*self._facts.places_of(entry), *self._byes.get(entry, ())])
        return self.setdefault(entry, self._record(entry, [turn_of(place, entry) for place in places]))

    def _record(self, entry: int, turns: Sequence[Turn]) -> Record:
        left = entry in self._removed or self._facts.entrant(entry).withdrawn
        return Record(tuple(turns), left)


def _by_round(places: Sequence[RoundPlace]) -> Sequence[RoundPlace]:
    return sorted(places, key=lambda place: place.round)
