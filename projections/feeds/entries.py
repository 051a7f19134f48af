"""Entries as CloudEvents 1.0.2, in canonical JSON: the same log gives the same bytes.

No host is in them, so that a log tells the same wherever it is served: `source` is a reference that a follower lays
on the address that it reads, and `dataschema`, which must be absolute, a name.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from domain.journal.journal import Stored
from domain.webhooks.entries import cloud_event, entry_id
from domain.webhooks.events import FEEDS, Feed
from projections.feeds.drafts import Draft


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry is in the log, by which entries sort: the position of the last event of its command, and its
    number among the command's entries, from 0."""

    position: int
    number: int

    @property
    def id(self) -> str:
        """The entry's id, which sorts as text as it does by its numbers."""
        return entry_id(self.position, self.number)


@dataclass(frozen=True)
class CommandTold:
    """The changes by one command: its entries, its events, and the one that says why."""

    drafts: Sequence[Draft]
    events: Sequence[Stored]
    because_of: Stored

    def placed_drafts(self) -> Iterable[tuple[Place, Draft]]:
        """Each with its place: feed by feed, and within one as it was drafted."""
        ordered = sorted(self.drafts, key=lambda draft: FEEDS.index(draft.told.FEED))
        return ((Place(self.events[-1].position, number), draft) for number, draft in enumerate(ordered))

    @cached_property
    def origin(self) -> Mapping[str, str]:
        """Where each of its entries comes from, as it says; a command may have thousands."""
        cause = self.because_of.recorded
        return {
            "time": _moment(cause.happened_at),
            "recordedtime": _moment(cause.recorded_at),
            "correlationid": str(self.events[0].position),
            "causationid": str(self.because_of.position),
        }


def feed_of(draft: Draft) -> Feed:
    """The feed that it belongs to."""
    return draft.told.FEED


def entry(told: CommandTold, place: Place, draft: Draft, supersedes: str | None) -> bytes:
    """The entry's bytes. `supersedes` is the id of the entry before it on the same matter."""
    data = {**draft.told.content(), "supersedes": supersedes}
    return cloud_event(feed_of(draft), place.id, draft.told.TYPE, data, {"subject": draft.subject, **told.origin})


def _moment(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
