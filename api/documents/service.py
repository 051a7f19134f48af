"""What the service says of itself, and of what it refuses."""

from datetime import datetime

from pydantic import ConfigDict, Field

from domain.kernel.values import Instant, Value


class ProblemKind(Value):
    """A kind of problem; problems name it as their `type`."""

    slug: str
    type: str
    status: int
    title: str
    rule: str | None
    advice: str


class ValidationMessage(Value):
    """A value that was not allowed: where it stood, and why."""

    place: str = Field(alias="in")
    pointer: str
    message: str


class ProblemDocument(Value):
    """Problem details (RFC 9457). Further members hold what the detail speaks of."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    title: str
    status: int
    detail: str
    rule: str | None
    advice: str
    errors: tuple[ValidationMessage, ...] = ()


class EventKind(Value):
    """A kind of event, and where the JSON Schema of its data is read."""

    topic: str
    dataschema: str
    description: str


class Health(Value):
    """The process answers."""

    status: str


class LoadingDocument(Value):
    """What is being loaded beside the running service, and how far that is."""

    what: str
    done: int
    total: int


class LogKeyDocument(Value):
    """A public key of the log in the form of signed notes, for the log `origin`, from so many signed events on.
    Checkpoint and tiles of that log are read below `prefix`."""

    origin: str
    prefix: str
    vkey: str
    size: int
    begun_at: Instant


class ComparedDocument(Value):
    """As of which position the tables of a projection were held against the log last, when that was, and which of them
    were not what it makes. Null: not since they were made."""

    projection: str
    position: int | None
    compared_at: Instant | None
    differing: tuple[str, ...]


class Readiness(Value):
    """The log's position, how far each projection is behind it, and how many streams are parked: what they touch is
    incomplete. The tree over the log was worked out again up to the position `examined`, and the newest checkpoint
    covers it up to `signed`; `log_problems` names what is not as it was recorded or signed, or is not signed at all.
    Old events were worked out again in the background up to `reexamined`, and all of them `whole_log_examined_at`.
    Each projection's tables are held against the log in the background, and `tables_compared` says what was found last.
    What is being `loading` comes in while the service answers."""

    status: str
    position: int
    lag: dict[str, int]
    parked: int
    incomplete: bool
    examined: int
    reexamined: int
    whole_log_examined_at: datetime | None
    signed: int
    log_problems: tuple[str, ...]
    loading: list[LoadingDocument]
    tables_compared: list[ComparedDocument]
