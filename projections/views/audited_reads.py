"""What is shown of what auditors have read."""

from domain.kernel.ids import PersonId
from domain.kernel.values import Instant, Value


class AuditedReadView(Value):
    """A read by an auditor's key, for the person it acts for, where it is for one; `personal` says that it had the
    right to sealed text. The address is the path with its query."""

    number: int
    key: str
    person: PersonId | None
    personal: bool
    address: str
    read_at: Instant
