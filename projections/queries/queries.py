"""The reading side: everything that readers are shown comes from here, or from states of the journal (as of)."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, LiteralString

from domain.journal.abandonment import require_wanted
from projections.queries.audited_reads import AuditedReadings
from projections.queries.erasures import ErasureReadings
from projections.queries.error_rates import ErrorRateReadings
from projections.queries.finding.matches import FindingMatches
from projections.queries.finding.players import FindingPlayers
from projections.queries.finding.tournaments import FindingTournaments
from projections.queries.finding.waiting import FindingWhatWaits
from projections.queries.imports import ImportReadings
from projections.queries.lists_then import rows_then, then_of
from projections.queries.loading import LoadingReadings
from projections.queries.log.examinations import ExaminationReadings
from projections.queries.log.feeds import FeedReadings
from projections.queries.log.held import HeldReadings
from projections.queries.log.tree import PublishedFileReadings, TreeReadings
from projections.queries.log.watching import WatchingReadings
from projections.queries.log.webhooks import WebhookReadings
from projections.queries.pages import Cursor, Page
from projections.queries.persons import PersonReadings
from projections.queries.positions import Parked, PositionReadings, Shown
from projections.queries.ratings import RatingReadings
from projections.queries.refused_attempts import RefusedAttemptReadings
from projections.queries.register.person_facts import PersonFactReadings
from projections.queries.reports import ReportReadings
from projections.queries.sanctions import RegisterReadings
from projections.queries.series import SeriesReadings
from projections.queries.settlements import SettlementReadings
from projections.queries.tournaments import TournamentReadings
from projections.ratings.projection import RatingTables
from projections.ratings.rated_then import RatedThen, rated_then
from projections.tournaments.projection import TournamentTables

_PATIENCE_SECONDS = 1.0

__all__ = ["Cursor", "Page", "Parked", "Readings", "Shown"]


class Readings(
    TournamentReadings,
    FindingTournaments,
    FindingMatches,
    FindingPlayers,
    FindingWhatWaits,
    SeriesReadings,
    PersonReadings,
    PersonFactReadings,
    RegisterReadings,
    RatingReadings,
    ReportReadings,
    SettlementReadings,
    ErrorRateReadings,
    PositionReadings,
    LoadingReadings,
    WatchingReadings,
    ErasureReadings,
    ImportReadings,
    AuditedReadings,
    RefusedAttemptReadings,
    TreeReadings,
    PublishedFileReadings,
    FeedReadings,
    HeldReadings,
    ExaminationReadings,
    WebhookReadings,
):
    """Reads the live tables through a pool of connections in the service's role. May be used from any thread.

    Connections that commit each statement by itself (`autocommit`) spare two journeys to the server a time. Until
    something was projected the tables are empty.
    """

    @contextmanager
    def then(self, position: int) -> Iterator[RatedThen | None]:
        """The ratings by the tables at that position of the log, which is waited for a moment; None where they tell
        nothing."""
        self.wait_for(position, _PATIENCE_SECONDS, (RatingTables.name,))
        require_wanted()
        with self._pool.connection() as connection, rated_then(connection, position) as then:
            yield then

    def rows_then(
        self, position: int, query: LiteralString, values: Mapping[str, object]
    ) -> Sequence[tuple[Any, ...]] | None:
        """The rows that the query would have found when the log ended at that position, which is waited for a moment;
        None where the tables don't tell."""
        then = then_of(query)
        if then is None:
            return None
        self.wait_for(position, _PATIENCE_SECONDS, (TournamentTables.name,))
        require_wanted()
        with self._pool.connection() as connection:
            return rows_then(connection, position, then, values)
