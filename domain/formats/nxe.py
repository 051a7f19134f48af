"""N times elimination (NXE-1..10).

Everybody still in plays one match per round; who has lost N matches, or resigned, is out. The last one in wins.
A round is drawn when every match of the round before has a winner: in an odd field one of those with the fewest byes
so far has a bye, and the others are paired from bins by win points, highest against lowest.

Readings: a win point from a bye counts for the bins; who is left without a match while others already play the next
round, because a change has brought him back, first catches up with the others who are; nobody left, or a single
player without an opponent in a round under way, is for the director (ALL-5). Crawford is an announced option (TD-17).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field, model_validator

from domain.chance import Chance
from domain.errors import Refused
from domain.formats.protocol import (
    Act,
    Ask,
    AskForBye,
    Choice,
    Contender,
    CorrectMatch,
    Done,
    Drawing,
    Due,
    EndMatch,
    EnterLate,
    Excused,
    Facts,
    Format,
    Leave,
    Options,
    Pair,
    PairThemselves,
    Place,
    Step,
    TellDirector,
    Terms,
    Wait,
)
from domain.problems import ENTRIES_CLOSED, NO_DRAWS, PAIRED_BY_ROUND, RESIGN_INSTEAD, SIDES_DRAWN
from domain.scoring.result import Outcome
from domain.standings.ranking import Criterion, Table, rank
from domain.values import Length, Why

CRITERIA = (Criterion("champion"), Criterion("win_points"))

Losses = Annotated[int, Field(strict=True, ge=1, le=99)]


class NxeOptions(Options):
    """`losses` is N; `lengths` the match length of each round in points, the last for all that follow."""

    kind: Literal["nxe"]
    rules: Literal[1] = 1
    losses: Losses = 2
    lengths: Annotated[tuple[Length, ...], Field(min_length=1, max_length=100)] = (5,)
    game: Literal["backgammon", "nackgammon"] = "backgammon"
    cube: bool = True
    crawford: bool = False

    @model_validator(mode="after")
    def _crawford_needs_a_cube(self) -> "NxeOptions":
        if self.crawford and not self.cube:
            raise ValueError("the Crawford rule is about the cube: without a cube leave it out")
        return self

    def length_of(self, round_: int) -> int:
        """The match length of a round, from 1."""
        return self.lengths[min(round_, len(self.lengths)) - 1]


class NTimesElimination(Format[NxeOptions]):
    """The format itself."""

    on_change = "pairings-stand"

    def refuse(self, options: NxeOptions, facts: Facts, act: Act) -> Refused | None:
        """Entries close with the start, pairings come by the round, and who leaves resigns (NXE-2, NXE-8)."""
        match act:
            case EnterLate():
                return Refused(ENTRIES_CLOSED, "All entrants are in round 1; it has been started.")
            case PairThemselves():
                return Refused(PAIRED_BY_ROUND, "Matches here come from the pairings of a round.")
            case Leave():
                return Refused(RESIGN_INSTEAD, "The tournament has started.")
            case CorrectMatch(sides=True):
                return Refused(SIDES_DRAWN, "The sides of a match were paired; they are not what was recorded of it.")
            case AskForBye() | TellDirector():
                return Refused(PAIRED_BY_ROUND, "Every match of a round is played; byes are drawn.")
            case EndMatch(outcome=Outcome(how="drawn" | "both-told")):
                return Refused(NO_DRAWS, "A match goes on until it is won (NXE-6).")
            case CorrectMatch() | EndMatch():
                return None

    def step(self, options: NxeOptions, facts: Facts) -> Step:
        """NXE-7, NXE-9: waits, a round due, a question, or the winner."""
        still_in = self.going_on(options, facts)
        open_matches = set(facts.awaited)
        if len(still_in) <= 1 and open_matches:
            return Wait(tuple(facts.awaited))
        if not still_in:
            return _nobody_left(facts)
        if len(still_in) == 1:
            return Done(champion=still_in[0])
        return _next_round(options, facts, still_in, open_matches)

    def draw(self, options: NxeOptions, due: Due, chance: Chance) -> Drawing:
        """NXE-3, NXE-4."""
        contenders = sorted(due.contenders, key=lambda one: one.entry)
        byes = (_bye(contenders, chance),) if len(contenders) % 2 else ()
        return Drawing(tuple(_pairs(_bins(contenders), chance)), byes)

    def going_on(self, options: NxeOptions, facts: Facts) -> Sequence[int]:
        """NXE-8: who has neither N losses nor resigned."""
        return [e.number for e in facts.entrants if not e.withdrawn and facts.setbacks(e.number) < options.losses]

    def table(self, options: NxeOptions, facts: Facts) -> Table:
        """NXE-10: by win points, the winner first; equal win points share the rank."""
        still_in = self.going_on(options, facts)
        champion = self._champion(options, facts, still_in)
        values = {e.number: _values(facts, e.number, champion) for e in facts.entrants}
        return rank(values, CRITERIA, _marks(facts, frozenset(still_in), champion))

    def _champion(self, options: NxeOptions, facts: Facts, still_in: Collection[int]) -> int | None:
        """Nobody has won before the start, however few have entered."""
        step = self.step(options, facts) if facts.started and len(still_in) <= 1 else None
        return step.champion if isinstance(step, Done) else None


def _nobody_left(facts: Facts) -> Step:
    """NXE-9: the director names the winner, or there is none."""
    question = f"nobody-left-{_newest_round(facts.places)}"
    decided = facts.decision(question)
    if decided is not None:
        return Done(champion=decided.entry)
    entries = tuple(e.number for e in facts.entrants)
    named = (Choice("champion", entries),) if entries else ()
    return Ask(question, "Nobody is left to go on.", (*named, Choice("no-champion")))


def _newest_round(places: Sequence[Place]) -> int:
    return max((place.round for place in places), default=0)


def _next_round(options: NxeOptions, facts: Facts, still_in: Sequence[int], open_matches: Collection[int]) -> Step:
    """The round of those who are furthest behind. All are level, unless a change has brought somebody back."""
    reached = {entry: place.round for place in sorted(facts.places, key=_round) for entry in place.entries}
    last = min(reached.get(entry, 0) for entry in still_in)
    if any(place.round <= last and place.match in open_matches for place in facts.places):
        return Wait(tuple(facts.awaited))
    due_round = last + 1
    behind = [entry for entry in still_in if reached.get(entry, 0) == last]
    terms = Terms(options.length_of(due_round))
    due = Due(due_round, tuple(_contender(facts, entry) for entry in behind), terms)
    under_way = any(place.round == due_round for place in facts.places)
    return _alone(due) if len(behind) == 1 and under_way else due


def _round(place: Place) -> int:
    return place.round


def _contender(facts: Facts, entry: int) -> Contender:
    return Contender(entry=entry, counts={"byes": facts.byes(entry), "win_points": _win_points(facts, entry)})


def _alone(due: Due) -> Ask:
    entry = due.contenders[0].entry
    detail = f"Entry {entry} has no opponent in round {due.round}, which is under way."
    choices = (Choice("pair-by-hand", (entry,), command=True), Choice("annul-round", command=True))
    return Ask(f"alone-{due.round}-{entry}", detail, choices, due)


def _bye(contenders: list[Contender], chance: Chance) -> Excused:
    """NXE-3: a random one among those with the fewest byes; he leaves the contenders."""
    fewest = min(one.counts["byes"] for one in contenders)
    candidates = [one for one in contenders if one.counts["byes"] == fewest]
    counts = {"byes_before": fewest, "candidates": len(candidates)}
    excused = chance.taken(candidates)
    contenders.remove(excused)
    return Excused(excused.entry, Why(rule="NXE-3", counts=counts))


def _bins(contenders: Sequence[Contender]) -> list[tuple[int, list[int]]]:
    """The bins from the highest win points to the lowest, each with its entries by number."""
    bins: dict[int, list[int]] = {}
    for one in contenders:
        bins.setdefault(one.counts["win_points"], []).append(one.entry)
    return sorted(bins.items(), reverse=True)


def _pairs(bins: list[tuple[int, list[int]]], chance: Chance) -> list[Pair]:
    """NXE-4: one of the highest bin meets one of the lowest."""
    pairs = []
    while bins:
        high, first = _taken(bins, 0, chance)
        low, second = _taken(bins, -1, chance)
        pairs.append(Pair((first, second), Why(rule="NXE-4", counts={"bin_first": high, "bin_second": low})))
    return pairs


def _taken(bins: list[tuple[int, list[int]]], index: int, chance: Chance) -> tuple[int, int]:
    """A random entry of the bin, with the bin's win points; an empty bin goes."""
    win_points, entries = bins[index]
    entry = chance.taken(entries)
    if not entries:
        bins.pop(index)
    return win_points, entry


def _win_points(facts: Facts, entry: int) -> int:
    """NXE-6."""
    return facts.tally(entry).wins + facts.byes(entry)


def _values(facts: Facts, entry: int, champion: int | None) -> Mapping[str, int]:
    return {
        "champion": int(entry == champion),
        "win_points": _win_points(facts, entry),
        "losses": facts.tally(entry).losses,
        "byes": facts.byes(entry),
    }


def _marks(facts: Facts, still_in: Collection[int], champion: int | None) -> Mapping[int, str]:
    marks = {e.number: "in" if e.number in still_in else "out" for e in facts.entrants}
    marks |= {e.number: "resigned" if e.resigned else "withdrawn" for e in facts.entrants if e.withdrawn}
    return marks if champion is None else marks | {champion: "champion"}
