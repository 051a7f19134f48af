"""Conditions of contest (TD-21): what is announced beforehand, and may later be changed only with a reason."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from domain.kernel.ids import MatchNumber
from domain.kernel.values import Days, GivenClosing, GivenInstant, GivenOpening, Minutes, Name, Reason, Value
from domain.match.record import Verification
from domain.officiating.sanction_catalogue import NEWEST, Edition
from domain.scoring.clock import BREAKS, BreakTerms, ClockTerms

Requirement = Literal["none", "option", "preference", "obligation"]
RoundNumber = Annotated[int, Field(strict=True, ge=1, le=1000)]
RoundMinutes = Annotated[int, Field(strict=True, ge=1, le=7 * 24 * 60)]
Places = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
Boards = Annotated[int, Field(strict=True, ge=1, le=20)]
Reentries = Annotated[int, Field(strict=True, ge=0, le=100)]
PairingsShown = Literal["at-once", "when-released"]
"""To the public; the hall sees what is drawn at once."""
ReplaysShown = Literal["to-the-sides", "to-everybody"]
"""Beside the staff."""

UNANNOUNCED: Edition = "ausbgf-2021-11"
"""The edition in which rulings are looked up where none is announced: it stays, whatever edition comes (ALL-11)."""

MOMENTS = ("starts_at", "starting_times", "entries_open_at", "entries_close_at", "reentries_close_at")
"""The conditions that are moments of one tournament, and not of another with the same settings."""


class Required(Value):
    """Requirements of a match: a clock and a baffle box (TD-6) [3.4.1, 3.5.1], recording and analysis (TD-20), and the
    board or online site [3.8]. None: nothing is said of it."""

    clock: Requirement | None = None
    baffle_box: Requirement | None = None
    recording: Requirement | None = None
    analysis: Requirement | None = None
    site: Name | None = None


class TournamentPart(Value):
    """A part of the tournament: its rounds from one to another, or to the end, as from the semi-final on; or single
    `matches`."""

    from_round: RoundNumber | None = None
    until_round: RoundNumber | None = None
    matches: Annotated[tuple[MatchNumber, ...], Field(max_length=1000)] = ()

    @model_validator(mode="after")
    def _is_a_part(self) -> Self:
        if (self.from_round is None) == (not self.matches):
            raise ValueError("give the first round of a part, or its matches")
        if self.until_round is not None and (self.from_round is None or self.until_round < self.from_round):
            raise ValueError("a part can't end before it begins")
        return self

    def holds(self, round_: int | None, match: int) -> bool:
        """Whether the match, of that round where it has one, is in this part."""
        if self.from_round is None or round_ is None:
            return match in self.matches
        return self.from_round <= round_ <= (self.until_round or round_)


class PartConditions(TournamentPart, Required):
    """Requirements in a part of the tournament."""


class PartBreaks(TournamentPart, BreakTerms):
    """Breaks in a part of the tournament (TD-8) [2.2.3, 3.5.5]."""


class StartingTime(Value):
    """When a round begins."""

    round: RoundNumber
    starts_at: GivenInstant


_HOUR_MINUTES, _WEEK_MINUTES = 60, 7 * 24 * 60


def _appeal_window(conditions: dict[str, Any]) -> Minutes:
    """TD-11's reading: an hour over the board, seven days online."""
    return _WEEK_MINUTES if conditions.get("played") == "online" else _HOUR_MINUTES


class FirstConditions(Value):
    """The conditions of the first version; see `Conditions`."""

    verification: Verification = "by-director"
    correction_window_minutes: Minutes | None = None
    played: Literal["over-the-board", "online"] = "over-the-board"
    appeal_window_minutes: Minutes | None = Field(default_factory=_appeal_window)
    clock: Requirement = "option"
    baffle_box: Requirement = "option"
    languages: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    venue: Name | None = None
    starts_at: GivenInstant | None = None
    breaks: Reason | None = None
    equipment: Reason | None = None
    entries_open_at: GivenOpening | None = None
    entries_close_at: GivenClosing | None = None
    places: Places | None = None
    starting_times: Annotated[tuple[StartingTime, ...], Field(max_length=1000)] | None = None
    board: Reason | None = None
    dice: Reason | None = None
    recording: Requirement = "none"
    analysis: Requirement = "none"
    site: Name | None = None
    clock_terms: ClockTerms | None = None
    parts: Annotated[tuple[PartConditions, ...], Field(max_length=100)] = ()
    edition: Edition = NEWEST
    administrators_give_rulings: bool = False
    auto_draw: bool = False
    pairings_shown: PairingsShown = "at-once"

    @model_validator(mode="after")
    def _begins_each_round_once(self) -> Self:
        rounds = [one.round for one in self.starting_times or ()]
        if len(set(rounds)) < len(rounds):
            raise ValueError("each round has one starting time")
        return self

    @model_validator(mode="after")
    def _opens_before_it_closes(self) -> Self:
        if self.closes_before_it_opens:
            raise ValueError("entries open before they close")
        return self

    @property
    def closes_before_it_opens(self) -> bool:
        """Whether nobody could ever enter, by the times for entries."""
        opens, closes = self.entries_open_at, self.entries_close_at
        return opens is not None and closes is not None and opens >= closes

    def required_records(self, round_: int | None, match: int) -> Required:
        """The records required of that match, of that round where it has one."""
        said = {name: getattr(self, name) for name in Required.model_fields}
        for part in self.parts:
            if part.holds(round_, match):
                said |= part.model_dump(include=set(Required.model_fields), exclude_none=True)
        return Required(**said)


