"""An import decided command by command on what is recorded, and recorded as one command: all of it, or nothing."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Protocol

from domain.application.bulk import ahead_of
from domain.application.requests import CommandOrigin
from domain.journal.abandonment import require_wanted
from domain.kernel.canonical_json import JSON
from domain.kernel.envelope import Event
from domain.kernel.ids import StreamName
from domain.kernel.personal_text import Sealed
from domain.kernel.refusal import Refused
from domain.ports.command_handling import CommandOutcome, Decision, Request, State, Streams
from domain.problems.tournament import STALE
from domain.tournament.guards.context import Ratings


class Reads(Protocol):
    """The part of the journal that is read here."""

    def state(self, stream: StreamName) -> State:
        """See `domain.journal.journal.Journal.state`."""

    def open_boxes(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        """See `domain.journal.journal.Journal.open_boxes`."""


class Together:
    """A log on which commands are laid and not recorded, until `request` brings all of them as one."""

    def __init__(self, log: Reads, now: datetime) -> None:
        self._log = log
        self._loaded: dict[StreamName, State] = {}
        self._ahead = ahead_of(self._load, now)
        self.now = now

    def execute(self, request: Request) -> CommandOutcome:
        """Lays what the command makes. Raises Refused, and then nothing of it was laid, and BudgetSpent where it is
        tried and takes too long."""
        require_wanted()
        before = len(self._ahead.writes)
        answer = self._ahead.carry_out(request)
        streams = {write.stream for write in self._ahead.writes[before:]}
        return CommandOutcome(False, answer, 0, {one: self.state(one).version for one in streams})

    def state(self, stream: StreamName) -> State:
        """The stream's state, with what was laid on it."""
        return self._ahead.load(stream)

    def open_boxes(self, boxes: Collection[Sealed]) -> Mapping[str, Any]:
        """The contents of the boxes, by their places."""
        return self._log.open_boxes(boxes)

    def ratings(self, recorded: Ratings) -> Ratings:
        """The ratings that are recorded, where what was laid brings nobody another."""
        return self._ahead.ratings(recorded)

    @property
    def laid(self) -> list[Event]:
        """The events that were laid."""
        return [event for write in self._ahead.writes for event in write.events]

    def streams_with(self, *kinds: type[Event]) -> set[StreamName]:
        """The streams on which an event of these kinds was laid."""
        return {write.stream for write in self._ahead.writes if any(isinstance(one, kinds) for one in write.events)}

    def request(self, asked: CommandOrigin, answer: Mapping[str, JSON]) -> Request:
        """All that was laid as one command with that answer. It is refused as stale where anything that it was decided
        on has changed since."""
        writes, seen = tuple(self._ahead.writes), {name: state.version for name, state in self._loaded.items()}

        def decision(streams: Streams, _: datetime) -> Decision:
            for stream, version in seen.items():
                if streams.load(stream).version != version:
                    raise Refused(STALE, "What the list was compared with has changed meanwhile.")
            return Decision(writes, answer)

        return Request(asked.command, asked.digest, asked.actor, decision)

    def _load(self, stream: StreamName) -> State:
        if stream not in self._loaded:
            self._loaded[stream] = self._log.state(stream)
        return self._loaded[stream]
