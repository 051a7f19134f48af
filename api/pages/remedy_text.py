"""Remedies in plain words, for documents that persons read (TD-4, TD-5, TD-6, TD-10)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from api.pages.speech import said
from domain.kernel.values import Side
from domain.officiating import remedies
from domain.officiating.remedies import Addressee, Remedy
from domain.scoring.result import FinalScore, Result


@dataclass(frozen=True, slots=True)
class Who:
    """The words by which the document names an entry by its number, a person by their id, a side of the ruling's match,
    a moment; and what it says for an English text."""

    entry: Callable[[int], str]
    person: Callable[[str], str]
    side: Callable[[Side], str]
    moment: Callable[[datetime], str]
    say: Callable[[str], str] = said

    def addressee(self, one: Addressee) -> str:
        """The person or entry that a remedy is about."""
        if one.kind == "entry":
            return self.entry(one.entry)
        return self.person(one.person) if one.kind == "person" else one.description

    def until(self, moment: datetime | None) -> str:
        """The time that a ban lasts."""
        return self.say("for good") if moment is None else self.tells("until %(moment)s", moment=self.moment(moment))

    def tells(self, text: str, **named: object) -> str:
        """The text with what it names."""
        return self.say(text) % named


def in_words(remedy: Remedy, who: Who) -> str:
    """The remedy as a phrase without a full stop."""
    return _WORDS[type(remedy)](remedy, who)


def _points(remedy: remedies.PenaltyPoints, who: Who) -> str:
    side = who.side(remedy.offender)
    if remedy.points == 1:
        return who.tells(said("1 penalty point against %(side)s"), side=side)
    return who.tells(said("%(points)s penalty points against %(side)s"), points=remedy.points, side=side)


def _game(remedy: remedies.GameLoss, who: Who) -> str:
    told = {"side": who.side(remedy.loser), "lost": who.say(remedy.lost), "cube": remedy.cube}
    return who.tells(said("%(side)s loses the game in progress (%(lost)s, cube at %(cube)s)"), **told)


def _double(remedy: remedies.DoubleAnnulment, who: Who) -> str:
    ground = who.say(said("Crawford game") if remedy.ground == "crawford" else said("dead cube"))
    text = said("the double in game %(game)s is annulled (%(ground)s); it counts at %(value)s")
    return who.tells(text, game=remedy.game, ground=ground, value=remedy.counts_at)


def _award(remedy: remedies.ResultAward, who: Who) -> str:
    return who.tells(said("result awarded: %(result)s"), result=_result(remedy.result, who))


def _result(result: Result, who: Who) -> str:
    if isinstance(result, FinalScore):
        return f"{result.first}–{result.second}"
    told: Mapping[str, Any] = result.model_dump()
    if "winner" in told:
        return who.tells(said("%(side)s wins"), side=who.side(told["winner"]))
    if "loser" in told:
        return who.tells(said("%(side)s loses"), side=who.side(told["loser"]))
    return who.say(result.kind.replace("-", " "))


def _clock(remedy: remedies.ClockAdjustment, who: Who) -> str:
    set_to = (
        (f"{who.side('first')} {remedy.first_seconds} s", remedy.first_seconds),
        (f"{who.side('second')} {remedy.second_seconds} s", remedy.second_seconds),
        (who.tells(said("delay %(seconds)s s"), seconds=remedy.delay_seconds), remedy.delay_seconds),
    )
    told = ", ".join(text for text, seconds in set_to if seconds is not None)
    text = said("clocks set: %(told)s (estimated)") if remedy.estimated else said("clocks set: %(told)s")
    return who.tells(text, told=told)


_WORDS: Mapping[type[Remedy], Callable[[Any, Who], str]] = {
    remedies.WarningGiven: lambda one, who: who.tells(said("warning to %(whom)s"), whom=who.addressee(one.to)),
    remedies.PenaltyPoints: _points,
    remedies.GameLoss: _game,
    remedies.Concession: lambda one, who: who.tells(
        said("%(side)s loses the match, if nothing else decides it"), side=who.side(one.loser)
    ),
    remedies.MatchLoss: lambda one, who: who.tells(said("%(side)s loses the match"), side=who.side(one.loser)),
    remedies.Disqualification: lambda one, who: who.tells(said("%(whom)s is disqualified"), whom=who.entry(one.entry)),
    remedies.Expulsion: lambda one, who: who.tells(said("%(whom)s is expelled"), whom=who.entry(one.entry)),
    remedies.Ban: lambda one, who: who.tells(
        said("%(whom)s is banned from tournaments %(until)s"), whom=who.person(one.person), until=who.until(one.until)
    ),
    remedies.DirectorBan: lambda one, who: who.tells(
        said("%(whom)s is banned from directing %(until)s"), whom=who.person(one.person), until=who.until(one.until)
    ),
    remedies.SpectatorExpulsion: lambda one, who: who.tells(
        said("spectator expelled: %(whom)s"), whom=who.addressee(one.spectator)
    ),
    remedies.SpectatorBan: lambda one, who: who.tells(
        said("spectator banned %(until)s: %(whom)s"), whom=who.addressee(one.spectator), until=who.until(one.until)
    ),
    remedies.ScoreCorrection: lambda one, who: who.tells(
        said("score by play corrected to %(score)s"), score=f"{one.first}–{one.second}"
    ),
    remedies.DoubleAnnulment: _double,
    remedies.ResultAward: _award,
    remedies.ResultAnnulment: lambda _, who: who.say(said("the result is annulled")),
    remedies.MatchVoiding: lambda _, who: who.say(said("the match is void")),
    remedies.MatchResumption: lambda one, who: who.tells(
        said("the match is resumed at %(score)s"), score=f"{one.first}–{one.second}"
    ),
    remedies.MatchReplay: lambda _, who: who.say(said("the match is played again")),
    remedies.ClockAdjustment: _clock,
    remedies.DelayForfeit: lambda one, who: who.tells(
        said("%(side)s forfeits the delay of the next turn"), side=who.side(one.offender)
    ),
    remedies.EquipmentImposition: lambda one, who: who.tells(
        said("imposed for the rest of the match: %(what)s"), what=who.say(one.equipment.replace("-", " "))
    ),
}
