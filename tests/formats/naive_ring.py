"""The Dual Ring once more, as slowly and plainly as it can be told: a list of players and the games between them."""

from dataclasses import dataclass, field
from typing import Literal

Ended = Literal["white", "black", "drawn", "nobody"]


@dataclass
class NaiveRing:
    """Who is in, in order; the open games, each with White and Black; and who went out, those together in a group."""

    players: list[str]
    balanced: bool
    eliminate: bool
    games: list[tuple[str, str]] = field(default_factory=list)
    gone: list[set[str]] = field(default_factory=list)
    wins: dict[str, int] = field(default_factory=dict)
    champion: str | None = None
    final: bool = False

    def start(self) -> None:
        self.wins = dict.fromkeys(self.players, 0)
        if len(self.players) > 2:
            self.games = [(one, self.players[(i + 1) % len(self.players)]) for i, one in enumerate(self.players)]
        else:
            self._end()

    def play(self, game: tuple[str, str], ended: Ended) -> None:
        """One of the open games ends."""
        white, black = game
        lost = {"white": {black}, "black": {white}, "nobody": {white, black}, "drawn": set[str]()}[ended]
        if ended == "drawn" and self.eliminate and not self.final:
            lost = {white, black}
        if not lost:
            return
        if len(lost) == 1 and not self.final:
            self.wins[white if ended == "white" else black] += 1
        self._out(lost)

    def _out(self, lost: set[str]) -> None:
        at = max(i for i, player in enumerate(self.players) if player in lost)
        if lost == {self.players[0], self.players[-1]} and len(self.players) > 2:
            at = 0
        self.gone.append(lost)
        following = [*self.players[at + 1 :], *self.players[: at + 1]]
        self.players = [player for player in self.players if player not in lost]
        self.games = [game for game in self.games if not lost & {*game}]
        if len(self.players) > 2:
            later = next(player for player in following if player not in lost)
            earlier = next(player for player in reversed(following) if player not in lost)
            self.games.append((earlier, later) if self.balanced else (later, earlier))
        else:
            self._end()

    def _end(self) -> None:
        """Two are left, or fewer."""
        self.games = []
        if len(self.players) == 2 and not self.final:
            first, second = self.players
            if self.wins[first] == self.wins[second]:
                self.games, self.final = [(first, second), (second, first)], True
                return
            self.champion = max(self.players, key=lambda player: self.wins[player])
        elif len(self.players) == 1:
            self.champion = self.players[0]

    def table(self) -> list[tuple[int, set[str]]]:
        """The ranks, each with those who share it."""
        groups = [{self.champion}, {*self.players} - {self.champion}] if self.champion else [{*self.players}]
        ranks, rank = list[tuple[int, set[str]]](), 1
        for group in (*groups, *reversed(self.gone)):
            if group:
                ranks.append((rank, {player for player in group if player}))
                rank += len(group)
        return ranks
