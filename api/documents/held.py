"""All that is held about a person."""

from api.documents.events import EventDocument
from api.documents.persons import PersonDocument, RecordDocument
from domain.kernel.envelope import Maker, Role
from domain.kernel.ids import ClubId, SeriesId, TournamentId
from domain.kernel.values import Instant, Value
from projections.views.noted import AuditedReadView, RefusedAttemptView


class HeldEntry(Value):
    """An entry of the person's, alone or in a team; results and ratings are read with the tournament."""

    tournament: TournamentId
    entry: int


class HeldMembership(Value):
    """A club that names the person: as an officer, or as a member from each moment until just before the other, null:
    it goes on."""

    club: ClubId
    name: str
    is_officer: bool
    times: tuple[tuple[Instant, Instant | None], ...]


class HeldKey(Value):
    """A key that acts, or has acted, for the person. Its label is for administrators, who list keys."""

    id: str
    role: Role
    tournament: TournamentId | None
    expires_at: Instant | None
    revoked: bool
    key_maker: Maker | None


class HeldNotes(Value):
    """What is noted beside the log, as long as the operator keeps it: what auditors have read under the person's id,
    the newest thousand, and the person's attempts that were refused, the oldest thousand."""

    read_by_auditors: tuple[AuditedReadView, ...]
    refused_attempts: tuple[RefusedAttemptView, ...]


class KeptFor(Value):
    """For how many days something is kept; null: as long as the log, or until the person is erased."""

    what: str
    days: int | None


class HeldDocument(Value):
    """All that is held about a person: what is known of them, their record, entries, offices, clubs, keys, history and
    the notes beside the log; and how long each is kept."""

    known: PersonDocument
    record: RecordDocument
    entries: tuple[HeldEntry, ...]
    directs: tuple[TournamentId, ...]
    directs_series: tuple[SeriesId, ...]
    clubs: tuple[HeldMembership, ...]
    keys: tuple[HeldKey, ...]
    history: tuple[EventDocument, ...]
    notes: HeldNotes
    kept_for: tuple[KeptFor, ...]
