"""The files that are published of something: the same bytes from the same log, with ids and no names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from hashlib import sha256

from domain.evidence.exported.manifest import instant_text
from domain.federation.published import (
    FORM_VERSION,
    DatedRatingList,
    MediaType,
    PublishedFile,
    PublishedRuling,
    Subject,
)
from domain.kernel import canonical_json
from domain.kernel.canonical_json import JSON
from domain.kernel.csv_text import Cell, csv_table
from projections.published.rating_list import ListedPlayer
from projections.views.ratings import points
from projections.views.tournaments import StandingsView

ENDINGS: dict[MediaType, str] = {"text/csv": "csv", "application/json": "json"}
LIST_COLUMNS = (
    "rank",
    "person",
    "rating",
    "experience",
    "rating_class",
    "matches",
    "last_played",
    "active",
    "log_position",
)


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a file, and in which form they are."""

    media_type: MediaType
    content: bytes

    @property
    def file(self) -> PublishedFile:
        """The file as it is recorded."""
        digest = sha256(self.content).hexdigest()
        return PublishedFile(media_type=self.media_type, sha256=digest, size_bytes=len(self.content))


def name_of(subject: Subject, file: PublishedFile) -> str:
    """The file's name."""
    match subject:
        case DatedRatingList():
            of_club = "" if subject.club is None else f"-{subject.club}"
            stem = f"ratings-{subject.pool}-{subject.date}{of_club}"
        case PublishedRuling():
            stem = f"ruling-{subject.ruling}"
        case _:
            stem = subject.kind
    return f"{stem}.{ENDINGS[file.media_type]}"


def rating_list_files(subject: Subject, position: int, players: Sequence[ListedPlayer]) -> tuple[Content, ...]:
    """An official list, as CSV and as JSON."""
    rows = ((*_cells(one), position) for one in players)
    said: JSON = [asdict(one) | {"rating": points(one.rating), "last_played": _time(one)} for one in players]
    return Content("text/csv", csv_table(LIST_COLUMNS, rows)), document_file(subject, position, {"players": said})


def standings_files(subject: Subject, position: int, view: StandingsView) -> tuple[Content, ...]:
    """The table of a tournament, as CSV and as JSON."""
    columns = ("rank", "entry", "person", *(one.name for one in view.criteria), "withdrawn", "mark", "log_position")
    rows = ((*cells, position) for cells in standings_cells(view))
    return Content("text/csv", csv_table(columns, rows)), document_file(subject, position, view.model_dump(mode="json"))


def standings_cells(view: StandingsView) -> Iterator[tuple[Cell, ...]]:
    """The lines of a table: rank, entry, person, the values that rank, whether it was withdrawn, the format's mark."""
    names = [one.name for one in view.criteria]
    for row in view.rows:
        values = (row.values.get(name) for name in names)
        yield row.rank, row.entry, row.person, *values, row.withdrawn, row.mark


def document_file(subject: Subject, position: int, document: Mapping[str, JSON]) -> Content:
    """Something as canonical JSON, below what it is, as of which position, and in which version of its form."""
    head: dict[str, JSON] = {"log_position": position, "form_version": FORM_VERSION}
    head["subject"] = subject.model_dump(mode="json")
    return Content("application/json", canonical_json.encode({**head, **document}))


def _cells(one: ListedPlayer) -> tuple[Cell, ...]:
    rating = Decimal(points(one.rating))
    return one.rank, one.person, rating, one.experience, one.rating_class, one.matches, _time(one), one.active


def _time(one: ListedPlayer) -> str | None:
    return None if one.last_played is None else instant_text(one.last_played)
