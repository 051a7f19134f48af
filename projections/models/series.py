"""The series of tournaments."""

from domain.series.state import Series
from projections.models.persons import LONGEST_SORTING, sorting
from projections.rows import Row
from projections.series_views import series_view
from projections.tables import Table

TABLE = Table("series", ("id",), ("sorting", "document"))


def row(series: Series) -> Row:
    """One series as it is shown."""
    return series.id, sorting(series.name or "")[:LONGEST_SORTING], series_view(series).model_dump_json()
