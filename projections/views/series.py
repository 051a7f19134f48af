"""What readers are shown of series, and of who wins their tournaments."""

from domain.kernel.ids import PersonId, Season, SeriesId, TournamentId
from domain.kernel.values import Value
from domain.series.state import Series


class SeriesView(Value):
    """A series; `directors` announce its tournaments besides the administrators. `revision` counts its events."""

    id: SeriesId
    name: str
    directors: tuple[PersonId, ...]
    revision: int


class SeasonView(Value):
    """A season of a series, and how many tournaments were announced for it."""

    season: Season
    tournaments: int


class WinnerView(Value):
    """Somebody who has won tournaments of a series; a team's tournament counts for each of its members (ALL-10)."""

    person: PersonId
    wins: int
    tournaments: tuple[TournamentId, ...]


def series_view(series: Series) -> SeriesView:
    """One series. Raises ValueError where it was never announced."""
    if series.name is None:
        raise ValueError(f"{series.stream} has not been announced")
    return SeriesView(id=series.id, name=series.name, directors=series.directors, revision=series.version)
