"""Rounds until one is left: what N times elimination and the Champion tournament share (NXE-7..9, CHM-6).

A player is out after as many losses as they have lives, or after resigning. A round is drawn when every match of the
round before has its result, and the last one in wins.

Readings: a player who lacks places in a round that others already play, because a change has taken some away or has
brought the player back, first catches up with others in the same position. If nobody is left, the director decides
(ALL-5). Crawford is an announced option (TD-17).
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, Self, TypeVar

from pydantic import Field, model_validator

from domain.formats.contract import acts
from domain.formats.contract.account import Part
from domain.formats.contract.protocol import Entrant, Facts, Format, Options, RoundPlace, marks_of_lines, nobody_left
from domain.formats.contract.steps import Ask, Choice, Contender, Done, Due, Excused, Step, Terms, Wait
from domain.formats.down_the_order import second_bye
from domain.formats.progress import newest_round
from domain.formats.rounds import Behind, behind, refuse_in_rounds
from domain.kernel.chance import Chance
from domain.kernel.refusal import Refused
from domain.kernel.values import Length, Why
from domain.problems.entries import ENTRIES_CLOSED
from domain.problems.matches import NO_DRAWS
from domain.problems.rounds import PAIRED_BY_ROUND
from domain.scoring.games import Outcome
from domain.scoring.result import Form
from domain.standings.ranking import Criterion, Table, rank

CRITERIA = (Criterion("champion"), Criterion("in"), Criterion("win_points"))
"""By win points, the winner first; equal win points share the rank (NXE-10). Until there is a winner those who are
still in come first (SE-13)."""


class EliminationOptions(Options):
    """`lengths` are the match length of each round in points, the last for all that follow (NXE-1)."""

    asked_first: ClassVar[tuple[str, ...]] = ("lengths", "game")

    lengths: Annotated[tuple[Length, ...], Field(min_length=1, max_length=100)] = (5,)
    game: Literal["backgammon", "nackgammon"] = "backgammon"
    cube: bool = True
    crawford: bool = False

    @model_validator(mode="after")
    def _crawford_needs_a_cube(self) -> Self:
        if self.crawford and not self.cube:
            raise ValueError("the Crawford rule is about the cube: without a cube leave it out")
        return self

    @property
    def leaves_crawford_out(self) -> bool:
        return self.cube and not self.crawford

    def terms_of(self, round_: int) -> Terms:
        """Terms of a match of a round, from 1."""
        return Terms(self.lengths[min(round_, len(self.lengths)) - 1])


Chosen = TypeVar("Chosen", bound=EliminationOptions)


class Elimination(Format[Chosen]):
    """The rules of both, but for how many matches a round has, who meets who, and what a bye is worth."""

    @abstractmethod
    def lives(self, options: Chosen, entrant: Entrant) -> int:
        """The number of losses that put the entrant out."""

    @abstractmethod
    def matches_in_round(self, facts: Facts, entrant: Entrant, places: Sequence[RoundPlace], round_: int) -> int:
        """The number of places that the entrant, whose live places are given, is to have in a round it is in."""

    @abstractmethod
    def asks(self, facts: Facts, due: Due) -> bool:
        """Whether the rest of a round that is under way is for the director and not for the draw."""

    @abstractmethod
    def contender(self, facts: Facts, entry: int, places: int) -> Contender:
        """The entry with what the draw goes by; it lacks that many places in the round."""

    @abstractmethod
    def counts(self, facts: Facts, entrant: Entrant) -> Mapping[str, int]:
        """The values of the entrant's line in the table."""

    def refuse(self, options: Chosen, facts: Facts, act: acts.Act) -> Refused | None:
        """Entries close with the start, pairings come by the round, who leaves resigns, and there are no draws (NXE-2,
        NXE-6, NXE-8)."""
        match act:
            case acts.EnterLate():
                return Refused(ENTRIES_CLOSED, "Round 1 has been started with all entrants.")
            case acts.AskForBye():
                return Refused(PAIRED_BY_ROUND, "Players can't ask for a bye: byes are drawn by lot.")
            case acts.EndMatch(outcome=Outcome(ended="drawn" | "drawn-by-default")):
                return Refused(NO_DRAWS, "A match goes on until it is won (NXE-6).")
            case _:
                return refuse_in_rounds(act)

    def crawford(self, options: Chosen, form: Form) -> bool:
        """As announced (TD-17)."""
        return options.crawford

    def step(self, options: Chosen, facts: Facts) -> Step:
        """NXE-7, NXE-9, CHM-6: waits, a round due, a question, or the winner."""
        still_in = self.going_on(options, facts)
        if len(still_in) > 1:
            return self._next_round(options, facts, still_in)
        if facts.awaited:
            return Wait(tuple(facts.awaited))
        if still_in:
            return Done(champion=still_in[0])
        question = f"nobody-left-{newest_round(facts)}"  # NXE-9
        return nobody_left(facts, question, [e.number for e in facts.entrants], "Nobody is left to go on.")

    def is_followed(self, options: Chosen, facts: Facts, round_: int) -> bool:
        """Whether more than one is left after it: a match puts out one at most, unless both have lost."""
        return len(self.going_on(options, facts)) - len(facts.awaited) > 1

    def going_on(self, options: Chosen, facts: Facts) -> Sequence[int]:
        """NXE-8, CHM-6: the entries that have neither lost all their lives nor resigned."""
        return [
            one.number
            for one in facts.entrants
            if not one.withdrawn and facts.setbacks(one.number) < self.lives(options, one)
        ]

    def table(self, options: Chosen, facts: Facts) -> Table:
        """NXE-10, SE-13: who is still in by fewest losses, then by win points."""
        champion = self._champion(options, facts)
        values = self._lines(options, facts, champion)
        still_in = [] if champion else sorted(self.going_on(options, facts), key=lambda entry: _ahead(values[entry]))
        return rank(values, CRITERIA, self._marks(options, facts, champion), still_in)

    def onward(self, options: Chosen, facts: Facts) -> Table:
        """In the order of the table; who has withdrawn or resigned can't go up."""
        lines = self._lines(options, facts, self._champion(options, facts))
        return rank({entry: lines[entry] for entry in lines if not facts.entrant(entry).withdrawn}, CRITERIA)

    def against(self, options: Chosen, due: Due, entries: Sequence[int]) -> Mapping[str, int]:
        """NXE-3, CHM-3: a bye while another has had fewer."""
        idle = [one for one in due.contenders if entries == (one.entry,)]
        return second_bye(due.contenders, idle[0]) if idle else {}

    def _lines(self, options: Chosen, facts: Facts, champion: int | None) -> Mapping[int, Mapping[str, int]]:
        still_in = frozenset(self.going_on(options, facts))
        return {
            one.number: {
                "champion": int(one.number == champion),
                "in": int(one.number in still_in),
                **self.counts(facts, one),
            }
            for one in facts.entrants
        }

    def _next_round(self, options: Chosen, facts: Facts, still_in: Sequence[int]) -> Step:
        """The round of those who are furthest behind."""
        last = self._behind(facts, still_in)
        if last.waits:
            return Wait(tuple(facts.awaited))
        contenders = tuple(self.contender(facts, entry, number) for entry, number in last.lacks.items())
        due = Due(last.round, contenders, options.terms_of(last.round))
        return _alone(facts, due) if last.under_way and self.asks(facts, due) else due

    def _behind(self, facts: Facts, still_in: Sequence[int]) -> Behind:
        """Those who are furthest behind, of those who are still in."""
        places = live_places(facts)
        return behind(
            facts, {entry: self._lacking(facts, facts.entrant(entry), places.get(entry, ())) for entry in still_in}
        )

    def lacks(self, options: Chosen, facts: Facts, entry: int) -> tuple[int, int]:
        """The round in which the entry next lacks places, and how many."""
        return self._lacking(facts, facts.entrant(entry), live_places(facts).get(entry, ()))

    def _lacking(self, facts: Facts, entrant: Entrant, places: Sequence[RoundPlace]) -> tuple[int, int]:
        """The round in which the entrant next lacks places, and how many: its newest round, or the one after it."""
        missed = facts.missed_places(entrant.number)
        newest = max((*(place.round for place in places), *missed), default=0)
        taken = sum(place.round == newest for place in places) + missed.get(newest, 0)
        short = self.matches_in_round(facts, entrant, places, newest) - taken if newest else 0
        return (newest, short) if short > 0 else (newest + 1, self.matches_in_round(facts, entrant, places, newest + 1))

    def _champion(self, options: Chosen, facts: Facts) -> int | None:
        """Nobody has won before the start, however few have entered."""
        step = self.step(options, facts) if facts.started and len(self.going_on(options, facts)) <= 1 else None
        return step.champion if isinstance(step, Done) else None

    def _marks(self, options: Chosen, facts: Facts, champion: int | None) -> Mapping[int, str]:
        still_in = frozenset(self.going_on(options, facts))
        marks = {e.number: "in" if e.number in still_in else "out" for e in facts.entrants}
        return marks_of_lines(facts, marks, champion)


