"""The projections there are. A new one is its file and a line here."""

from projections.engine.projection import Projection
from projections.evidence.projection import EvidenceTables
from projections.ratings.projection import RatingTables
from projections.tournaments.projection import TournamentTables

PROJECTIONS: dict[str, type[Projection]] = {
    projection.name: projection for projection in (TournamentTables, RatingTables, EvidenceTables)
}
