"""Lists that are kept elsewhere, and what they said."""

from typing import Annotated, ClassVar

from domain.kernel.ids import ClubId, ListId, PersonId, TournamentId
from domain.kernel.values import Instant, Name, Value
from domain.kernel.visibility import FOR_ADMINISTRATORS, Part
from domain.lists.events import KnownKind
from domain.lists.reading import Reading
from domain.tournament.lifecycle.events import RatingTerms


class ListDocument(Value):
    """A list that is kept elsewhere: which `club` owns it, null: the federation's office; the tournament that it
    makes or enters players into; by what its matches are rated; when an import last changed something here, and who
    sent that; how many names and lines of matches it had then, and how many differences wait for a
    choice; and how it is read."""

    SEEN: ClassVar[Part] = FOR_ADMINISTRATORS
    id: ListId
    kind: KnownKind
    name: Annotated[Name, FOR_ADMINISTRATORS]
    club: ClubId | None
    tournament: TournamentId | None
    rating: RatingTerms | None
    imported_at: Instant | None
    imported_by: PersonId | None
    named: int
    lines: int
    waiting: int
    reading: Reading
    revision: int
