"""Changes that a ring calls for: games that have to begin, and open ones that have to be abandoned (RNG-2, RNG-4,
RNG-5).

Found all round the ring, or beside one result by looking at it and its neighbours alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from domain.pairing.ring import FINAL, Game, Ring, slot_of


@dataclass(frozen=True, slots=True)
class Beginning:
    """A game that has to begin, with the matches it is made from. `ends` are the earlier and the later side, of the
    final White and Black; `again` is the game that it is played in place of."""

    slot: str
    ends: tuple[int, int]
    origins: tuple[int, ...]
    again: Game | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """An open game that has to be abandoned, because of these matches, or of minus the number of who has left."""

    match: int
    origins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes that a ring calls for, all at once."""

    beginnings: tuple[Beginning, ...] = ()
    endings: tuple[Ending, ...] = ()


def all_round(ring: Ring) -> Changes:
    """Between neighbours, or the last two, a game is open in every slot, and nowhere else."""
    wanted, newest, kept = _wanted_games(ring), dict[str, Game](), dict[str, int]()
    endings: list[Ending] = []
    for game in ring.games:
        fits = sorted(wanted.get(game.slot, ())) == sorted(game.ends)
        if fits:
            newest[game.slot] = game
        if game.state == "open" and fits and game.slot not in kept:
            kept[game.slot] = game.match
        elif game.state == "open":
            endings.append(Ending(game.match, _because(ring, game, kept.get(game.slot) if fits else None)))
    missing = ((slot, ends) for slot, ends in wanted.items() if slot not in kept)
    return Changes(tuple(_beginning(ring, *one, newest.get(one[0])) for one in missing), tuple(endings))


def _wanted_games(ring: Ring) -> Mapping[str, tuple[int, int]]:
    if len(ring.left) == 2 and ring.champion is None:
        first, second = ring.left
        return dict(zip(FINAL, ((first, second), (second, first)), strict=True))
    return {slot_of(*ends): ends for ends in ring.neighbours}


def _because(ring: Ring, game: Game, other: int | None) -> tuple[int, ...]:
    """Never the game itself, which may have put somebody out by what it had come to before (ALL-4)."""
    return tuple(number for number in _reasons(ring, game, other) if number != game.match)


def _reasons(ring: Ring, game: Game, other: int | None) -> Iterable[int]:
    """A side is out; or there is another open game in the slot; or they are the last two, since all on their other
    side are out; or somebody between them is in. Never another that may be abandoned because of this one: those within
    it reach less far."""
    exits = [ring.exits[entry] for entry in game.sides if entry in ring.exits]
    if exits:
        return [exits[0].by] if exits[0].by else []
    if other:
        return [other]
    if len(ring.left) == 2:
        return sorted(ring.went_out_by(ring.between(*reversed(game.ends))))
    return ring.within(game)


def _beginning(ring: Ring, slot: str, ends: tuple[int, int], before: Game | None) -> Beginning:
    """In a slot in which nothing is open, though there may have been a game before."""
    if before:
        return Beginning(slot, ends, (before.match,), before)
    there = tuple(ring.spanning_matches(*ends))
    return Beginning(slot, ends, (*there, *ring.spanning_matches(*reversed(ends))) if slot in FINAL else there)


class Looks(Protocol):
    """The looks at a ring without going all round it."""

    def in_slot(self, slot: str) -> Game | None:
        """The newest game in that slot."""

    def newest(self, entry: int, *, later: bool, before: int | None = None) -> Game | None:
        """The entry's newest game, not of the final, with an older number than `before`, in which the entry is the
        later (or the earlier) side."""

    def is_in(self, entry: int) -> bool:
        """Whether the entry has not gone out."""

    def time_of_leaving(self, entry: int) -> datetime | None:
        """When the entry resigned."""


def beside(looks: Looks, game: Game) -> Changes | None:
    """The changes that a played game calls for, in a ring that called for none before. None: they reach further than
    can be seen from there. The game must not be of the final."""
    return _gap(looks, game) if game.out else _again(looks, game)


def _again(looks: Looks, game: Game) -> Changes | None:
    """It was drawn, and is played again, as long as its later side plays another one too: then it was open."""
    if looks.in_slot(game.slot) != game:
        return Changes()
    other = looks.newest(game.ends[1], later=False)
    if other is None or other.state != "open" or not all(looks.is_in(entry) for entry in game.sides):
        return None
    return Changes((Beginning(game.slot, game.ends, (game.match,), game),))


def _gap(looks: Looks, game: Game) -> Changes | None:
    """The game has put a player out: that player's other game is abandoned, and the two neighbours get a game."""
    chain = _chain(looks, game)
    ends = chain[0].ends[0], chain[-1].ends[1]
    others = [one for one in chain if one != game]
    closed = looks.in_slot(slot_of(*ends)) is not None
    if closed and others and all(one.state == "abandoned" for one in others):
        return Changes()
    last = ends[0] == ends[1] or looks.in_slot(slot_of(*reversed(ends))) is not None
    awaited = all(one.state == "open" for one in others) and all(looks.is_in(entry) for entry in ends)
    if closed or last or not awaited:
        return None
    beginning = Beginning(slot_of(*ends), ends, tuple(one.match for one in chain))
    return Changes((beginning,), tuple(Ending(one.match, (game.match,)) for one in others))


def _chain(looks: Looks, game: Game) -> Sequence[Game]:
    """The game, with the newest one on the other side of anyone who it has put out."""
    earlier, later = game.ends
    before = looks.newest(earlier, later=True) if earlier in game.out else None
    after = looks.newest(later, later=False) if later in game.out else None
    return [one for one in (before, game, after) if one]


def beginning_of(looks: Looks, game: Game) -> datetime | None:
    """When a game that is not of the final came into being, as `Ring.time_begun` has it."""
    moments = (moment for one in _under(looks, game) for moment in _since(looks, game, one))
    return max((moment for moment in moments if moment is not None), default=None)


def _since(looks: Looks, game: Game, under: Game) -> Iterator[datetime | None]:
    """When what lies under a game was over."""
    yield under.at or beginning_of(looks, under)
    yield from (looks.time_of_leaving(entry) for entry in under.ends if entry not in game.ends)


def _under(looks: Looks, game: Game) -> Iterator[Game]:
    """The games that, side by side, reach as far as this one, from its later end on."""
    at, seen = game.ends[1], set[int]()
    while at != game.ends[0] and at not in seen:
        seen.add(at)
        under = looks.newest(at, later=True, before=game.match)
        if under is None:
            return
        yield under
        at = under.ends[0]
