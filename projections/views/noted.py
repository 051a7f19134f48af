"""What is noted beside the log: what auditors have read, attempts that were refused, and attempts to deliver."""

from typing import Annotated

from domain.kernel.ids import PersonId
from domain.kernel.values import Instant, Value
from domain.kernel.visibility import FOR_ADMINISTRATORS, Part
from domain.webhooks.retries import Outcome


class AuditedReadView(Value):
    """A read by an auditor's key, for the person it acts for, where it is for one; `personal` says that it had the
    right to sealed text. The address is the path with its query."""

    number: int
    key: str
    person: PersonId | None
    personal: bool
    address: str
    read_at: Instant


class RefusedAttemptView(Value):
    """An attempt by an API key, for the person it acts for, where it is for one: the command, the path it was sent to,
    and the slug of the problem that it was refused by. Without command and address: as many as `times` says, beyond
    those of that caller and day which are told one by one."""

    number: int
    key: str
    person: PersonId | None
    command: str | None
    address: str | None
    problem: str
    times: int
    first_at: Instant
    last_at: Instant


class DeliveryAttemptView(Value):
    """An attempt to deliver a batch to a webhook's receiver: the id of its message, how many entries it held, none
    where the receiver was tried; the `status` that was answered, null: none; the address that was dialled, and the
    first 1,024 bytes of the answer."""

    number: int
    message: str
    entries: int
    began_at: Instant
    milliseconds: int
    outcome: Outcome
    status: int | None
    dialled: Annotated[str | None, FOR_ADMINISTRATORS]
    answer: Annotated[str | None, Part.ADMINISTRATOR]
