"""A bracket as data, for those who show it: who stands where, who a seat waits for, and who has gone on."""

from collections.abc import Mapping
from typing import Literal

from domain.kernel.ids import EntryNumber, MatchNumber
from domain.kernel.values import Count, Value
from domain.pairing.bracket import Bracket, Slot
from domain.pairing.round_names import RoundName, name_before


class Seat(Value):
    """One side of a slot. Whom it `waits_for` comes out of that slot: its winner, for the third place its loser. With
    neither that nor an entry nobody comes. `seed` is told in the first round. Where those left are seeded again before
    each round it is a round, as `round-1`, that a seat waits for."""

    entry: EntryNumber | None = None
    seed: Count | None = None
    waits_for: str | None = None


class BracketSlot(Value):
    """A slot of the bracket, its upper side first. `matches` are its live ones, the oldest first: more than one where
    it was drawn. `winner` goes on from it; `walkover` says that the winner had no opponent. `plays_on_in` is the slot
    that the winner was put in, where those left are seeded again before each round. `round_name` is what its round is
    called; None: by its number."""

    slot: str
    round: Count
    round_name: RoundName | None = None
    seats: tuple[Seat, Seat]
    matches: tuple[MatchNumber, ...]
    winner: EntryNumber | None
    walkover: bool
    plays_on_in: str | None = None


class BracketChart(Value):
    """The rounds from the first to the final, each from the top, and the match for the third place. `reseeds` says that
    those left are put on the seats again before each round."""

    kind: Literal["bracket"] = "bracket"
    reseeds: bool = False
    rounds: tuple[tuple[BracketSlot, ...], ...]
    third: BracketSlot | None


Seeds = Mapping[int, int]
"""By entry its seed; who is not in it has that of its seat."""


def chart_of(bracket: Bracket, matches: Mapping[str, tuple[int, ...]], seeds: Seeds) -> BracketChart:
    """The bracket; `matches` are the live ones by the name of their slot, each slot's oldest first."""
    rounds: list[list[BracketSlot]] = [[] for _ in range(bracket.rounds)]
    for slot in bracket.slots:
        rounds[slot.round - 1].append(_chart_slot(bracket, slot, matches.get(bracket.name(slot), ()), seeds))
    third = rounds[-1].pop() if bracket.third else None
    return BracketChart(reseeds=bracket.reseeds, rounds=tuple(map(tuple, rounds)), third=third)


def round_name(bracket: Bracket, slot: Slot) -> RoundName | None:
    """The name of the slot's round; None: it has a number."""
    return "third-place" if slot == bracket.third else name_before(bracket.rounds - slot.round)


def _chart_slot(bracket: Bracket, slot: Slot, matches: tuple[int, ...], seeds: Seeds) -> BracketSlot:
    held = bracket.contents_of(slot)
    upper, lower = _seats_of_seeds(bracket, slot, seeds) if slot.round == 1 else _coming(bracket, slot)
    if held is not None and held.match is not None:
        first, second = held.entries
        upper, lower = Seat(entry=first, seed=upper.seed), Seat(entry=second, seed=lower.seed)
    winner = held.winner if held else None
    on = bracket.plays_on_in(winner, slot.round + 1) if bracket.reseeds and winner and slot != bracket.final else None
    return BracketSlot(
        slot=bracket.name(slot),
        round=slot.round,
        round_name=round_name(bracket, slot),
        seats=(upper, lower),
        matches=matches,
        winner=winner,
        walkover=held is not None and held.match is None,
        plays_on_in=bracket.name(on) if on else None,
    )


def _seats_of_seeds(bracket: Bracket, slot: Slot, seeds: Seeds) -> tuple[Seat, Seat]:
    first, second = bracket.seated_pair(slot)
    of_upper, of_lower = bracket.seeds_at(slot)
    return _seat(first.entry, of_upper, seeds), _seat(second.entry, of_lower, seeds)


def _seat(entry: int | None, of_seat: int, seeds: Seeds) -> Seat:
    return Seat() if entry is None else Seat(entry=entry, seed=seeds.get(entry, of_seat))


def _coming(bracket: Bracket, slot: Slot) -> tuple[Seat, Seat]:
    if bracket.reseeds and slot != bracket.third:
        into = bracket.into(slot)
        waits = Seat(waits_for=f"round-{slot.round - 1}")
        return (waits, waits) if into is None else (Seat(entry=into[0].entry), Seat(entry=into[1].entry))
    come = ((feeder, bracket.coming(slot, feeder)) for feeder in bracket.feeders(slot))
    upper, lower = (Seat(entry=out.entry) if out else Seat(waits_for=bracket.name(feeder)) for feeder, out in come)
    return upper, lower
