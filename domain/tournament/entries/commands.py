"""What can be asked about entries: entering, approval, flights, leaving (TD-2, ALL-8)."""

from typing import Literal

from pydantic import model_validator

from domain.kernel.ids import EntryNumber, PersonId, TournamentId
from domain.kernel.values import Colour, Name, Value
from domain.tournament.entries.events import Members
from domain.tournament.lifecycle.commands import Command, Expecting, OptionalReason, SeenCommand, WithReason


class Entering(OptionalReason):
    """Who enters; of a team also its other `members`, and its name (ALL-10). Outside the times for entries the staff
    says why."""

    person: PersonId
    members: Members = ()
    team: Name | None = None

    @model_validator(mode="after")
    def _each_once(self) -> "Entering":
        if len({self.person, *self.members}) <= len(self.members):
            raise ValueError("name each person once")
        if self.team is not None and not self.members:
            raise ValueError("a team has several members")
        return self


class RequestEntry(Entering, Command):
    """TD-2: by the player himself, or by the staff for him."""


class Approval(Value):
    """`colour` tells who owns which sets (SWI-2)."""

    colour: Colour | None = None


class ApproveEntry(Approval, SeenCommand):
    """TD-2."""

    entry: EntryNumber


class ColourChoice(Value):
    """Who owns which sets (SWI-2)."""

    colour: Colour


class GiveColour(ColourChoice, SeenCommand):
    """SWI-2: gives the entry a colour, or another one, before the start."""

    entry: EntryNumber


class RefuseEntry(WithReason, SeenCommand):
    """TD-2: the reason is given to the player."""

    entry: EntryNumber


class FlightOffer(OptionalReason):
    """Another tournament, of a higher flight (TD-2)."""

    flight: TournamentId


class OfferFlight(FlightOffer, SeenCommand):
    """TD-2: bars the entry from this flight, and offers a higher one."""

    entry: EntryNumber


class FlightAnswer(Value):
    """Whether the player goes to the flight he was offered."""

    accepted: bool


class AnswerFlight(FlightAnswer, SeenCommand):
    """TD-2."""

    entry: EntryNumber


class Withdrawal(OptionalReason, Expecting):
    """Why an entry is withdrawn."""


class WithdrawEntry(Withdrawal, SeenCommand):
    """By the player himself, or by the staff."""

    entry: EntryNumber


class Resignation(OptionalReason, Expecting):
    """NXE-8: open matches are conceded (whether play had begun, ALL-6), or finished first."""

    open_matches: Literal["concede", "finish"] = "concede"
    play_began: bool = False


class Resign(Resignation, SeenCommand):
    """NXE-8: by the player himself, or by the staff."""

    entry: EntryNumber
