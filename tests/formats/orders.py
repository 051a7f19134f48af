"""What a random ruling orders: every remedy there is, alone or with another that goes with it (TD-4 to TD-10)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

from domain.kernel.values import Side, other
from domain.match import layering
from domain.match.record import Match
from domain.scoring.games import Game, GamesPlayed
from tests.desk import NOON, person
from tests.rounds import RoundsDesk

Fields = dict[str, Any]
"""A remedy, or a whole ruling, as the fields of a command."""


@dataclass(frozen=True)
class Ordered:
    """A ruling to be tried; the numbers choose who it concerns and how much of it there is. `also` is ordered in the
    same ruling."""

    kind: str
    number: int
    first: bool
    size: int
    also: str | None = None

    @property
    def side(self) -> Side:
        return "first" if self.first else "second"


@dataclass(frozen=True)
class _Concerned:
    """What a remedy is ordered of: a side of a match to that length, of which these games are recorded, and an entry
    of that person's."""

    ordered: Ordered
    length: int
    entry: int
    person: str
    games: Sequence[Game]

    @property
    def side(self) -> Side:
        return self.ordered.side

    @property
    def score(self) -> dict[str, int]:
        """One that the side has won, or one that leaves the match undecided."""
        size = self.ordered.size
        mine, theirs = (self.length if size % 2 else size % self.length), size // 2 % self.length
        return {self.side: mine, other(self.side): theirs}

    @property
    def undecided(self) -> dict[str, int]:
        """A score at which the match goes on."""
        return {self.side: self.ordered.size % self.length, other(self.side): self.ordered.size // 2 % self.length}

    @property
    def until(self) -> str | None:
        return None if self.ordered.size % 2 else (NOON + timedelta(days=30)).isoformat()


def _award(of: _Concerned) -> Fields:
    results: Sequence[Fields] = (
        {"kind": "winner", "winner": of.side},
        {"kind": "score", of.side: of.length, other(of.side): of.ordered.size // 2 % of.length},
        {"kind": "conceded", "loser": of.side, "play_began": of.ordered.size % 2 == 0},
        {"kind": "both-lost"},
    )
    return {"result": results[of.ordered.size % len(results)]}


def _points(of: _Concerned) -> Fields:
    return {"offender": of.side, "beneficiary": other(of.side), "points": (of.ordered.size - 1) % of.length + 1}


def _game_loss(of: _Concerned) -> Fields:
    size = of.ordered.size
    return {"loser": of.side, "cube": 2 ** (size % 2), "lost": ("single", "gammon")[size // 2 % 2]}


def _without_double(of: _Concerned) -> Fields:
    """Of the last game that was reported, or of the one in progress."""
    ground, counts_at = (("crawford", 1), ("dead-cube", 2))[of.ordered.size % 2]
    in_progress: Fields = {"ground": ground, "game": len(of.games) + 1, "counts_at": counts_at}
    in_progress |= {"doubler": of.side} if ground == "dead-cube" else {}
    if not of.games or of.games[-1].cube <= counts_at:
        return in_progress
    return {**in_progress, "game": len(of.games), "game_as_scored": of.games[-1].model_dump()}


def _clock(of: _Concerned) -> Fields:
    return {f"{of.side}_seconds": 60 * of.ordered.size, "delay_seconds": 12, "estimated": of.ordered.first}


def _somebody(of: _Concerned) -> Fields:
    named: Sequence[Fields] = ({"kind": "person", "person": person("q")}, {"kind": "described", "description": "A hat"})
    return named[of.ordered.size % len(named)]


def _addressee(of: _Concerned) -> Fields:
    return {"kind": "entry", "entry": of.entry} if of.ordered.first else _somebody(of)


_OF_A_MATCH: Mapping[str, Callable[[_Concerned], Fields]] = {
    "penalty-points": _points,
    "game-loss": _game_loss,
    "match-loss": lambda of: {"loser": of.side},
    "score-correction": lambda of: of.score,
    "double-annulment": _without_double,
    "result-award": _award,
    "result-annulment": lambda _: {},
    "match-voiding": lambda _: {},
    "match-resumption": lambda of: of.undecided,
    "match-replay": lambda _: {},
    "clock-adjustment": _clock,
    "delay-forfeit": lambda of: {"offender": of.side},
    "equipment-imposition": lambda _: {"equipment": "monitor"},
}
_OF_OTHERS: Mapping[str, Callable[[_Concerned], Fields]] = {
    "warning": lambda of: {"to": _addressee(of)},
    "disqualification": lambda of: {"entry": of.entry},
    "expulsion": lambda of: {"entry": of.entry},
    "ban": lambda of: {"person": of.person, "until": of.until},
    "director-ban": lambda of: {"person": of.person, "until": of.until},
    "spectator-expulsion": lambda of: {"spectator": _somebody(of)},
    "spectator-ban": lambda of: {"spectator": _somebody(of), "until": of.until},
}
_REMEDIES = {**_OF_A_MATCH, **_OF_OTHERS}

BOTH_LOSE = "both-lose"
"""Two remedies: the match is lost by either side."""

KINDS = (*_REMEDIES, BOTH_LOSE)
GO_WITH_ANY = ("penalty-points", "game-loss", "disqualification", "warning", "ban", "clock-adjustment")
"""What can be ordered beside anything else."""

orders = st.builds(
    Ordered,
    st.sampled_from(KINDS),
    st.integers(0, 99),
    st.booleans(),
    st.integers(1, 12),
    st.one_of(st.none(), st.sampled_from(GO_WITH_ANY)),
)

several = st.lists(orders, min_size=12, max_size=12)
"""Rulings to be tried until one is not refused."""


def ruling(desk: RoundsDesk, ordered: Ordered) -> Fields:
    """The ruling as a command's fields."""
    number = ordered.number % max(len(desk.state.matches), 1) + 1
    kinds = (ordered.kind, ordered.also)
    of_a_match = BOTH_LOSE in kinds or any(kind in _OF_A_MATCH for kind in kinds)
    about = {"kind": "match", "number": number} if of_a_match else _about_others(desk, ordered)
    common = {"clause": "4.2", "facts": "As seen", "reasons": "As written", "play_began": ordered.first}
    parties = [_entry(desk, ordered)] if about["kind"] == "tournament" else []
    return {"about": about, "remedies": remedies_of(desk, ordered, number), "parties": parties, **common}


def _about_others(desk: RoundsDesk, ordered: Ordered) -> Fields:
    """An entry, or the tournament."""
    return {"kind": "tournament"} if ordered.size % 2 else {"kind": "entry", "number": _entry(desk, ordered)}


def _entry(desk: RoundsDesk, ordered: Ordered) -> int:
    return ordered.number % len(desk.state.entries) + 1


def remedies_of(desk: RoundsDesk, ordered: Ordered, number: int) -> list[Fields]:
    """The remedies, those on a match being on that one."""
    match: Match | None = desk.state.matches.get(number)
    entry = _entry(desk, ordered)
    length = (match.effective or match).length if match else 1
    result = layering.result_of(match) if match else None
    games = result.games if isinstance(result, GamesPlayed) else ()
    concerned = _Concerned(ordered, length, entry, desk.state.entries[entry].person, games)
    if ordered.kind == BOTH_LOSE:
        main: list[Fields] = [{"kind": "match-loss", "loser": side} for side in ("first", "second")]
    else:
        main = [{"kind": ordered.kind, **_REMEDIES[ordered.kind](concerned)}]
    also = [{"kind": ordered.also, **_REMEDIES[ordered.also](concerned)}] if ordered.also else []
    return [*main, *(one for one in also if one not in main)]
