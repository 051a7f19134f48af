"""Remedies that a ruling can order (TD-4, TD-5, TD-6, TD-10): each remedy a value of its own.

A ruling is on a match, a player or the tournament; a remedy names a side where it is about the ruling's match, an entry
where it is about the tournament, and a person where it reaches beyond (ALL-10: every member of a team, one by one).

Readings: a lost game counts as a single one at the cube's value, unless the ruling says gammon or backgammon. A ban
names its end, or says that there is none; nothing is for good by omission.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from domain.kernel.ids import EntryNumber, PersonId
from domain.kernel.values import Count, GivenClosing, Points, Reason, Side, Value, other
from domain.kernel.visibility import FOR_PARTIES, Part
from domain.scoring.clock import Seconds
from domain.scoring.crawford import GameNumber
from domain.scoring.games import Cube, Game, Outcome
from domain.scoring.result import Result


class EntryNamed(Value):
    """An entrant of the tournament."""

    kind: Literal["entry"] = "entry"
    entry: EntryNumber


class PersonNamed(Value):
    """A person of the registry."""

    kind: Literal["person"] = "person"
    person: PersonId


class PersonDescribed(Value):
    """A person who is in no registry, by what is seen of them. No name: a person known by name is registered, so that
    their data can be erased."""

    kind: Literal["described"] = "described"
    description: Reason


Addressee = Annotated[EntryNamed | PersonNamed | PersonDescribed, Field(discriminator="kind")]
Spectator = Annotated[PersonNamed | PersonDescribed, Field(discriminator="kind")]


class WarningGiven(Value):
    """A warning; it comes before penalty points (TD-22)."""

    SEEN: ClassVar[Part] = FOR_PARTIES
    kind: Literal["warning"] = "warning"
    to: Addressee


class PenaltyPoints(Value):
    """Match points given to the opponent (TD-5)."""

    kind: Literal["penalty-points"] = "penalty-points"
    offender: Side
    beneficiary: Side
    points: Annotated[Points, Field(ge=1)]

    @model_validator(mode="after")
    def _go_to_the_opponent(self) -> Self:
        if self.beneficiary == self.offender:
            raise ValueError("penalty points go to the opponent of the offender")
        return self


class GameLoss(Value):
    """The game in progress is lost."""

    kind: Literal["game-loss"] = "game-loss"
    loser: Side
    cube: Cube = 1
    lost: Literal["single", "gammon", "backgammon"] = "single"

    @property
    def game(self) -> Game:
        """The game as the opponent has won it."""
        return Game(winner=other(self.loser), won=self.lost, cube=self.cube)


class MatchLoss(Value):
    """The match is lost; by both sides, where both are named (ALL-9)."""

    kind: Literal["match-loss"] = "match-loss"
    loser: Side


class Concession(Value):
    """The match is lost where it is not decided otherwise, since that side is out by the ruling of that number. What a
    disqualification or expulsion means for matches: no ruling orders it by itself."""

    kind: Literal["concession"] = "concession"
    loser: Side
    ruling: Count


class Disqualification(Value):
    """Out of the tournament; the entrant stays in its table, marked as such (ALL-7)."""

    kind: Literal["disqualification"] = "disqualification"
    entry: EntryNumber


class Expulsion(Value):
    """Out of the tournament, and to leave its place."""

    kind: Literal["expulsion"] = "expulsion"
    entry: EntryNumber


class Ban(Value):
    """Banned from future tournaments until that moment, sent as such or as the last day; None: for good."""

    SEEN: ClassVar[Part] = FOR_PARTIES
    kind: Literal["ban"] = "ban"
    person: PersonId
    until: GivenClosing | None


class DirectorBan(Value):
    """Banned from directing tournaments until that moment; None: for good [1.2.3]."""

    SEEN: ClassVar[Part] = FOR_PARTIES
    kind: Literal["director-ban"] = "director-ban"
    person: PersonId
    until: GivenClosing | None


class SpectatorExpulsion(Value):
    """A spectator has to leave; owed to the federation in the report (TD-19)."""

    SEEN: ClassVar[Part] = FOR_PARTIES
    kind: Literal["spectator-expulsion"] = "spectator-expulsion"
    spectator: Spectator


class SpectatorBan(Value):
    """A spectator is banned from taking part in future tournaments until that moment; None: for good [1.6.3]."""

    SEEN: ClassVar[Part] = FOR_PARTIES
    kind: Literal["spectator-ban"] = "spectator-ban"
    spectator: Spectator
    until: GivenClosing | None


class ScoreCorrection(Value):
    """The score by play is this; penalty points and lost games are not in it (ALL-3)."""

    kind: Literal["score-correction"] = "score-correction"
    first: Points
    second: Points


class DoubleAnnulment(Value):
    """A double in that game is annulled: it counts at `counts_at`, in the Crawford game 1, else the dead value, at
    which the `doubler` held the cube. `game_as_scored` is the game as it was scored; None: it is in progress, and goes
    on so."""

    kind: Literal["double-annulment"] = "double-annulment"
    ground: Literal["crawford", "dead-cube"]
    game: GameNumber
    counts_at: Cube
    doubler: Side | None = None
    game_as_scored: Game | None = None

    @model_validator(mode="after")
    def _takes_a_double_away(self) -> Self:
        if self.ground == "crawford" and self.counts_at != 1:
            raise ValueError("the Crawford game is played without a cube: it counts at 1")
        if self.ground == "dead-cube" and (self.doubler is None or self.counts_at == 1):
            raise ValueError("for a dead cube give its holder and its value, 2 or more")
        if self.game_as_scored is not None and self.game_as_scored.cube <= self.counts_at:
            raise ValueError("the value that counts must be below the cube at the end of the game")
        return self

    @property
    def points_taken(self) -> int:
        """The points by which the game counts less."""
        if self.game_as_scored is None:
            return 0
        return self.game_as_scored.points - self.game_as_scored.model_copy(update={"cube": self.counts_at}).points


class ResultAward(Value):
    """The match has this result."""

    kind: Literal["result-award"] = "result-award"
    result: Result


class ResultAnnulment(Value):
    """All that was reported and awarded so far is annulled; the match has no result until it gets another."""

    kind: Literal["result-annulment"] = "result-annulment"


class MatchVoiding(Value):
    """The match is void: it counts nowhere."""

    kind: Literal["match-voiding"] = "match-voiding"


class MatchResumption(Value):
    """The match goes on at this score by play, in a new sitting; penalty points and lost games still are added."""

    kind: Literal["match-resumption"] = "match-resumption"
    first: Points
    second: Points


class MatchReplay(Value):
    """The match is played again from its beginning, in a new sitting; nothing of before counts in it."""

    kind: Literal["match-replay"] = "match-replay"


class ClockAdjustment(Value):
    """The times that the clocks are set to, in seconds; None: as it is. `estimated` where the director had to estimate
    it."""

    kind: Literal["clock-adjustment"] = "clock-adjustment"
    first_seconds: Seconds | None = None
    second_seconds: Seconds | None = None
    delay_seconds: Seconds | None = None
    estimated: bool = False

    @model_validator(mode="after")
    def _sets_something(self) -> Self:
        if self.first_seconds is None and self.second_seconds is None and self.delay_seconds is None:
            raise ValueError("to adjust the clock, give what is set and the time it is set to")
        return self


class DelayForfeit(Value):
    """That side's next turn has no delay: it picked up its dice before the other's turn had ended [4.1.5(b)]."""

    kind: Literal["delay-forfeit"] = "delay-forfeit"
    offender: Side


class EquipmentImposition(Value):
    """To be used for the rest of the match, if available (TD-6)."""

    kind: Literal["equipment-imposition"] = "equipment-imposition"
    equipment: Literal["clock", "baffle-box", "monitor", "score-board"]


Remedy = Annotated[
    WarningGiven
    | PenaltyPoints
    | GameLoss
    | MatchLoss
    | Concession
    | Disqualification
    | Expulsion
    | Ban
    | DirectorBan
    | SpectatorExpulsion
    | SpectatorBan
    | ScoreCorrection
    | DoubleAnnulment
    | ResultAward
    | ResultAnnulment
    | MatchVoiding
    | MatchResumption
    | MatchReplay
    | ClockAdjustment
    | DelayForfeit
    | EquipmentImposition,
    Field(discriminator="kind"),
]


@dataclass(frozen=True, slots=True)
class Awarded:
    """A result that was awarded or a score that was set, and what it comes to without anything else, as that was
    decided; None: it did not end the match."""

    award: ResultAward | ScoreCorrection
    outcome: Outcome | None


Ordered = Remedy | Awarded
"""What is in force of a match: a remedy, with what was decided of it where that takes a rule."""

_ENDINGS = (MatchLoss, ResultAward, ResultAnnulment, MatchVoiding, MatchResumption, MatchReplay)
"""Remedies that say what becomes of the match; a ruling says one thing."""


OPENERS = (MatchResumption, MatchReplay, ResultAnnulment)
"""Remedies that open a new sitting: what was reported before is hidden by it, and comes back when the ruling goes
(ALL-3)."""


def _consistent(remedies: tuple[Remedy, ...]) -> tuple[Remedy, ...]:
    for number, remedy in enumerate(remedies):
        if remedy in remedies[:number]:
            raise ValueError(f"the remedy {remedy.kind} is ordered twice")
    endings = dict.fromkeys(type(remedy) for remedy in remedies if isinstance(remedy, _ENDINGS))
    if len(endings) > 1:
        raise ValueError("choose one for a match: lost, awarded, annulled, void, resumed or replayed")
    if sum(isinstance(remedy, MatchResumption | ResultAward | ScoreCorrection) for remedy in remedies) > 1:
        raise ValueError("a match has one score and one result")
    return remedies


Remedies = Annotated[tuple[Remedy, ...], Field(max_length=100), AfterValidator(_consistent)]
"""The remedies of one ruling, in order. None: it dismisses what was claimed."""


def persons_named(remedies: Sequence[Remedy]) -> tuple[PersonId, ...]:
    """The persons of the registry who the remedies name, in order."""
    return tuple(person for remedy in remedies for person in _persons_named(remedy))


def entries_put_out(remedies: Sequence[Remedy]) -> tuple[EntryNumber, ...]:
    """The entries that the remedies put out, in order."""
    return tuple(remedy.entry for remedy in remedies if isinstance(remedy, Disqualification | Expulsion))


def entries_named(remedies: Sequence[Remedy]) -> tuple[EntryNumber, ...]:
    """The entries that the remedies name, in order."""
    return tuple(entry for remedy in remedies for entry in _entry_named_by(remedy))


def _entry_named_by(remedy: Remedy) -> tuple[EntryNumber, ...]:
    match remedy:
        case WarningGiven(to=EntryNamed(entry=entry)) | Disqualification(entry=entry) | Expulsion(entry=entry):
            return (entry,)
        case _:
            return ()


def _persons_named(remedy: Remedy) -> tuple[PersonId, ...]:
    match remedy:
        case Ban(person=person) | DirectorBan(person=person):
            return (person,)
        case WarningGiven(to=PersonNamed(person=person)):
            return (person,)
        case SpectatorExpulsion(spectator=PersonNamed(person=person)):
            return (person,)
        case SpectatorBan(spectator=PersonNamed(person=person)):
            return (person,)
        case _:
            return ()
