"""Records of how matches are played, and requests, as values (TD-3, TD-6 to TD-8, TD-20, TD-23, TD-24)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from rpds import HashTrieMap

from domain.kernel.ids import PersonId
from domain.kernel.personal_text import PersonalText
from domain.kernel.replacing import replace
from domain.tournament.match_record import events as match_record_events


@dataclass(frozen=True, slots=True)
class Retracted:
    """The moment at which it was taken back, and the reason, which goes with the person it was about."""

    at: datetime
    reason: PersonalText | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """Something that was recorded: when, by which person (None: by a machine's key), and whether it was taken back."""

    at: datetime
    by: PersonId | None
    retracted: Retracted | None = None

    @property
    def followed(self) -> bool:
        """Whether something has come of it since."""
        return False

    @property
    def open(self) -> bool:
        """Whether something can still come of it."""
        return not self.followed and self.retracted is None


N = TypeVar("N", bound=Noted)


def with_nth_changed(listed: tuple[N, ...], number: int, change: Callable[[N], N]) -> tuple[N, ...]:
    """The list with its nth changed, where there is one."""
    return tuple(change(one) if place == number else one for place, one in enumerate(listed, 1))


def standing(listed: Iterable[N]) -> tuple[N, ...]:
    """Those that were not taken back."""
    return tuple(one for one in listed if one.retracted is None)


@dataclass(frozen=True, slots=True)
class Monitor(Noted):
    """A person who watches a match; `released_at` is None while they do."""

    appointed: match_record_events.MonitorAppointed
    released_at: datetime | None = None

    @property
    def followed(self) -> bool:
        return self.released_at is not None


@dataclass(frozen=True, slots=True)
class Consent(Noted):
    """A consent; `revoked` is the director's reason, None while it holds."""

    recorded: match_record_events.ConsentRecorded
    revoked: PersonalText | None = None

    @property
    def followed(self) -> bool:
        return self.revoked is not None or not self.recorded.granted


@dataclass(frozen=True, slots=True)
class TakenBreak(Noted):
    """A side's break; `ended_at` is None until it is back."""

    begun: match_record_events.BreakBegun
    ended_at: datetime | None = None

    @property
    def followed(self) -> bool:
        return self.ended_at is not None


@dataclass(frozen=True, slots=True)
class ClockNote(Noted):
    """A note of what was done with the clocks."""

    recorded: match_record_events.ClockRecorded


@dataclass(frozen=True, slots=True)
class Declaration(Noted):
    """That time is out."""

    declared: match_record_events.OutOfTimeDeclared


@dataclass(frozen=True, slots=True)
class Attachment(Noted):
    """A recording, an analysis, a sheet or a transcript; `kept_at` is the version of the event that has its text, None
    where it is kept elsewhere alone. `by_staff`: by staff who do not play the match."""

    added: match_record_events.AttachmentAdded
    kept_at: int | None = None
    by_staff: bool = False

    def was_there(self, moment: datetime | None) -> bool:
        """Whether it was there then, and not taken back; None: now."""
        back = None if self.retracted is None else self.retracted.at
        return back is None if moment is None else self.at <= moment and (back is None or back > moment)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """Of one match, each kind by number from 1."""

    monitors: tuple[Monitor, ...] = ()
    consents: tuple[Consent, ...] = ()
    breaks: tuple[TakenBreak, ...] = ()
    clocks: tuple[ClockNote, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    attachments: tuple[Attachment, ...] = ()

    def is_watched_by(self, person: PersonId | None) -> bool:
        """Whether they are a monitor of the match, and not released [1.3.3]."""
        return person is not None and any(one.open and one.appointed.person == person for one in self.monitors)

    @property
    def transcripts(self) -> tuple[int, ...]:
        """The numbers of the transcripts whose text is kept, and that were not taken back (GAM-7)."""
        kept = enumerate(self.attachments, 1)
        return tuple(number for number, one in kept if one.kept_at is not None and one.retracted is None)

    @property
    def newest_analysis(self) -> Attachment | None:
        """The newest that says error rates, from any sender (TD-20)."""
        found = [one for one in standing(self.attachments) if one.added.error_rates is not None]
        return found[-1] if found else None

    def counted_error_rates(self, moment: datetime | None) -> match_record_events.ErrorRates | None:
        """Those that a table may rank by: of the newest analysis that staff who do not play the match had attached then
        (TD-20)."""
        found = self._counted_analyses(moment)
        return found[-1].added.error_rates if found else None

    @property
    def newest_counted(self) -> Attachment | None:
        """The newest analysis with error rates that staff who do not play the match have attached (TD-20)."""
        found = self._counted_analyses(None)
        return found[-1] if found else None

    def _counted_analyses(self, moment: datetime | None) -> Sequence[Attachment]:
        return [one for one in self.attachments if one.by_staff and one.added.error_rates and one.was_there(moment)]


@dataclass(frozen=True, slots=True)
class Wish(Noted):
    """A request or an insistence; `answered` is None until it is."""

    made: match_record_events.RequestMade
    answered: match_record_events.RequestAnswered | None = None
    answered_at: datetime | None = None

    @property
    def followed(self) -> bool:
        return self.answered is not None


@dataclass(frozen=True, slots=True)
class MadeException(Noted):
    """An exception of the director's."""

    made: match_record_events.ExceptionMade


@dataclass(frozen=True, slots=True)
class MatchRecords:
    """All of a tournament; of matches by their number, all else by number from 1."""

    matches: HashTrieMap[int, MatchRecord] = field(default_factory=HashTrieMap)
    requests: tuple[Wish, ...] = ()
    exceptions: tuple[MadeException, ...] = ()

    def of(self, match: int) -> MatchRecord:
        """Those of a match."""
        return self.matches.get(match) or MatchRecord()

    def watches(self, person: PersonId) -> bool:
        """Whether they are the monitor of a match, or were."""
        monitors = (one for record in self.matches.values() for one in record.monitors)
        return any(one.appointed.person == person for one in monitors)

    def has_monitored(self, person: PersonId, since: datetime) -> bool:
        """Whether they have been the monitor of a match then, or later."""
        monitors = (one for record in self.matches.values() for one in standing(record.monitors))
        return any(one.appointed.person == person and (one.released_at or since) >= since for one in monitors)

    def of_kind(self, kind: str, match: int | None) -> tuple[Noted, ...]:
        """All of a kind, of a match or of the tournament."""
        kept: tuple[Noted, ...] = getattr(self if match is None else self.of(match), f"{kind}s")
        return kept

    def with_added(self, kind: str, match: int | None, one: Noted) -> MatchRecords:
        """With one more of a kind."""
        return self._with(kind, match, (*self.of_kind(kind, match), one))

    def with_changed(self, kind: str, match: int | None, number: int, change: Callable[[Noted], Noted]) -> MatchRecords:
        """With the nth of a kind changed."""
        return self._with(kind, match, with_nth_changed(self.of_kind(kind, match), number, change))

    def _with(self, kind: str, match: int | None, listed: tuple[Noted, ...]) -> MatchRecords:
        fields: dict[str, Any] = {f"{kind}s": listed}
        if match is None:
            return replace(self, **fields)
        return replace(self, matches=self.matches.insert(match, replace(self.of(match), **fields)))
