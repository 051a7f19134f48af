"""A ring as data, for those who show it: who is still in and what they play, who went out, which clocks to touch."""

from datetime import UTC, datetime
from typing import Literal

from domain.kernel.ids import EntryNumber, MatchNumber
from domain.kernel.values import Count, Instant, Value
from domain.pairing.ring import Game, GameState, Ring

_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


class RingGame(Value):
    """A game of the ring; `winner` is None where it has none."""

    match: MatchNumber
    white: EntryNumber
    black: EntryNumber
    state: GameState
    winner: EntryNumber | None


class RingSeat(Value):
    """Somebody who is still in, the games he has won before the final, and those that he plays."""

    entry: EntryNumber
    wins: Count
    games: tuple[RingGame, ...]


class Departure(Value):
    """Somebody who went out: when, and by which game; by none where he resigned."""

    entry: EntryNumber
    at: Instant | None
    game: RingGame | None


class Clocks(Value):
    """The games whose clocks are to be paused, and those that begin, with White's clock (RNG-6)."""

    pause: tuple[RingGame, ...]
    start: tuple[RingGame, ...]


class RingChart(Value):
    """Those still in, in the order of the ring; who went out, the last first; and what the newest change, in the order
    of play, means for the clocks."""

    kind: Literal["ring"] = "ring"
    seats: tuple[RingSeat, ...]
    departures: tuple[Departure, ...]
    clocks: Clocks


def chart_of(ring: Ring) -> RingChart:
    """The ring as it stands."""
    return RingChart(seats=_seats(ring), departures=_departures(ring), clocks=_clocks(ring))


def _shown(game: Game) -> RingGame:
    white, black = game.sides
    return RingGame(match=game.match, white=white, black=black, state=game.state, winner=game.winner)


def _seats(ring: Ring) -> tuple[RingSeat, ...]:
    games: dict[int, list[RingGame]] = {}
    for game in ring.games:
        for entry in game.sides if game.state == "open" else ():
            games.setdefault(entry, []).append(_shown(game))
    return tuple(RingSeat(entry=e, wins=ring.wins[e], games=tuple(games.get(e, ()))) for e in ring.left)


def _departures(ring: Ring) -> tuple[Departure, ...]:
    games = {game.match: _shown(game) for game in ring.games if game.out}
    last_first = sorted(ring.exits.items(), key=lambda one: one[1].at or _BEFORE_ALL, reverse=True)
    return tuple(Departure(entry=e, at=exit_.at, game=games.get(exit_.by or 0)) for e, exit_ in last_first)


def _clocks(ring: Ring) -> Clocks:
    """By the newest result or resignation; before any, all games begin."""
    moments = [exit_.at for exit_ in ring.exits.values()] + [game.at for game in ring.games]
    newest = max((moment for moment in moments if moment is not None), default=None)
    abandoned = (game for game in ring.games if game.state == "abandoned" and newest)
    begun = (game for game in ring.games if game.state == "open")
    return Clocks(
        pause=tuple(_shown(game) for game in abandoned if ring.abandoned_at(game) == newest),
        start=tuple(_shown(game) for game in begun if ring.begun_at(game) == newest),
    )