def _ahead(line: Mapping[str, int]) -> tuple[int, int]:
    """The key by which those who are still in are ordered."""
    return line["losses"], -line["win_points"]


def _alone(facts: Facts, due: Due) -> Ask:
    """The entry may meet the one with the bye, or have a bye too; the round can be undone only while no match has
    ended."""
    entry = due.contenders[0].entry
    here = [place for place in facts.places if place.round == due.round]
    byes = tuple(place.entries[0] for place in here if place.match is None)
    detail = f"Entry {entry} has no opponent in round {due.round}, which is under way: pair it, or give it a bye."
    choices: tuple[Choice, ...] = (Choice("pair-by-hand", (entry, *byes), command=True),)
    if not any(place.ended for place in here):
        choices = (*choices, Choice("annul-round", command=True))
    return Ask("alone", f"alone-{due.round}-{entry}", detail, choices, due, entry)


def live_places(facts: Facts) -> Mapping[int, Sequence[RoundPlace]]:
    """The live places of each entry, byes among them."""
    places: dict[int, list[RoundPlace]] = {}
    for place in facts.places:
        for entry in place.entries:
            places.setdefault(entry, []).append(place)
    return places


def one_bye(contenders: Sequence[Contender], rule: str, chance: Chance) -> Excused:
    """A bye for a random one among those with the fewest byes, by that rule (NXE-3, CHM-3)."""
    fewest = min(one.counts["byes"] for one in contenders)
    candidates = [one for one in contenders if one.counts["byes"] == fewest]
    counts = {"byes_before": fewest, "candidates": len(candidates)}
    return Excused(chance.take(candidates).entry, Why(rule=rule, counts=counts))


def matches_won(facts: Facts, entry: int) -> tuple[Part, ...]:
    """Each match the entry has won."""
    return tuple(
        part_of("win", 1, place, entry)
        for place in facts.places_of(entry)
        if place.ended is not None and place.ended.winner == entry
    )


def matches_lost(facts: Facts, entry: int) -> tuple[Part, ...]:
    """Each match the entry has lost."""
    return tuple(
        part_of("loss", 1, place, entry)
        for place in facts.places_of(entry)
        if place.ended is not None and place.ended.is_lost_by(entry)
    )


def byes(facts: Facts, entry: int) -> tuple[Part, ...]:
    """Each bye of the entry."""
    mine = (place for place in facts.places if place.match is None and place.entries == (entry,))
    return tuple(Part(label="bye", value=1, round=place.round) for place in mine)


def part_of(label: str, value: int, place: RoundPlace, entry: int) -> Part:
    """The match's part of the total."""
    return Part(label=label, value=value, round=place.round, match=place.match, opponent=place.opponent_of(entry))
