"""What the service does of itself: erasures that were asked for, when the time to stop them is over."""

import logging
from datetime import datetime

from api.http.services import Services
from domain.application.requests import CommandOrigin, of_person
from domain.kernel.envelope import SERVICE
from domain.kernel.ids import PersonId
from domain.kernel.refusal import Refused
from domain.person.commands import ErasePerson
from domain.ports.command_handling import command_id, request_digest

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 30.0


def erase_due(services: Services, now: datetime) -> None:
    """Erases those whose time is over by then. What was stopped or confirmed just now is left as it is."""
    for person, position in services.readings.due_erasures(now):
        try:
            services.journal.execute(of_person(_origin(person, position), person, ErasePerson()))
        except Refused as refusal:
            logger.info("not erased: %s", refusal.problem.slug)


def _origin(person: PersonId, position: int) -> CommandOrigin:
    """The same for the same request, however often it is tried."""
    asked = f"erase {person} as asked at {position}"
    return CommandOrigin(command_id(SERVICE.key, asked), request_digest(asked, b""), SERVICE)
