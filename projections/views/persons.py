"""What readers are shown of a person: the name, an erasure, and error rates (3.8), decimals written as text, less being
better."""

from typing import Literal

from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Instant, Value
from domain.tournament.match_record.events import ErrorRate


class PersonView(Value):
    """A person by name; of an erased one no name is left. `resignations` are those from all tournaments (ALL-8), of
    which `unconfirmed` do not count yet; `revision` counts the person's events."""

    id: PersonId
    name: str | None
    erased: bool
    resignations: int
    unconfirmed: int
    revision: int


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


class ErrorRateView(Value):
    """What an analysis says of a person's match, and when it was attached."""

    tournament: TournamentId
    match: int
    at: Instant
    opponent: PersonId
    rate: ErrorRate
    program: str
    digest: str


class AverageView(Value):
    """A person's matches with an error rate, and their average, each match counting alike."""

    person: PersonId
    matches: int
    average: ErrorRate
