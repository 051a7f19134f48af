"""Commands on rounds, draws and stages (ALL-2, ALL-5)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from domain.kernel.ids import EntryNumber, MatchNumber
from domain.kernel.outside_source import OutsideText
from domain.kernel.values import GivenClosing, GivenName, GivenOpening, Number, Value
from domain.tournament.command import Command, Consequences, Expecting, OptionalReason, SeenCommand, WithReason


class PublishCommitment(Command):
    """Commit to a new secret, where the last one was revealed (ALL-2)"""


class RevealSecret(Command):
    """Publish the proof of the draws (ALL-2)

    When the tournament has ended and its appeal window has closed.
    """


class RecordOutsideValue(Command):
    """Record the value that the announced source from outside has given (ALL-2)

    After the announced moment, and before the first draw. The value is the hexadecimal digits of the beacon's round, or
    a digit from 1 to 6 for each die in the order thrown. By the staff, or anyone who throws the dice.
    """

    value: OutsideText


class WitnessOutsideValue(Command):
    """Say as the announced witness how the dice fell (ALL-2)

    The same digits as were recorded, by somebody else; the value counts from then on.
    """

    value: OutsideText


class OfRound(Value):
    """The round that its sender means, from 1."""

    round: Number


class DrawRound(OfRound, Command):
    """Draw the round that is due, or what is left of it (ALL-2, NXE-3, NXE-4)

    Made from a secret that was committed to before; what it was drawn from is recorded with it.
    """


class SeedField(WithReason, SeenCommand):
    """Seed the field by hand, before the start (SEL-1, SEL-3)

    The first seed first; anyone who is not named is behind. Given again it takes the place of the one before. The
    field's order, the first seed first; anyone who is not named is behind, by entry number.
    """

    order: Annotated[tuple[EntryNumber, ...], Field(min_length=1, max_length=10_000)]


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
    """Open the next stage with its field (SEL-1, SEL-2, SWI-1)

    As the stage before has it. A coin, which is a recorded draw, orders those who are equal there. Or with seeds by
    hand, and a reason.
    """

    stage: Number


class MakePlayOff(Command):
    """Have a match decide who is in, in place of the coin (SEL-2)

    Between the last one in and the first one out, where just these two are tied; before the stage is opened.
    """

    stage: Number


class CloseRound(Consequences, OfRound, Command):
    """Close a round by its deadline (SWI-4)

    Each match that was not played in time is given the result that follows from reports of no time agreed; reported
    results are announced. A match that was opened again has as long as its round, and stays open until then; with
    `early` all are closed. Before the closing time, or where none was said, only with `early`. One that has a score
    which does not end it is ruled on first. A preview shows what comes of it; its digest may be sent as `expected`.
    """

    early: bool = False


class ScheduleRound(OfRound, Command):
    """Say when a round opens and closes (SWI-3)

    Also of a round that is still to come. Given again it takes the place of what was said before.
    """

    opens_at: GivenOpening | None = None
    closes_at: GivenClosing | None = None

    @model_validator(mode="after")
    def _opens_first(self) -> "ScheduleRound":
        if self.opens_at and self.closes_at and self.opens_at >= self.closes_at:
            raise ValueError("a round opens before it closes")
        return self


class RequestBye(OfRound, SeenCommand):
    """Ask for the bye in the next round (SWI-6, SWX-3)

    By the player, or by the staff; before the round before it closes, as often and as long as is announced. A bye is
    worth `half` a win, or `zero`: then the player is left out of that round alone, as if absent. A bye that is worth a
    win is given by hand, with the pairs of the round.
    """

    entry: EntryNumber
    worth: Literal["half", "zero"] = "half"


class WithdrawByeRequest(OfRound, SeenCommand):
    """Take the request for a bye back (SWI-6)

    By the player, or by the staff, before the round is drawn.
    """

    entry: EntryNumber


class MarkAbsent(SeenCommand):
    """Leave a player out of the rounds to come, until they come back (SWX-4)

    By the player, or by the staff, in a Swiss, a Monrad or with lives. A round that was drawn stays as it is: report
    its match as it came out. A missed round is worth nothing; with lives it costs one.
    """

    entry: EntryNumber


class EndAbsence(SeenCommand):
    """Have a player who was absent in the next round again (SWX-4)

    By the player, or by the staff. Rounds that were drawn meanwhile stay missed.
    """

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
    """Pair by hand, with a reason (ALL-2)

    Any of those due, each once; who is left out stays due. Anyone who has the bye may be paired and then has it no
    more.
    """


class PairingMet(Value):
    """A match of the round, and who met in it: the first side, and the second."""

    match: MatchNumber
    sides: tuple[EntryNumber, EntryNumber]


class ByeHad(Value):
    """A bye of the round: who was given it, and who had it."""

    given_to: EntryNumber
    had_by: EntryNumber


class CorrectPairings(Consequences, OfRound, Command):
    """Correct who met in a round that has been played (TD-14, ALL-4)

    Whichever round it is: at the wrong table, one player entered for another, or a slip in a pairing by hand. Name each
    match with those who met in it, and each bye with who had it; the rest stays as it was. Each result stays with its
    side: what the first side had is the new first side's. By the staff; after the correction window with `override`.
    What was made from these matches is asked about stage by stage, as with a corrected result: `choice` and `choices`.
    Correcting it back brings back what was there.
    """

    matches: Annotated[tuple[PairingMet, ...], Field(max_length=10_000)] = ()
    byes: Annotated[tuple[ByeHad, ...], Field(max_length=10_000)] = ()
    override: bool = False

    @model_validator(mode="after")
    def _names_each_once(self) -> "CorrectPairings":
        if not self.matches and not self.byes:
            raise ValueError("name at least one match or bye")
        numbers = [("match", one.match) for one in self.matches] + [("bye", one.given_to) for one in self.byes]
        if len(set(numbers)) < len(numbers):
            raise ValueError("name each match and each bye once")
        return self


class AnnulRound(WithReason, OfRound, Command):
    """Annul the newest round, so that it is drawn again (ALL-4)

    Refused once a match of it has been started. Why a round is annulled.
    """


class ReleasePairings(Command):
    """Release to the public what was drawn (ALL-2)

    Where pairings are announced to be shown when released: the staff, the players and the hall's screens see a draw at
    once. It is released by itself with its own first result that counts, and with the end; with none of earlier rounds.
    """


class DecideQuestion(WithReason, Command):
    """Decide where the rules are silent (ALL-5, NXE-9)

    `next` of the rounds says which question is asked, and which choices there are. A director's answer to a
    question the tournament asks; `entry` where the choice names somebody.
    """

    question: GivenName
    choice: GivenName
    entry: EntryNumber | None = None
