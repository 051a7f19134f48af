"""What the service does of itself, again and again, beside the requests: rounds that are drawn and closed when their
time has come (NXE-7, SWI-3), erasures when the time to stop them is over, and the end of deliveries (ALL-1)."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Event, Thread

from api.http.services import Services
from api.http.shared import AWAY
from domain.application.requests import CommandOrigin, of_person, of_tournament, of_webhook
from domain.journal.errors import Corrupt, Unavailable
from domain.kernel.envelope import SERVICE
from domain.kernel.ids import TournamentId
from domain.kernel.refusal import Refused
from domain.person.commands import ErasePerson
from domain.ports.command_handling import command_id, request_digest
from domain.tournament.decisions.rounds.rolling_on import due_command
from domain.tournament.state import Tournament
from domain.webhooks.decide import DisableWebhook

logger = logging.getLogger(__name__)

ROUNDS_PAUSE_SECONDS, ERASURES_PAUSE_SECONDS, WEBHOOKS_PAUSE_SECONDS, MAILS_PAUSE_SECONDS = 0.5, 30.0, 5.0, 2.0

_AWAY = (Unavailable, *AWAY)


@contextmanager
def repeating(name: str, work: Callable[[], None], pause_seconds: float, *, once_more: bool = False) -> Iterator[None]:
    """Within it the work is done in a thread of that name, with a pause before each time, and has ended when this is
    left, where it is done `once_more` if that is wanted. What goes wrong is logged, and tried again."""
    end = Event()

    def try_once() -> None:
        try:
            work()
        except _AWAY:
            logger.warning("%s: the database is away", name)
        except Exception:  # one fault must not end what all tournaments wait for
            logger.exception("%s: failed", name)

    def repeat() -> None:
        while not end.wait(pause_seconds):
            try_once()
        if once_more:
            try_once()

    thread = Thread(target=repeat, name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


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
    origin, readings = _origin(f"roll on {state.id} from {state.version}"), services.readings
    request = of_tournament(origin, state.id, command, readings.current_ratings, readings.current_error_rates)
    try:
        services.journal.execute(request)
    except (Refused, Corrupt) as problem:
        logger.info("tournament %s does not roll on: %s", state.id, problem)


def erase_due(services: Services, now: datetime) -> None:
    """Erases those whose time is over by then. What was stopped or confirmed just now is left as it is."""
    for person, position in services.readings.due_erasures(now):
        try:
            origin = _origin(f"erase {person} as asked at {position}")
            services.journal.execute(of_person(origin, person, ErasePerson()))
        except Refused as refusal:
            logger.info("not erased: %s", refusal.problem.slug)


def disable_stopped(services: Services) -> None:
    """Records why each webhook that nothing is delivered to any more is disabled. What was disabled or
    enabled just now is left as it is."""
    for stopped in services.readings.stopped_webhooks():
        try:
            command = DisableWebhook(webhook=stopped.webhook, because=stopped.because)
            origin = _origin(f"disable webhook {stopped.webhook} as placed by {stopped.placed_by}")
            services.journal.execute(of_webhook(origin, command))
            logger.warning("webhook %s is disabled: %s", stopped.webhook, stopped.because)
        except Refused as refusal:
            logger.info("not disabled: %s", refusal.problem.slug)


def _origin(asked: str) -> CommandOrigin:
    """The same for the same work, however often it is tried."""
    return CommandOrigin(command_id(SERVICE.key, asked), request_digest(asked, b""), SERVICE)
