"""What is read of what waits for somebody."""

from domain.kernel.ids import PersonId, TournamentId
from domain.kernel.values import Value
from projections.queries.finding.waiting import WaitingKind


class WaitingDocument(Value):
    """Something that waits for the reader: an entry, match, dispute, appeal or ban of that `number`, with the `etag`
    for the command that settles it; or `open_items` of a tournament's reviews. A ban is the `person`'s."""

    kind: WaitingKind
    tournament: TournamentId | None = None
    tournament_name: str | None = None
    person: PersonId | None = None
    number: int | None = None
    etag: str | None = None
    open_items: int | None = None
