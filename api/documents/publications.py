"""What is read of published files."""

from domain.federation.published import DatedRatingList, PublishedFile, Subject
from domain.kernel.ids import PersonId
from domain.kernel.values import Instant, Value


class PublishedFileDocument(PublishedFile):
    """A file, where it is read, and where its proof is; no proof: no checkpoint of the log covers the event yet, or
    nobody signs the log, so that nothing but this service vouches for the file."""

    address: str
    proof: str | None


class PublicationDocument(Value):
    """Something that was published for good. `log_position` is up to where the log was known, `event_position` where
    the event stands that holds the digests of the files."""

    publication: int
    subject: Subject
    published_at: Instant
    log_position: int
    event_position: int
    files: tuple[PublishedFileDocument, ...]


class ListedPlayerDocument(Value):
    """A line of a published rating list; who is equally rated shares a rank."""

    rank: int
    person: PersonId
    rating: str
    experience: int
    rating_class: str
    matches: int
    last_played: Instant | None
    active: bool


class NamedListDocument(Value):
    """A published rating list as its file says it, and the names that are known now."""

    subject: DatedRatingList
    log_position: int
    players: tuple[ListedPlayerDocument, ...]
    names: dict[PersonId, str]
