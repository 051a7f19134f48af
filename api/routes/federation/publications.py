"""Files published for good: official rating lists, tables, rulings and reports, each with its proof (ALL-1)."""

from collections.abc import Collection
from datetime import UTC, datetime
from decimal import Decimal
from email.utils import format_datetime
from typing import Annotated, Any, Literal

import orjson
from fastapi import Depends, Path, Query
from starlette.responses import Response

from api.documents.answers import FederationAnswer
from api.documents.csv_form import AsCsv
from api.documents.lists import Page
from api.documents.withholding import Shown, shown_to
from api.examples.registry import EXAMPLES
from api.http import parameters
from api.http.command_requests import Accepts, After, Incoming, list_header
from api.http.etags import unchanged
from api.http.paging import NUMBERS, Paged
from api.http.problems import CARD_UNKNOWN, LOG_DAMAGED, PARQUET_MISSING, Problem
from api.http.read_requests import Reader, Reading, ReadingAsOf
from api.http.responses import A_MOMENT, FOR_EVER, TEXT, document_answer, not_modified
from api.http.routing import new_router
from api.http.services import Services
from api.queries.cards import CARD_TYPE, card_answer
from api.queries.changes import answer_changes, events_of, sights_of
from api.queries.log_proofs import proof_of
from api.queries.looked_through import Look
from api.queries.published import audience_of, file_of, prepared, publication_of
from api.queries.visibility import sight_of
from domain.clubs.decide import require_founded
from domain.evidence.proofs import PROOF_ENDING
from domain.federation.decide import RecordPublication, require_administrator
from domain.federation.published import DatedRatingList, Kind, PublishedFile, PublishFiles, Report, Subject
from domain.federation.state import Federation, Publication
from domain.kernel.ids import FEDERATION, PersonId
from domain.kernel.refusal import Refused
from domain.kernel.values import Instant, Name, Pool, Value
from domain.kernel.visibility import PUBLIC
from domain.problems.persons import PUBLICATION_UNKNOWN
from projections.explain.changes import ChangesView
from projections.published.files import LIST_COLUMNS, name_of
from projections.published.parquet import MEDIA_TYPE as PARQUET
from projections.published.parquet import ParquetMissingError, rating_list_parquet


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


class PublicationChanged(FederationAnswer):
    """What a command did, and what it has published."""

    changed: PublicationDocument


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
    form_version: int
    players: tuple[ListedPlayerDocument, ...]
    names: dict[PersonId, str]


router = new_router("federation")

PUBLISHING = Accepts(PublishFiles, examples=EXAMPLES[PublishFiles])
FILE_TYPE = "application/octet-stream"
BASE = "/publications/{publication}"
KindFilter = Annotated[Kind | None, Query(description="Only publications of this kind.")]
PoolFilter = Annotated[Pool | None, Query(description="Only rating lists of this pool.")]
TournamentFilter = Annotated[parameters.Id | None, Query(description="Only what is of this tournament.")]
SubjectSearch = Annotated[
    Name | None,
    Query(
        description="Words of the kind, the pool, or the tournament's or club's name; case and accents don't matter."
    ),
]
ClubFilter = Annotated[parameters.Id | None, Query(description="Only rating lists of this club.")]
Number = Annotated[parameters.Number, Path(description="The publication's number.")]
FileName = Annotated[str, Path(description="The file's name, as the publication lists it.", max_length=200)]


@router.post("/publications", response_model=PublicationChanged)
def publish_files(incoming: Annotated[Incoming[PublishFiles], Depends(PUBLISHING)]) -> Response:
    """Publish a rating list, a table, a ruling or a report for good (ALL-1, ALL-12, ELO-9, REG-5)

    By administrators. The files are made and kept, with ids and no names, and an event holds the SHA-256 of each, so
    that nobody can exchange one unseen: beside each file there is a proof once the log is signed. A rating list shows
    what was known, and played, when its day began in the federation's time zone; one of a day before anything was
    recorded is refused. That of a club says of everybody on it that they were a member then (REG-5).
    """
    require_administrator(incoming.asked.actor)
    services = incoming.services
    with services.replays.turn():
        made = prepared(services, incoming.body.subject, _now())
    for one in made.contents:
        services.readings.keep_published(one.content)
    command = RecordPublication(subject=made.subject, log_position=made.position, files=made.files)
    return incoming.on_federation(command, _shows)


def _shows(after: After[Federation]) -> Shown:
    one = publication_of(after.state.publications, after.answer["number"])
    return shown_to(after.caller.part, _document(after.services, after.services, one))


