"""A tournament of any format, started: worked out once, however many examples begin with it."""

from domain.kernel.ids import TournamentId, tournament_stream
from domain.tournament.entries.commands import ApproveEntry, RequestEntry
from domain.tournament.lifecycle.commands import AnnounceTournament, StartTournament
from domain.tournament.state import initial
from tests.desk import TOURNAMENT, entered, person
from tests.formats.acting import appoint_directors
from tests.formats.directing import LETTERS
from tests.rounds import RoundsDesk

_RESERVES = ord("P") - ord("A") + 1
_STARTED: dict[tuple[type[RoundsDesk], str, int, TournamentId], RoundsDesk] = {}


def started_as(
    desk: type[RoundsDesk], announcement: AnnounceTournament, entrants: int, tournament: TournamentId = TOURNAMENT
) -> RoundsDesk:
    """A desk of that kind with the tournament announced so, so many entries, directors, and started."""
    key = desk, announcement.model_dump_json(), entrants, tournament
    if key not in _STARTED:
        _STARTED[key] = _started(desk(initial(tournament_stream(tournament))), announcement, entrants)
    return _STARTED[key].fork()


def enter_teams(desk: RoundsDesk, captains: str) -> None:
    """Teams of two and a reserve, who have no letters of their own in what is told."""
    for captain in captains:
        others = tuple(person(letter) for letter in (captain.lower(), chr(ord(captain) + _RESERVES)))
        desk.do(RequestEntry(person=person(captain), members=others, team_name=f"Team {captain}"))
        desk.do(ApproveEntry(entry=desk.entry(captain)))


def _started(desk: RoundsDesk, announcement: AnnounceTournament, entrants: int) -> RoundsDesk:
    desk.do(announcement)
    if announcement.conditions.boards is None:
        entered(desk, LETTERS[:entrants])
    else:
        enter_teams(desk, LETTERS[:entrants])
    appoint_directors(desk)
    desk.do(StartTournament())
    return desk
