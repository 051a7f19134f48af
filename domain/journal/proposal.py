"""Deciding one command on the states that the commands before it leave, ready to be appended."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from eventsourcing.persistence import StoredEvent

from domain.journal.errors import Unavailable
from domain.journal.mapper import AnyRecorded, JournalMapper
from domain.journal.recorder import Append
from domain.journal.states import Folds, fold_of, lay
from domain.kernel import canonical_json
from domain.kernel.chance import Secrets
from domain.kernel.envelope import Salt
from domain.kernel.ids import PersonId, StreamName
from domain.ports.command_handling import Request, State, Write


@dataclass(frozen=True, slots=True)
class Proposal:
    """The events that a command would append. `fault` is set for one that was refused or failed; `states` are what its
    events would make of the streams it writes."""

    append: Append
    states: Mapping[StreamName, State]
    fault: Exception | None = None


class Tentative:
    """The states a group of commands is decided on: as kept, with what the group's commands made of them."""

    def __init__(self, kept: Callable[[StreamName], State]) -> None:
        self._kept = kept
        self._held: dict[StreamName, State] = {}

    def state(self, stream: StreamName) -> State:
        if stream not in self._held:
            self._held[stream] = self._kept(stream)
        return self._held[stream]

    def take(self, states: Mapping[StreamName, State]) -> None:
        self._held.update(states)


class Reading:
    """The streams of one command: remembers the version of each that it loaded."""

    def __init__(self, tentative: Tentative, secrets: Secrets) -> None:
        self._tentative = tentative
        self.secrets = secrets
        self.versions: dict[StreamName, int] = {}

    def load(self, stream: StreamName) -> State:
        state = self._tentative.state(stream)
        self.versions[stream] = state.version
        return state

    def take(self, states: Mapping[StreamName, State]) -> None:
        """Takes the states that a command has made, for the commands after it."""
        self._tentative.take(states)


class Proposer:
    """Makes proposals of requests. `salts` gives each event its own salt."""

    def __init__(self, mapper: JournalMapper, folds: Folds, secrets: Secrets, salts: Callable[[], Salt]) -> None:
        self._mapper = mapper
        self._secrets = secrets
        self._folds = folds
        self._salts = salts

    def reading(self, tentative: Tentative) -> Reading:
        """The states that one command is decided on."""
        return Reading(tentative, self._secrets)

    def propose(self, request: Request, reading: Reading, moment: datetime) -> Proposal:
        """The request decided. Whatever `decide` raises is kept as the fault, to be raised to its caller alone
        once it is known that the command had not been accepted before. Raises `Unavailable`."""
        try:
            proposal = self._make_proposal(request, reading, moment)
        except Unavailable:
            raise
        except Exception as fault:
            append = Append(request.command, request.digest, None, reading.versions, ())
            return Proposal(append, {}, fault)
        reading.take(proposal.states)
        return proposal

    def _make_proposal(self, request: Request, reading: Reading, moment: datetime) -> Proposal:
        decision = request.decide(reading, moment)
        states: dict[StreamName, State] = {}
        events: list[StoredEvent] = []
        for write in decision.writes:
            before = states.get(write.stream) or reading.load(write.stream)
            stored = self._events_to_store(request, write, before.version, moment)
            states[write.stream] = self._after(write.stream, before, stored)
            events += stored
        answer = canonical_json.encode(dict(decision.answer))
        return Proposal(Append(request.command, request.digest, answer, reading.versions, events), states)

    def _events_to_store(self, request: Request, write: Write, version: int, moment: datetime) -> list[StoredEvent]:
        envelopes = [
            self._mapper.envelope(
                event,
                stream=write.stream,
                version=place,
                actor=write.actor or request.actor,
                recorded_at=moment,
                happened_at=write.happened_at or moment,
                command=request.command,
                salt=self._salts(),
                cause=write.cause,
            )
            for place, event in enumerate(write.events, version + 1)
        ]
        return [self._mapper.store(one, self._about(write, one)) for one in envelopes]

    def _about(self, write: Write, recorded: AnyRecorded) -> Collection[PersonId] | None:
        """The persons that the event's texts are about, if there are any."""
        return write.about(recorded.event) if write.about and self._mapper.has_texts(recorded) else None

    def _after(self, stream: StreamName, before: State, stored: list[StoredEvent]) -> State:
        """The state that reading the events back will give: what can't be read is not stored."""
        return lay(fold_of(self._folds, stream), before, self._mapper.read(stored))
