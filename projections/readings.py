"""The reading side: everything that readers are shown comes from here, or from states of the journal (as of)."""

from projections.catalogue import PROJECTIONS
from projections.generations import ensure
from projections.reading.pages import Cursor, Page
from projections.reading.persons import PersonReadings
from projections.reading.pool import Pool
from projections.reading.positions import Parked, PositionReadings, Shown
from projections.reading.ratings import RatingReadings
from projections.reading.register import RegisterReadings
from projections.reading.reports import ReportReadings
from projections.reading.series import SeriesReadings
from projections.reading.settlements import SettlementReadings
from projections.reading.tournaments import TournamentReadings

__all__ = ["Cursor", "Page", "Parked", "Readings", "Shown"]


class Readings(
    TournamentReadings,
    SeriesReadings,
    PersonReadings,
    RegisterReadings,
    RatingReadings,
    ReportReadings,
    SettlementReadings,
    PositionReadings,
):
    """Reads the live tables through a pool of connections in the service's role. May be used from any thread.

    Connections that commit each statement by itself (`autocommit`) spare two journeys to the server a time. Until
    something was projected there are empty tables to read, made here if need be.
    """

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool)
        with pool.connection() as connection:
            ensure(connection, tuple(PROJECTIONS.values()))
