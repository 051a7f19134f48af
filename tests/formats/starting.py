"""A tournament of any format, started: worked out once, however many examples begin with it."""

from domain.kernel.ids import TournamentId, tournament_stream
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.state import initial
from tests.desk import TOURNAMENT, entered
from tests.formats.acting import appoint_directors
from tests.formats.appealing import fork
from tests.formats.directing import LETTERS
from tests.rounds import RoundsDesk

_STARTED: dict[tuple[type[RoundsDesk], str, int, TournamentId], RoundsDesk] = {}


def started_as(
    desk: type[RoundsDesk], announcement: AnnounceTournament, entrants: int, tournament: TournamentId = TOURNAMENT
) -> RoundsDesk:
    """A desk of that kind with the tournament announced so, so many entries, directors, and started."""
    key = desk, announcement.model_dump_json(), entrants, tournament
    if key not in _STARTED:
        _STARTED[key] = _started(desk(initial(tournament_stream(tournament))), announcement, entrants)
    return fork(_STARTED[key])


def _started(desk: RoundsDesk, announcement: AnnounceTournament, entrants: int) -> RoundsDesk:
    desk.do(announcement)
    entered(desk, LETTERS[:entrants])
    appoint_directors(desk)
    desk.do(StartTournament())
    return desk
