"""In which pools a tournament may be rated (ELO-1)."""

from domain.kernel.values import Pool
from domain.tournament.lifecycle.events import TournamentAnnounced
from domain.tournament.state import Settings


def pools_of(settings: Settings | TournamentAnnounced) -> tuple[Pool, ...]:
    """The pools in which matches of the tournament may be rated; none where it is not rated."""
    if settings.rating is None:
        return ()
    return tuple(sorted({settings.rating.pool, *settings.format.pools_of_modes}))
