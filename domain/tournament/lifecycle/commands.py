"""Commands on a tournament as a whole, in the imperative. What a command shares with its HTTP body is a base class of
its own."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from domain.formats.registry import FormatOptions
from domain.kernel.ids import LARGEST_ANNOUNCED_SEASON, ClubId, PersonId, TournamentId
from domain.kernel.outside_source import OutsideSource
from domain.kernel.values import GivenName, Reason, Value
from domain.tournament.command import Command, SeenCommand, WithReason
from domain.tournament.imports.events import Origin
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage, RatingTerms
from domain.tournament.person_effects.snapshots import QualifyingWins, SeriesPlace

PresetWord = Literal[
    "nxe",
    "nxe-matches",
    "champion",
    "gokodom",
    "room",
    "room-normal",
    "room-three-games",
    "room-five-points",
    "room-single",
    "dual-ring",
    "federation",
]
"""The presets that can be announced; `presets/registry.py` has each."""


class Announcement(Value):
    """The tournament's name, format, rating and conditions. `director` defaults to who announces it; `stages` are those
    that follow the first. `series` and its season it belongs to, `qualifying` gives the credits of an entry (CHM-1).
    Without a `time_zone` it goes by the federation's. With `cloned_from` omitted settings are as they are there, save
    names, directors and moments; the season is the next where that one is a whole season; with `preset` as the source
    of that name has it. Conditions that are left out are taken so too. Draws depend too on the value of an
    `outside_source`, which is to come (ALL-2). `club` is the club whose tournament it is (REG-5)."""

    name: GivenName
    format: FormatOptions | None = None
    rating: RatingTerms | None = None
    conditions: Conditions = Conditions()
    time_zone: GivenName | None = None
    director: PersonId | None = None
    stages: Annotated[tuple[LaterStage, ...], Field(max_length=10)] = ()
    series: SeriesPlace | None = None
    qualifying: QualifyingWins | None = None
    cloned_from: TournamentId | None = None
    preset: PresetWord | None = None
    outside_source: OutsideSource | None = None
    club: ClubId | None = None

    @model_validator(mode="after")
    def _has_a_format(self) -> "Announcement":
        elsewhere = self.cloned_from is not None or self.preset is not None
        if self.format is None and (not elsewhere or "format" in self.model_fields_set):
            raise ValueError("name the format, or a tournament or preset to take it from")
        return self

    @model_validator(mode="after")
    def _has_a_season_after_it(self) -> "Announcement":
        if self.series is not None and self.series.season > LARGEST_ANNOUNCED_SEASON:
            raise ValueError(f"the season of a series is at most {LARGEST_ANNOUNCED_SEASON}")
        return self

    @model_validator(mode="after")
    def _is_taken_from_one(self) -> "Announcement":
        if self.cloned_from is not None and self.preset is not None:
            raise ValueError("name a preset, or a tournament to take all from, and not both")
        return self


class AnnounceTournament(Announcement, Command):
    """Announce a tournament (ALL-11, TD-21, ALL-14, CHM-1)

    The versions of the format's rules and of the rating policy are pinned. A director who announces directs it;
    where an administrator announces, `director` may name one. Policies are listed under /v1/rating-policies. With
    `cloned_from` what is left out is as it is in that tournament, with `preset` as one of /v1/presets has it.
    """

    origin: Origin | None = None


class ChangeConditions(SeenCommand):
    """Change the conditions of contest (TD-21)

    What is named changes, and what is left out stays as it is. Null is a value, and a list is replaced whole. `reset`
    names conditions that are as if they had never been announced. After the start a reason is required (TD-21).
    """

    conditions: Conditions = Field(default_factory=Conditions)
    reset: Annotated[tuple[str, ...], Field(max_length=100)] = ()
    reason: Reason | None = None

    @model_validator(mode="after")
    def _resets_what_there_is(self) -> Self:
        if unknown := [name for name in self.reset if name not in Conditions.model_fields]:
            raise ValueError(f"no such condition: {', '.join(unknown)}")
        if both := self.conditions.model_fields_set.intersection(self.reset):
            raise ValueError(f"name a condition, or reset it: {', '.join(sorted(both))}")
        return self

    def conditions_after(self, now: Conditions) -> Conditions:
        """All conditions after it, be it that what is named does not fit what stays."""
        given = {name: getattr(self.conditions, name) for name in self.conditions.model_fields_set}
        at_first = Conditions(played=given.get("played", Conditions().played if "played" in self.reset else now.played))
        return now.model_copy(update=given | {name: getattr(at_first, name) for name in self.reset})


class ChangeSettings(SeenCommand):
    """Change the name, the format or the rating (TD-21, ALL-11)

    What is named changes, and what is left out stays as it is. A format or the later stages are replaced whole. Until
    the start everything can change. After it a reason is required. The lengths of matches still to be made can change,
    stages not open yet, the name, and the rating until the first result.
    """

    name: GivenName | None = None
    format: FormatOptions | None = None
    stages: Annotated[tuple[LaterStage, ...], Field(max_length=10)] | None = None
    rating: RatingTerms | None = None
    reason: Reason | None = None

    @model_validator(mode="after")
    def _takes_none_away(self) -> Self:
        given = self.model_fields_set.intersection(("name", "format", "stages"))
        if missing := [name for name in sorted(given) if getattr(self, name) is None]:
            raise ValueError(f"a tournament has these: {', '.join(missing)}")
        return self

    def setting_after(self, name: str, now: Any) -> Any:  # noqa: ANN401 -- a field of any type
        """That setting after it."""
        return getattr(self, name) if name in self.model_fields_set else now


class AppointDirector(SeenCommand):
    """Appoint a director (TD-1)

    By the staff. The person then works with a key of the role director.
    """

    person: PersonId


class ReleaseDirector(SeenCommand):
    """Release a director (TD-1)

    The last one can't be released.
    """

    person: PersonId


class StartTournament(SeenCommand):
    """Start the tournament (TD-1)

    From here on results are taken.
    """


class WithdrawStart(WithReason, SeenCommand):
    """Take the start back (ALL-2, ALL-4)

    By the staff, until the first match begins. The tournament is announced again: entries, format and conditions change
    as before the start. What was drawn or seeded since becomes void, and is drawn again after the next start.
    """


class CompleteTournament(SeenCommand):
    """Complete the tournament (TD-14, TD-12, CHM-1, SWI-5)

    Refused while matches await a result or its verification, and while disputes or appeals are open, unless
    `leave_open` is sent. Those are ruled on and decided once the tournament is reopened (TD-9, TD-12). The champion's
    win is recorded with the person, and so are requests to sit out the series' next season.
    """

    leave_open: bool = False


class CancelTournament(WithReason, SeenCommand):
    """Cancel the tournament (ALL-13)

    By the staff. Nothing of it is rated from then on, also not what was. What was staked stays settled: matches
    that are to be paid back are voided before (STK-5). Why the tournament is cancelled.
    """


class ReopenTournament(WithReason, SeenCommand):
    """Reopen a tournament that was completed or cancelled (ALL-13)

    By the staff. It takes entries, results and corrections again, and what was rated is rated again. What its
    completion recorded of persons is withdrawn.
    """
