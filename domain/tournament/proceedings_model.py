"""What is known of how matches are played, besides their results, and of what was asked (TD-3, TD-6 to TD-8, TD-20,
TD-23, TD-24), as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from rpds import HashTrieMap

from domain.tournament import proceedings_events as happened


@dataclass(frozen=True, slots=True)
class Monitor:
    """Somebody who watches a match; `released_at` is None while he does."""

    appointed: happened.MonitorAppointed
    at: datetime
    released_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Consent:
    """A consent; `revoked` is the director's reason, None while it holds."""

    given: happened.ConsentGiven
    at: datetime
    revoked: str | None = None


@dataclass(frozen=True, slots=True)
class TakenBreak:
    """A side's break; `ended_at` is None until it is back."""

    begun: happened.BreakBegun
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ClockNote:
    """What was done with the clocks."""

    recorded: happened.ClockRecorded
    at: datetime


@dataclass(frozen=True, slots=True)
class Declaration:
    """That time is out."""

    declared: happened.OutOfTimeDeclared
    at: datetime


@dataclass(frozen=True, slots=True)
class Attachment:
    """A recording, an analysis or a sheet."""

    added: happened.AttachmentAdded
    at: datetime


@dataclass(frozen=True, slots=True)
class MatchProceedings:
    """Of one match, each kind by number from 1."""

    monitors: tuple[Monitor, ...] = ()
    consents: tuple[Consent, ...] = ()
    breaks: tuple[TakenBreak, ...] = ()
    clocks: tuple[ClockNote, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """A request or an insistence; `answered` is None until it is."""

    made: happened.RequestMade
    at: datetime
    answered: happened.RequestAnswered | None = None
    answered_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class MadeException:
    """An exception of the director's."""

    made: happened.ExceptionMade
    at: datetime


@dataclass(frozen=True, slots=True)
class Proceedings:
    """All of a tournament; of matches by their number, all else by number from 1."""

    matches: HashTrieMap[int, MatchProceedings] = field(default_factory=HashTrieMap)
    requests: tuple[Wish, ...] = ()
    exceptions: tuple[MadeException, ...] = ()

    def of(self, match: int) -> MatchProceedings:
        """Those of a match."""
        return self.matches.get(match) or MatchProceedings()
