"""A ring of seats from which people go out: who is left, what lies between two neighbours, and since when (RNG-1..4).

A game between two neighbours reaches from the earlier of them to the later, over everybody who stood between. The
games of the final reach all round the ring.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Literal

GameState = Literal["open", "won", "drawn", "both-lost", "abandoned"]

FINAL = ("final-1", "final-2")

_UNKNOWN = datetime.min.replace(tzinfo=UTC)
_NEVER = datetime.max.replace(tzinfo=UTC)


def slot_of(earlier: int, later: int) -> str:
    """The name of the place of a game between two neighbours."""
    return f"{earlier}-{later}"


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `sides` are White and Black, `ends` the earlier and the later side, of the final White and Black again.
    `out` are those who it has put out; `at` is when it was played, None where it is open or abandoned."""

    match: int
    slot: str
    sides: tuple[int, int]
    ends: tuple[int, int]
    state: GameState
    winner: int | None = None
    out: tuple[int, ...] = ()
    at: datetime | None = None

    @property
    def final(self) -> bool:
        """Whether it is one of the last two."""
        return self.slot in FINAL


@dataclass(frozen=True, slots=True)
class Exit:
    """The exit of an entry: when, or None if unknown; and by which match, or minus the entry's number if it left, or
    None if unknown."""

    at: datetime | None
    by: int | None


