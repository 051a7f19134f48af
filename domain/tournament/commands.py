"""What can be asked of a tournament, in the imperative.

`seen` is the revision of the resource that its sender looked at; where it is given and the resource has moved on,
the command is refused as stale. What a command shares with its HTTP body is a base class of its own.
"""

from typing import Annotated, Literal

from pydantic import FailFast, Field, StringConstraints, model_validator

from domain.formats.registry import FormatOptions
from domain.ids import EntryNumber, MatchNumber, PersonId, TournamentId
from domain.scoring.amount import Amount
from domain.scoring.modes import STAKES, RoomForm
from domain.scoring.result import LENGTH_OF, Result, Starters
from domain.tournament.conditions import Conditions
from domain.tournament.entry_events import Members
from domain.tournament.events import LaterStage, Number, Rating
from domain.tournament.sources import Qualifying, SeriesPlace
from domain.values import Colour, GivenInstant, Length, Name, Place, Reason, Side, Value

Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Expecting(Value):
    """`expected` is the digest of a preview: where it would do anything else, it is refused with the new preview."""

    expected: Digest | None = None


class Command(Expecting):
    """Anything that can be asked of a tournament."""


class Announcement(Value):
    """The tournament's name, format, rating and conditions. `director` defaults to who announces it; `stages` are
    those that follow the first. `series` and its season it belongs to, `qualifying` gives the credits of an entry
    (CHM-1). With `cloned_from` what is left out is as it is there, save names, directors and moments."""

    name: Name
    format: FormatOptions | None = None
    rating: Rating | None = None
    conditions: Conditions = Conditions()
    time_zone: Name = "UTC"
    director: PersonId | None = None
    stages: Annotated[tuple[LaterStage, ...], Field(max_length=10)] = ()
    series: SeriesPlace | None = None
    qualifying: Qualifying | None = None
    cloned_from: TournamentId | None = None

    @model_validator(mode="after")
    def _has_a_format(self) -> "Announcement":
        if self.format is None and (self.cloned_from is None or "format" in self.model_fields_set):
            raise ValueError("name the format, or a tournament to take it from")
        return self


class AnnounceTournament(Announcement, Command):
    """ALL-11: format rules and rating policy are pinned here."""


class SeenCommand(Command):
    """A command on a resource that may have moved on since its sender looked at it."""

    seen: int | None = None


class NewConditions(Value):
    """After the start a reason is required (TD-21)."""

    conditions: Conditions
    reason: Reason | None = None


class ChangeConditions(NewConditions, SeenCommand):
    """TD-21."""


class AppointDirector(SeenCommand):
    """TD-1."""

    person: PersonId


class ReleaseDirector(SeenCommand):
    """TD-1: the last director can't be released."""

    person: PersonId


class StartTournament(SeenCommand):
    """Entries close here, unless the format takes late ones."""


class CompleteTournament(SeenCommand):
    """Refused while the format waits for results."""


class WithReason(Value):
    """A reason that is recorded."""

    reason: Reason


class Cancellation(WithReason, Expecting):
    """Why the tournament is cancelled."""


class CancelTournament(Cancellation, SeenCommand):
    """ALL-13: nothing of it is rated."""


class ReopenTournament(WithReason, SeenCommand):
    """ALL-13: after completion or cancelling."""


class OptionalReason(Value):
    """A reason may be given."""

    reason: Reason | None = None


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


Choice = Literal["rewind", "restore", "stand"]


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


class Consequences(WithReason, Expecting):
    """A change that may touch matches made from the result. `choice` says what becomes of them (ALL-4); without one
    they are adjusted where none has been started, else the command is refused with the list of them."""

    choice: Choice | None = None


class CorrectionOfResult(Consequences):
    """What is left out stays as it was recorded. `override` corrects after the window (TD-14)."""

    sides: tuple[EntryNumber, EntryNumber] | None = None
    length: Length | None = None
    result: Result | None = None
    played_at: GivenInstant | None = None
    place: Place | None = None
    override: bool = False

    @model_validator(mode="after")
    def _names_something(self) -> "CorrectionOfResult":
        if all(part is None for part in (self.sides, self.length, self.result, self.played_at, self.place)):
            raise ValueError("name at least one of sides, length, result, played_at, place")
        return self


class CorrectResult(CorrectionOfResult, SeenCommand):
    """ALL-3, TD-14."""

    match: MatchNumber


class VoidMatch(Consequences, SeenCommand):
    """The match counts nowhere, but keeps its history."""

    match: MatchNumber


class ReinstateMatch(Consequences, SeenCommand):
    """Takes a voiding back."""

    match: MatchNumber


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


class Resignation(OptionalReason, Expecting):
    """NXE-8: open matches are conceded (whether play had begun, ALL-6), or finished first."""

    open_matches: Literal["concede", "finish"] = "concede"
    play_began: bool = False


class Resign(Resignation, SeenCommand):
    """NXE-8: by the player himself, or by the staff."""

    entry: EntryNumber


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
