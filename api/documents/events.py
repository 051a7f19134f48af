"""Events as they are read in histories and in the log."""

from typing import Annotated, Any, Literal

from api.documents.lists import Page
from domain.kernel.envelope import Maker, Role
from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Instant, Value
from domain.kernel.visibility import FOR_STAFF


class ActorDocument(Value):
    """The actor who did it. `key_maker` made the key and may have acted too, as long as its person has not exchanged
    it. The key is shown to the staff, administrators and auditors."""

    role: Role | Literal["service"]
    person: PersonId | None
    staff_of: TournamentId | None
    key_maker: Maker | None
    key: Annotated[str | None, FOR_STAFF]


class EventDocument(Value):
    """An event of a history. `stream` names the history, `version` counts within it, `position` in the whole log.
    `dataschema` is the address of the JSON Schema of `data`. `withheld` names what is not shown to this reader, and
    is there as null: fields of `data`, or who has done it."""

    stream: str
    version: int
    position: int
    topic: str
    dataschema: str
    actor: ActorDocument
    recorded_at: Instant
    happened_at: Instant
    command: Annotated[str | None, FOR_STAFF]
    cause: str | None
    data: dict[str, Any] | None
    withheld: tuple[str, ...]


class EventPage(Page[EventDocument]):
    """Some events of the whole log: all that are sought up to the position `looked_to`."""

    looked_to: int
