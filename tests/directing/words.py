"""Reads what the hand-worked pages of directing say: sides as A and B, games, results and remedies in a few words."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

from domain.kernel.ids import PersonId
from domain.kernel.values import Side, other
from domain.officiating.remedies import (
    Ban,
    ClockAdjustment,
    DelayForfeit,
    DirectorBan,
    Disqualification,
    DoubleAnnulment,
    EntryNamed,
    EquipmentImposition,
    Expulsion,
    GameLoss,
    MatchLoss,
    MatchReplay,
    MatchResumption,
    MatchVoiding,
    PenaltyPoints,
    PersonNamed,
    Remedy,
    ResultAnnulment,
    ResultAward,
    ScoreCorrection,
    SpectatorBan,
    SpectatorExpulsion,
    WarningGiven,
)
from domain.scoring.games import Game, GamesPlayed
from domain.scoring.result import Conceded, FinalScore, Result, WinnerOnly
from domain.scoring.score import Score

_SIDES: dict[str, Side] = {"A": "first", "B": "second"}
_WON = {"s": "single", "g": "gammon", "b": "backgammon"}


def side(letter: str) -> Side:
    """A is the first side, B the second."""
    return _SIDES[letter]


def letter(of: Side | None) -> str:
    """The letter of a side; nothing for none."""
    return "" if of is None else {"first": "A", "second": "B"}[of]


def person(name: str) -> PersonId:
    """The id of the person who a page calls by that letter."""
    return f"00000000-0000-4000-8000-0000000000{ord(name):02x}"


def name(of: PersonId) -> str:
    """The letter by which a page calls the person."""
    return chr(int(of[-2:], 16))


def score(text: str) -> Score:
    """`5-3`."""
    first, second = text.split("-")
    return int(first), int(second)


def game(text: str) -> Game:
    """`A2g`: A has won a gammon with the cube at 2; `A2s-passed`, where it was not played out, how it ended."""
    played, _, ending = text.partition("-")
    won = {"winner": side(played[0]), "cube": int(played[1:-1]), "won": _WON[played[-1]]}
    return Game.model_validate({**won, "ending": ending or None})


def games(text: str) -> tuple[Game, ...]:
    """Games in order, separated by blanks."""
    return tuple(game(one) for one in text.split())


def result(text: str) -> Result:
    """`5-3`, `A` where no score is known, `A concedes` or `A concedes-agreed`, or the games."""
    if re.fullmatch(r"\d+-\d+", text):
        first, second = score(text)
        return FinalScore(first=first, second=second)
    if text in _SIDES:
        return WinnerOnly(winner=side(text))
    conceded = re.fullmatch(r"([AB]) concedes(?:-(\S+))?", text)
    if conceded:
        loser, ending = conceded.groups()
        return Conceded.model_validate({"loser": side(loser), "play_began": True, "ending": ending})
    return GamesPlayed(games=games(text))


def remedies(text: str) -> tuple[Remedy, ...]:
    """Remedies in order, separated by commas."""
    return tuple(remedy(one) for one in text.split(", ") if one)


def remedy(text: str) -> Remedy:
    """One remedy, as the pages say it."""
    if text in _PLAIN:
        return _PLAIN[text]
    for pattern, make in _PATTERNS:
        found = re.fullmatch(pattern, text)
        if found:
            return make(*found.groups())
    raise KeyError(text)


def _penalty(to: str, points: str) -> Remedy:
    return PenaltyPoints(offender=other(side(to)), beneficiary=side(to), points=int(points))


def _game_loss(loser: str, how: str) -> Remedy:
    lost = game(letter(other(side(loser))) + how)
    return GameLoss(loser=side(loser), cube=lost.cube, lost=lost.won)


def _annulment(ended: str, counts_at: str) -> Remedy:
    if counts_at == "1":
        return _crawford(ended, "1")
    played = game(ended)
    fields = {"ground": "dead-cube", "game": 1, "counts_at": int(counts_at), "game_as_scored": played}
    return DoubleAnnulment.model_validate({**fields, "doubler": other(played.winner)})


def _crawford(ended: str, number: str) -> Remedy:
    fields = {"ground": "crawford", "game": int(number), "counts_at": 1, "game_as_scored": game(ended)}
    return DoubleAnnulment.model_validate(fields)


def _correction(text: str) -> Remedy:
    first, second = score(text)
    return ScoreCorrection(first=first, second=second)


def _resumption(text: str) -> Remedy:
    first, second = score(text)
    return MatchResumption(first=first, second=second)


def _award(winner: str, final: str | None) -> Remedy:
    return ResultAward(result=result(final.strip() if final else winner))


_PATTERNS: tuple[tuple[str, Callable[..., Remedy]], ...] = (
    (r"([AB])\+(\d+)", _penalty),
    (r"([AB]) loses game (\S+)", _game_loss),
    (r"([AB]) forfeits the delay", lambda offender: DelayForfeit(offender=side(offender))),
    (r"([AB]) loses", lambda loser: MatchLoss(loser=side(loser))),
    (r"annul (\S+) at (\d+)", _annulment),
    (r"annul (\S+) of game (\d+)", _crawford),
    (r"score (\S+)", _correction),
    (r"resume (\S+)", _resumption),
    (r"award ([AB])( \S+)?", _award),
)

_PLAIN: dict[str, Remedy] = {
    "annul result": ResultAnnulment(),
    "void": MatchVoiding(),
    "replay": MatchReplay(),
    "warning": WarningGiven(to=EntryNamed(entry=1)),
    "disqualification": Disqualification(entry=1),
    "expulsion": Expulsion(entry=1),
    "ban": Ban(person=person("A"), until=None),
    "ban until June": Ban(person=person("A"), until=datetime(2027, 6, 1, tzinfo=UTC)),
    "director-ban": DirectorBan(person=person("A"), until=None),
    "spectator-expulsion": SpectatorExpulsion(spectator=PersonNamed(person=person("A"))),
    "spectator-ban": SpectatorBan(spectator=PersonNamed(person=person("A")), until=None),
    "clock": EquipmentImposition(equipment="clock"),
    "baffle box": EquipmentImposition(equipment="baffle-box"),
    "monitor": EquipmentImposition(equipment="monitor"),
    "score board": EquipmentImposition(equipment="score-board"),
    "clock set": ClockAdjustment(first_seconds=600),
}
