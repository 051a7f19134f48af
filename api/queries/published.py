"""Files to be published, made from the log as it is; and how those that were are called."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import cast

from api.documents.withholding import shown_to
from api.http.services import Services
from api.queries.as_of import state_at
from domain.clubs.state import Clubs
from domain.federation.published import (
    DatedRatingList,
    PublishedFile,
    PublishedRuling,
    RatingList,
    Report,
    Standings,
    Subject,
    Wanted,
)
from domain.federation.state import Federation, Publication
from domain.kernel import canonical_json
from domain.kernel.calendar import Calendar
from domain.kernel.canonical_json import JSON
from domain.kernel.ids import CLUBS, FEDERATION
from domain.kernel.personal_text import Sealed, sealed_fields
from domain.kernel.refusal import Refused
from domain.kernel.visibility import FOR_STAFF, PUBLIC, Part
from domain.problems.persons import LIST_BEFORE_LOG, LIST_TOO_EARLY, PUBLICATION_UNKNOWN
from domain.rating.pools import require_pool
from domain.tournament.decisions.reporting.federation_report import report_of
from domain.tournament.guards.lookup import find_ruling
from domain.tournament.state import Tournament
from projections.claims.claims import without_boxes
from projections.published.files import Content, document_file, name_of, rating_list_files, standings_files
from projections.published.rating_list import listed_players
from projections.ratings.pools import pools_at
from projections.views.rulings import RulingView, ruling_view
from projections.views.tournaments import standings_view


@dataclass(frozen=True, slots=True)
class Prepared:
    """Files that can be published: of what, and as of which position of the log."""

    subject: Subject
    position: int
    contents: tuple[Content, ...]

    @property
    def files(self) -> tuple[PublishedFile, ...]:
        """The records of them."""
        return tuple(one.file for one in self.contents)


def prepared(services: Services, wanted: Wanted, now: datetime) -> Prepared:
    """The files of what is wanted. Raises Refused for what is not there, or not yet; it is to be asked for in a turn,
    since it takes as long as the log is long."""
    if isinstance(wanted, RatingList):
        return _rating_list(services, wanted, now)
    position = services.journal.position()
    state = state_at(services.as_of(position), wanted.tournament)
    return Prepared(wanted, position, tournament_files(state, wanted, position, secrets.token_hex(16)))


def _rating_list(services: Services, wanted: RatingList, now: datetime) -> Prepared:
    federation = services.federation()
    require_pool(federation.rating_pools, wanted.pool)
    begins = Calendar(federation.time_zone).begins(wanted.date)
    if begins > now:
        raise Refused(LIST_TOO_EARLY, f"{wanted.date} begins at {begins.isoformat()}.", opens_at=begins.isoformat())
    position = services.journal.position_at(begins)
    if position == 0:
        raise Refused(LIST_BEFORE_LOG, f"Nothing was recorded before {wanted.date}.")
    known = services.journal.as_of(position)
    listing = cast("Federation", known.state(FEDERATION)).listing_of(wanted.pool)
    subject = DatedRatingList.of_day(wanted, begins, listing)
    clubs = cast("Clubs", known.state(CLUBS))
    players = listed_players(pools_at(services.journal, position), clubs, subject)
    return Prepared(subject, position, rating_list_files(subject, position, players))


def tournament_files(
    state: Tournament, wanted: Standings | PublishedRuling | Report, position: int, salt: str
) -> tuple[Content, ...]:
    """The files of a tournament as it was at that position. The digest of a report is public, and confirms no guess of
    what is in it: so it has a salt. Raises Refused for a ruling that is not there."""
    shown = state.held or state
    match wanted:
        case Standings():
            return standings_files(wanted, position, standings_view(shown))
        case PublishedRuling(ruling=number):
            view = ruling_view(shown, find_ruling(shown, number))
            return (document_file(wanted, position, {"ruling": _public(view)}),)
        case Report():
            report = without_boxes(report_of(state).model_dump(mode="json"))
            return (document_file(wanted, position, {"report": report, "salt": salt}),)


def _public(view: RulingView) -> dict[str, JSON]:
    """The ruling as anybody reads it, and the SHA-256 of each box with a text that it withholds."""
    texts = ((name, getattr(view, name)) for name in sealed_fields(RulingView))
    boxes = {name: _digest(text) for name, text in texts if isinstance(text, Sealed)}
    return {**shown_to(Part.ANYBODY, view).content, "boxes_sha256": boxes}


def _digest(box: Sealed) -> str:
    return sha256(canonical_json.encode(box.model_dump(mode="json"))).hexdigest()


def audience_of(subject: Subject) -> Part:
    """The audience of the files that are published of this; of a report, the staff of its tournament."""
    return FOR_STAFF if isinstance(subject, Report) else PUBLIC


def publication_of(publications: Sequence[Publication], number: int) -> Publication:
    """The publication of that number. Raises Refused (404)."""
    if number > len(publications):
        raise Refused(PUBLICATION_UNKNOWN, f"There is no publication {number}.", number=number)
    return publications[number - 1]


def file_of(one: Publication, name: str) -> PublishedFile:
    """The file of that name. Raises Refused (404)."""
    for file in one.published.files:
        if name_of(one.published.subject, file) == name:
            return file
    raise Refused(PUBLICATION_UNKNOWN, f"Publication {one.published.publication} has no such file.")
