"""Swiss seasons played at random, for fields as they are late in one."""

from random import Random

from domain.kernel.values import Colour
from domain.pairing.players import Player
from domain.pairing.reasons import Pairing

WIN, DRAW = 2, 1


class Season:
    """Entries 1 to `count`, each with a lot and a colour; who has met who, and what that gave."""

    def __init__(self, count: int, chance: Random) -> None:
        self._chance = chance
        self._lots = self._chance.sample(range(1, count + 1), count)
        self._colours: dict[int, Colour] = {entry: self._chance.choice(("red", "blue")) for entry in self._lots}
        self._points = dict.fromkeys(self._lots, 0)
        self._met: dict[int, set[int]] = {entry: set() for entry in self._lots}
        self.rounds = 0

    @property
    def window(self) -> int:
        """The window of the round to come: 1 until after two rounds, 2 until after four."""
        return 1 if self.rounds <= 2 else 2 if self.rounds <= 4 else 3

    def players(self) -> list[Player]:
        """Everybody, by match points and lot."""
        order = sorted(self._lots, key=lambda entry: -self._points[entry])
        return [Player(one, self._points[one], self._colours[one], frozenset(self._met[one])) for one in order]

    def play(self, pairing: Pairing) -> None:
        """Plays a round: one match in ten is drawn."""
        for one, other in (pair.sides for pair in pairing.pairs):
            self._met[one].add(other)
            self._met[other].add(one)
            self._score(one, other)
        if pairing.left_over is not None:
            self._points[pairing.left_over.entry] += WIN
        self.rounds += 1

    def _score(self, one: int, other: int) -> None:
        if self._chance.random() < 0.1:
            self._points[one] += DRAW
            self._points[other] += DRAW
        else:
            self._points[self._chance.choice((one, other))] += WIN
