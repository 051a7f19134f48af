"""What can be asked of a tournament, in the imperative.

`seen` is the revision of the resource that its sender looked at; where it is given and the resource has moved on,
the command is refused as stale. What a command shares with its HTTP body is a base class of its own.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from domain.formats.registry import FormatOptions
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Name, Reason, Value
from domain.tournament.lifecycle.conditions import Conditions
from domain.tournament.lifecycle.events import LaterStage, Rating
from domain.tournament.person_effects.snapshots import Qualifying, SeriesPlace

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


class Completion(Expecting):
    """With `leave_open` also while disputes or appeals are open: they are decided once it is reopened (TD-9, TD-12)."""

    leave_open: bool = False


class CompleteTournament(Completion, SeenCommand):
    """Refused while the format waits for results, and while disputes or appeals are open that are not left so."""


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


Choice = Literal["rewind", "restore", "stand"]


class Consequences(WithReason, Expecting):
    """A change that may touch matches made from the result. `choice` says what becomes of them (ALL-4); without one
    they are adjusted where none has been started, else the command is refused with the list of them."""

    choice: Choice | None = None
