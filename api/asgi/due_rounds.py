"""What the service does of itself: rounds that are drawn and closed when their time has come (NXE-7, SWI-3)."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime

from api.http.services import Services
from domain.application.requests import CommandOrigin, of_tournament
from domain.journal.errors import Corrupt
from domain.kernel.envelope import SERVICE
from domain.kernel.ids import TournamentId
from domain.kernel.refusal import Refused
from domain.ports.command_handling import command_id, request_digest
from domain.tournament.rounds.rolling_on import due_command
from domain.tournament.state import Tournament

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 0.5


def rolling_on(services: Services) -> Callable[[], None]:
    """Carries out what is due whenever it is called. Each version of a tournament is tried once: what was refused waits
    until something has changed there."""
    tried: dict[TournamentId, int] = {}

    def roll_on() -> None:
        now = datetime.now(UTC)
        due = services.readings.due_tournaments(now)
        for gone in set(tried) - set(due):
            del tried[gone]
        for tournament in due:
            state = services.tournament(tournament)
            if tried.get(tournament) != state.version:
                tried[tournament] = state.version
                _roll_on(services, state, now)

    return roll_on


def _roll_on(services: Services, state: Tournament, now: datetime) -> None:
    command = due_command(state, now)
    if command is None:
        return
    request = of_tournament(_origin(state), state.id, command, services.readings.current_ratings)
    try:
        services.journal.execute(request)
    except (Refused, Corrupt) as problem:
        logger.info("tournament %s does not roll on: %s", state.id, problem)


def _origin(state: Tournament) -> CommandOrigin:
    """The same for the same version, however often it is tried."""
    asked = f"roll on {state.id} from {state.version}"
    return CommandOrigin(command_id(SERVICE.key, asked), request_digest(asked, b""), SERVICE)
