"""What can be asked about rounds, draws and stages (ALL-2, ALL-5)."""

from typing import Annotated

from pydantic import Field, model_validator

from domain.kernel.ids import EntryNumber
from domain.kernel.values import GivenInstant, Name, Value
from domain.tournament.lifecycle.commands import Command, Expecting, OptionalReason, SeenCommand, WithReason
from domain.tournament.matches.events import Number


class CommitChance(Command):
    """ALL-2: a new commitment, where the last one was revealed."""


class RevealChance(Command):
    """ALL-2: when the tournament has ended and its appeal window has closed."""


class OfRound(Value):
    """The round that its sender means, from 1."""

    round: Number


class DrawRound(OfRound, Command):
    """ALL-2: the service draws the round that is due, or what is left of it."""


class SeedingOrder(WithReason):
    """The field's order, the first seed first; whoever is not named stands behind, by entry number."""

    order: Annotated[tuple[EntryNumber, ...], Field(min_length=1, max_length=10_000)]


class SeedField(SeedingOrder, SeenCommand):
    """By the director, before the start."""


class Opening(OptionalReason, Expecting):
    """The field of a later stage by hand, the first seed first, with a reason; else as the stage before has it, with a
    coin where it does not tell (SEL-1, SEL-2)."""

    seeds: Annotated[tuple[EntryNumber, ...], Field(min_length=2, max_length=1024)] | None = None

    @model_validator(mode="after")
    def _by_hand_with_a_reason(self) -> "Opening":
        if self.seeds is not None and self.reason is None:
            raise ValueError("give the reason for seeds by hand")
        return self


class OpenStage(Opening, Command):
    """SEL-1."""

    stage: Number


class PlayOff(Command):
    """SEL-2: a match in place of the coin, between the last one in and the first one out."""

    stage: Number


class Closing(WithReason, Expecting):
    """Why a round is closed; before its closing time, or where it has none, only when `early`."""

    early: bool = False


class CloseRound(Closing, OfRound, Command):
    """SWI-4: what was not played gets the result by default."""


class RoundTimes(Value):
    """When a round opens and closes; None: not said."""

    opens_at: GivenInstant | None = None
    closes_at: GivenInstant | None = None

    @model_validator(mode="after")
    def _opens_first(self) -> "RoundTimes":
        if self.opens_at and self.closes_at and self.opens_at >= self.closes_at:
            raise ValueError("a round opens before it closes")
        return self


class ScheduleRound(RoundTimes, OfRound, Command):
    """SWI-3."""


class RequestBye(OfRound, SeenCommand):
    """SWI-6: by the player himself or the staff."""

    entry: EntryNumber


class WithdrawByeRequest(OfRound, SeenCommand):
    """SWI-6: taken back before the round is drawn."""

    entry: EntryNumber


class Pairings(WithReason, Expecting):
    """Pairings by hand, with a reason (ALL-2): any of those due, the side to invite first."""

    pairings: Annotated[tuple[tuple[EntryNumber, EntryNumber], ...], Field(max_length=10_000)] = ()
    byes: Annotated[tuple[EntryNumber, ...], Field(max_length=10_000)] = ()

    @model_validator(mode="after")
    def _names_somebody(self) -> "Pairings":
        if not self.pairings and not self.byes:
            raise ValueError("name at least one pairing or bye")
        return self


class PairByHand(Pairings, OfRound, Command):
    """ALL-2."""


class Annulment(WithReason, Expecting):
    """Why a round is annulled."""


class AnnulRound(Annulment, OfRound, Command):
    """ALL-4: the newest round is to be drawn again; refused once a match of it has been started."""


class Answer(WithReason, Expecting):
    """A director's answer to a question the tournament asks; `entry` where the choice names somebody."""

    choice: Name
    entry: EntryNumber | None = None


class DecideQuestion(Answer, Command):
    """ALL-5."""

    question: Name
