"""Documents of a person."""

from domain.kernel.ids import PersonId
from domain.kernel.values import Value


class PersonView(Value):
    """A person by name; of an erased one no name is left. `resignations` are those from all tournaments (ALL-8), of
    which `unconfirmed` do not count yet; `revision` is that of the newest event that is not about bans (TD-4)."""

    id: PersonId
    name: str | None
    erased: bool
    resignations: int
    unconfirmed: int
    revision: int
