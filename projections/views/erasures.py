"""What is shown of an erasure."""

from typing import Literal

from domain.kernel.ids import PersonId
from domain.kernel.values import Instant, Value


class ErasureView(Value):
    """An erased person. `effective`: nobody is given the key of the person's texts any more; `gone`: it is also out of
    the server's files, copies made before apart."""

    person: PersonId
    erased_at: Instant
    state: Literal["effective", "gone"]
    gone_at: Instant | None
