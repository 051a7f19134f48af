"""The series of tournaments."""

from domain.series.state import Series
from projections.engine.rows import Row, array
from projections.engine.tables import Table
from projections.tournaments.sorting import LONGEST_SORTING, sorting
from projections.views.series import series_view

TABLE = Table("series", ("id",), ("sorting", "club", "directors", "merged", "document"))


def row(series: Series) -> Row:
    """One series as it is shown."""
    name = sorting(series.name or "")[:LONGEST_SORTING]
    merged = array(record for record, _ in series.merged)
    return series.id, name, series.club, array(series.directors), merged, series_view(series).model_dump_json()
