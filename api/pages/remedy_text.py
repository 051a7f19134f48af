"""Remedies in plain words, for documents that persons read (TD-4, TD-5, TD-6, TD-10)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from domain.kernel.values import Side
from domain.officiating import remedies
from domain.officiating.remedies import Addressee, Remedy
from domain.scoring.result import FinalScore, Result


@dataclass(frozen=True, slots=True)
class Who:
    """How the document names an entry by its number, a person by their id, a side of the ruling's match, a moment."""

    entry: Callable[[int], str]
    person: Callable[[str], str]
    side: Callable[[Side], str]
    moment: Callable[[datetime], str]

    def addressee(self, one: Addressee) -> str:
        """Whom a remedy is about."""
        if one.kind == "entry":
            return self.entry(one.entry)
        return self.person(one.person) if one.kind == "person" else one.description

    def until(self, moment: datetime | None) -> str:
        """How long a ban lasts."""
        return "for good" if moment is None else f"until {self.moment(moment)}"


def in_words(remedy: Remedy, who: Who) -> str:
    """The remedy as a phrase without a full stop."""
    return _WORDS[type(remedy)](remedy, who)


def _points(remedy: remedies.PenaltyPoints, who: Who) -> str:
    points = "1 penalty point" if remedy.points == 1 else f"{remedy.points} penalty points"
    return f"{points} against {who.side(remedy.offender)}"


def _game(remedy: remedies.GameLoss, who: Who) -> str:
    return f"{who.side(remedy.loser)} loses the game in progress ({remedy.lost}, cube at {remedy.cube})"


def _double(remedy: remedies.DoubleAnnulment, _: Who) -> str:
    ground = "Crawford game" if remedy.ground == "crawford" else "dead cube"
    return f"the double in game {remedy.game} is annulled ({ground}); it counts at {remedy.counts_at}"


def _award(remedy: remedies.ResultAward, who: Who) -> str:
    return f"result awarded: {_result(remedy.result, who)}"


def _result(result: Result, who: Who) -> str:
    if isinstance(result, FinalScore):
        return f"{result.first}–{result.second}"
    told: Mapping[str, Any] = result.model_dump()
    if "winner" in told:
        return f"{who.side(told['winner'])} wins"
    return f"{who.side(told['loser'])} loses" if "loser" in told else result.kind.replace("-", " ")


def _clock(remedy: remedies.ClockAdjustment, who: Who) -> str:
    set_to = (
        (f"{who.side('first')} {remedy.first_seconds} s", remedy.first_seconds),
        (f"{who.side('second')} {remedy.second_seconds} s", remedy.second_seconds),
        (f"delay {remedy.delay_seconds} s", remedy.delay_seconds),
    )
    told = ", ".join(text for text, seconds in set_to if seconds is not None)
    return f"clocks set: {told}{' (estimated)' if remedy.estimated else ''}"


_WORDS: Mapping[type[Remedy], Callable[[Any, Who], str]] = {
    remedies.WarningGiven: lambda one, who: f"warning to {who.addressee(one.to)}",
    remedies.PenaltyPoints: _points,
    remedies.GameLoss: _game,
    remedies.Concession: lambda one, who: f"{who.side(one.loser)} loses the match, if nothing else decides it",
    remedies.MatchLoss: lambda one, who: f"{who.side(one.loser)} loses the match",
    remedies.Disqualification: lambda one, who: f"{who.entry(one.entry)} is disqualified",
    remedies.Expulsion: lambda one, who: f"{who.entry(one.entry)} is expelled",
    remedies.Ban: lambda one, who: f"{who.person(one.person)} is banned from tournaments {who.until(one.until)}",
    remedies.DirectorBan: lambda one, who: f"{who.person(one.person)} is banned from directing {who.until(one.until)}",
    remedies.SpectatorExpulsion: lambda one, who: f"spectator expelled: {who.addressee(one.spectator)}",
    remedies.SpectatorBan: lambda one, who: f"spectator banned {who.until(one.until)}: {who.addressee(one.spectator)}",
    remedies.ScoreCorrection: lambda one, _: f"score by play corrected to {one.first}–{one.second}",
    remedies.DoubleAnnulment: _double,
    remedies.ResultAward: _award,
    remedies.ResultAnnulment: lambda _, __: "the result is annulled",
    remedies.MatchVoiding: lambda _, __: "the match is void",
    remedies.MatchResumption: lambda one, _: f"the match is resumed at {one.first}–{one.second}",
    remedies.MatchReplay: lambda _, __: "the match is played again",
    remedies.ClockAdjustment: _clock,
    remedies.DelayForfeit: lambda one, who: f"{who.side(one.offender)} forfeits the delay of the next turn",
    remedies.EquipmentImposition: lambda one, _: (
        f"imposed for the rest of the match: {one.equipment.replace('-', ' ')}"
    ),
}
