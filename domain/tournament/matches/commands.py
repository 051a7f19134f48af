"""Commands on matches and their results (TD-14, ALL-3, ALL-4)."""

from typing import Annotated, Any, Literal, Self

from pydantic import FailFast, Field, model_validator

from domain.kernel.ids import EntryNumber, MatchNumber, PersonId
from domain.kernel.values import GivenOpening, Length, Place, Points, Reason, Side, Value
from domain.scoring.amount import Amount
from domain.scoring.modes import STAKES, PointValue, RoomForm, point_value_of
from domain.scoring.result import LENGTH_OF, Result, Starters
from domain.tournament.command import Choosing, Command, Consequences, OptionalReason, SeenCommand


class MatchTerms(Value):
    """Two entries and what they play: a match to `length` points, or one of the room's modes, which has a length of its
    own. `stake` is what each of them stakes (STK-1, STK-3), in a single game the limit; `point_value` is what a point
    of it is worth, where it is not said a tenth of the limit."""

    sides: tuple[EntryNumber, EntryNumber]
    length: Length | None = None
    form: Literal["points"] | RoomForm = "points"
    stake: Amount | None = None
    point_value: PointValue | None = None

    @model_validator(mode="after")
    def _values_points_of_single_games(self) -> "MatchTerms":
        if self.point_value is not None and (self.form != "single" or self.stake is None):
            raise ValueError("a point has a value only in a single game for a stake")
        return self

    @model_validator(mode="after")
    def _has_a_length(self) -> "MatchTerms":
        own = LENGTH_OF.get(self.form)
        if self.length is None and own is None:
            raise ValueError("give the length of a match to points, or a mode of the room as its form")
        if own is not None and self.length not in (None, own):
            raise ValueError(f"the length of {self.form} is {own}")
        return self

    @model_validator(mode="after")
    def _stakes_what_may_be(self) -> "MatchTerms":
        allowed = STAKES.get(self.form, ()) if self.form != "points" else ()
        if self.stake is not None and self.stake not in allowed:
            said = " or ".join(map(str, allowed)) or "nothing"
            raise ValueError(f"each side of a match of form {self.form} stakes {said}")
        return self

    @property
    def worth(self) -> PointValue | None:
        """The worth of a point; None where the form or the stake gives it no worth."""
        if self.form != "single" or self.stake is None:
            return None
        return self.point_value or point_value_of(self.stake)

    @property
    def played_to(self) -> Length:
        """The length, in a mode of the room its own."""
        return self.length or LENGTH_OF[self.form]


class MakeMatch(MatchTerms, Command):
    """Make a match, with its result if it has been played (OPN-1, TD-14)

    By one of the two entrants, or by the staff.
    """

    result: Result | None = None
    played_at: GivenOpening | None = None
    starters: Starters = ()
    score_checked: bool = False

    @model_validator(mode="after")
    def _played_with_result(self) -> Self:
        if self.result is None and (self.played_at is not None or self.starters or self.score_checked):
            raise ValueError("played_at, starters and score_checked need a result")
        return self


class ReportedResult(Value):
    """A result and when the match was played, by default now (ELO-6). `starters` are the sides who started each game,
    as far as it was recorded; the first opened the table (GAM-5). `score_checked` says of an unlikely score that it is
    right."""

    result: Result
    played_at: GivenOpening | None = None
    starters: Starters = ()
    score_checked: bool = False


class ReportResult(ReportedResult, Choosing, SeenCommand):
    """Report the result of a match (TD-14, GAM-4, SIX-2, SWI-4, RNG-6, ALL-9, TD-17, TD-18)

    By one of the two sides, or by the staff, whose own report needs no verification. A game, or who conceded, may tell
    its `ending` where it was not played out; an agreed one counts, and is among the match's `flags`, like a doubled
    Crawford game. The side that reported may report again until its report counts, is corrected or ruled on. Its last
    report is the one confirmed. That of an abandoned match, played before it was abandoned, may change what was made
    since: `choice` says what becomes of it (ALL-4). A result, and what becomes of others that it changes.
    """

    match: MatchNumber


ListedRound = Annotated[int, Field(strict=True, ge=1, le=999)]


class PlayedMatch(MatchTerms, ReportedResult):
    """A match and its result in one; `round` is that in which it was played, where its list has rounds."""

    round: ListedRound | None = None


class ExistingMatch(ReportedResult):
    """A result for a match that was made before."""

    match: MatchNumber


class ListedBye(Value):
    """A round in which an entry had no opponent; `requested` where it had asked for that (SWI-6)."""

    round: ListedRound
    entry: EntryNumber
    requested: bool = False


class EnterResults(Command):
    """Enter a whole list of results (TD-14, OPN-1)

    All of it is recorded, or nothing; a refusal names its row. A row is a match and its result in one, or the
    result of a match that was made before. The staff may add the byes of rounds that were paired elsewhere.
    """

    results: Annotated[tuple[PlayedMatch | ExistingMatch, ...], Field(max_length=1000), FailFast()]
    byes: Annotated[tuple[ListedBye, ...], Field(max_length=1000), FailFast()] = ()

    @model_validator(mode="after")
    def _holds_something(self) -> Self:
        if not self.results and not self.byes:
            raise ValueError("name at least one result or bye")
        if len({(bye.round, bye.entry) for bye in self.byes}) < len(self.byes):
            raise ValueError("name each entry's bye in a round once")
        return self