@router.get("/publications", response_model=Page[PublicationDocument])
def list_publications(
    reader: ReadingAsOf,
    paging: Paged,
    kind: KindFilter = None,
    pool: PoolFilter = None,
    tournament: TournamentFilter = None,
    club: ClubFilter = None,
    since: parameters.AfterPosition = None,
    search: SubjectSearch = None,
    sort: Annotated[Literal["published", "newest"], Query(description=parameters.SORTED)] = "published",
) -> Response:
    """List or find what was published for good, the first at the beginning unless the newest is asked for (ALL-1)"""
    position, state = reader.services.journal.position(), reader.services.federation()
    asked = {"kind": kind, "pool": pool, "tournament": tournament, "club": club}
    wanted = {name: value for name, value in asked.items() if value is not None}
    before = reader.services.journal.version_at(FEDERATION, since) if since else 0
    later = (one for one in state.publications if one.version > before)
    listed = [one for one in later if wanted.items() <= dict(one.published.subject).items()]
    look = Look[Publication](
        search, False, lambda one: one.published.publication, lambda one: _names_of(reader, one), sort == "newest"
    )
    found, further = look.page(listed, paging) if search or sort == "newest" else paging.numbered(listed)
    body = reader.page([_document(reader.services, reader.services_now, one) for one in found])
    return reader.answer_page(body, position, next_cursor=further)


def _names_of(reader: Reader, one: Publication) -> list[str | None]:
    """What a publication is of, as people call it: the kind, the pool, the tournament and the club."""
    of = dict(one.published.subject)
    tournament = reader.services.readings.tournament(of["tournament"]) if of.get("tournament") else None
    club = reader.services.clubs().by_id.get(of["club"]) if of.get("club") else None
    return [of["kind"], of.get("pool"), tournament.name if tournament else None, club.name if club else None]


@router.get(BASE, response_model=PublicationDocument)
def read_publication(reader: ReadingAsOf, publication: Number) -> Response:
    """Read what was published, with the addresses of its files and of their proofs (ALL-1)

    Once a checkpoint of the log covers the event, each file has a `proof`, for `scoresheet verify --proof`. A log that
    nobody signs gives none: then this service alone vouches for the files.
    """
    position, one = reader.services.journal.position(), _publication(reader, publication)
    return reader.answer(_document(reader.services, reader.services_now, one), position)


@router.get(f"{BASE}/changes", response_model=Page[ChangesView])
def list_changes_since_publication(reader: Reading, publication: Number, paging: Paged) -> Response:
    """List what has changed since in the matches of a published rating list, command by command (ELO-5, ELO-6)

    Each line of the ledger for a match that was played before the list's moment, before and after, with the events that
    caused it: corrections, and results that came to be known later; of the list of a club, lines of those who were its
    members then, as is known now. A page may be empty while there is a header Link.
    """
    one = _publication(reader, publication)
    subject = _rating_list(one)
    journal, after = reader.services.journal, NUMBERS.read(paging.cursor)
    first = one.published.log_position if after is None else int(after[0])
    stored = events_of(journal, None, first, journal.position())
    members = _members(reader, subject)
    return answer_changes(
        reader,
        stored,
        lambda change: change.of_list(subject.pool, subject.played_before, members),
        sights_of(reader),
        paging.limit,
    )


@router.get(f"{BASE}/with-names", response_model=NamedListDocument)
def read_list_with_names(reader: Reading, publication: Number, as_csv: AsCsv) -> Response:
    """Read a published rating list with the names that are known now (ELO-9)

    A rendering of the published file, made as it is read and never kept: no proof goes with it, and who was erased
    since has no name on it.
    """
    position = reader.services.journal.position()
    listed = _list_of(reader, _publication(reader, publication))
    players = listed["players"]
    names = reader.names({player["person"] for player in players})
    if not as_csv.wanted:
        return reader.answer({**listed, "names": names}, position)
    rows = ((*_cells(player), names.get(player["person"])) for player in players)
    return reader.table(as_csv, position, (*LIST_COLUMNS[:-1], "name"), rows)


@router.get(f"{BASE}/list.parquet", responses={200: {"content": {PARQUET: {}}}}, response_class=Response)
def read_list_as_parquet(reader: Reading, publication: Number) -> Response:
    """Read a published rating list as Parquet (ELO-9)

    A rendering of the published file with ids and no names, each column with its type; no proof goes with it. The usual
    installation answers 501: `pip install 'scoresheet[parquet]'` in the service's environment adds what it needs.
    """
    position = reader.services.journal.position()
    listed = _list_of(reader, _publication(reader, publication))
    try:
        content = rating_list_parquet(listed["players"], listed["log_position"])
    except ParquetMissingError:
        raise Problem(PARQUET_MISSING, "This service is installed without the library that writes Parquet.") from None
    return reader.document(content, PARQUET, position, {})


def _members(reader: Reader, subject: DatedRatingList) -> Collection[PersonId] | None:
    """Who was a member of the list's club at its moment, as is known now; None: it is the list of everybody."""
    if subject.club is None:
        return None
    return require_founded(reader.services.clubs(), subject.club).members_at(subject.played_before)


