"""The course of a Monrad, from its facts: everybody's progress, the worth of each round, and the table's numbers."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from domain.formats.contract import steps
from domain.formats.contract.account import Account, Part, account
from domain.formats.contract.protocol import Facts
from domain.formats.monrad.acceleration import points_in_pairing
from domain.formats.monrad.options import MonradOptions
from domain.formats.progress import SetRounds, turn_of
from domain.formats.tie_breaks import ranked
from domain.formats.tie_breaks.criteria import share_parts
from domain.formats.tie_breaks.field import Entrants
from domain.standings.buchholz import Buchholz
from domain.standings.everyone import Met, encounter_places
from domain.standings.ranking import Criterion, rank_entries
from domain.standings.virtual import MATCH_POINTS, Record, Turn

ORDER = (
    Criterion("match_points"),
    Criterion("buchholz_cut"),
    Criterion("buchholz"),
    Criterion("direct_encounter", better="less"),
    Criterion("lot", better="less"),
)
"""MON-4."""

NOT_PLAYED = ("WD", "LD")
"""Matches that don't count between those tied (TB-18)."""


class Course(SetRounds):
    """The stage so far, worked out from its facts."""

    own_order = ORDER

    def __init__(self, options: MonradOptions, facts: Facts) -> None:
        super().__init__(facts, (), late_entries=options.late_entries)
        self.options = options
        self.rounds = options.rounds_for(facts.starters)
        self.tie_breaks = options.tie_breaks

    @cached_property
    def records(self) -> Mapping[int, Record]:
        """Everybody's rounds."""
        turns: dict[int, list[Turn]] = {entry: [] for entry in self.facts.numbers}
        for place in sorted(self.facts.places, key=lambda place: place.round):
            for entry in place.entries:
                turns[entry].append(turn_of(place, entry))
        return {
            entry: Record((*self._missed_turns(entry, of_it), *of_it), self.has_left(entry))
            for entry, of_it in turns.items()
        }

    def _missed_turns(self, entry: int, turns: Sequence[Turn]) -> Iterator[Turn]:
        """SWX-5: the rounds that a late entry has missed and has half a win for, the last of those it missed."""
        if self.late(self.facts.entrant(entry)):
            last = turns[0].round - 1 if turns else self.newest
            for round_ in range(max(1, last - self.options.late_half + 1), last + 1):
                yield Turn(round_, "BR")

    @cached_property
    def _buchholz(self) -> Buchholz:
        return Buchholz(self.records, self.closed, self.rounds, capped=self.is_capped)

    @cached_property
    def values(self) -> Mapping[int, Mapping[str, int]]:
        """The numbers of each entrant's line."""
        lines = {entry: self._line(entry) for entry in self.facts.numbers}
        keys = {entry: (-one["match_points"], -one["buchholz_cut"], -one["buchholz"]) for entry, one in lines.items()}
        places = encounter_places(dict(self._meetings_of_tied(keys)), keys.__getitem__)
        return {entry: {**line, "direct_encounter": places.get(entry, 0)} for entry, line in lines.items()}

    def _line(self, entry: int) -> Mapping[str, int]:
        cut, total = self._buchholz.cut(entry), self._buchholz.total(entry)
        return {
            "match_points": self._buchholz.points[entry],
            "buchholz_cut": total - (0 if cut is None else cut.score),
            "buchholz": total,
            "lot": self.lot(self.facts.entrant(entry)),
        }

    def _meetings_of_tied(self, keys: Mapping[int, tuple[int, ...]]) -> Iterator[tuple[int, Sequence[Met]]]:
        """The matches that count between those tied. Of more than could have met each other nobody is told apart."""
        tied: dict[tuple[int, ...], int] = {}
        for key in keys.values():
            tied[key] = tied.get(key, 0) + 1
        for entry, record in self.records.items():
            if tied[keys[entry]] <= 2 * self.rounds + 1:
                yield entry, [_meeting(turn) for turn in record.turns if turn.opponent and turn.code not in NOT_PLAYED]

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """MON-2: by entry its number, which is its lot; where the field is seeded its seed, after which come those
        without one by their lots."""
        lots = {entrant.number: self.lot(entrant) for entrant in self.facts.entrants}
        if self.options.seeding == "lot":
            return lots
        seeds = {one.number: one.seed for one in self.facts.entrants if one.seed is not None}
        order = sorted(lots, key=lambda entry: (seeds.get(entry, len(lots) + 1), lots[entry], entry))
        return {entry: number for number, entry in enumerate(order, 1)}

    def acceleration(self, entry: int, round_: int) -> int:
        """SWX-8: the points that the entry has in pairing that round alone."""
        if self.options.acceleration == "none":
            return 0
        return points_in_pairing(self.numbers[entry], self.facts.starters, round_, self.rounds)

    def score(self, entry: int, round_: int) -> int:
        """The match points that the entry is paired by in that round."""
        return self.values[entry]["match_points"] + self.acceleration(entry, round_)

    @cached_property
    def entrants(self) -> Entrants:
        """The entrants as criteria see them."""
        return Entrants(
            turns={entry: record.turns for entry, record in self.records.items()},
            rounds=self.closed,
            lots={entry: self.lot(self.facts.entrant(entry)) for entry in self.records},
            scored=self.facts.points,
            buchholz=self._buchholz,
            most_tied=2 * self.rounds + 1,
        )

    @cached_property
    def order(self) -> Sequence[int]:
        """All entrants in the order of the table."""
        return rank_entries(self.lines, self.criteria)

    @cached_property
    def unbeaten(self) -> Sequence[int]:
        """MON-7: those who have won every round, byes among them, once all have been played."""
        if self.closed < self.rounds:
            return ()
        most = MATCH_POINTS["W"] * self.rounds
        return [entry for entry in self.order if self.values[entry]["match_points"] == most]

    def end(self) -> steps.Step:
        """The first of those still in has won, unless several have won every round (MON-7), or share the rank."""
        if not self.facts.last or len(self.unbeaten) > 1:
            return steps.Done()
        return ranked.end_of(self.tie_breaks, self.facts, self.ranked_still_in.rows)

    def accounts(self, entry: int) -> Sequence[Account]:
        """Each number of the entry's line that rounds add up to."""
        if self.tie_breaks is not None:
            return ranked.accounts(self.tie_breaks, self.entrants, entry)
        shares, cut = self._buchholz.shares(entry), self._buchholz.cut(entry)
        return (
            account("match_points", map(_points, self.records[entry].turns)),
            account("buchholz_cut", (part for share in shares if share != cut for part in share_parts(share))),
            account("buchholz", (part for share in shares for part in share_parts(share))),
            account("lot", (Part(label="lot", value=self.values[entry]["lot"]),)),
        )


def _meeting(turn: Turn) -> Met:
    return Met(turn.opponent or 0, turn.code, turn.round, turn.match)


def _points(turn: Turn) -> Part:
    label = turn.code or "opponent"
    return Part(label=label, value=turn.points, round=turn.round, match=turn.match, opponent=turn.opponent)
