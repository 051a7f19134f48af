"""The projections there are, and what their tables are, written down in the database by its owner, who alone makes
tables there. A new one is its file and a line here."""

from psycopg import Connection

from projections.engine.projection import Projection, definition, statements
from projections.evidence.projection import EvidenceTables
from projections.feeds.projection import FeedTables
from projections.ratings.projection import RatingTables
from projections.tournaments.projection import TournamentTables

PROJECTIONS: dict[str, type[Projection]] = {
    projection.name: projection for projection in (TournamentTables, RatingTables, FeedTables, EvidenceTables)
}
READ = (TournamentTables.name, RatingTables.name)
"""The projections that answers are made from; feeds and the tree over the log go beside them, and hold no names."""


_REGISTER = """
INSERT INTO public.projection_definitions (projection, definition, statements) VALUES (%s, %s, %s)
ON CONFLICT DO NOTHING
"""
_BEGIN = """
SELECT public.scoresheet_begin_generation(%s, %s)
WHERE NOT EXISTS (SELECT FROM public.projections WHERE name = %s AND is_live)
"""


def register(connection: Connection) -> None:
    """Writes this program's definitions down; where a projection has no tables yet, they are made, empty.

    `connection` is the owner's.
    """
    for projection in PROJECTIONS.values():
        register_one(connection, projection)


def register_one(connection: Connection, projection: type[Projection]) -> None:
    """The same for one projection."""
    digest = definition(projection)
    with connection.transaction():
        connection.execute(_REGISTER, (projection.name, digest, statements(projection)))
        connection.execute(_BEGIN, (projection.name, digest, projection.name))
