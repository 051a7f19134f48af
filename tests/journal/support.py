"""Events, folds and requests for the journal's own tests: ledgers that take notes, some of them sealed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import Any, ClassVar, cast
from uuid import UUID

import psycopg

from domain.journal.journal import Journal
from domain.journal.registry import Registry
from domain.journal.states import Fold
from domain.kernel.envelope import Actor, Event, Recorded
from domain.kernel.ids import PersonId, StreamName
from domain.kernel.personal_text import PersonalText, Sealed
from domain.kernel.refusal import Category, ProblemType, Refused
from domain.kernel.visibility import FOR_STAFF, Part
from domain.ports.command_handling import Decision, Request, Streams, Write, command_id, request_digest
from tests.patience import PATIENCE_SECONDS

ACTOR = Actor(key="k-1", role="director")
SALT = "5a" * 16
START = datetime(2024, 5, 1, 12, tzinfo=UTC)
FULL = ProblemType("ledger-full", Category.CONFLICT, "The ledger is full", "Use another ledger.")


class Noted(Event):
    TOPIC: ClassVar[str] = "test.noted.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    number: int
    text: str = "a note of ordinary length, with ünïcode"


class Told(Event):
    """Personal text."""

    TOPIC: ClassVar[str] = "test.told.v1"
    SEEN: ClassVar[Part] = FOR_STAFF
    person: PersonId
    remark: PersonalText | None


REGISTRY = Registry((Noted, Told))


@dataclass(frozen=True, slots=True)
class Ledger:
    stream: StreamName
    version: int = 0
    total: int = 0
    last: int | None = None
    remark: PersonalText | None = None


def evolve(ledger: Ledger, recorded: Recorded[Any]) -> Ledger:
    event = recorded.event
    if isinstance(event, Noted):
        total = ledger.total + event.number
        return replace(ledger, version=recorded.version, total=total, last=event.number)
    return replace(ledger, version=recorded.version, remark=cast("Told", event).remark)


FOLDS = {"ledger": Fold(Ledger, evolve)}


def ledger(number: int) -> StreamName:
    return StreamName(f"ledger-{UUID(int=number)}")


def person(number: int) -> PersonId:
    return str(UUID(int=number))


def erase(admin_url: str, person: PersonId) -> None:
    """What recording that the person is erased does beside it."""
    with psycopg.connect(admin_url) as owner:
        owner.execute("SELECT scoresheet_erase(%s)", (person,))


def ticking() -> Callable[[], datetime]:
    """A clock that moves a second every time it is asked."""
    seconds = count()
    return lambda: START + timedelta(seconds=next(seconds))


def open_journal(
    url: str,
    clock: Callable[[], datetime] | None = None,
    patience_seconds: float = PATIENCE_SECONDS,
    cached_events: int = 10_000,
) -> Journal:
    return Journal(
        url,
        clock or ticking(),
        REGISTRY,
        FOLDS,
        patience_seconds=patience_seconds,
        cached_events=cached_events,
    )


def asking(key: str, decide: Callable[[Streams, datetime], Decision], body: bytes = b"") -> Request:
    return Request(command_id("owner", key), request_digest(key, body), ACTOR, decide)


def note(key: str, stream: StreamName, *numbers: int, body: bytes = b"") -> Request:
    """Note the numbers; answers with the ledger's version after it."""
    return asking(key, lambda streams, _: noting(streams, stream, *numbers), body)


def noting(streams: Streams, stream: StreamName, *numbers: int) -> Decision:
    version = streams.load(stream).version + len(numbers)
    return Decision((Write(stream, tuple(Noted(number=n) for n in numbers)),), {"version": version})


def once(key: str, stream: StreamName, number: int) -> Request:
    """Note the number in an empty ledger; one that has an entry refuses."""

    def decide(streams: Streams, _: datetime) -> Decision:
        if streams.load(stream).version > 0:
            raise Refused(FULL, "It has an entry.")
        return noting(streams, stream, number)

    return asking(key, decide)


def tell(key: str, stream: StreamName, about: tuple[PersonId, ...], remark: str | None) -> Request:
    told = (Told(person=about[0], remark=remark),)

    def decide(streams: Streams, _: datetime) -> Decision:
        streams.load(stream)
        return Decision((Write(stream, told, about=lambda _: about),), {})

    return asking(key, decide)


def seen(journal: Journal, stream: StreamName) -> Ledger:
    return cast("Ledger", journal.state(stream))


def remark(journal: Journal, stream: StreamName) -> str | None:
    """What the ledger's newest remark says to a reader."""
    said = seen(journal, stream).remark
    return journal.open_boxes([said])[said.bound_to] if isinstance(said, Sealed) else said


def fingerprint(journal: Journal) -> str:
    """A digest of the log's bytes, in order."""
    return sha256(b"".join(stored.state for stored in journal.read(0, 100_000))).hexdigest()
