"""What can be asked about matches and their results (TD-14, ALL-3, ALL-4)."""

from typing import Annotated, Any, Literal

from pydantic import FailFast, Field, model_validator

from domain.kernel.ids import EntryNumber, MatchNumber
from domain.kernel.values import GivenInstant, Length, Place, Points, Side, Value
from domain.scoring.amount import Amount
from domain.scoring.modes import STAKES, RoomForm
from domain.scoring.result import LENGTH_OF, Result, Starters
from domain.tournament.lifecycle.commands import Choice, Command, Consequences, Expecting, SeenCommand


class Pairing(Value):
    """Two entries and what they play: a match to `length` points, or one of the room's modes, which has a length of its
    own. `stake` is what each of them stakes (STK-1, STK-3)."""

    sides: tuple[EntryNumber, EntryNumber]
    length: Length | None = None
    form: Literal["points"] | RoomForm = "points"
    stake: Amount | None = None

    @model_validator(mode="after")
    def _has_a_length(self) -> "Pairing":
        own = LENGTH_OF.get(self.form)
        if self.length is None and own is None:
            raise ValueError("name the length of a match to points")
        if own is not None and self.length not in (None, own):
            raise ValueError(f"the length of {self.form} is {own}")
        return self

    @model_validator(mode="after")
    def _stakes_what_may_be(self) -> "Pairing":
        allowed = STAKES.get(self.form, ()) if self.form != "points" else ()
        if self.stake is not None and self.stake not in allowed:
            said = " or ".join(map(str, allowed)) or "nothing"
            raise ValueError(f"each side of a match of form {self.form} stakes {said}")
        return self

    @property
    def played_to(self) -> Length:
        """The length, in a mode of the room its own."""
        return self.length or LENGTH_OF[self.form]


class MakeMatch(Pairing, Command):
    """Two entrants agree on a match that is still to be played (OPN-1)."""


class Report(Value):
    """A result and when the match was played, by default now (ELO-6). `starters` are the sides who started each game,
    as far as it was recorded; the first opened the table (GAM-5)."""

    result: Result
    played_at: GivenInstant | None = None
    starters: Starters = ()


class Announcing(Expecting):
    """A result that is announced may, where its match had been abandoned, change others: then `choice` says what
    becomes of what was made since (ALL-4, RNG-6)."""

    choice: Choice | None = None


class NewReport(Report, Announcing):
    """A result, and what becomes of others that it changes."""


class ReportResult(NewReport, SeenCommand):
    """TD-14: by a side of the match, or by the staff."""

    match: MatchNumber


class PlayedMatch(Pairing, Report):
    """A match and its result in one."""


class ExistingMatch(Report):
    """A result for a match that was made before."""

    match: MatchNumber


class EnterResults(Command):
    """A whole list of results: all of it is recorded, or nothing. Checking it ends at the first malformed row: what
    is wrong with a hundred thousand of them takes half a minute to tell."""

    results: Annotated[tuple[PlayedMatch | ExistingMatch, ...], Field(min_length=1, max_length=1000), FailFast()]


class VerifyResult(Announcing, SeenCommand):
    """TD-14: announces the result."""

    match: MatchNumber


class CorrectionOfResult(Consequences):
    """What is left out stays as it was recorded. `override` corrects after the window (TD-14). Form and stake can't be
    corrected: void the match and enter it again (STK-5)."""

    sides: tuple[EntryNumber, EntryNumber] | None = None
    length: Length | None = None
    result: Result | None = None
    played_at: GivenInstant | None = None
    place: Place | None = None
    starters: Starters | None = None
    override: bool = False

    @property
    def parts(self) -> dict[str, Any]:
        """What it may take the place of, by name; None: stays."""
        names = ("sides", "length", "result", "played_at", "place", "starters")
        return {name: getattr(self, name) for name in names}

    @model_validator(mode="after")
    def _names_something(self) -> "CorrectionOfResult":
        if all(part is None for part in self.parts.values()):
            raise ValueError(f"name at least one of {', '.join(self.parts)}")
        return self


class CorrectResult(CorrectionOfResult, SeenCommand):
    """ALL-3, TD-14."""

    match: MatchNumber


class WrongLength(Value):
    """A match is, or was, `played` to another length than the `correct` one, where none is named to the one recorded;
    with the score so far, and whether a game is in progress (TD-16)."""

    played: Length | None = None
    correct: Length
    first: Points
    second: Points
    games_ended: Annotated[int, Field(strict=True, ge=0, le=2000)]
    game_in_progress: bool = False


class SettlementOfLength(WrongLength, Consequences):
    """A wrong length that is settled before there is a result."""


class SettleLength(SettlementOfLength, SeenCommand):
    """TD-16: the match goes on to the correct length from the next game, or what it is played to stands."""

    match: MatchNumber


class VoidMatch(Consequences, SeenCommand):
    """The match counts nowhere, but keeps its history."""

    match: MatchNumber


class ReinstateMatch(Consequences, SeenCommand):
    """Takes a voiding back."""

    match: MatchNumber


class OfMatch(SeenCommand):
    """A command on one match."""

    match: MatchNumber


class Invite(OfMatch):
    """NXE-5: that side invites the other."""

    by: Side = "first"


class TellDirector(OfMatch):
    """SWI-4: that side says that no time could be agreed."""

    by: Side


class Acknowledge(OfMatch):
    """NXE-5: by the side that was invited."""