class VerifyResult(Choosing, SeenCommand):
    """Verify and announce a result (TD-14, ALL-12)

    By the staff, or the opponent of who has reported it: where the tournament announces so, and where every director
    plays the match. From here on it counts. `choice` is as in a report.
    """

    match: MatchNumber


class ConfirmResult(SeenCommand):
    """Confirm a result that counts by a director's link alone (TD-9, TD-14)

    By the opponent of that director, by a key of their own, or staff who do not play the match. From here on it counts
    like any other: for stakes, pools of prices, a win in a series, and the next stage.
    """

    match: MatchNumber


class WithdrawResult(SeenCommand):
    """Take back a result that counted at once, and bring the dispute (TD-14, TD-9, ALL-12)

    By the side that did not report it, within the correction window, while nobody has corrected it or ruled on it. So
    does the opponent of a director with a result by that director's link alone. A player does with what was confirmed
    by their code, if somebody else typed it. From here on it counts nowhere, until anyone who took it back confirms it
    after all, or a director verifies or corrects it; the dispute is ruled on like any other. What has been started
    after it stays only with `choice`.
    """

    match: MatchNumber
    matter: Annotated[Reason, Field(examples=["We stopped at 5-3, and agreed to go on next week."])]
    choice: Literal["stand"] | None = None


class CorrectResult(Consequences, SeenCommand):
    """Correct a recorded result (ALL-3, TD-14, ELO-6)

    By the staff; after the correction window with `override`. What is left out stays as it was recorded. `sides`
    corrects the parties. `place_in_rating_order` orders matches of the same `played_at`, the lower first. Unless
    corrected it counts the reports of the tournament. The result reported third has place 3, and 2.5 puts a match
    between the second and the third. The reason can be read by everybody once the result is announced. Everything rated
    after it that depends on it is rated again. `choice` says what becomes of matches that were made from the old result
    (ALL-4). The form and the stake are not corrected: the match is voided and entered again (GAM-6, STK-5).
    """

    match: MatchNumber
    sides: tuple[EntryNumber, EntryNumber] | None = None
    length: Length | None = None
    result: Result | None = None
    played_at: GivenOpening | None = None
    place_in_rating_order: Place | None = None
    starters: Starters | None = None
    override: bool = False
    score_checked: bool = False

    @property
    def parts(self) -> dict[str, Any]:
        """The parts of the record that it may replace, by name; None: stays."""
        names = ("sides", "length", "result", "played_at", "place_in_rating_order", "starters")
        return {name: getattr(self, name) for name in names}

    @model_validator(mode="after")
    def _names_something(self) -> "CorrectResult":
        if all(part is None for part in self.parts.values()):
            raise ValueError(f"name at least one of {', '.join(self.parts)}")
        return self


class WrongLength(Value):
    """A match is, or was, played to another length than the correct one: `played_length`, or where none is named the
    one recorded; with the score so far, and whether a game is in progress (TD-16)."""

    played_length: Length | None = None
    correct_length: Length
    first_points: Points
    second_points: Points
    games_ended: Annotated[int, Field(strict=True, ge=0, le=2000)]
    game_in_progress: bool = False


class ResolveWrongLength(WrongLength, Consequences, SeenCommand):
    """Say what a match is played to that was begun to a wrong length, before it has a result (TD-16, ELO-2)

    By the staff. The match goes on to the correct length from the next game; the length played to is kept where it is
    finished, or where the correct length has been reached; while a game is in progress that may end it, this is
    refused. `calculations/length` tells beforehand. The result is then shown, and rated, at the length that holds; one
    that is recorded already is corrected with its length. A wrong length that is settled before there is a result.
    """

    match: MatchNumber


class VoidMatch(Consequences, SeenCommand):
    """Void a match: it counts nowhere, but keeps its history (ALL-4, ALL-6)

    By the staff. `choice` says what becomes of matches that were made from its result.
    """

    match: MatchNumber


class ReinstateMatch(Consequences, SeenCommand):
    """Take a voiding back (ALL-4)

    By the staff. What was corrected meanwhile counts from then on; `choice` is as in voiding.
    """

    match: MatchNumber


class NameLineUp(OptionalReason, SeenCommand):
    """Name who plays on which board in a match of two teams (TEA-1, TEA-4)

    By a player of the team, until a board of the match has a result; by the staff also after that, with a reason, as
    where a player falls ill. `players` are as many as the team has boards to play, the first for board 1. A board that
    has a result keeps its player. Without a line-up the first of the roster play, in its order.
    """

    match: MatchNumber
    entry: EntryNumber
    players: Annotated[tuple[PersonId, ...], Field(min_length=1, max_length=50)]

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        if len(set(self.players)) < len(self.players):
            raise ValueError("name each player once")
        return self


class OfMatch(SeenCommand):
    """A command on one match."""

    match: MatchNumber


class SendInvitation(OfMatch):
    """Invite the other side to play (NXE-5)

    Either side may, again and again, until the other has acknowledged it; once more where the match is ordered to be
    played again, or to go on.
    """

    invited_by: Side = "first"


class ReportNoTimeAgreed(OfMatch):
    """Tell the director that no time could be agreed (SWI-4)

    By that side, before the match's time is over. Seen by the staff and the two sides; it counts when the round is
    closed without a result. A report before the match was ordered to be played again, or to go on, counts no more.
    """

    reported_by: Side


class AcknowledgeInvitation(OfMatch):
    """Acknowledge an invitation: from here on the match counts as being played (NXE-5)"""
