"""The projections there are. A new one is its file and a line here."""

from projections.projection import Projection
from projections.rating_tables import RatingTables
from projections.tournament_tables import TournamentTables

PROJECTIONS: dict[str, type[Projection]] = {
    projection.name: projection for projection in (TournamentTables, RatingTables)
}