@dataclass(frozen=True)
class Ring:
    """`seats` are all who stood in the ring at its start, in its order; `games` its games, by number; `gone` are those
    who have left, and who have gone out by none of these games."""

    seats: tuple[int, ...]
    games: tuple[Game, ...]
    gone: Mapping[int, Exit]

    @cached_property
    def exits(self) -> Mapping[int, Exit]:
        """The exit of each who is out; the first one, should there be several."""
        exits = dict(self.gone)
        for game in self.games:
            for entry in game.out:
                known = exits.get(entry)
                if known is None or (known.at and game.at and game.at < known.at):
                    exits[entry] = Exit(game.at, game.match)
        return exits

    @cached_property
    def left(self) -> tuple[int, ...]:
        """Those who are still in, in the order of the ring."""
        return tuple(entry for entry in self.seats if entry not in self.exits)

    @property
    def neighbours(self) -> Iterator[tuple[int, int]]:
        """Each of three or more who are left with the next one."""
        if len(self.left) > 2:
            yield from zip(self.left, (*self.left[1:], self.left[0]), strict=True)

    @cached_property
    def wins(self) -> Counter[int]:
        """The games that each has won before the final."""
        return Counter(game.winner for game in self.games if game.winner is not None and not game.final)

    @property
    def champion(self) -> int | None:
        """RNG-4, RNG-5: the one who is left, or of two the one with more wins."""
        if len(self.left) not in (1, 2):
            return None
        most = max(self.wins[entry] for entry in self.left)
        best = [entry for entry in self.left if self.wins[entry] == most]
        return best[0] if len(best) == 1 else None

    @cached_property
    def last_out(self) -> Sequence[int]:
        """Anyone who went out last, or those who did so together."""
        newest = max((exit_.at for exit_ in self.exits.values() if exit_.at), default=None)
        return sorted(entry for entry, exit_ in self.exits.items() if exit_.at == newest)

    @cached_property
    def two_left_at(self) -> datetime | None:
        """Since when no more than two are left; None: since the start, or there still are more."""
        moments = sorted(_known_moments(exit_.at for exit_ in self.exits.values()))
        unknown = len(self.exits) - len(moments)
        deciding = len(self.seats) - 3 - unknown
        return moments[deciding] if 0 <= deciding < len(moments) else None

    def time_abandoned(self, game: Game) -> datetime | None:
        """Since when the game can't be played any more: a side is out, or two are left and it is not of the final.
        None: it can, or it is not known."""
        sides = [self.exits[entry].at for entry in game.sides if entry in self.exits]
        return min(_known_moments((*sides, None if game.final else self.two_left_at)), default=None)

    def time_begun(self, game: Game) -> datetime | None:
        """When it came into being: the last of those between went out, or it was drawn before. None: at the start, or
        it is not known."""
        newest = max(_known_moments((self._clear_since(game), self._drawn.get(game.slot))), default=_UNKNOWN)
        return None if newest == _UNKNOWN else newest

    def causes_of(self, game: Game, at: datetime) -> Sequence[int]:
        """The matches, by number, by which it came into being at that moment; none where somebody left."""
        through = set(self.seats if game.final else self.between(*game.ends))
        played = (one for one in self.games if one.at == at and one.match != game.match)
        return [one.match for one in played if one.slot == game.slot or through.intersection(one.out)]

    @cached_property
    def _drawn(self) -> Mapping[str, datetime | None]:
        """When the newest drawn game of each slot was played."""
        return {game.slot: game.at for game in self.games if game.state == "drawn"}

    @property
    def contradicting(self) -> Iterator[int]:
        """The matches that can't have been played when they were: not begun, or abandoned by then (RNG-6)."""
        return (game.match for game in self.games if game.at and not self._possible(game, game.at))

    def _possible(self, game: Game, at: datetime) -> bool:
        abandoned_at = self.time_abandoned(game)
        if abandoned_at is not None and abandoned_at < at:
            return False
        since = self._clear_since(game)
        return since is None or since <= at

    def between(self, earlier: int, later: int) -> Sequence[int]:
        """The entries between the two at the start, in the order of the ring."""
        return [self._from(earlier, steps) for steps in range(1, self._reach(earlier, later))]

    def went_out_by(self, entries: Iterable[int]) -> set[int]:
        """The matches, and minus the numbers of who has left, by which these have gone out."""
        return {exit_.by for entry in entries if (exit_ := self.exits.get(entry)) and exit_.by}

    def within(self, game: Game) -> Iterator[int]:
        """The matches that, side by side, reach as far as that game, each of them less far; round the ring from a game
        of the final."""
        yield from self.spanning_matches(*game.ends, short_of=self._reach(*game.ends))
        if game.final:
            yield from self.spanning_matches(*reversed(game.ends))

    def spanning_matches(self, earlier: int, later: int, short_of: int | None = None) -> Iterator[int]:
        """The matches that, side by side, reach from one to the other: at each step the furthest, and of those the
        newest. With `short_of`: of those that reach less far than that."""
        at, goal = 0, self._reach(earlier, later)
        while at < goal:
            reaches = self._reaches.get(self._from(earlier, at), ())
            furthest = min(goal - at, goal if short_of is None else short_of - 1)
            step, match = max((one for one in reaches if one[0] <= furthest), default=(1, 0))
            if match:
                yield match
            at += step

    @cached_property
    def _reaches(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """By the earlier side of each game, how far it reaches and its match."""
        reaches: dict[int, list[tuple[int, int]]] = {}
        for game in self.games:
            if not game.final:
                reaches.setdefault(game.ends[0], []).append((self._reach(*game.ends), game.match))
        return reaches

    @cached_property
    def _places(self) -> Mapping[int, int]:
        return {entry: place for place, entry in enumerate(self.seats)}

    def _from(self, entry: int, steps: int) -> int:
        return self.seats[(self._places[entry] + steps) % len(self.seats)]

    def _reach(self, earlier: int, later: int) -> int:
        """The number of seats from one to the other, in the order of the ring."""
        return (self._places[later] - self._places[earlier]) % len(self.seats)

    def _clear_since(self, game: Game) -> datetime | None:
        """When the last of those between went out, `_NEVER` while one of them is in; None: nobody stood there."""
        if game.final:
            return self.two_left_at
        between = self._reach(*game.ends) - 1
        return self._latest.of(self._places[game.ends[0]] + 1, between) if between else None

    @cached_property
    def _latest(self) -> "_Latest":
        """Over when each went out, by seat and twice round."""
        exits = [self.exits.get(entry) for entry in self.seats]
        return _Latest([(exit_.at or _UNKNOWN) if exit_ else _NEVER for exit_ in exits] * 2)


class _Latest:
    """The latest of any stretch of a row of moments, without going through the stretch: `_rows[n][i]` is that of the
    2^n from `i` on."""

    def __init__(self, moments: list[datetime]) -> None:
        self._rows = [moments]
        while len(self._rows[-1]) > (half := 1 << len(self._rows) - 1):
            row = self._rows[-1]
            self._rows.append([max(pair) for pair in zip(row, row[half:], strict=False)])

    def of(self, start: int, length: int) -> datetime:
        """Of so many, at least one, from the one at `start`."""
        n = length.bit_length() - 1
        return max(self._rows[n][start], self._rows[n][start + length - (1 << n)])


def _known_moments(moments: Iterable[datetime | None]) -> list[datetime]:
    return [moment for moment in moments if moment is not None]
