"""A ring as data, for those who show it: who is still in and what they play, who went out, what each has to do."""

from collections.abc import Callable, Collection, Iterator
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
    """A player who is still in, the games they have won, that of the final too, and those they play now."""

    entry: EntryNumber
    wins: Count
    games: tuple[RingGame, ...]


class Departure(Value):
    """A player who went out: when, and by which game; None for a player who resigned."""

    entry: EntryNumber
    at: Instant | None
    game: RingGame | None


class NewGame(Value):
    """A game that begins, for one of its players: who sets it up, and whose clock is started then."""

    game: RingGame
    colour: Literal["white", "black"]
    opponent: EntryNumber
    sets_up: bool
    starts_clock_of: EntryNumber


class Instruction(Value):
    """The next thing that a player has to do (RNG-6): which abandoned games stop; which game, that goes on, is paused
    while a new one is set up; and which games begin. `text` says it in words."""

    entry: EntryNumber
    stop: tuple[RingGame, ...]
    pause: tuple[RingGame, ...]
    begin: tuple[NewGame, ...]
    text: str


class RingChart(Value):
    """Those still in, in the order of the ring; who went out, the last first; and what the newest change, in the order
    of play, means for each player who it touches."""

    kind: Literal["ring"] = "ring"
    seats: tuple[RingSeat, ...]
    departures: tuple[Departure, ...]
    instructions: tuple[Instruction, ...]


def chart_of(ring: Ring, wins: Callable[[EntryNumber], int]) -> RingChart:
    """The ring as it is, with the games that each has won."""
    return RingChart(seats=_seats(ring, wins), departures=_departures(ring), instructions=tuple(_instructions(ring)))


def _chart_game(game: Game) -> RingGame:
    white, black = game.sides
    return RingGame(match=game.match, white=white, black=black, state=game.state, winner=game.winner)


def _seats(ring: Ring, wins: Callable[[EntryNumber], int]) -> tuple[RingSeat, ...]:
    games: dict[int, list[RingGame]] = {}
    for game in ring.games:
        for entry in game.sides if game.state == "open" else ():
            games.setdefault(entry, []).append(_chart_game(game))
    return tuple(RingSeat(entry=e, wins=wins(e), games=tuple(games.get(e, ()))) for e in ring.left)


def _departures(ring: Ring) -> tuple[Departure, ...]:
    games = {game.match: _chart_game(game) for game in ring.games if game.out}
    last_first = sorted(ring.exits.items(), key=lambda one: one[1].at or _BEFORE_ALL, reverse=True)
    return tuple(Departure(entry=e, at=exit_.at, game=games.get(exit_.by or 0)) for e, exit_ in last_first)


def _instructions(ring: Ring) -> Iterator[Instruction]:
    """By the newest result or resignation, in the order of the ring; before any, all games begin."""
    moments = [exit_.at for exit_ in ring.exits.values()] + [game.at for game in ring.games]
    newest = max((moment for moment in moments if moment is not None), default=None)
    abandoned = (game for game in ring.games if game.state == "abandoned" and newest)
    stop = [game for game in abandoned if ring.time_abandoned(game) == newest]
    open_ = [game for game in ring.games if game.state == "open"]
    begun = [game for game in open_ if ring.time_begun(game) == newest]
    winners = {game.winner for game in ring.games if newest and game.at == newest}
    for entry in ring.seats:
        begin = tuple(_new_game(game, entry, winners) for game in begun if entry in game.sides)
        stopped = tuple(_chart_game(game) for game in stop if entry in game.sides)
        if begin or stopped:
            going_on = tuple(_chart_game(game) for game in open_ if entry in game.sides and game not in begun)
            yield _instruction(entry, stopped, going_on, begin)


def _new_game(game: Game, entry: int, winners: Collection[int | None]) -> NewGame:
    """The new game: anyone who has just won sets it up, else White. White moves, and starts Black's clock; Black starts
    White's."""
    white, black = game.sides
    sets_up = black if black in winners and white not in winners else white
    return NewGame(
        game=_chart_game(game),
        colour="white" if entry == white else "black",
        opponent=black if entry == white else white,
        sets_up=entry == sets_up,
        starts_clock_of=black if sets_up == white else white,
    )


def _instruction(
    entry: int, stop: tuple[RingGame, ...], going_on: tuple[RingGame, ...], begin: tuple[NewGame, ...]
) -> Instruction:
    pause = going_on if any(one.sets_up for one in begin) else ()
    sentences = [f"{_game_name(game, entry)} is abandoned: stop its clock." for game in stop]
    sentences += [f"Pause {_game_name(game, entry, 'match')}." for game in pause]
    sentences += [_sentence(one, entry) for one in begin]
    sentences += [f"Then go on with {_game_name(game, entry, 'match')}." for game in pause]
    return Instruction(entry=entry, stop=stop, pause=pause, begin=begin, text=" ".join(sentences))


def _game_name(game: RingGame, entry: int, word: str = "Match") -> str:
    return f"{word} {game.match} against entry {game.black if entry == game.white else game.white}"


def _sentence(one: NewGame, entry: int) -> str:
    colour = one.colour.capitalize()
    if not one.sets_up:
        return f"{_game_name(one.game, entry)} begins, and you are {colour}; your opponent sets it up."
    start = "Make your move and start Black's clock." if one.colour == "white" else "Start White's clock."
    return f"Set up {_game_name(one.game, entry, 'match')}: you are {colour}. {start}"
