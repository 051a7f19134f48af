"""What the service does of itself: telling the log of webhooks that nothing is delivered to any more (ALL-1)."""

import logging

from api.http.services import Services
from domain.application.requests import CommandOrigin, of_webhook
from domain.kernel.envelope import SERVICE
from domain.kernel.refusal import Refused
from domain.ports.command_handling import command_id, request_digest
from domain.webhooks.decide import DisableWebhook
from projections.queries.log.webhooks import Stopped

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 5.0


def disable_stopped(services: Services) -> None:
    """Records why each of them is disabled. What was disabled or enabled just now is left as it is."""
    for stopped in services.readings.stopped_webhooks():
        try:
            command = DisableWebhook(webhook=stopped.webhook, because=stopped.because)
            services.journal.execute(of_webhook(_origin(stopped), command))
            logger.warning("webhook %s is disabled: %s", stopped.webhook, stopped.because)
        except Refused as refusal:
            logger.info("not disabled: %s", refusal.problem.slug)


def _origin(stopped: Stopped) -> CommandOrigin:
    """The same for the same stop, however often it is tried."""
    asked = f"disable webhook {stopped.webhook} as placed by {stopped.placed_by}"
    return CommandOrigin(command_id(SERVICE.key, asked), request_digest(asked, b""), SERVICE)
