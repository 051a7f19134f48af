"""The projections there are. A new one is its file and a line here."""

from projections.engine.projection import Projection
from projections.evidence.projection import EvidenceTables
from projections.feeds.projection import FeedTables
from projections.ratings.projection import RatingTables
from projections.tournaments.projection import TournamentTables

PROJECTIONS: dict[str, type[Projection]] = {
    projection.name: projection for projection in (TournamentTables, RatingTables, FeedTables, EvidenceTables)
}
READ = (TournamentTables.name, RatingTables.name)
"""The projections that answers are made from; feeds and the tree over the log go beside them, and hold no names."""
