"""Requests to the journal, and its answers.

A request brings a command's id, the digest of what was asked, who asks, and a pure `decide`; the journal hands
`decide` the states it loads and the moment, and records what it answers: all of it or nothing, and once.
"""

import hashlib
import hmac
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from domain.kernel.canonical_json import JSON
from domain.kernel.chance import Secrets
from domain.kernel.envelope import Actor, Event
from domain.kernel.ids import CommandId, PersonId, StreamName


class State(Protocol):
    """The state that a stream's events make. `version` is the number of events in it; a stream without events has 0."""

    @property
    def stream(self) -> StreamName:
        """The stream's name."""

    @property
    def version(self) -> int:
        """The version of the last event laid on this state."""


class Streams(Protocol):
    """The states a command may look at; what it loaded is checked when its events are appended."""

    def load(self, stream: StreamName) -> State:
        """The stream's state, with what commands before this one have made of it."""

    @property
    def secrets(self) -> Secrets:
        """The sealed secrets of draws (ALL-2)."""


About = Callable[[Event], Collection[PersonId]]
"""Who the texts of an event are about."""


@dataclass(frozen=True, slots=True)
class Write:
    """Events for one stream. `happened_at` is None for what happens as it is recorded; `cause` says why. `about` tells
    who the texts of an event are about; only events without such text need none. `actor` is who the events say did it,
    where that is more than the request knew (as which staff). `makes` is the stream's state with these events, where
    that was worked out to decide on them."""

    stream: StreamName
    events: tuple[Event, ...]
    happened_at: datetime | None = None
    cause: str | None = None
    about: About | None = None
    actor: Actor | None = None
    makes: State | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """An accepted command: what to write, possibly nothing, and the answer that every repetition gets.

    The answer may hold a refusal (`refused_answers.py`): then the request is recorded and not granted.
    """

    writes: tuple[Write, ...]
    answer: Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class Request:
    """One command. `digest` is 32 bytes over what was asked; `decide` raises `Refused` or answers, and may be
    called more than once, as other writers move the streams it read."""

    command: CommandId
    digest: bytes
    actor: Actor
    decide: Callable[[Streams, datetime], Decision]


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """An accepted command's outcome.

    `repeated` is true where the command had been accepted before; `position` is that of its last event, or the
    log's when it wrote none; `versions` holds the last version it wrote in each stream, and `states` what the streams
    were then, where that is at hand. A repetition after the first answer's term finds none (`is_answer_kept`).
    """

    repeated: bool
    answer: Mapping[str, JSON]
    position: int
    versions: Mapping[StreamName, int]
    is_answer_kept: bool = True
    states: Mapping[StreamName, State] = field(default_factory=dict, compare=False, repr=False)


def command_id(owner: str, idempotency_key: str) -> CommandId:
    """The id of the command that `owner` sent under `idempotency_key`: 64 hexadecimal digits. The owner is a person, or
    the API key of nobody in particular.

    The owner's length goes first, so that no two pairs share an encoding; the key itself is never stored.
    """
    sender = owner.encode()
    return hashlib.sha256(len(sender).to_bytes(8, "big") + sender + idempotency_key.encode()).hexdigest()


def request_digest(idempotency_key: str, body: bytes) -> bytes:
    """32 bytes that tell whether a repetition asks the same. Keyed with the idempotency key, which is not
    stored, so that erased personal text can't be guessed back from it."""
    return hmac.digest(idempotency_key.encode(), body, "sha256")
