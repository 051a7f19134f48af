"""Documents of an erasure."""

from typing import Literal

from domain.kernel.ids import PersonId
from domain.kernel.values import Instant, Value


class ErasureView(Value):
    """A person who is to be erased, or was. `requested`: it takes effect at `due_at`, unless somebody stops it or
    another administrator confirms it before; `effective`: nobody is given the key of the person's texts any more;
    `gone`: it is also out of the server's files, copies made before apart. `revision` is the person's, to stop or to
    confirm it."""

    person: PersonId
    state: Literal["requested", "effective", "gone"]
    requested_at: Instant | None
    due_at: Instant | None
    erased_at: Instant | None
    gone_at: Instant | None
    revision: int | None
