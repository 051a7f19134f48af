"""A Swiss worked out the long way, to compare with: by definition, without the program's own means.

A season is what happened, round by round, as in a crosstable. Each player has a ledger of points by round; a virtual
opponent is a ledger of its own, written out. The cumulative score is the sum of points times the number of rounds in
which they stood in the running total. A pairing is searched by trying the choices in their order and going back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

POINTS = {"W": 2, "WD": 2, "WB": 2, "D": 1, "DD": 1, "BR": 1, "L": 0, "LD": 0}


@dataclass
class Season:
    """`rounds` hold for each player in it what their round came to, and their opponent, None for a bye. All rounds are
    closed. `lots` name all players, the first lot first; `gone` says after how many rounds who has resigned."""

    lots: str
    colours: Mapping[str, str | None]
    rounds: list[dict[str, tuple[str, str | None]]] = field(default_factory=list)
    gone: dict[str, int] = field(default_factory=dict)

    def last_round(self, player: str) -> int | None:
        """After which round the player was no longer in; None: they still is."""
        removed = (nth for nth, played in enumerate(self.rounds, 1) if played.get(player, ("",))[0] == "LD")
        return next(removed, self.gone.get(player))

    def ledger(self, player: str) -> list[int]:
        """The player's points, a round each."""
        last = self.last_round(player)
        played = self.rounds if last is None else self.rounds[:last]
        return [POINTS[one[player][0]] if player in one else 0 for one in played]

    def ledgers_met(self, player: str) -> list[list[int]]:
        """A ledger of all rounds for each opponent."""
        return [self._ledger_met(player, nth) for nth, one in enumerate(self.rounds) if player in one]

    def _ledger_met(self, player: str, before: int) -> list[int]:
        code, opponent = self.rounds[before][player]
        if opponent is not None:
            return self._filled_up(self.ledger(opponent))
        return self._filled_up([*self.ledger(player)[:before], 1 if code == "BR" else 0])

    def _filled_up(self, ledger: list[int]) -> list[int]:
        return ledger + [1] * (len(self.rounds) - len(ledger))

    def numbers(self, player: str) -> dict[str, int]:
        """The player's line of the table."""
        met = self.ledgers_met(player)
        return {
            "match_points": sum(self.ledger(player)),
            "solkoff": sum(map(sum, met)),
            "cumulative": weighted(self.ledger(player)),
            "opponents_cumulative": sum(map(weighted, met)),
            "defaults": sum(one[player][0] == "DD" for one in self.rounds if player in one),
            "lot": self.lots.index(player) + 1,
        }

    def order(self) -> list[str]:
        """SWI-7."""
        return sorted(self.lots, key=self._rank)

    def _rank(self, player: str) -> tuple[int, ...]:
        numbers = self.numbers(player)
        return -numbers["match_points"], -numbers["solkoff"], -numbers["cumulative"], numbers["lot"]

    def still_in(self) -> list[str]:
        """In their order, those neither removed nor gone."""
        return [player for player in self.order() if self.last_round(player) is None]

    def seeds(self) -> list[str]:
        """SEL-1: those still in; who is equal in all of it stands together."""
        groups: dict[tuple[int, ...], list[str]] = {}
        for player in sorted(self.still_in()):
            groups.setdefault(self._before_matches(player), []).append(player)
        return [group for _, tied in sorted(groups.items()) for group in self._by_matches(tied)]

    def _before_matches(self, player: str) -> tuple[int, ...]:
        numbers = self.numbers(player)
        more = (-numbers[name] for name in ("solkoff", "cumulative", "opponents_cumulative"))
        return -numbers["match_points"], numbers["defaults"], *more

    def _by_matches(self, tied: list[str]) -> list[str]:
        """Those tied, apart by their matches against each other, if all of them have met."""
        if not all(self.met(one, other) for one in tied for other in tied if one != other):
            return ["".join(tied)]
        made = {one: sum(POINTS[p[one][0]] for p in self.rounds if p.get(one, ("", ""))[1] in tied) for one in tied}
        return [
            "".join(one for one in tied if made[one] == points) for points in sorted({*made.values()}, reverse=True)
        ]

    def met(self, one: str, other: str) -> bool:
        return any(played.get(one, ("", None))[1] == other for played in self.rounds)

    def pairing(self, players: Sequence[str]) -> list[tuple[str, str | None]] | None:
        """SWI-8: the first complete pairing without a rematch, the choices tried in their order."""
        if not players:
            return []
        first, *others = players
        for choice in self._choices(first, others):
            rest = self.pairing([other for other in others if other != choice])
            if rest is not None:
                return [(first, choice), *rest]
        return None

    def _choices(self, first: str, others: Sequence[str]) -> list[str | None]:
        """Who the first would meet, the dearest first; where the field is odd, nobody last of all."""
        window = {1: 1, 2: 1, 3: 2, 4: 2}.get(len(self.rounds), 3)
        mine = sum(self.ledger(first))
        near = [other for other in others if abs(sum(self.ledger(other)) - mine) <= window]
        across = [other for other in near if {self.colours[first], self.colours[other]} == {"red", "blue"}]
        unmet = [other for other in dict.fromkeys([*across, *near, *others]) if not self.met(first, other)]
        return [*unmet, None] if len(others) % 2 == 0 else [*unmet]


def weighted(ledger: Sequence[int]) -> int:
    """The cumulative score: points of the nth of R rounds stand in R + 1 - n running totals."""
    return sum(points * weight for points, weight in zip(ledger, range(len(ledger), 0, -1), strict=True))