def _list_of(reader: Reader, one: Publication) -> dict[str, Any]:
    """The published list, as its JSON file has it. Raises Refused where it is none."""
    _rating_list(one)
    file = next(file for file in one.published.files if file.media_type == "application/json")
    listed: dict[str, Any] = orjson.loads(_content(reader, file.sha256))
    return listed


def _cells(player: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(Decimal(player[name]) if name == "rating" else player[name] for name in LIST_COLUMNS[:-1])


@router.get(f"{BASE}/cards/{{person}}", responses={200: {"content": {CARD_TYPE: {}}}}, response_class=Response)
def read_card_of_line(reader: Reading, publication: Number, person: parameters.Person) -> Response:
    """Read the signed card of a person's line on a published list or table (ALL-1, ELO-9)

    A file that shows by itself which rating or place was published: the list, the event that holds its SHA-256, the
    proof of that event, and a sentence that follows from them. `scoresheet verify --card FILE --key KEY` checks it.
    """
    one = _publication(reader, publication)
    if one.published.subject.kind not in ("rating-list", "standings"):
        raise Problem(CARD_UNKNOWN, f"Publication {publication} has no lines of persons.")
    file = next(file for file in one.published.files if file.media_type == "application/json")
    position = _event_position(reader.services, one)
    name = f"card-{one.published.subject.kind}-{publication}"
    return card_answer(reader, position, name, file=_content(reader, file.sha256), person=person)


@router.get(f"{BASE}/{{file}}{PROOF_ENDING}", responses={200: {"content": {TEXT: {}}}}, response_class=Response)
def read_proof_of_file(reader: Reading, publication: Number, file: FileName) -> Response:
    """Read the proof of a published file (ALL-1)

    A C2SP proof of the event that holds the file's SHA-256; its `extra` are the event's bytes. It stands by itself:
    `scoresheet verify --proof FILE PROOF --key KEY` needs neither database nor network.
    """
    told, one = reader.read_at(reader.services.journal.position()), _publication(reader, publication)
    file_of(one, file)
    journal, position = reader.services.journal, _event_position(reader.services, one)
    (stored,) = journal.read_bytes(position - 1, 1)
    proof = proof_of(reader.services.readings, position, stored.state)
    return document_answer(proof.content, TEXT, A_MOMENT | told)


@router.get(f"{BASE}/{{file}}", responses={200: {"content": {FILE_TYPE: {}}}}, response_class=Response)
def read_published_file(reader: Reading, publication: Number, file: FileName) -> Response:
    """Read a published file (ALL-1)

    It never changes. A report is for the staff of its tournament, administrators and auditors; the others are for
    everybody.
    """
    told, one = reader.read_at(reader.services.journal.position()), _publication(reader, publication)
    subject, found = one.published.subject, file_of(one, file)
    if isinstance(subject, Report):
        reader = reader.narrowed_to(audience_of(subject)).having(sight_of(reader, subject.tournament).part)
    caching = FOR_EVER if audience_of(subject) == PUBLIC else {}
    headers = {"ETag": f'"{found.sha256}"', "Last-Modified": format_datetime(one.at, usegmt=True), **told, **caching}
    if unchanged(list_header(reader.request, "if-none-match"), headers["ETag"]):
        return not_modified(headers)
    return document_answer(_content(reader, found.sha256), found.media_type, headers)


def _now() -> datetime:
    return datetime.now(UTC)


def _publication(reader: Reader, number: int) -> Publication:
    return publication_of(reader.services.federation().publications, number)


def _rating_list(one: Publication) -> DatedRatingList:
    if not isinstance(one.published.subject, DatedRatingList):
        raise Refused(PUBLICATION_UNKNOWN, f"Publication {one.published.publication} is no rating list.")
    return one.published.subject


def _content(reader: Reader, sha256: str) -> bytes:
    content = reader.services.readings.published_file(sha256)
    if content is None:
        raise Problem(LOG_DAMAGED, f"The file with the SHA-256 {sha256} is missing.")
    return content


def _event_position(services: Services, one: Publication) -> int:
    return services.journal.position_of(FEDERATION, one.version)


def _document(services: Services, now: Services, one: Publication) -> PublicationDocument:
    said, position = one.published, _event_position(services, one)
    signed = now.readings.newest_checkpoint()
    is_proved = signed is not None and signed.size >= position
    addresses = {file: f"/v1/publications/{said.publication}/{name_of(said.subject, file)}" for file in said.files}
    files = [
        PublishedFileDocument.from_attributes(file, address=at, proof=f"{at}{PROOF_ENDING}" if is_proved else None)
        for file, at in addresses.items()
    ]
    return PublicationDocument.from_attributes(said, published_at=one.at, event_position=position, files=files)
