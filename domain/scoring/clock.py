"""Clocks and breaks: the time allotted, who has lost on time, and when to be back (TD-7, TD-8) [2.2.2, 3.5, 4.3.3].

Readings: half a second of match time is allotted as a whole one. A player who takes more breaks than they have is due
back when those they have are over; a break taken during a game is flagged, and counts like any other. Players whose
breaks overlap combine them: nobody waits for anybody, and both are due back when all of these are over.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from domain.kernel.refusal import Refused
from domain.kernel.values import GivenInstant, Length, Side, Value, other
from domain.problems.match_record import CLOCK_NOT_NEEDED
from domain.scoring.score import Score

Seconds = Annotated[int, Field(strict=True, ge=0, le=24 * 60 * 60)]

Pause = Literal[
    "game-over",
    "break",
    "director",
    "dice-picked-up",
    "turn-ended",
    "illegal-move",
    "game-settled",
    "invalid-roll",
]
"""Why a clock may be paused: the seven situations of [4.3.2] in their order, and an invalid roll [4.3.5]."""


class ClockTerms(Value):
    """Match time per player and point, and the delay before it runs in each turn, which is not saved up; in seconds."""

    seconds_per_point: Annotated[Seconds, Field(ge=1)] = 120
    delay_seconds: Seconds = 12


class BreakTerms(Value):
    """The length of a break, and how many each player has: in a short match, of up to `short_up_to` points, and in a
    longer one [2.2.2, 2.2.3]."""

    minutes: Annotated[int, Field(strict=True, ge=1, le=120)] = 5
    breaks_in_short: Annotated[int, Field(strict=True, ge=0, le=10)] = 1
    short_up_to: Length = 15
    breaks_in_longer: Annotated[int, Field(strict=True, ge=0, le=10)] = 2

    def breaks_allowed(self, length: Length) -> int:
        """The number of breaks of each player in a match of that length."""
        return self.breaks_in_short if length <= self.short_up_to else self.breaks_in_longer

    @property
    def duration(self) -> timedelta:
        """Of one break."""
        return timedelta(minutes=self.minutes)


BREAKS = BreakTerms()
"""Those of [2.2.2]."""


class Allotment(Value):
    """The time that each player's clock is set to, in seconds."""

    seconds_each: Annotated[int, Field(strict=True, ge=1)]
    delay_seconds: Seconds


def allotment(length: Length, score: Score, terms: ClockTerms) -> Allotment:
    """Half the points both still need, times the match time per player and point [3.5.5]. `score` includes penalty
    points. Raises Refused where the match is over."""
    if max(score) >= length:
        raise Refused(CLOCK_NOT_NEEDED, f"At {score[0]}-{score[1]} a match to {length} is over.", length=length)
    still_needed = 2 * length - sum(score)
    return Allotment(seconds_each=(still_needed * terms.seconds_per_point + 1) // 2, delay_seconds=terms.delay_seconds)


class OutOfTime(Value):
    """The side whose time is out, as a player or the director declares it. Where both are out: who was first, if it can
    be told, and who is certain to win, if one side is."""

    out: Literal["first", "second", "both"]
    first_out: Side | None = None
    certain_winner: Side | None = None

    @model_validator(mode="after")
    def _is_about_both(self) -> Self:
        if self.out != "both" and (self.first_out or self.certain_winner):
            raise ValueError(
                "who ran out of time first, and who is certain to win, only count where both ran out of time"
            )
        return self


class LostOnTime(Value):
    """The match is lost [4.3.3]."""

    kind: Literal["lost-on-time"] = "lost-on-time"
    loser: Side
    because: Literal["out-of-time", "out-first", "opponent-certain-to-win"]


class PlayOnWithoutClock(Value):
    """Nobody has lost: play goes on without a clock."""

    kind: Literal["play-on-without-clock"] = "play-on-without-clock"


def out_of_time(declared: OutOfTime) -> LostOnTime | PlayOnWithoutClock:
    """The outcome of the declaration."""
    if declared.out != "both":
        return LostOnTime(loser=declared.out, because="out-of-time")
    if declared.first_out:
        return LostOnTime(loser=declared.first_out, because="out-first")
    if declared.certain_winner:
        return LostOnTime(loser=other(declared.certain_winner), because="opponent-certain-to-win")
    return PlayOnWithoutClock()


class Break(Value):
    """A break of one player: when it began, and how many breaks are taken together; whether it was taken between games,
    and in a best of three between matches."""

    started_at: GivenInstant
    number_of_breaks: Annotated[int, Field(strict=True, ge=1, le=10)] = 1
    between_games: bool = True
    between_matches: bool = False


class BreakReview(Value):
    """When the player is due back, how many breaks are left, and what breaks the rules."""

    due_back: datetime
    left: int
    flags: tuple[Literal["too-many", "during-game", "during-match"], ...]


class Taken(NamedTuple):
    """When a break began, and how many breaks of that duration it uses of those that the player still had."""

    started_at: datetime
    within: int
    duration: timedelta

    @property
    def over_at(self) -> datetime:
        """When it is over by itself."""
        return self.started_at + self.within * self.duration


def review_break(
    length: Length, before: Sequence[Break], taken: Break, others: Sequence[Taken] = (), terms: BreakTerms = BREAKS
) -> BreakReview:
    """The review of a break, after those the player has had in the match. `others` are the opponent's breaks that this
    one overlaps: they are combined, one after the other, and both players are due back when all are over."""
    had = max(0, terms.breaks_allowed(length) - sum(one.number_of_breaks for one in before))
    within = min(taken.number_of_breaks, had)
    too_many: tuple[Literal["too-many"], ...] = ("too-many",) if taken.number_of_breaks > had else ()
    during_game: tuple[Literal["during-game"], ...] = () if taken.between_games else ("during-game",)
    together = [Taken(taken.started_at, within, terms.duration), *others]
    due_back = min(one.started_at for one in together) + sum(one.within for one in together) * terms.duration
    return BreakReview(due_back=due_back, left=had - within, flags=(*too_many, *during_game))