class SecondConditions(FirstConditions):
    """The conditions of the second version; see `Conditions`."""

    directors_link_confirms: bool = False


class ThirdConditions(SecondConditions):
    """The conditions of the third version; see `Conditions`."""

    round_minutes: RoundMinutes | None = None


class FourthConditions(ThirdConditions):
    """The conditions of the fourth version; see `Conditions`."""

    reentries: Reentries = 0
    reentries_close_at: GivenClosing | None = None
    reentry_price: Name | None = None

    @property
    def late_entries(self) -> bool:
        """SE-9, SE-10: whether a bracket takes entries after the start, where a place of it is empty."""
        return self.entries_close_at is not None or self.reentries > 0


class FifthConditions(FourthConditions):
    """The conditions of the fifth version; see `Conditions`."""

    replays_shown: ReplaysShown = "to-the-sides"


class ErrorRateSeeding(Value):
    """The error rates that seed a field: those of matches whose analysis staff have attached within so many `days`
    before the draw. The `program` is the one named with the figures. A player with fewer than `fewest_matches` is
    behind."""

    program: Name
    days: Days = 365
    fewest_matches: Annotated[int, Field(strict=True, ge=1, le=1000)] = 1


class SixthConditions(FifthConditions):
    """The conditions of the sixth version; see `Conditions`."""

    error_rate_seeding: ErrorRateSeeding | None = None


class SeventhConditions(SixthConditions):
    """The conditions of the seventh version; see `Conditions`."""

    boards: Boards | None = None


class EighthConditions(SeventhConditions):
    """The conditions of the eighth version; see `Conditions`."""

    edition: Edition | None = None  # type: ignore[assignment]  # earlier versions always named one
    break_terms: BreakTerms | None = None
    part_breaks: Annotated[tuple[PartBreaks, ...], Field(max_length=100)] = ()

    @property
    def catalogue(self) -> Edition:
        """The edition in which rulings are looked up (TD-22)."""
        return self.edition or UNANNOUNCED

    def breaks_in(self, round_: int | None, match: int) -> BreakTerms:
        """The breaks in that match, of that round where it has one."""
        found = [one for one in self.part_breaks if one.holds(round_, match)]
        return found[-1] if found else self.break_terms or BREAKS


class Conditions(EighthConditions):
    """`correction_window_minutes` counts from a result's announcement (TD-14), `appeal_window_minutes` from a ruling
    (TD-11). They are 60 minutes unless another is announced, and 7 days where matches are `played` online. None sets no
    limit. `verification` says how a report comes to count: its opponent confirms it, a director verifies it, or it does
    at once. That director does not play the match; where there is none, its opponent does it. Players enter from
    `entries_open_at` until `entries_close_at`, at any time where they are None; of them are approved as many as there
    are `places`, None sets no limit. Moments are shown in the tournament's time zone. `recording` and `analysis` of
    matches can be obliged to (TD-20); `edition` is that of the federation's rules under which it is announced, pinned
    with the start. English is an official language then where it says so [1.5], and Crawford is on [4.4.4]. None: under
    none of them. Rulings are looked up in its `catalogue` (TD-22). `administrators_give_rulings` says that the
    federation's administrators rule where every director is a party; otherwise a committee does (TD-9) [5.1]. With
    `auto_draw` rounds roll on by themselves. The service draws the next one when it is due (NXE-7), and closes one at
    its closing time (SWI-3). It opens the next stage unless a coin would decide who goes up (SEL-2). With
    `pairings_shown` when released, what is drawn is shown to the hall at once, and to the public once a director
    releases it (ALL-2). `clock_terms` are the allotment and delay that the director specifies; `parts` say what is
    otherwise in a part of the tournament, a later one ahead of an earlier. Match lengths are the format's. With
    `directors_link_confirms` a director's opponent confirms results also by a link which that director has issued,
    where no other director is there. Such a result is marked, and counts for less until somebody else confirms it
    (TD-9). `round_minutes` are how long a round of an evening is open, ahead of the days that its format has; None:
    those days. Who has lost may enter again so often as `reentries` says, until `reentries_close_at`, or as entries do,
    at the price that is noted (SE-10). With `replays_shown` to everybody, the public replays each transcript that is
    kept, once the result of its match counts (GAM-7). With `error_rate_seeding` the first seeds are those with the
    lowest error rates; all others follow as the format's `seeding` says (TD-20). On so many `boards` teams meet: on
    each a player of one meets one of the other, in the order of their rosters (TEA-1); None: who enters is one side of
    one match. `break_terms` are the breaks that the director has devised, and `part_breaks` those of parts, a later one
    ahead of an earlier; None: those of [2.2.2] (TD-8) [2.2.3, 3.5.5]. With `publish_error_rates` everybody sees the
    error rates of its matches, on the pages of their players and in the federation's table (TD-20)."""

    publish_error_rates: bool = False
